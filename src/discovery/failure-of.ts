import type { CatalogFailure, FailureClass } from '../catalog/failures.js';
import type { GroupVersion } from '../model/group-version.js';
import { reasonOf } from '../shared/abort.js';
import { KubeError } from '../shared/kube-error.js';
import { ApiError } from '../transport/api-error.js';
import { ClientClosedError } from '../transport/client-closed-error.js';
import { MalformedAnswerError } from '../transport/malformed-answer-error.js';
import { FieldProblem } from './fields.js';

/** Where something failed. */
export interface FailedDocument extends Partial<GroupVersion> {
  readonly root: 'api' | 'apis';
  readonly document: string;
}

/**
 * Turns the failure to get one document into data, so that the rest of the catalog can stand. An abort and a closed
 * client are no failures of the server, nor is an error that nobody foresaw: they are thrown on.
 */
export function failureOf(thrown: unknown, where: FailedDocument, signal: AbortSignal | undefined): CatalogFailure {
  if (signal?.aborted) throw reasonOf(signal);
  if (!(thrown instanceof FieldProblem || thrown instanceof KubeError) || thrown instanceof ClientClosedError)
    throw thrown;
  const message = thrown instanceof FieldProblem ? `${where.document}: ${thrown.message}` : thrown.message;
  const statusCode = thrown instanceof ApiError ? thrown.statusCode : undefined;
  return { class: classOf(thrown), ...where, message, ...(statusCode !== undefined && { statusCode }) };
}

function classOf(error: Error): FailureClass {
  if (error instanceof FieldProblem || error instanceof MalformedAnswerError) return 'malformed';
  if (!(error instanceof ApiError)) return 'unreachable';
  if (error.statusCode === 401 || error.statusCode === 403) return 'denied';
  return error.statusCode === 404 ? 'notFound' : 'unreachable';
}
