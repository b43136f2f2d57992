import { describeFailure } from '../catalog/describe-failure.js';
import type { CatalogFailure } from '../catalog/failures.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { formatGroupVersionResource, type GroupVersionResource } from '../model/group-version-resource.js';
import { KubeError } from '../shared/kube-error.js';

/** What a census could not look into. */
export interface CensusFailure {
  /** In one line, with its name. */
  readonly message: string;
  /** The endpoint that could not be listed; absent for a part of the server that discovery could not read. */
  readonly resource?: GroupVersionResource;
  readonly error?: KubeError;
  /** What discovery could not read: nobody knows which resources it has. */
  readonly unread?: CatalogFailure;
}

/**
 * Every object that could be reached was visited, and some parts of the server could not be. Thrown at the end, so
 * that nobody takes a part for the whole; `onFailure` of the options gets the failures instead.
 */
export class IncompleteCensusError extends KubeError {
  static override readonly brand = 'IncompleteCensusError';
  readonly code = 'incomplete-census' as const;
  readonly failures: readonly CensusFailure[];

  constructor(failures: readonly CensusFailure[]) {
    const [first, ...others] = failures;
    const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
    super(`Not everything could be visited: ${first?.message ?? 'nobody knows why'}${rest}`);
    this.failures = Object.freeze([...failures]);
  }
}

/** A resource that could not be listed, to its end at least. */
export function failedResource({ group, version, resource }: ResourceEntry, error: KubeError): CensusFailure {
  const endpoint = Object.freeze({ group, version, resource });
  return Object.freeze({
    message: `${formatGroupVersionResource(endpoint)}: ${error.message}`,
    resource: endpoint,
    error,
  });
}

/** A part of the server that is not in the catalog. */
export function unreadPart(unread: CatalogFailure): CensusFailure {
  return Object.freeze({ message: describeFailure(unread), unread });
}
