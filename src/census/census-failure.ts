import { describeFailure } from '../core/catalog/describe-failure.js';
import type { CatalogFailure } from '../core/catalog/failures.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { formatGroupVersionResource, type GroupVersionResource } from '../core/model/group-version-resource.js';
import type { KubeError } from '../core/shared/kube-error.js';

/** Something that a census could not read. */
export interface CensusFailure {
  /** One line that names the failed part. */
  readonly message: string;
  /** The endpoint that could not be listed; absent for a part of the server that discovery could not read. */
  readonly resource?: GroupVersionResource;
  /** The error of the request, if one was sent. */
  readonly error?: KubeError;
  /** What discovery could not read; its resources are unknown. */
  readonly unread?: CatalogFailure;
}

/** Makes the failure for a resource that could not be listed completely. */
export function failedResource({ group, version, resource }: ResourceEntry, error: KubeError): CensusFailure {
  const endpoint = Object.freeze({ group, version, resource });
  return Object.freeze({
    message: `${formatGroupVersionResource(endpoint)}: ${error.message}`,
    resource: endpoint,
    error,
  });
}

/** Makes the failure for a part of the server that is not in the catalog. */
export function unreadPart(unread: CatalogFailure): CensusFailure {
  return Object.freeze({ message: describeFailure(unread), unread });
}
