import { isKubeError, type AnyKubeError } from '../errors.js';
import { reasonOf as abortReason } from '../shared/abort.js';
import type { MetadataQuestion, Unread, UnreadReason } from './metadata-answer.js';

/**
 * True for the server's word that there is no object of this name: a Status whose details name it. Any other 404 says
 * nothing about the object. A group that is not served is plain text, an unserved version, an unknown resource and a wrong
 * scope are a Status with empty details, and a missing namespace is one of the kind `namespaces`.
 */
export function isMissing(error: unknown, { mapping, name }: MetadataQuestion): boolean {
  if (!isKubeError(error) || error.code !== 'api' || error.statusCode !== 404 || !error.fromServer) return false;
  const { details } = error.status;
  if (details?.name !== name) return false;
  return details.kind !== 'namespaces' || mapping.resource.resource === 'namespaces';
}

/**
 * What a failed question comes to; `isPage` tells a page of a list, which alone can expire.
 *
 * @throws what is no answer of the server: the signal's reason, a closed client, credentials that cannot be had, an argument
 * that can never work
 */
export function unreadOf(
  error: unknown,
  { signal, isPage }: { readonly signal: AbortSignal | undefined; readonly isPage: boolean },
): Unread {
  // Whatever failed at the same moment, the caller has left.
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
