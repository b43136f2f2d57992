import { ApiError } from '../transport/errors.js';
import type { RootFailure } from './errors.js';

/** Records which documents failed, and when each may be requested again. */
export interface Attempts {
  /** Returns the last failure of a document whose Retry-After has not passed yet: nobody may request it. */
  banned(document: string): RootFailure | undefined;
  /**
   * Returns the last failure of a document that should not be requested yet: it is banned or, for patient callers, has
   * failed several times.
   */
  heldBack(document: string, isPatient: boolean): RootFailure | undefined;
  failed(document: string, failure: RootFailure): void;
  succeeded(document: string): void;
  clear(): void;
}

interface Attempt {
  readonly failure: RootFailure;
  readonly count: number;
  readonly bannedUntil: number;
  readonly heldUntil: number;
}

const shortestPauseMs = 1000;
const longestPauseMs = 64_000;

/** The longest Retry-After that is honoured, in milliseconds: no server means more by it. */
const longestBanMs = 3_600_000;

/**
 * Creates {@link Attempts} on a clock. A document that failed once may be requested again at once, then after one
 * second, two, four, up to 64, so a backend that is gone for good costs little.
 */
export function createAttempts(now: () => number): Attempts {
  const attempts = new Map<string, Attempt>();
  const last = (document: string, until: (attempt: Attempt) => number): RootFailure | undefined => {
    const attempt = attempts.get(document);
    return attempt !== undefined && now() < until(attempt) ? attempt.failure : undefined;
  };
  return {
    banned: (document) => last(document, ({ bannedUntil }) => bannedUntil),
    heldBack: (document, isPatient) =>
      last(document, ({ bannedUntil, heldUntil }) => (isPatient ? Math.max(bannedUntil, heldUntil) : bannedUntil)),
    failed(document, failure) {
      const time = now();
      const count = (attempts.get(document)?.count ?? 0) + 1;
      const pause = count === 1 ? 0 : Math.min(shortestPauseMs * 2 ** (count - 2), longestPauseMs);
      attempts.set(document, {
        failure,
        count,
        bannedUntil: time + Math.min(banOf(failure.error), longestBanMs),
        heldUntil: time + pause,
      });
    },
    succeeded(document) {
      attempts.delete(document);
    },
    clear() {
      attempts.clear();
    },
  };
}

function banOf(error: Error): number {
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}
