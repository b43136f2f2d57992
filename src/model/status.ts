import type { ListMeta } from './kube-object.js';

/**
 * What a server answers in place of an object: a failure with its reason, or the outcome of a delete.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export interface Status {
  /** Group and version of the kind: `apps/v1`, or `v1` in the core group. */
  apiVersion?: string | undefined;
  /** `Status`. */
  kind?: string | undefined;
  /** That of a list, mostly empty. */
  metadata?: ListMeta | undefined;
  /** `Success` or `Failure`. */
  status?: string | undefined;
  /** What happened, for people. */
  message?: string | undefined;
  /** A word for machines, `NotFound` or `Conflict` say. */
  reason?: string | undefined;
  /** Which object it speaks of, and why. */
  details?: StatusDetails | undefined;
  /** The HTTP status. */
  code?: number | undefined;
}

/** Which object a {@link Status} speaks of, and why. */
export interface StatusDetails {
  /** The name of the object. */
  name?: string | undefined;
  /** The API group of the object. */
  group?: string | undefined;
  /** The resource of the object (`pods`), or its kind. */
  kind?: string | undefined;
  /** The uid of the object. */
  uid?: string | undefined;
  /** What is wrong, each with a word for machines, a message and the field. */
  causes?: { reason?: string | undefined; message?: string | undefined; field?: string | undefined }[] | undefined;
  /** How long to wait before another try, in seconds. */
  retryAfterSeconds?: number | undefined;
}
