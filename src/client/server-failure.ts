import { UnexpectedShapeError } from '../representation/errors.js';
import { ApiError, ConnectionError, TimeoutError } from '../transport/errors.js';
import { MalformedAnswerError } from '../media/errors.js';

/** What a server, or the way to it, can do to one question. */
export type ServerFailure = ApiError | ConnectionError | MalformedAnswerError | TimeoutError | UnexpectedShapeError;

const kinds = [ApiError, ConnectionError, MalformedAnswerError, TimeoutError, UnexpectedShapeError];

/**
 * Whether an error is the answer to one question, so that the others can still be asked. A client that was closed,
 * credentials that cannot be had and an abort end them all.
 */
export function isServerFailure(error: unknown): error is ServerFailure {
  return kinds.some((kind) => error instanceof kind);
}
