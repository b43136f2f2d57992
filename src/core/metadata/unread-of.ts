import { isKubeError, type AnyKubeError } from '../errors.js';
import { reasonOf as abortReason } from '../shared/abort.js';
import type { Unread, UnreadReason } from './metadata-answer.js';

/**
 * Converts a failure to an answer. `isPage` marks a page of a list, which alone can expire.
 *
 * @throws a failure that is not an answer of the server: the signal's reason, a closed client, an error from getting
 * credentials, an argument that can never work
 */
export function unreadOf(
  error: unknown,
  { signal, isPage }: { readonly signal: AbortSignal | undefined; readonly isPage: boolean },
): Unread {
  // The caller has left, whatever else failed at the same moment.
  if (signal?.aborted === true) throw abortReason(signal);
  const known = isKubeError(error) ? error : undefined;
  const reason = known && reasonOf(known, isPage);
  if (known === undefined || reason === undefined) throw error;
  const statusCode = known.code === 'api' ? known.statusCode : undefined;
  const { message } = known;
  return { state: 'unknown', reason, message, ...(statusCode !== undefined && { statusCode }), error: known };
}

function reasonOf(error: AnyKubeError, isPage: boolean): UnreadReason | undefined {
  switch (error.code) {
    case 'api':
      if (error.statusCode === 410 && isPage) return 'expired';
      return reasons[error.statusCode] ?? (error.statusCode >= 500 ? 'unavailable' : 'refused');
    case 'connection':
    case 'connection-refused':
    case 'host-not-found':
    case 'untrusted-server':
    case 'timeout':
      return 'no-answer';
    case 'malformed-answer':
    case 'unexpected-shape':
    case 'answer-too-large':
      return 'unusable-answer';
    default:
      return undefined;
  }
}

const reasons: Readonly<Record<number, UnreadReason>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-served',
  429: 'unavailable',
};
