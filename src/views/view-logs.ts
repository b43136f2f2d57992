import type { LogLine, LogsOptions, PodOwnersHandle, PodSelection } from '../connect/index.js';
import { logs } from '../connect/index.js';
import { createLogPosition, type LineComparison, type LogPosition } from '../connect/read-log.js';
import { isKubeError } from '../core/errors.js';
import { abandonOnAbort } from '../core/shared/abort.js';
import { requireCount, requireKnownOptions, requireObject } from '../core/shared/arguments.js';
import { backoffMs, systemClock } from '../core/shared/clock.js';
import { asBefore, constantView, createView, hopeless, sharedViewOf, type LiveView, type Source } from './views.js';

/** Options of {@link viewLogs}. */
export interface LogsViewOptions extends Pick<LogsOptions, 'container' | 'allContainers' | 'previous' | 'since'> {
  /** Whether to wait for further lines. @default true */
  readonly follow?: boolean | undefined;
  /** How many lines of each log to begin with. @default 200 */
  readonly tail?: number | undefined;
  /** How many lines are kept, and no more than 16 million characters of them: the oldest give way. @default 2000 */
  readonly maxLines?: number | undefined;
  /** Whether to ask at all. @default true */
  readonly enabled?: boolean | undefined;
}

/**
 * - `loading`: nothing is known yet, or nobody is subscribed.
 * - `live`: the logs are open, and each further line follows.
 * - `polling`: no stream is left (`maxStreams`), so that the logs are read every ten seconds.
 * - `paused`: the page is hidden; once it is seen again, it goes on where it was.
 * - `interrupted`: the server is lost. It is asked again, and what was missed comes then.
 * - `ended`: all was read. Of a pod that is followed, its containers have ended, or it is gone: a look now and then finds one that
 *   comes in its place.
 * - `failed`: it was refused, or there is no such pod. It is asked again, ever more rarely, unless the question itself is wrong.
 * - `disabled`: `enabled` is false, so that nothing is asked.
 */
export type LogsHealth = 'loading' | 'live' | 'polling' | 'paused' | 'interrupted' | 'ended' | 'failed' | 'disabled';

/** Logs, as a user interface shows them. */
export interface LogsState {
  /** The last lines. Of one that has `gap`, lines before it may be missing. The same array until one comes. */
  readonly lines: readonly LogLine[];
  /** How many lines gave way: the first of `lines` is this one of all, which makes a key for each. */
  readonly dropped: number;
  /** Whether further lines follow. */
  readonly health: LogsHealth;
  /** Why it is `interrupted` or `failed`; or, beside other logs that can be read, the last refusal of one of them. */
  readonly error: unknown;
}

const none: LogsState = Object.freeze({ lines: Object.freeze([]), dropped: 0, health: 'loading', error: undefined });
const disabled = /* @__PURE__ */ constantView<LogsState>({ ...none, health: 'disabled' });

const mostCharacters = 16 * 1024 * 1024;
const pollIntervalMs = 10_000;
const longestPauseMs = 60_000;
/** A server that is lost for longer is told, and asked again from here. */
const reconnectMs = 1000;

/**
 * Returns a {@link LiveView} of logs: of a pod by its name, of the pods of a workload or a service, or of those with some labels. It
 * goes on over lost connections, restarts of containers and pods that come in the place of others, pauses while the page is hidden,
 * and reads at intervals where no stream is left. For all lines take `logs` of `kubeatlas/connect`.
 *
 * @param pods pods, services or workloads of one namespace: the same handle each time, since another one is another view
 * @param target the name of an object of the handle, or a selection of pods
 * @throws InvalidArgumentError for options that are unknown; what else is wrong is the `error` of the state
 * @example
 * const pods = client.resource('pods').namespace('shop');
 * const log = viewLogs(pods, 'front-0', { container: 'main' });
 * log.subscribe(() => console.log(log.getSnapshot().lines.at(-1)?.line));
 * @see https://kubernetes.io/docs/concepts/cluster-administration/logging/
 */
export function viewLogs(
  pods: PodOwnersHandle,
  target: string | PodSelection,
  options: LogsViewOptions = {},
): LiveView<LogsState> {
  requireObject('pods', pods);
  const { enabled = true, ...given } = requireKnownOptions(options, {
    container: true,
    allContainers: true,
    previous: true,
    since: true,
    follow: true,
    tail: true,
    maxLines: requireCount,
    enabled: true,
  });
  return sharedViewOf(pods, ['logs', target, enabled, Object.entries(given).sort()], () =>
    enabled ? createView(none, followLogs(pods, target, given), asBefore) : disabled,
  );
}

/** Reads logs in rounds, each of which goes on where the one before has ended. */
function followLogs(pods: PodOwnersHandle, target: string | PodSelection, options: LogsViewOptions): Source<LogsState> {
  const { follow = true, tail = 200, maxLines = 2000, since, ...chosen } = options;
  return (changed, signal) => {
    /** Where the reader is in each log, and what its lines are compared with in this round. */
    const known = new Map<string, { readonly position: LogPosition; readonly compare: LineComparison }>();
    let lines: LogLine[] = [];
    /** Where the lines begin that have not given way. */
    let first = 0;
    let [characters, dropped, taken] = [0, 0, 0];
    let health: LogsHealth = 'loading';
    let error: unknown;
    /** Lines are shown ten times a second: thousands of them may come in one. */
    let soon: ReturnType<typeof setTimeout> | undefined;

    const become = (next: LogsHealth, reason?: unknown): void => {
      health = next;
      error = reason;
      changed();
    };
    const keep = (line: LogLine): void => {
      lines.push(line);
      characters += line.line.length;
      taken += 1;
      while (lines.length - first > maxLines || (characters > mostCharacters && lines.length - first > 1)) {
        characters -= lines[first]?.line.length ?? 0;
        first += 1;
        dropped += 1;
      }
      if (first > maxLines) {
        lines = lines.slice(first);
        first = 0;
      }
      if (health === 'ended') health = 'live';
      soon ??= setTimeout(() => {
        soon = undefined;
        changed();
      }, 100);
    };
    const resume = (log: string, position = createLogPosition()) => {
      const resumed = { position, compare: position.resume() };
      known.set(log, resumed);
      return resumed;
    };
    const take = (line: LogLine): void => {
      const log = `${line.pod}/${line.container}`;
      const at = known.get(log) ?? resume(log);
      const verdict = line.time === '' ? 'take' : at.compare(line.time);
      if (verdict === 'skip') return;
      // Another container's than before, or further on than what was read.
      const isOther = verdict === 'unknown';
      const { position } = isOther ? resume(log) : at;
      if (line.time !== '') position.add(line.time);
      keep(isOther ? { ...line, gap: true } : line);
    };

    const read = async (isFollowing: boolean, round: AbortSignal): Promise<void> => {
      for (const [log, { position }] of known) resume(log, position);
      const [sinceTime] = [...known.values()].flatMap(({ position }) => position.sinceTime ?? []).sort();
      let refusal: unknown;
      const how = {
        ...chosen,
        follow: isFollowing,
        tail: sinceTime === undefined ? tail : Math.max(tail, maxLines),
        ...(sinceTime === undefined ? { since } : { sinceTime }),
        reconnectMs,
        onOpen: () => {
          if (isFollowing && health !== 'live' && health !== 'ended') become('live', refusal);
        },
        // What is refused of one log does not end the others.
        onError: (reason: unknown) => {
          if (statusOf(reason) === undefined) throw reason;
          refusal = reason;
          become(health, reason);
        },
      };
      for await (const line of logs(pods, target, { ...how, signal: round })) take(line);
      if (!isFollowing && follow) become('polling', refusal);
      else become(refusal === undefined ? 'ended' : 'failed', refusal);
    };

    const readAlways = async (): Promise<void> => {
      let isFollowing = follow;
      for (let tries = 0; ; tries += 1) {
        const round = new AbortController();
        const before = taken;
        const wasFollowing = isFollowing;
        isFollowing = follow;
        try {
          if (isHidden()) {
            become('paused');
            const seen = new Promise<void>((resolve) => onVisibility(round.signal, () => isHidden() || resolve()));
            await abandonOnAbort(seen, signal);
          }
          onVisibility(round.signal, () => isHidden() && round.abort());
          await read(wasFollowing, AbortSignal.any([signal, round.signal]));
          if (!follow) return;
        } catch (reason) {
          signal.throwIfAborted();
          if (round.signal.aborted) continue;
          const code = isKubeError(reason) ? reason.code : '';
          isFollowing &&= code !== 'too-many-streams';
          if (!isFollowing && wasFollowing) continue;
          become(statusOf(reason) === undefined && passing.includes(code) ? 'interrupted' : 'failed', reason);
          if (hopeless.includes(code)) return;
        } finally {
          round.abort();
        }
        if (taken > before) tries = 0;
        const isPolling = wasFollowing !== follow;
        await systemClock.sleep(isPolling ? pollIntervalMs : Math.max(1000, backoffMs(tries, longestPauseMs)), signal);
      }
    };
    readAlways().catch((reason: unknown) => become('failed', reason));

    return (shown) => {
      const isSame = dropped + lines.length - first === shown.dropped + shown.lines.length;
      return { lines: isSame ? shown.lines : Object.freeze(lines.slice(first)), dropped, health, error };
    };
  };
}

/** The codes of a server that is lost. */
const passing = ['connection', 'connection-refused', 'host-not-found', 'untrusted-server', 'timeout', 'api'];

/** The status of a refusal; undefined for a server that is lost, which 429 and 5xx are too. */
function statusOf(error: unknown): number | undefined {
  if (!isKubeError(error) || error.code !== 'api' || error.statusCode >= 429) return undefined;
  return error.statusCode;
}

const page = () => (typeof document === 'undefined' ? undefined : document);

const isHidden = (): boolean => page()?.visibilityState === 'hidden';

/** Calls back whenever the page is hidden or seen, until the signal is aborted. */
function onVisibility(signal: AbortSignal, act: () => void): void {
  page()?.addEventListener('visibilitychange', act, { signal });
}
