import type { KubeObject } from '../core/model/kube-object.js';
import {
  requireBoolean,
  requireCallOptions,
  requireClock,
  requireCount,
  requireFunction,
  requireMilliseconds,
  requireName,
  requireObject,
  requireOneOf,
  requireText,
  requireWhole,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { systemClock, type Clock } from '../core/shared/clock.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { abortableIterator } from '../core/shared/abortable-iterator.js';
import { follow } from '../watch/follow.js';
import { containersOf, containerStateOf, defaultContainerOf, hasLog } from './container-state.js';
import { TooManyLogsError } from './errors.js';
import { readLog, type LogSource, type ReadLogOptions } from './read-log.js';
import { selectPods, type PodOwnersHandle, type PodSelection, type SelectedPods } from './find-pod.js';

/** A line of a log. */
export interface LogLine<Line extends string | Uint8Array = string> {
  /** The name of the pod. */
  readonly pod: string;
  /** The name of the container. */
  readonly container: string;
  /** When the container wrote the line: RFC 3339 with nanoseconds. Empty for words of the kubelet in place of a log. */
  readonly time: string;
  /** The line: as text without its end, as bytes with its end, so that bytes are what the container wrote. */
  readonly line: Line;
  /** Whether lines before this one may be missing: the log was rotated, or is gone, while the connection was lost. */
  readonly gap: boolean;
}

/** Options of {@link logs}. */
export interface LogsOptions {
  /**
   * The container. Without it a pod with several, none of which its annotation `kubectl.kubernetes.io/default-container`
   * names, answers 400 with their names.
   * @default the one that the annotation names, or the only one
   */
  readonly container?: string | undefined;
  /** Reads all containers of each pod, also those for initialization and debugging. @default false */
  readonly allContainers?: boolean | undefined;
  /**
   * Waits for further lines, over lost connections and restarts. Ends with the pod, or with its container if that is not
   * restarted. Of a selection it never ends: pods that come later join, with all of their lines.
   * @default false
   */
  readonly follow?: boolean | undefined;
  /** Whether a follow goes on with the next instance of a container that has ended. @default true */
  readonly restarts?: boolean | undefined;
  /** Only lines of the last seconds. @default all */
  readonly since?: number | undefined;
  /** Only lines since that time, in RFC 3339; servers cut it to seconds. @default all */
  readonly sinceTime?: string | undefined;
  /** Only so many lines from the end of each log; 0 with `follow` for those to come. @default all */
  readonly tail?: number | undefined;
  /** The log of the instance of the container before the present one. @default false */
  readonly previous?: boolean | undefined;
  /** Leaves the time in front of each line, as `kubectl logs --timestamps` prints it. @default false */
  readonly timestamps?: boolean | undefined;
  /** Ends each log after so many bytes, inside of a line if need be. @default none */
  readonly limitBytes?: number | undefined;
  /** `bytes` for lines as the container wrote them, with their ends; text is decoded as UTF-8. @default 'text' */
  readonly as?: 'text' | 'bytes' | undefined;
  /**
   * Called for a log that cannot be read, or no longer; the others go on.
   * @default the iteration rejects with the error
   */
  readonly onError?: ((error: unknown, log: { readonly pod: string; readonly container: string }) => void) | undefined;
  /**
   * Called each time a log has been opened: what it has follows, and once it was lost, what was missed.
   * @default nobody is told
   */
  readonly onOpen?: ((log: { readonly pod: string; readonly container: string }) => void) | undefined;
  /**
   * Called when the stream of a log that is followed has ended, and the pod has said for a minute that its container runs:
   * nobody keeps its status up to date, or its node is lost. The log is asked for again, until the pod tells an end.
   * @default nobody is told
   */
  readonly onStale?: ((log: { readonly pod: string; readonly container: string }) => void) | undefined;
  /** How many logs may be followed at once. @default 100 */
  readonly maxLogs?: number | undefined;
  /** The longest line, in bytes. @default 16 MiB */
  readonly maxLineBytes?: number | undefined;
  /** How long nobody may answer before a log that was lost is given up, in milliseconds. @default 300_000 */
  readonly reconnectMs?: number | undefined;
  /** Ends the iteration, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
}

const checks: OptionChecks<LogsOptions> = {
  container: requireName,
  allContainers: requireBoolean,
  follow: requireBoolean,
  restarts: requireBoolean,
  since: requireCount,
  sinceTime: requireText,
  tail: requireWhole,
  previous: requireBoolean,
  timestamps: requireBoolean,
  limitBytes: requireCount,
  as: (option, value) => requireOneOf(option, value as 'text', ['text', 'bytes'] as never),
  onError: requireFunction,
  onOpen: requireFunction,
  onStale: requireFunction,
  maxLogs: requireCount,
  maxLineBytes: requireCount,
  reconnectMs: requireMilliseconds,
  signal: true,
  clock: requireClock,
};

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
  const given = requireCallOptions(options, checks, handle);
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
  const queue = createQueue<readonly AnyLine[]>();
  const known = new Map<string, LogSource>();
  let running = 0;

  const start = (source: LogSource, how: LogsOptions): void => {
    const key = `${source.uid ?? source.pod}/${source.container ?? ''}`;
    if (known.has(key)) return;
    if (running >= maxLogs) throw new TooManyLogsError(maxLogs);
    known.set(key, source);
    running += 1;
    const end = queue.join();
    void (async () => {
      try {
        for await (const lines of linesOfLog(selected, source, how, signals)) await queue.push(lines);
      } catch (error) {
        if (leaving.signal.aborted) return;
        signal.throwIfAborted();
        failWith(error, source, options);
      } finally {
        running -= 1;
      }
    })().then(end, (error: unknown) => {
      queue.fail(error);
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
    if (pod !== undefined) for (const source of sourcesIn(pod, options)) start(source, options);
    else followPods().then(queue.join(), queue.fail);
    yield* queue.items();
  } finally {
    leaving.abort();
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
  const reads = { handle: pods, get: (name: string) => pods.get(name, { signal }) };
  for await (const batch of readLog(reads, source, readOptionsOf(options, source, signal))) {
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

function readOptionsOf(options: LogsOptions, { pod, container = '' }: LogSource, signal: AbortSignal): ReadLogOptions {
  const { follow = false, previous = false, since, sinceTime, tail, restarts = true } = options;
  const { reconnectMs = 300_000, maxLineBytes = 16 * 1024 * 1024, clock = systemClock } = options;
  const onOpen = (): void => options.onOpen?.({ pod, container });
  const onStale = (): void => options.onStale?.({ pod, container });
  const calls = { onOpen, onStale, clock, signal };
  return { follow, previous, since, sinceTime, tail, restarts, reconnectMs, maxLineBytes, ...calls };
}

/** A queue of many writers, each of which waits until its item has been taken. */
function createQueue<Item>(): {
  /** Adds a writer, and returns the function that it calls at its end. */
  join(): () => void;
  push(item: Item): Promise<void>;
  readonly fail: (error: unknown) => void;
  /** Ends when all writers have ended. */
  items(): AsyncGenerator<Item, void, undefined>;
} {
  const waiting: { readonly item: Item; readonly taken: () => void }[] = [];
  let writers = 0;
  let failure: { readonly error: unknown } | undefined;
  let wake = (): void => undefined;
  return {
    join() {
      writers += 1;
      return () => {
        writers -= 1;
        wake();
      };
    },
    push: (item) =>
      new Promise((taken) => {
        waiting.push({ item, taken });
        wake();
      }),
    fail(error) {
      failure ??= { error };
      wake();
    },
    async *items() {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) {
          yield next.item;
          next.taken();
        } else if (failure !== undefined) throw failure.error;
        else if (writers === 0) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
