import type { CatalogFailure, FailureClass } from '../catalog/failures.js';
import { MalformedAnswerError } from '../media/errors.js';
import type { GroupVersion } from '../model/group-version.js';
import { reasonOf } from '../shared/abort.js';
import { AnswerTooLargeError, ApiError, ConnectionError, TimeoutError } from '../transport/errors.js';
import { DeadlinePassed, DocumentProblem, type RootFailure } from './errors.js';

/** The document that failed. */
export interface FailedDocument extends Partial<GroupVersion> {
  readonly root: 'api' | 'apis';
  readonly document: string;
}

/** Errors of the server, or of the way to it, that affect one document. */
const documentErrors = [
  AnswerTooLargeError,
  ApiError,
  ConnectionError,
  DeadlinePassed,
  DocumentProblem,
  MalformedAnswerError,
  TimeoutError,
] as const;

type DocumentError = InstanceType<(typeof documentErrors)[number]>;

/**
 * Turns the failure to get one document into data, so that the rest of the catalog stands. Errors that are not failures
 * of the server are rethrown: an abort, a closed client, credentials that could not be obtained.
 */
export function failureOf(thrown: unknown, where: FailedDocument, signal: AbortSignal | undefined): RootFailure {
  if (signal?.aborted) throw reasonOf(signal);
  if (!isDocumentError(thrown)) throw thrown;
  const statusCode = thrown instanceof ApiError ? thrown.statusCode : undefined;
  const failure: CatalogFailure = {
    class: classOf(thrown),
    ...where,
    message: messageOf(thrown, where.document),
    ...(statusCode !== undefined && { statusCode }),
  };
  return { failure, error: publicError(thrown, where.document) };
}

function isDocumentError(thrown: unknown): thrown is DocumentError {
  return documentErrors.some((kind) => thrown instanceof kind);
}

function classOf(error: DocumentError): FailureClass {
  // Of one that is too large, a retry would only bring as many bytes again.
  if ([DocumentProblem, MalformedAnswerError, AnswerTooLargeError].some((kind) => error instanceof kind)) {
    return 'malformed';
  }
  if (!(error instanceof ApiError)) return 'unreachable';
  if (error.statusCode === 401 || error.statusCode === 403) return 'denied';
  return error.statusCode === 404 ? 'notFound' : 'unreachable';
}

/** Describes an error in terms of the options of discovery, not of the single request that hit a limit. */
function messageOf(error: DocumentError, document: string): string {
  if (error instanceof DocumentProblem) return `${document}: ${error.message}`;
  if (error instanceof DeadlinePassed) {
    return `${document}: not read within ${error.timeoutMs} ms, the limit for discovery as a whole (discovery.timeoutMs)`;
  }
  if (error instanceof AnswerTooLargeError) {
    return `${document}: the document is larger than ${error.maxBytes} bytes (discovery.maxDocumentBytes)`;
  }
  if (error instanceof TimeoutError && error.limit === 'timeoutMs') {
    return `${document}: not read within ${error.timeoutMs} ms (discovery.requestTimeoutMs)`;
  }
  return error.message;
}

function publicError(error: DocumentError, path: string): Error {
  if (error instanceof DocumentProblem) return new MalformedAnswerError(path, error.message);
  if (error instanceof DeadlinePassed) return new TimeoutError({ method: 'GET', path }, 'timeoutMs', error.timeoutMs);
  return error;
}
