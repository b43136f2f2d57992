import type { ListMeta } from './kube-object.js';

/**
 * What a server answers in place of an object: a failure with its reason, or the outcome of a delete.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export interface Status {
  apiVersion?: string | undefined;
  kind?: string | undefined;
  metadata?: ListMeta | undefined;
  status?: string | undefined;
  message?: string | undefined;
  /** A word for machines, `NotFound` or `Conflict` say. */
  reason?: string | undefined;
  details?: StatusDetails | undefined;
  code?: number | undefined;
}

/** Which object a {@link Status} speaks of, and why. */
export interface StatusDetails {
  name?: string | undefined;
  group?: string | undefined;
  kind?: string | undefined;
  uid?: string | undefined;
  causes?: { reason?: string | undefined; message?: string | undefined; field?: string | undefined }[] | undefined;
  retryAfterSeconds?: number | undefined;
}
