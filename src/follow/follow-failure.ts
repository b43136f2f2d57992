import { isKubeError } from '../errors.js';

/** What becomes of a state that is followed, after its watch ended. */
export type FollowVerdict =
  /** It passes, or the state is taken again. */
  | 'again'
  /** The version that the state had is of no use any more: the newest state is taken. */
  | 'anew'
  /** A token expired between two pages: all in one the next time. */
  | 'whole'
  /** Perhaps the resource is gone: discovery has to be asked. */
  | 'missing'
  /** No right, for the moment or for good. */
  | 'denied'
  /** Refused as it was asked: by the version that it was asked from perhaps, where one was. */
  | 'refused'
  /** Lists in place of a watch. */
  | 'poll'
  /** It never passes. */
  | 'throw';

/**
 * Judges why a watch ended.
 *
 * @param isTaking whether a state was being taken, and not changes
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
  // Among them 504, for a version that this server has not reached yet.
  if (statusCode === 504 || statusCode === 410) return 'anew';
  if (statusCode === 400 || statusCode === 422) return 'refused';
  return statusCode === 429 || statusCode >= 500 ? 'again' : 'throw';
}

function isExpiredToken(cause: unknown): boolean {
  return isKubeError(cause) && cause.code === 'api' && cause.statusCode === 410;
}
