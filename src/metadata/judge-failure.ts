import { isKubeError, type AnyKubeError } from '../errors.js';
import { reasonOf as abortReason } from '../shared/abort.js';
import type { MetadataQuestion, Unread, UnreadReason } from './metadata-answer.js';

/**
 * Reports whether the server itself says that there is no object of this name: with a Status whose details name it. Any
 * other 404 says nothing about the object: it is plain text for a group that is not served, a Status with empty details
 * for an unserved version, an unknown resource or a wrong scope, and one of kind `namespaces` for a missing namespace.
 */
export function isMissing(error: unknown, { mapping, name }: MetadataQuestion): boolean {
  if (!isKubeError(error) || error.code !== 'api' || error.statusCode !== 404 || !error.fromServer) return false;
  const { details } = error.status;
  if (details?.name !== name) return false;
  return details.kind !== 'namespaces' || mapping.resource.resource === 'namespaces';
}

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
      return reasonOfStatus(error.statusCode, isPage);
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

function reasonOfStatus(statusCode: number, isPage: boolean): UnreadReason {
  switch (statusCode) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'not-served';
    case 410:
      return isPage ? 'expired' : 'refused';
    case 429:
      return 'unavailable';
    default:
      return statusCode >= 500 ? 'unavailable' : 'refused';
  }
}
