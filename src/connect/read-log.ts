import { isNotFound } from '../core/errors.js';
import type { KubeObject } from '../core/model/kube-object.js';
import { innerOf } from '../core/resource/inner-handle.js';
import { backoffMs, type Clock } from '../core/shared/clock.js';
import type { ApiStream, QueryParameters } from '../core/transport/connection.js';
import { containerStateOf, type ContainerState } from './container-state.js';
import { createLineCutter, type TimedLine } from './log-lines.js';
import { createLogPosition } from './log-position.js';

/** How to read the log of a container. */
export interface ReadLogOptions {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly since: number | undefined;
  readonly sinceTime: string | undefined;
  readonly tail: number | undefined;
  readonly restarts: boolean;
  readonly reconnectMs: number;
  readonly maxLineBytes: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** One container. */
export interface LogSource {
  readonly pod: string;
  readonly uid: string | undefined;
  /** Undefined leaves the choice to the server. */
  readonly container: string | undefined;
  /** The state of the container when the pod was last read. */
  readonly state: ContainerState;
}

/** Lines that arrived together. */
export interface LogBatch {
  readonly lines: readonly TimedLine[];
  /** Whether lines before these may be missing. */
  readonly gap: boolean;
}

/** What reads logs: pods by their handle. */
export interface LogPods {
  readonly handle: object;
  /** Reads a pod. */
  readonly get: (name: string) => Promise<KubeObject>;
}

/** What comes after the end of a stream. */
type Next =
  /** Open the log of the present instance again. */
  | 'reopen'
  /** Read what is left, then end. */
  | 'drain'
  /** Read what is left of the instance that has ended, then the log of the next one. */
  | 'restarted'
  /** Read what is left; the next instance is to come. */
  | 'wait'
  /** The pod is gone. */
  | 'end';

/** The table of ends: what the pod says, after the stream of a log that is followed has ended. */
function nextAfter(known: number, { state, restarts, willRestart }: ContainerState, follows: boolean): Next {
  if (restarts > known) return follows ? 'restarted' : 'drain';
  if (state === 'terminated') return follows && willRestart ? 'wait' : 'drain';
  if (state === 'waiting') return follows ? 'wait' : 'drain';
  return 'reopen';
}

const longestPauseMs = 10_000;

/**
 * Reads the log of one container, and follows it over lost connections, restarts of the kubelet and of the container. The end
 * of a stream says nothing: that of a killed kubelet looks like that of a container. So the pod is read after each.
 */
export async function* readLog(
  pods: LogPods,
  source: LogSource,
  options: ReadLogOptions,
): AsyncGenerator<LogBatch, void, undefined> {
  const { follow, previous, clock, signal, maxLineBytes, reconnectMs } = options;
  const position = createLogPosition();
  const begun = clock.now();
  let restarts = source.state.restarts;
  /** When the log was first opened, by the clock of the server; resumes a log that had no line. */
  let openedAt: string | undefined;
  let isNewLog = false;
  /** Set by a failure that leaves lines behind. */
  let hasGap = false;
  let tries = 0;
  /** Since when nobody answers. */
  let downSince: number | undefined;

  const queryOf = (how: { readonly follow: boolean; readonly previous: boolean }): QueryParameters => {
    const { since, sinceTime, tail } = options;
    const common = { container: source.container, timestamps: true, ...how };
    if (position.sinceTime !== undefined) return { ...common, sinceTime: position.sinceTime };
    if (openedAt !== undefined && tail !== undefined) return { ...common, sinceTime: openedAt };
    const passed = openedAt === undefined ? 0 : Math.ceil((clock.now() - begun) / 1000);
    return { ...common, sinceTime, sinceSeconds: since === undefined ? undefined : since + passed, tailLines: tail };
  };

  /** Reads one stream to its end, or throws. Yields what was not there before. */
  async function* readStream(
    how: { readonly follow: boolean; readonly previous: boolean },
    isLast: boolean,
  ): AsyncGenerator<LogBatch, void, undefined> {
    const stream = await open(pods.handle, source.pod, queryOf(how), signal, openedAt === undefined);
    openedAt ??= serverTime(stream);
    downSince = undefined;
    const judge = position.resume(isNewLog);
    const cutter = createLineCutter(maxLineBytes);
    const batchOf = (lines: readonly TimedLine[]): LogBatch | undefined => {
      const taken: TimedLine[] = [];
      let gap = false;
      for (const line of lines) {
        const verdict = line.time === '' ? 'take' : judge(line.time);
        if (verdict === 'skip') continue;
        // A gap is before its line: nothing of this stream has been taken.
        if (verdict === 'gap') gap = true;
        taken.push(line);
        if (line.time === '') continue;
        position.add(line.time);
        isNewLog = false;
      }
      if (taken.length === 0) return undefined;
      tries = 0;
      gap ||= hasGap;
      hasGap = false;
      return { lines: taken, gap };
    };
    for await (const piece of stream.body) {
      const batch = batchOf(cutter.push(piece));
      if (batch !== undefined) yield batch;
    }
    const rest = isLast ? cutter.rest() : undefined;
    const batch = rest && batchOf([rest]);
    if (batch !== undefined) yield batch;
  }

  /** Reports whether a failure is final: another try would not help, or nobody has answered for too long. */
  const isFinal = (error: unknown): boolean => {
    signal.throwIfAborted();
    if (openedAt === undefined || !(mayPass(error) || isUnready(error))) return true;
    downSince ??= clock.now();
    return clock.now() - downSince > reconnectMs;
  };
  const pause = async (): Promise<void> => {
    await clock.sleep(backoffMs(tries, longestPauseMs), signal);
    tries += 1;
  };

  if (!follow || previous) {
    for (;;) {
      try {
        return yield* readStream({ follow, previous }, true);
      } catch (error) {
        if (isFinal(error)) throw error;
        await pause();
      }
    }
  }

  let next: Next = 'reopen';
  for (;;) {
    try {
      if (next === 'reopen') {
        yield* readStream({ follow: true, previous }, false);
      } else if (next === 'restarted') {
        isNewLog = yield* drainPrevious();
        hasGap ||= !isNewLog;
        next = 'reopen';
        continue;
      } else {
        yield* readStream({ follow: false, previous }, true);
        if (next === 'drain') return;
      }
      next = await ask();
    } catch (error) {
      if (isFinal(error)) throw error;
      // The pod is gone, with what was left.
      if (next === 'drain' && isUnready(error)) return;
      await pause();
      // What was cut off may have ended meanwhile.
      if (next === 'reopen' || next === 'wait') next = await ask().catch(() => next);
    }
    if (next === 'end') return;
    if (next === 'reopen' || next === 'wait') await pause();
  }

  async function ask(): Promise<Next> {
    try {
      const pod = await pods.get(source.pod);
      if (source.uid !== undefined && pod.metadata.uid !== source.uid) return 'end';
      const state = containerStateOf(pod, source.container ?? '');
      const after = nextAfter(restarts, state, options.restarts);
      // More than one instance has come and gone: those between are not to be had.
      if (after === 'restarted') hasGap ||= state.restarts > restarts + 1;
      restarts = Math.max(restarts, state.restarts);
      return after;
    } catch (error) {
      if (isNotFound(error)) return 'end';
      throw error;
    }
  }

  /** Reads what is left of the instance before the present one. Returns whether there was its log. */
  async function* drainPrevious(): AsyncGenerator<LogBatch, boolean, undefined> {
    try {
      yield* readStream({ follow: false, previous: true }, true);
      return true;
    } catch (error) {
      if (mayPass(error)) throw error;
      return false;
    }
  }
}

/** Reports whether there is no log at present, of a container that had one: it is being restarted, or the pod is gone. */
function isUnready(error: unknown): boolean {
  const { code, statusCode } = error as { readonly code?: unknown; readonly statusCode?: number };
  return code === 'api' && (statusCode === 400 || statusCode === 404);
}

/** Reports whether another try may succeed: nobody answered, or the server could not. */
function mayPass(error: unknown): boolean {
  const { code, statusCode = 0 } = error as { readonly code?: unknown; readonly statusCode?: number };
  if (code === 'api') return statusCode >= 500 || statusCode === 429;
  return code === 'connection' || code === 'timeout';
}

async function open(
  handle: object,
  pod: string,
  query: QueryParameters,
  signal: AbortSignal,
  retry: boolean,
): Promise<ApiStream> {
  // Any type: logs are text/plain, and refusals JSON.
  return innerOf(handle, 'handle').stream(pod, 'log', { query, signal, retry, accept: '*/*' });
}

function serverTime({ headers }: ApiStream): string {
  const ms = Date.parse(headers['date'] ?? '');
  return new Date(Number.isNaN(ms) ? Date.now() : ms).toISOString().replace(/\.\d+/, '');
}
