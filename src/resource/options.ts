/** What every call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Our own limit for the call, retries included, in milliseconds; for `pages()` and `items()` that of each page. The
   * server's is `timeoutSeconds`.
   */
  readonly timeoutMs?: number | undefined;
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-parameters/common-parameters/ */
export interface GetOptions extends CallOptions {
  readonly resourceVersion?: string | undefined;
}

/** @see https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks */
export interface ListOptions extends CallOptions {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined;
  /** The server's own limit for the request. */
  readonly timeoutSeconds?: number | undefined;
}

/** What create, replace, patch and scale take. */
export interface WriteOptions extends CallOptions {
  /** Validates and answers, stores nothing. */
  readonly dryRun?: 'All' | undefined;
  readonly fieldManager?: string | undefined;
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

/**
 * How the body of a patch is to be read: a JSON merge patch (RFC 7386), a JSON patch (RFC 6902, an array), or a
 * strategic merge patch, which built-in resources alone know.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
 */
export type PatchType = 'merge' | 'json' | 'strategic';

/** @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply */
export interface PatchOptions extends WriteOptions {
  readonly type: PatchType;
  /** A subresource to patch instead of the object: `status`. */
  readonly subresource?: string | undefined;
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/ */
export interface DeleteOptions extends CallOptions {
  readonly dryRun?: 'All' | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
  /** Delete only if the object is still this one; another one is a 409. */
  readonly preconditions?:
    { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined } | undefined;
}
