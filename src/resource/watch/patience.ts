import type { GroupVersionResource } from '../../model/group-version-resource.js';
import { backoffMs, type Clock } from '../../shared/clock.js';
import { ApiError, ConnectionError, TimeoutError } from '../../transport/errors.js';
import { WatchEndedError } from '../errors.js';

/** What a watch does after a stream ended: throw, or open the next one after a pause. */
export type Verdict =
  | { readonly error: unknown }
  | {
      readonly waitMs: number;
      /**
       * The stream was silent for too long: the server may have lost versions, and its current version must be checked.
       */
      readonly probe: boolean;
    };

/** The limits on how often and how long one watch retries. */
export interface Patience {
  /** A stream is open: from now on a connection failure does not end the watch by itself. */
  opened(): void;
  /** An event or a bookmark arrived. */
  progressed(): void;
  /** The server closed a stream cleanly. */
  afterClose(resourceVersion: string | undefined): Verdict;
  afterFailure(error: unknown, resourceVersion: string | undefined): Verdict;
}

/** Options of {@link createPatience}. */
export interface PatienceOptions {
  readonly resource: GroupVersionResource;
  readonly maxDelayMs: number;
  /** The seconds after which the server was asked to close each stream; undefined for the default of minutes. */
  readonly timeoutSeconds?: number | undefined;
  readonly clock: Clock;
}

const mostTimes = 3;
/** A stream that lasts less than this without an event was closed at once. */
const longestAtOnceMs = 1000;
/** A stream that lasted this long shows that the server is up: proxies cut streams that are quiet for a minute. */
const heldMs = 10_000;
/** The server did nothing, and may do it later. A proxy answers 502 while the server behind it is away. */
const passing: readonly number[] = [429, 500, 502, 503, 504];

/**
 * Creates the rules by which a watch continues or ends. All counts start again with each event or bookmark.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export function createPatience({ resource, maxDelayMs, timeoutSeconds = 0, clock }: PatienceOptions): Patience {
  const atOnceMs = Math.min(longestAtOnceMs, timeoutSeconds > 0 ? timeoutSeconds * 500 : Infinity);
  const refusals = new Map<number, number>();
  let hasBegun = false;
  let openedAt = 0;
  let heard = false;
  let closedAtOnce = 0;
  let losses = 0;
  let isOpen = false;
  let shortStreams = 0;

  /**
   * A server that sends something and then ends each stream at once is not requested again and again without a pause.
   */
  const pauseAfterStream = (): number => {
    if (!isOpen) return 0;
    isOpen = false;
    shortStreams = clock.now() - openedAt < atOnceMs ? shortStreams + 1 : 0;
    return shortStreams <= 1 ? 0 : backoffMs(shortStreams - 2, maxDelayMs);
  };
  const afterRefusal = (error: ApiError): Verdict => {
    const times = (refusals.get(error.statusCode) ?? 0) + 1;
    refusals.set(error.statusCode, times);
    if (times >= mostTimes) return { error };
    const asked = Math.min((error.retryAfterSeconds ?? 0) * 1000, maxDelayMs);
    return { waitMs: Math.max(asked, backoffMs(times, maxDelayMs)), probe: false };
  };

  return {
    opened() {
      hasBegun = true;
      heard = false;
      isOpen = true;
      openedAt = clock.now();
    },

    progressed() {
      if (heard && losses === 0) return;
      heard = true;
      closedAtOnce = 0;
      losses = 0;
      refusals.clear();
    },

    afterClose(resourceVersion) {
      losses = 0;
      const waitMs = pauseAfterStream();
      if (heard || clock.now() - openedAt >= atOnceMs) {
        closedAtOnce = 0;
        return { waitMs, probe: false };
      }
      closedAtOnce += 1;
      if (closedAtOnce >= mostTimes) return { error: new WatchEndedError('closed', resource, { resourceVersion }) };
      return { waitMs: backoffMs(closedAtOnce, maxDelayMs), probe: false };
    },

    afterFailure(error, resourceVersion) {
      if (error instanceof ApiError) {
        if (isForgotten(error)) {
          return { error: new WatchEndedError('expired', resource, { resourceVersion, cause: error }) };
        }
        return isPassing(error) ? afterRefusal(error) : { error };
      }
      if (!hasBegun) return { error };
      if (error instanceof TimeoutError && error.limit === 'silenceTimeoutMs') return { waitMs: 0, probe: true };
      if (!(error instanceof ConnectionError)) return { error };
      losses = isOpen && clock.now() - openedAt >= heldMs ? 1 : losses + 1;
      // The first loss is usually a proxy or server that restarts while others are up: a retry works at once.
      const waitMs = losses === 1 ? 0 : backoffMs(losses - 2, maxDelayMs);
      return { waitMs: Math.max(waitMs, pauseAfterStream()), probe: false };
    },
  };
}

/** Reports whether the failure is transient: the server may answer differently a little later. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && passing.includes(error.statusCode);
}

/** Reports whether the server no longer has the version: a 410 as a status or in an event, whatever its reason. */
export function isForgotten(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && (error.statusCode === 410 || error.reason === 'Expired' || error.reason === 'Gone')
  );
}
