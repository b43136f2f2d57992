import { isKubeError } from '../errors.js';

/** How `follow` proceeds after its watch ended. */
export type FollowVerdict =
  /** The failure is transient, or a new watch fixes it: try again. */
  | 'again'
  /** The version of the state can no longer be used: read the newest state. */
  | 'anew'
  /** A token expired between two pages: list everything in one page the next time. */
  | 'whole'
  /** The resource may be gone: check discovery. */
  | 'missing'
  /** Not authorized, for the moment or for good. */
  | 'denied'
  /** The request was refused, perhaps because of the version that it started from, if it had one. */
  | 'refused'
  /** List instead of watching. */
  | 'poll'
  /** The failure is permanent. */
  | 'throw';

/**
 * Judges why a watch ended.
 *
 * @param isTaking whether the initial state was being read rather than changes
 */
export function judgeFollowFailure(error: unknown, isTaking: boolean): FollowVerdict {
  if (!isKubeError(error)) return 'throw';
  switch (error.code) {
    case 'watch-ended':
      if (error.end === 'behind' || (error.end === 'expired' && isTaking)) return 'anew';
      return error.end === 'incomplete' && isExpiredToken(error.cause) ? 'whole' : 'again';
    case 'too-many-streams':
      return 'poll';
    case 'unsupported':
      return error.verb === 'watch' ? 'poll' : 'throw';
    case 'connection':
    case 'connection-refused':
    case 'host-not-found':
    case 'untrusted-server':
    case 'timeout':
    case 'malformed-answer':
    case 'unexpected-shape':
      return 'again';
    case 'api':
      return judgeStatus(error.statusCode);
    default:
      return 'throw';
  }
}

function judgeStatus(statusCode: number): FollowVerdict {
  if (statusCode === 401 || statusCode === 403) return 'denied';
  if (statusCode === 404) return 'missing';
  // A server answers 504 for a version that it has not reached yet.
  if (statusCode === 504 || statusCode === 410) return 'anew';
  if (statusCode === 400 || statusCode === 422) return 'refused';
  return statusCode === 429 || statusCode >= 500 ? 'again' : 'throw';
}

function isExpiredToken(cause: unknown): boolean {
  return isKubeError(cause) && cause.code === 'api' && cause.statusCode === 410;
}
