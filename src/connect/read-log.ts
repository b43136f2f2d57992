import { isNotFound } from '../core/errors.js';
import type { KubeObject } from '../core/model/kube-object.js';
import { innerOf } from '../core/resource/inner-handle.js';
import { backoffMs, systemClock } from '../core/shared/clock.js';
import type { ApiStream, QueryParameters } from '../core/transport/connection.js';
import { containerStateOf, type ContainerState } from './container-state.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { ByteCollector } from '../core/transport/body.js';
import type { LogsOptions } from './logs-options.js';

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

/** What reads logs: the handle of pods. */
export interface LogPods {
  get(name: string, options: { readonly signal: AbortSignal }): Promise<KubeObject>;
}

/** What comes next, at first or after the end of a stream. */
type Next =
  /** Read the log that is wanted to its end: it is not followed over restarts. */
  | 'once'
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
function nextAfter(isOther: boolean, { state, willRestart }: ContainerState, follows: boolean): Next {
  if (isOther) return follows ? 'restarted' : 'drain';
  if (state === 'terminated') return follows && willRestart ? 'wait' : 'drain';
  if (state === 'waiting') return follows ? 'wait' : 'drain';
  return 'reopen';
}

const longestPauseMs = 10_000;
/** How long a log that was opened again may send nothing that shows which log it is. */
const proofMs = 10_000;
/** How long a pod may say that a container runs whose log ends, before that is told. */
const staleMs = 60_000;

/** Which log of a container to read. */
type Wanted = Required<Pick<LogsOptions, 'follow' | 'previous'>>;

const present: Wanted = { follow: false, previous: false };
const ofPredecessor: Wanted = { follow: false, previous: true };

/**
 * Reads the log of one container, and follows it over lost connections, restarts of the kubelet and of the container. The end
 * of a stream says nothing: that of a killed kubelet looks like that of a container. So the pod is read after each. What the
 * pod says may be old: the kubelet may serve the log of the next instance already. So the lines decide which instance's log
 * was opened: one that does not have the last lines that were taken is another's, and nothing is taken of it before the rest
 * of the instance before.
 */
export async function* readLog(
  pods: LogPods,
  source: LogSource,
  options: LogsOptions,
  signal: AbortSignal,
): AsyncGenerator<LogBatch, void, undefined> {
  const { pod, container } = source;
  const { follow = false, previous = false, restarts: follows = true, clock = systemClock } = options;
  const { reconnectMs = 300_000, maxLineBytes = 16 * 1024 * 1024 } = options;
  const shownLog = `the log of ${pod}${container === undefined ? '' : `/${container}`}`;
  let position = createLogPosition();
  /** The position in the log of the instance before, until the present log is proved to be that of the next one. */
  let before: LogPosition | undefined;
  const begun = clock.now();
  let { instance } = source.state;
  /** When the log was first opened, by the clock of the server; resumes a log that had no line. */
  let openedAt: string | undefined;
  /** Whether the log of another instance is read, of which all lines are wanted. */
  let isNext = false as boolean;
  /** Set by a failure that leaves lines behind. */
  let hasGap = false;
  let tries = 0;
  /** Since when nobody answers. */
  let downSince: number | undefined;
  /** Since when streams end without a line while the pod says that the container runs. */
  let staleSince: number | undefined;
  let isTold = false;
  /** The line without an end at the end of the last stream. */
  let unended: TimedLine | undefined;

  const queryOf = (how: Wanted): QueryParameters => {
    const { since, sinceTime, tail } = options;
    const common = { container, timestamps: true, ...how };
    if (position.sinceTime !== undefined) return { ...common, sinceTime: position.sinceTime };
    if (isNext && !how.previous) return common;
    if (openedAt !== undefined && (tail !== undefined || how.previous !== previous)) {
      return { ...common, sinceTime: openedAt };
    }
    const passed = openedAt === undefined ? 0 : Math.ceil((clock.now() - begun) / 1000);
    return { ...common, sinceTime, sinceSeconds: since === undefined ? undefined : since + passed, tailLines: tail };
  };

  // Any type: logs are text/plain, and refusals JSON. What ends by itself is no stream that others wait behind.
  const open = (query: QueryParameters, retry: boolean): Promise<ApiStream> => {
    const slot = query['follow'] === true ? undefined : () => undefined;
    return innerOf(pods, 'handle').stream(pod, 'log', { query, signal, retry, accept: '*/*' }, slot);
  };

  /** Takes lines of a stream; undefined if one of them is unknown. */
  const take = (lines: readonly TimedLine[], compare: LineComparison): readonly TimedLine[] | undefined => {
    const taken: TimedLine[] = [];
    for (const line of lines) {
      const verdict = line.time === '' ? 'take' : compare(line.time);
      if (verdict === 'unknown') return undefined;
      if (verdict === 'skip') continue;
      taken.push(line);
      if (line.time !== '') position.add(line.time);
    }
    return taken;
  };
  const isEmpty = (): boolean => position.sinceTime === undefined;
  const batchOf = (lines: readonly TimedLine[]): LogBatch => {
    const gap = hasGap;
    hasGap = false;
    tries = 0;
    staleSince = undefined;
    unended = undefined;
    return { lines, gap };
  };

  /** Reads one stream to its end, or throws. Yields what was not there before. Returns whether it is the log of the position. */
  async function* readStream(how: Wanted, isLast: boolean): AsyncGenerator<LogBatch, boolean, undefined> {
    const stream = await open(queryOf(how), openedAt === undefined);
    openedAt ??= serverTime(stream);
    downSince = undefined;
    options.onOpen?.({ pod, container: container ?? '' });
    const compare = position.resume();
    const cutter = createLineCutter(maxLineBytes, shownLog);
    const pieces = stream.body[Symbol.asyncIterator]();
    const proved = new AbortController();
    const proof = how.follow && !compare.isKnown() ? clock.sleep(proofMs, proved.signal) : undefined;
    proof?.then(() => void (compare.isKnown() || pieces.return?.())).catch(() => undefined);
    try {
      for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
        const taken = take(cutter.push(piece.value), compare);
        if (taken === undefined) return false;
        if (compare.isKnown() && !proved.signal.aborted) {
          proved.abort();
          hasGap ||= compare.isVague();
        }
        if (taken.length === 0) continue;
        isTold = false;
        if (before !== undefined && !how.previous) hasGap ||= !(await isPredecessor(before));
        before = undefined;
        yield batchOf(taken);
      }
    } finally {
      proved.abort();
      void pieces.return?.();
    }
    const rest = cutter.rest();
    const verdict = rest && (rest.time === '' ? 'take' : compare(rest.time));
    if (rest === undefined || verdict !== 'take' || !compare.isKnown()) return compare.isKnown();
    if (isLast) {
      if (rest.time !== '') position.add(rest.time);
      yield batchOf([rest]);
    } else if (rest.time !== '') unended = rest;
    return true;
  }

  /** Reports whether the instance of a position is the one before the present one, all of whose lines were taken. */
  async function isPredecessor(of: LogPosition): Promise<boolean> {
    const query = { container, timestamps: true, ...ofPredecessor, sinceTime: of.sinceTime };
    const compare = of.resume();
    try {
      const stream = await open(query, true);
      const cutter = createLineCutter(maxLineBytes, shownLog);
      const isWhole = (lines: readonly TimedLine[]): boolean =>
        lines.every(({ time }) => time === '' || compare(time) === 'skip');
      for await (const piece of stream.body) if (!isWhole(cutter.push(piece))) return false;
      const rest = cutter.rest();
      return (rest === undefined || isWhole([rest])) && compare.isKnown() && !compare.isVague();
    } catch (error) {
      signal.throwIfAborted();
      if (mayPass(error) || isUnready(error)) return false;
      throw error;
    }
  }

  /** Goes to the log of the next instance, or of the next file. */
  const goOn = (): void => {
    before = hasGap || position.sinceTime === undefined ? undefined : position;
    position = createLogPosition();
    isNext = true;
    unended = undefined;
  };

  /**
   * Reads what is left of the instance in which the position is, wherever its log is now: that of the present instance, or of
   * the one before. Where it is neither, the next line tells a gap. Returns whether it is the present one still.
   */
  async function* settle(isLast: boolean): AsyncGenerator<LogBatch, boolean, undefined> {
    if (isEmpty() && isNext) {
      if (!isOther || (before !== undefined && (await isPredecessor(before)))) return true;
      hasGap = true;
    } else {
      if (!(isEmpty() && isOther) && (yield* readStream(present, isLast))) return true;
      const isFound: boolean = yield* readPredecessor();
      hasGap ||= !isFound;
    }
    goOn();
    return false;
  }

  async function* readPredecessor(): AsyncGenerator<LogBatch, boolean, undefined> {
    try {
      return yield* readStream(ofPredecessor, true);
    } catch (error) {
      signal.throwIfAborted();
      if (mayPass(error)) throw error;
      return false;
    }
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

  /** What the pod said last: that the instance is another one, and that the log may be that of another one. */
  let isOther = false;
  let mayBeOther = false as boolean;

  async function ask(): Promise<Next> {
    try {
      const found = await pods.get(pod, { signal });
      if (source.uid !== undefined && found.metadata.uid !== source.uid) return 'end';
      const state = containerStateOf(found, container ?? '');
      isOther = state.instance !== instance;
      mayBeOther = isOther || state.willRestart;
      instance = state.instance;
      return nextAfter(isOther, state, follows);
    } catch (error) {
      if (isNotFound(error)) return 'end';
      throw error;
    }
  }

  /** Tells a pod whose status is not kept up to date, and gives its last line, which nothing will end. */
  const staleLine = (): LogBatch | undefined => {
    staleSince ??= clock.now();
    if (clock.now() - staleSince < staleMs) return undefined;
    if (!isTold) options.onStale?.({ pod, container: container ?? '' });
    isTold = true;
    if (unended === undefined) return undefined;
    position.add(unended.time);
    return batchOf([unended]);
  };

  let next: Next = follow && !previous ? 'reopen' : 'once';
  while (next !== 'end') {
    try {
      if (next === 'once') {
        yield* readStream({ follow, previous }, true);
        return;
      } else if (next === 'reopen') {
        if (openedAt !== undefined && isEmpty() && !isNext) {
          // No line tells which log it is. What the instance before wrote since then is of this one.
          yield* readPredecessor();
          if (!isEmpty()) {
            if (!follows) return;
            goOn();
          }
        }
        const openedMs = clock.now();
        const isKnown: boolean = yield* readStream({ follow: true, previous }, false);
        if (!isKnown && !(yield* settle(false))) {
          // Its rest was that of the instance before.
          if (!follows && before !== undefined) return;
          continue;
        }
        if (clock.now() - openedMs >= staleMs) staleSince = undefined;
        next = await ask();
        const last = next === 'reopen' ? staleLine() : undefined;
        if (last !== undefined) yield last;
      } else {
        const isSame: boolean = yield* settle(!isOther);
        if (next === 'drain') {
          // Of a container that nobody starts again, it is the file that was begun anew.
          if (!isSame && !mayBeOther) yield* readStream(present, true);
          return;
        }
        if (!isSame || next === 'restarted') {
          next = 'reopen';
          continue;
        }
        next = await ask();
      }
    } catch (error) {
      if (isFinal(error)) throw error;
      // The pod is gone, with what was left.
      if (next === 'drain' && isUnready(error)) return;
      await pause();
      // What was cut off may have ended meanwhile.
      if (next === 'reopen' || next === 'wait') next = await ask().catch(() => next);
      continue;
    }
    if (next === 'reopen' || next === 'wait') await pause();
  }
}

/** Reports whether there is no log at present, of a container that had one: it is being restarted, or the pod is gone. */
function isUnready(error: unknown): boolean {
  const { code, statusCode } = error as { readonly code?: unknown; readonly statusCode?: number };
  return code === 'api' && (statusCode === 400 || statusCode === 404);
}

/** Reports whether another try may succeed: nobody answered, the server could not, or a tab is hidden. */
function mayPass(error: unknown): boolean {
  const { code, statusCode = 0 } = error as { readonly code?: unknown; readonly statusCode?: number };
  if (code === 'api') return statusCode >= 500 || statusCode === 429;
  return code === 'connection' || code === 'timeout' || code === 'too-many-streams';
}

function serverTime({ headers }: ApiStream): string {
  const ms = Date.parse(headers['date'] ?? '');
  return new Date(Number.isNaN(ms) ? Date.now() : ms).toISOString().replace(/\.\d+/, '');
}

/** A line as the server sent it. */
export interface TimedLine {
  /** The time of the line, as the server wrote it; empty for what the kubelet says of itself. */
  readonly time: string;
  /** The line with its end, without the time. */
  readonly bytes: Uint8Array;
}

const newline = 10;

/**
 * Cuts a log that has timestamps into lines.
 *
 * @param maxLineBytes the longest line that is kept
 * @param log whose log it is, for the error
 */
export function createLineCutter(maxLineBytes: number, log = 'the log') {
  const begun = new ByteCollector();
  const begin = (piece: Uint8Array): void => {
    if (begun.length + piece.byteLength > maxLineBytes) {
      throw new InvalidArgumentError('maxLineBytes', `is ${maxLineBytes}, and ${log} has a line of more bytes`);
    }
    begun.add(piece);
  };
  return {
    /** Returns the lines that end in this piece. */
    push(piece: Uint8Array): readonly TimedLine[] {
      const lines: TimedLine[] = [];
      let start = 0;
      for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
        const part = piece.subarray(start, end + 1);
        // Most lines begin in the piece in which they end.
        const isWhole = begun.length === 0 && part.byteLength <= maxLineBytes;
        if (!isWhole) begin(part);
        lines.push(timedLine(isWhole ? part : begun.take()));
        start = end + 1;
      }
      begin(piece.subarray(start));
      return lines;
    },
    /** Returns the line that has not ended; undefined if there is none. */
    rest: () => (begun.length === 0 ? undefined : timedLine(begun.take())),
  };
}

const [dash, letterT, space, zero, nine] = [45, 84, 32, 48, 57] as const;
/** `2026-01-01T00:00:00Z` and `2026-01-01T00:00:00.000000000+00:00`. */
const [shortestTime, longestTime] = [20, 35] as const;

function timedLine(bytes: Uint8Array): TimedLine {
  const end = bytes[4] === dash && bytes[10] === letterT ? bytes.indexOf(space, shortestTime) : -1;
  const isTime = end >= shortestTime && end <= longestTime && isDigit(bytes[0]) && isDigit(bytes[18]);
  if (!isTime) return { time: '', bytes };
  const time = String.fromCharCode.apply(null, bytes.subarray(0, end) as unknown as number[]);
  return { time, bytes: bytes.subarray(end + 1) };
}

function isDigit(byte = 0): boolean {
  return byte >= zero && byte <= nine;
}

/**
 * What becomes of a line after a log has been opened again. A line that is unknown where one that was taken had to come is of
 * another log: of another instance, or of a file that was begun anew.
 */
export type Verdict = 'take' | 'skip' | 'unknown';

/** Tells what to do with the lines of a log that was opened again, in their order. */
export type LineComparison = ReturnType<LogPosition['resume']>;

/**
 * Where a reader is in a log: the times of the last lines that it has taken. Servers begin at a second, so that a log that is
 * opened again begins with lines that were taken before, and must not be taken twice.
 *
 * A log file only grows, until it is rotated and the present file begins anew. So the first line at or after the oldest time
 * that is remembered is a line that was taken, and all up to the last one follow it; or it is not, and this is another file.
 */
export type LogPosition = ReturnType<typeof createLogPosition>;

/** More times than may come in another order. */
const leastKept = 256;
/** Lines from before are asked for as well: the clock of the node may have been set back since. */
const clockMarginMs = 60_000;

/** Creates a {@link LogPosition} at the beginning. */
export function createLogPosition() {
  /** The times of the last lines, each with how many came one after the other. */
  let kept: { readonly time: string; count: number }[] = [];
  /** The latest time of the lines that are no longer kept. */
  let passed = '';
  return {
    /** Since when to ask; undefined before the first line. */
    get sinceTime(): string | undefined {
      if (kept.length === 0) return undefined;
      const first = kept.map(({ time }) => timeKey(time)).reduce((one, two) => (one < two ? one : two));
      const ms = Date.parse(`${first.slice(0, 19)}Z`);
      return Number.isNaN(ms) ? undefined : `${new Date(ms - clockMarginMs).toISOString().slice(0, 19)}Z`;
    },
    /** Remembers a line that was taken. */
    add(time: string): void {
      const last = kept.at(-1);
      if (last?.time === time) {
        last.count += 1;
        return;
      }
      kept.push({ time, count: 1 });
      if (kept.length < 2 * leastKept) return;
      for (const each of kept.slice(0, leastKept)) {
        const key = timeKey(each.time);
        if (key > passed) passed = key;
      }
      kept = kept.slice(leastKept);
    },
    /** Begins to compare the lines of a log that was opened again. */
    resume() {
      const known = kept.map((each) => ({ ...each }));
      const firstKey = timeKey(known[0]?.time ?? '');
      const oldest = passed;
      /** Which time is the next to come, and how often it has come. */
      let next = known.length === 0 ? 0 : -1;
      let seen = 0;
      let begun = -1;
      const compare = (time: string): Verdict => {
        if (next >= known.length) return 'take';
        if (next < 0) {
          next = known.findIndex((each) => each.time === time);
          if (next < 0) {
            const key = timeKey(time);
            // From before this reader began, or before what is remembered.
            return key < firstKey || key <= oldest ? 'skip' : 'unknown';
          }
          begun = next;
        }
        // The file may begin among the lines of one time.
        if (known[next]?.time !== time && next === begun && seen > 0) {
          next += 1;
          seen = 0;
          if (next >= known.length) return 'take';
        }
        const expected = known[next];
        if (expected?.time !== time) return 'unknown';
        seen += 1;
        if (seen === expected.count) {
          next += 1;
          seen = 0;
        }
        return 'skip';
      };
      return Object.assign(compare, {
        /** Whether all lines that are remembered have come: it is the log in which the position is. */
        isKnown: () => next >= known.length,
        /**
         * Whether the log begins with the last time that is remembered. It may be that of other lines: runtimes may begin a
         * file among lines of one time, and the clock of the node may have been set back.
         */
        isVague: () => begun > 0 && begun === known.length - 1,
      });
    },
  };
}

/** Returns a time as a text that sorts: in UTC, with nine digits after the second. */
export function timeKey(time: string): string {
  if (time.length === 30 && time.endsWith('Z')) return time;
  const [, seconds = '', fraction = '', zone = ''] = /^(.{19})(?:\.(\d+))?([Z+-].*)?$/.exec(time) ?? [];
  const ms = Date.parse(`${seconds}${zone}`);
  const inUtc = Number.isNaN(ms) ? seconds : new Date(ms).toISOString().slice(0, 19);
  return `${inUtc}.${fraction.padEnd(9, '0')}Z`;
}
