import type { KubeObject } from '../core/model/kube-object.js';
import { abortableIterator } from '../core/shared/abortable-iterator.js';
import { requireCallOptions, requireName, requireObject } from '../core/shared/arguments.js';
import { systemClock } from '../core/shared/clock.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { follow } from '../watch/follow.js';
import { containersOf, containerStateOf, defaultContainerOf, hasLog } from './container-state.js';
import { TooManyLogsError } from './errors.js';
import { selectPods, type PodOwnersHandle, type PodSelection, type SelectedPods } from './find-pod.js';
import { type LogLine, type LogsOptions, logsOptionChecks } from './logs-options.js';
import { readLog, type LogSource } from './read-log.js';

/**
 * Reads logs line by line: of a pod by its name, of the pods of a service or a workload (a Deployment, StatefulSet,
 * DaemonSet, ReplicaSet or Job) by its name, or of the pods with some labels. Without `follow` one log comes after the
 * other; with it, the lines come as they are written. A follow survives what ends the stream of a log: nothing is lost or
 * repeated, and where a rotation or a restart may have taken lines meanwhile, the next line says so (`gap`).
 *
 * Needs the verb `get` for pods and for `pods/log`; for a selection also `list`, and `watch` with `follow`.
 *
 * @param handle pods, services or workloads of one namespace
 * @param target the name of an object of the handle, or a selection of pods
 * @throws ApiError if the server refuses: with 404 without the object, with 400 without the container, or before it has
 *   started; ConnectionError; TooManyLogsError; TooManyStreamsError in browsers; InvalidArgumentError;
 *   NamespaceRequiredError; InvalidNameError; the signal's reason
 * @example
 * const deployments = client.resource('deployments').namespace('shop');
 * for await (const { pod, line } of logs(deployments, 'front', { tail: 10 })) console.log(`${pod}: ${line}`);
 * @see https://kubernetes.io/docs/concepts/cluster-administration/logging/
 */
export function logs(
  handle: PodOwnersHandle,
  target: string | PodSelection,
  options: LogsOptions & { readonly as: 'bytes' },
): AsyncIterableIterator<LogLine<Uint8Array>>;
export function logs(
  handle: PodOwnersHandle,
  target: string | PodSelection,
  options?: LogsOptions & { readonly as?: 'text' | undefined },
): AsyncIterableIterator<LogLine>;
export function logs(
  handle: PodOwnersHandle,
  target: string | PodSelection,
  options: LogsOptions = {},
): AsyncIterableIterator<LogLine<string | Uint8Array>> {
  const given = requireCallOptions(options, logsOptionChecks, handle);
  const { container, allContainers = false, since, sinceTime } = given;
  if (container !== undefined && allContainers) {
    throw new InvalidArgumentError('container', 'cannot be given with allContainers');
  }
  if (since !== undefined && sinceTime !== undefined) {
    throw new InvalidArgumentError('since', 'cannot be given with sinceTime');
  }
  if (typeof target !== 'string') requireName('labelSelector', requireObject('target', target).labelSelector);
  const iterator = abortableIterator((signal) => linesOf(handle, target, given, signal), [given.signal, handle.signal]);
  return Object.assign(iterator, {
    [Symbol.asyncIterator]() {
      return this as AsyncIterableIterator<LogLine<string | Uint8Array>>;
    },
  }) as AsyncIterableIterator<LogLine<string | Uint8Array>>;
}

type AnyLine = LogLine<string | Uint8Array>;

async function* linesOf(
  handle: PodOwnersHandle,
  target: string | PodSelection,
  options: LogsOptions,
  signal: AbortSignal,
): AsyncGenerator<AnyLine, void, undefined> {
  const selected = await selectPods(handle, target, signal);
  const read = options.follow === true ? followAll : readAll;
  for await (const lines of read(selected, options, signal)) yield* lines;
}

/** Reads one log after the other. */
async function* readAll(
  selected: SelectedPods,
  options: LogsOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly AnyLine[], void, undefined> {
  const { pods, pod, labelSelector } = selected;
  const found = pod === undefined ? pods.items({ labelSelector, limit: 500, signal }) : [pod];
  for await (const each of found) {
    for (const source of sourcesIn(each, options)) {
      try {
        yield* linesOfLog(selected, source, options, signal);
      } catch (error) {
        signal.throwIfAborted();
        failWith(error, source, options);
      }
    }
  }
}

/** Follows logs side by side, and those of the pods that join. */
async function* followAll(
  selected: SelectedPods,
  options: LogsOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly AnyLine[], void, undefined> {
  const { pods, pod, labelSelector } = selected;
  const { maxLogs = 100, clock = systemClock } = options;
  const leaving = new AbortController();
  const signals = AbortSignal.any([signal, leaving.signal]);
  /** What the logs write, each of which waits until it has been taken. */
  const { readable, writable } = new TransformStream<readonly AnyLine[], readonly AnyLine[]>();
  const [writer, reader] = [writable.getWriter(), readable.getReader()];
  const known = new Map<string, LogSource>();
  let writers = 0;

  /** Ends what is read with the last writer, or with the first that fails. */
  const join = async (write: () => Promise<void>): Promise<void> => {
    writers += 1;
    await write().catch((error: unknown) => {
      leaving.abort();
      void writer.abort(error);
    });
    writers -= 1;
    if (writers === 0) await writer.close().catch(() => undefined);
  };

  const start = (source: LogSource, how: LogsOptions): void => {
    const key = `${source.uid ?? source.pod}/${source.container ?? ''}`;
    if (known.has(key)) return;
    // Whoever starts it counts as a writer as well.
    if (writers > maxLogs) throw new TooManyLogsError(maxLogs);
    known.set(key, source);
    void join(async () => {
      try {
        for await (const lines of linesOfLog(selected, source, how, signals)) await writer.write(lines);
      } catch (error) {
        if (leaving.signal.aborted) return;
        signal.throwIfAborted();
        failWith(error, source, options);
      }
    });
  };

  /** Starts the logs of the pods as they get them; forgets those of pods that are gone. */
  async function followPods(): Promise<void> {
    // What joins later is read from its beginning.
    let how = options;
    for await (const step of follow(pods, { labelSelector, signal: signals, clock })) {
      if (step.type === 'synced') how = { ...options, tail: undefined };
      if (step.type === 'removed') {
        for (const [key, { uid }] of known) if (uid === step.object.metadata.uid) known.delete(key);
      } else if (step.type === 'added' || step.type === 'changed') {
        for (const source of sourcesIn(step.object, options)) {
          if (hasLog(step.object, source.container ?? '')) start(source, how);
        }
      }
    }
  }

  try {
    void join(async () => {
      if (pod === undefined) return followPods();
      for (const source of sourcesIn(pod, options)) start(source, options);
    });
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    leaving.abort();
    reader.cancel().catch(() => undefined);
  }
}

/** Reads one log, in the form that was asked for, up to its limit. */
async function* linesOfLog(
  { pods }: SelectedPods,
  source: LogSource,
  options: LogsOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly AnyLine[], void, undefined> {
  const { as = 'text', timestamps = false, limitBytes = Number.POSITIVE_INFINITY } = options;
  const { pod, container = '' } = source;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let left = limitBytes;
  for await (const batch of readLog(pods, source, options, signal)) {
    const lines: AnyLine[] = [];
    for (const { time, bytes } of batch.lines) {
      const whole = timestamps && time !== '' ? withTime(time, bytes) : bytes;
      const shown = whole.byteLength > left ? whole.subarray(0, left) : whole;
      left -= shown.byteLength;
      if (shown.byteLength === 0) break;
      const end = shown[shown.byteLength - 1] === newline ? -1 : undefined;
      const line = as === 'bytes' ? shown : decoder.decode(shown.subarray(0, end));
      lines.push({ pod, container, time, line, gap: batch.gap && lines.length === 0 });
    }
    yield lines;
    if (left <= 0) return;
  }
}

const newline = 10;

function withTime(time: string, bytes: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode(`${time} `);
  const whole = new Uint8Array(prefix.byteLength + bytes.byteLength);
  whole.set(prefix);
  whole.set(bytes, prefix.byteLength);
  return whole;
}

function failWith(error: unknown, { pod, container = '' }: LogSource, { onError }: LogsOptions): void {
  if (onError === undefined) throw error;
  onError(error, { pod, container });
}

/** Returns the containers of a pod whose logs are wanted; undefined stands for the one that the server chooses. */
function sourcesIn(pod: KubeObject, { container, allContainers = false }: LogsOptions): readonly LogSource[] {
  const { name = '', uid } = pod.metadata;
  const containers = allContainers ? containersOf(pod) : [container ?? defaultContainerOf(pod)];
  return containers.map((each) => ({ pod: name, uid, container: each, state: containerStateOf(pod, each ?? '') }));
}
