import type { CatalogFailure, FailureClass } from '../catalog/failures.js';
import type { GroupVersion } from '../model/group-version.js';
import { reasonOf } from '../shared/abort.js';
import { ApiError, ConnectionError, TimeoutError } from '../transport/errors.js';
import { MalformedAnswerError } from '../media/errors.js';
import { FieldProblem } from './fields.js';

/** Where something failed. */
export interface FailedDocument extends Partial<GroupVersion> {
  readonly root: 'api' | 'apis';
  readonly document: string;
}

/** What a server, or the way to it, can do to one document. */
type DocumentError = ApiError | ConnectionError | FieldProblem | MalformedAnswerError | TimeoutError;

/**
 * Turns the failure to get one document into data, so that the rest of the catalog can stand. Everything else is no
 * failure of the server and is thrown on: an abort, a closed client, credentials that could not be had.
 */
export function failureOf(thrown: unknown, where: FailedDocument, signal: AbortSignal | undefined): CatalogFailure {
  if (signal?.aborted) throw reasonOf(signal);
  if (!isDocumentError(thrown)) throw thrown;
  const message = thrown instanceof FieldProblem ? `${where.document}: ${thrown.message}` : thrown.message;
  const statusCode = thrown instanceof ApiError ? thrown.statusCode : undefined;
  return { class: classOf(thrown), ...where, message, ...(statusCode !== undefined && { statusCode }) };
}

function isDocumentError(thrown: unknown): thrown is DocumentError {
  const kinds = [ApiError, ConnectionError, FieldProblem, MalformedAnswerError, TimeoutError];
  return kinds.some((kind) => thrown instanceof kind);
}

function classOf(error: DocumentError): FailureClass {
  if (error instanceof FieldProblem || error instanceof MalformedAnswerError) return 'malformed';
  if (!(error instanceof ApiError)) return 'unreachable';
  if (error.statusCode === 401 || error.statusCode === 403) return 'denied';
  return error.statusCode === 404 ? 'notFound' : 'unreachable';
}
