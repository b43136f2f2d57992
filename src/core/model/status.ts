import type { ListMeta } from './kube-object.js';

/**
 * An answer instead of an object: a failure with its reason, or the outcome of a delete.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export interface Status {
  /** Group and version of the kind: `v1`. */
  apiVersion?: string | undefined;
  /** `Status`. */
  kind?: string | undefined;
  /** List metadata, mostly empty. */
  metadata?: ListMeta | undefined;
  /** `Success` or `Failure`. */
  status?: string | undefined;
  /** What happened, for people. */
  message?: string | undefined;
  /** The reason for machines, such as `NotFound` or `Conflict`. */
  reason?: string | undefined;
  /** The object concerned, and why. */
  details?: StatusDetails | undefined;
  /** The HTTP status. */
  code?: number | undefined;
}

/** The object that a {@link Status} concerns, and why. */
export interface StatusDetails {
  /** The name of the object. */
  name?: string | undefined;
  /** The API group of the object. */
  group?: string | undefined;
  /** The resource of the object (`pods`), or its kind. */
  kind?: string | undefined;
  /** The uid of the object. */
  uid?: string | undefined;
  /** The individual causes, each with a reason for machines, a message and the field. */
  causes?: { reason?: string | undefined; message?: string | undefined; field?: string | undefined }[] | undefined;
  /** How long to wait before retrying, in seconds. */
  retryAfterSeconds?: number | undefined;
}
