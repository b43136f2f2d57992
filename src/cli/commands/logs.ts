import { Option, type Command } from 'commander';
import { logs, podsOf, type PodOwnersHandle, type LogsOptions } from '../../connect/index.js';
import type { KubeObject } from '../../index.js';
import { TooManyFollowedError, UsageError } from '../errors.js';
import { describeError } from '../failures.js';
import { parseCount, parseSelector, parseTimeout } from '../flag-values.js';
import { furtherHelp } from '../help.js';
import { isRecord } from '../is-record.js';
import type { Run, Session } from '../session.js';
import { escapeAllButColours, oneLine } from '../terminal/one-line.js';
import { annotatedContainer, containerNamed, containersIn, firstContainer } from './find-container.js';
import { handleFor } from './object-targets.js';
import { warnOfAlternatives } from './resolution-warnings.js';

interface Flags {
  readonly follow?: boolean | undefined;
  readonly container?: string | undefined;
  readonly allContainers?: boolean | undefined;
  readonly allPods?: boolean | undefined;
  readonly selector?: string | undefined;
  /** In milliseconds. */
  readonly since?: number | undefined;
  readonly sinceTime?: string | undefined;
  readonly tail?: number | undefined;
  readonly previous?: boolean | undefined;
  readonly timestamps?: boolean | undefined;
  readonly limitBytes?: number | undefined;
  readonly prefix?: boolean | undefined;
  readonly maxLogRequests: number;
  readonly ignoreErrors?: boolean | undefined;
}

const examples = `
For a workload or service, prints the log of its oldest running pod. With -f, a
broken connection is opened again, without losing or repeating lines, until the
container ends. On a terminal, each of several logs has a colour, colours of
the log itself are kept, and other control characters are made visible.

Examples:
  $ kubeatlas logs front-0
  $ kubeatlas logs front-0 -c main --previous --tail 20
  $ kubeatlas logs deploy/front -f --since 10m
  $ kubeatlas logs -l app=front --all-containers --prefix`;

/** Defines `logs`: prints the logs of containers. */
export function defineLogs(command: Command, run: Run): void {
  command
    .argument('[object]', 'a pod, or TYPE/NAME')
    .argument('[container]', 'the container, as with -c')
    .option('-f, --follow', 'wait for new lines')
    .option('-c, --container <name>', 'the container (default: as kubectl chooses)')
    .option('--all-containers', 'print all containers of each pod')
    .option('--all-pods', 'print all pods of TYPE/NAME, with --prefix')
    .option('-l, --selector <labels>', 'select pods by labels: app=front', parseSelector)
    .option('--since <duration>', 'only lines of the last time span: 5s, 2m or 3h', parseTimeout)
    .option('--since-time <time>', 'only lines since a time: 2026-01-01T00:00:00Z')
    .option('--tail <lines>', 'last lines; -1: all (default: -1; with -l: 10)', parseTail)
    .option('-p, --previous', 'print the log of the previous instance')
    .option('--timestamps', 'print the time in front of each line')
    .option('--limit-bytes <bytes>', 'print at most this many bytes of each log', parseCount)
    .option('--prefix', 'print pod and container in front of each line')
    .addOption(
      new Option('--max-log-requests <count>', 'follow at most this many logs').argParser(parseCount).default(5),
    )
    .option('--ignore-errors', 'continue with the other logs after an error')
    .addHelpText('after', furtherHelp(examples))
    .action((object: string | undefined, container: string | undefined, flags: Flags, command: Command) =>
      run(command, (session) => printLogs(session, { object, ...flags, container: flags.container ?? container })),
    );
}

function parseTail(value: string): number {
  return value === '-1' ? -1 : parseCount(value);
}

/** One log of those to print. */
interface Log {
  readonly pod: string;
  readonly container: string;
}

async function printLogs(session: Session, flags: Flags & { readonly object: string | undefined }): Promise<void> {
  const { object, selector, container, allContainers = false, follow = false } = flags;
  checkFlags(flags);
  const { client, namespace, calls } = session;
  const pods: PodOwnersHandle = client.resource('pods.v1.').namespace(namespace);
  const found = await findPods(session, pods, flags);
  if (found.length === 0) {
    await session.note(
      `No ${selector === undefined ? `pods of ${oneLine(object ?? '')}` : 'resources'} found in ${namespace} namespace.`,
    );
    if (selector === undefined) session.fail();
    return;
  }
  const all: Log[] = [];
  for (const pod of found) {
    const name = pod.metadata.name ?? '';
    const containers = allContainers ? namesIn(pod) : [await chooseContainer(session, pod, container)];
    all.push(...containers.map((each) => ({ pod: name, container: each })));
  }
  if (follow && all.length > flags.maxLogRequests) {
    throw new TooManyFollowedError(all.length, flags.maxLogRequests);
  }
  const writer = createWriter(session);
  const print = (log: Log): Promise<void> => printLog(session, { pods, log, flags, all, writer });
  try {
    if (follow) await Promise.all(all.map(print));
    else for (const log of all) await print(log);
  } finally {
    await writer.flush();
  }
  calls.signal?.throwIfAborted();
}

function checkFlags(flags: Flags & { readonly object: string | undefined }): void {
  const { object, selector, container, allContainers, since, sinceTime } = flags;
  if (object === undefined && selector === undefined) throw new UsageError('Specify a pod, TYPE/NAME, or -l LABELS.');
  if (object !== undefined && selector !== undefined) throw new UsageError('Use a name or -l, not both.');
  if (container !== undefined && allContainers === true) {
    throw new UsageError('Use a container or --all-containers, not both.');
  }
  if (since !== undefined && since !== 0 && sinceTime !== undefined) {
    throw new UsageError('Use --since or --since-time, not both.');
  }
}

async function findPods(
  session: Session,
  pods: PodOwnersHandle,
  { object = '', selector, allPods = false }: Flags & { readonly object: string | undefined },
): Promise<readonly KubeObject[]> {
  const { signal } = session.calls;
  if (selector !== undefined) return podsOf(pods, { labelSelector: selector }, { signal });
  const [type = '', name = '', ...rest] = object.split('/');
  if (!object.includes('/')) return podsOf(pods, object, { signal });
  if (type === '' || name === '' || rest.length > 0) {
    throw new UsageError(`${JSON.stringify(object)} does not have the form TYPE/NAME.`);
  }
  const resolution = await session.client.resolve(type, { verbs: ['get'], signal });
  await warnOfAlternatives(session, type, resolution);
  const found = await podsOf(handleFor(session, resolution.mapping), name, { signal });
  if (allPods || found.length < 2) return found;
  const [first, ...others] = [...found].sort((one, two) => rankOf(one) - rankOf(two) || ageOf(one, two));
  if (first === undefined) return [];
  await session.note(`Found ${others.length + 1} pods, using pod/${oneLine(first.metadata.name ?? '')}`);
  return [first];
}

/** Puts pods whose logs say most in front: on a node, running, ready. */
function rankOf({ spec, status }: KubeObject): number {
  const hasNode = isRecord(spec) && typeof spec['nodeName'] === 'string';
  const phase = isRecord(status) ? status['phase'] : undefined;
  const conditions: unknown = isRecord(status) ? status['conditions'] : undefined;
  const isReady =
    Array.isArray(conditions) &&
    conditions.some((each) => isRecord(each) && each['type'] === 'Ready' && each['status'] === 'True');
  return (hasNode ? 0 : 8) + (phase === 'Running' ? 0 : phase === 'Pending' ? 4 : 2) + (isReady ? 0 : 1);
}

function ageOf(one: KubeObject, two: KubeObject): number {
  const [first = '', second = ''] = [one, two].map(({ metadata }) => metadata.creationTimestamp ?? '');
  return first < second ? -1 : first > second ? 1 : 0;
}

/**
 * Returns the container of the flag, of the annotation, or the first. Unlike `kubectl exec`, `kubectl logs` passes over an
 * annotation that names no container.
 */
async function chooseContainer(session: Session, pod: KubeObject, name: string | undefined): Promise<string> {
  const annotated = annotatedContainer(pod);
  const chosen = name ?? namesIn(pod).find((each) => each === annotated);
  return (chosen === undefined ? await firstContainer(session, pod) : containerNamed(pod, chosen)).name;
}

/** The names of all containers, in the order in which they start. */
function namesIn(pod: KubeObject): readonly string[] {
  const { init, regular, ephemeral } = containersIn(pod);
  return [...init, ...regular, ...ephemeral].map(({ name }) => name);
}

interface Printing {
  readonly pods: PodOwnersHandle;
  readonly log: Log;
  readonly flags: Flags;
  readonly all: readonly Log[];
  readonly writer: Writer;
}

async function printLog(session: Session, { pods, log, flags, all, writer }: Printing): Promise<void> {
  const { pod, container } = log;
  const { selector, allPods = false, prefix = allPods, ignoreErrors = false } = flags;
  const { since = 0, tail = selector === undefined ? -1 : 10, limitBytes = 0 } = flags;
  const options: LogsOptions & { readonly as: 'bytes' } = {
    as: 'bytes',
    container: container === '' ? undefined : container,
    follow: flags.follow,
    // As in kubectl, a follow ends with the container.
    restarts: false,
    previous: flags.previous,
    timestamps: flags.timestamps,
    since: since === 0 ? undefined : Math.max(1, Math.round(since / 1000)),
    sinceTime: flags.sinceTime,
    tail: tail < 0 ? undefined : tail,
    limitBytes: limitBytes === 0 ? undefined : limitBytes,
    onStale: () =>
      void session.warn(
        `the log of ${pod}/${container} has ended, but its pod says that it runs: its node may be lost`,
      ),
    signal: session.calls.signal,
  };
  const names = [...new Set(all.map((each) => each.pod))];
  const format = lineFormat(session, {
    prefix: prefix ? `[pod/${pod}/${container}] ` : '',
    // Of one pod, the containers.
    number: names.length > 1 ? names.indexOf(pod) : all.indexOf(log),
    isAlone: all.length === 1,
  });
  try {
    for await (const { line, gap } of logs(pods, pod, options)) {
      if (gap) {
        await session.warn(`lines of ${pod}/${container} may be missing: its log was rotated while it was not read`);
      }
      const full = writer.add(format(line));
      if (full !== undefined) await full;
    }
  } catch (error) {
    session.calls.signal?.throwIfAborted();
    if (!ignoreErrors) throw error;
    await session.note(describeError(error, { verbose: false }));
  }
}

/** Returns what is printed of a line: its bytes, unless there is more to it. */
function lineFormat(
  { isTerminal, paint }: Session,
  { prefix, number, isAlone }: { readonly prefix: string; readonly number: number; readonly isAlone: boolean },
): (line: Uint8Array) => Uint8Array {
  const encoder = new TextEncoder();
  const isPainted = !isAlone && paint.colour('x', number) !== 'x';
  const shownPrefix = encoder.encode(isPainted ? paint.colour(prefix, number) : prefix);
  if (!isTerminal && !(isPainted && prefix === '')) {
    return shownPrefix.byteLength === 0 ? (line) => line : (line) => joined([shownPrefix, line]);
  }
  const decoder = new TextDecoder();
  return (line) => {
    const text = decoder.decode(line);
    const [, words = '', end = ''] = /^(.*?)(\r?\n)?$/s.exec(text) ?? [];
    const safe = isTerminal ? escapeAllButColours(words) : words;
    const painted = isPainted && prefix === '' ? paint.colour(safe, number) : safe;
    return joined([shownPrefix, encoder.encode(painted + end)]);
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Prints lines together that arrive together. */
interface Writer {
  /** Adds a line. Returns what to wait for if there are too many. */
  add(line: Uint8Array): Promise<void> | undefined;
  flush(): Promise<void>;
}

const mostBytes = 256 * 1024;

function createWriter(session: Session): Writer {
  let lines: Uint8Array[] = [];
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();
  let isScheduled = false;
  /** Nobody reads any longer: whoever adds the next line hears of it. */
  let hasFailed = false;
  const flush = (): Promise<void> => {
    if (lines.length > 0) {
      const all = joined(lines);
      lines = [];
      bytes = 0;
      writing = writing.then(() => session.print(all));
      writing.catch(() => (hasFailed = true));
    }
    return writing;
  };
  return {
    add(line) {
      lines.push(line);
      bytes += line.byteLength;
      if (bytes >= mostBytes || hasFailed) return flush();
      if (!isScheduled) {
        isScheduled = true;
        setImmediate(() => {
          isScheduled = false;
          void flush().catch(() => undefined);
        });
      }
      return undefined;
    },
    flush,
  };
}
