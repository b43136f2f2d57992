import { isKubeError, type AnyKubeError } from '../errors.js';
import type { MetadataQuestion, Unread, UnreadReason } from './metadata-answer.js';

/**
 * True for the server's word that there is no object of this name. Any other 404 says nothing of the object: an unserved
 * group, version or resource and a wrong scope are told without a name, a missing namespace with the kind `namespaces`.
 */
export function isMissing(error: unknown, { mapping, name }: MetadataQuestion): boolean {
  if (!isKubeError(error) || error.code !== 'api' || error.statusCode !== 404 || !error.fromServer) return false;
  const { details } = error.status;
  if (details?.name !== name) return false;
  return details.kind !== 'namespaces' || mapping.resource.resource === 'namespaces';
}

/**
 * What a failed question comes to. Throws what is no answer of the server: an abort, a closed client, credentials that
 * cannot be had, an argument that can never work.
 */
export function unreadOf(error: unknown, signal: AbortSignal | undefined): Unread {
  if (signal?.aborted === true || !isKubeError(error)) throw error;
  const reason = reasonOf(error);
  if (reason === undefined) throw error;
  const statusCode = error.code === 'api' ? error.statusCode : undefined;
  return { state: 'unknown', reason, message: error.message, ...(statusCode !== undefined && { statusCode }), error };
}

function reasonOf(error: AnyKubeError): UnreadReason | undefined {
  switch (error.code) {
    case 'api':
      return reasonOfStatus(error.statusCode);
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

function reasonOfStatus(statusCode: number): UnreadReason {
  switch (statusCode) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'not-served';
    case 410:
      return 'expired';
    case 429:
      return 'unavailable';
    default:
      return statusCode >= 500 ? 'unavailable' : 'refused';
  }
}
