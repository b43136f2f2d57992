import { KubeError } from '../core/shared/kube-error.js';

/**
 * Why there is no OpenAPI document: the server has none (`notFound`), the user may not read it (`denied`), the server
 * did not answer (`unreachable`), or what it sent is no such document (`malformed`), which includes documents over the
 * limit.
 */
export type OpenAPIFailureReason = 'notFound' | 'denied' | 'unreachable' | 'malformed';

/**
 * The OpenAPI document of one group-version could not be read, or the index of all of them. Others are not affected.
 */
export class OpenAPIDocumentError extends KubeError {
  static override readonly brand = 'OpenAPIDocumentError';
  readonly code = 'openapi-document' as const;
  /** The group-version, such as `apps/v1`; undefined for the index, without which no document can be found. */
  readonly groupVersion: string | undefined;
  readonly reason: OpenAPIFailureReason;

  constructor(
    groupVersion: string | undefined,
    reason: OpenAPIFailureReason,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(`${groupVersion ?? 'OpenAPI'}: ${message}`, options);
    this.groupVersion = groupVersion;
    this.reason = reason;
  }
}

/** A document has no schema for a resource or a kind, or a field does not exist. */
export class SchemaNotFoundError extends KubeError {
  static override readonly brand = 'SchemaNotFoundError';
  readonly code = 'schema-not-found' as const;
}

/** An explanation is too large, or endless: references that lead in a circle. */
export class ExplanationTooLargeError extends KubeError {
  static override readonly brand = 'ExplanationTooLargeError';
  readonly code = 'explanation-too-large' as const;
}
