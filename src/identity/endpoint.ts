import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { formatGroupVersion, type GroupVersion } from '../core/model/group-version.js';
import type { Evidence, RemoteGroupVersion } from './evidence.js';

/** An endpoint with its published evidence. */
export interface RankedEndpoint {
  /** The position by rank, and the number in the partition. */
  readonly index: number;
  readonly entry: ResourceEntry;
  /** Plural and scope as a number, which can only be compared for equality. */
  readonly plural: number;
  /** The id, whatever the scope. Ids and hashes can only be compared for equality. */
  readonly id: string | undefined;
  /** The hash, which is only meaningful among endpoints of equal `plural`. */
  readonly hash: string | undefined;
  /** The server behind the aggregator that serves the endpoint; undefined for kube-apiserver itself. */
  readonly backend: string | undefined;
  /** Whether an unread document may have an id. */
  readonly isUnread: boolean;
}

/** The sources of {@link examineEndpoints}. */
export interface EndpointSources {
  readonly evidence: Evidence;
  readonly backendOf: BackendOf;
  readonly provenance: Catalog['provenance'];
}

/**
 * Looks up the evidence of each endpoint; empty strings are ignored. Aggregated documents carry neither ids nor hashes:
 * if neither is known, and the source was not a legacy document, the endpoint counts as unread.
 */
export function examineEndpoints(
  entries: readonly ResourceEntry[],
  { evidence, backendOf, provenance }: EndpointSources,
): readonly RankedEndpoint[] {
  const plurals = new Map<string, number>();
  return entries.map((entry, index) => {
    let number = plurals.get(entry.resource);
    if (number === undefined) plurals.set(entry.resource, (number = plurals.size));
    const found = evidence(entry);
    const id = found?.internalID || undefined;
    const hash = found?.storageVersionHash || undefined;
    const isLegacy = provenance[entry.group === '' ? 'api' : 'apis'] === 'legacy';
    return {
      index,
      entry,
      plural: entry.scope === 'Cluster' ? 2 * number + 1 : 2 * number,
      id,
      hash,
      backend: backendOf(entry),
      isUnread: id === undefined && hash === undefined && (found === undefined || !isLegacy),
    };
  });
}

/**
 * Returns the name of the server behind a group-version; undefined for kube-apiserver itself, which serves the rest.
 */
export type BackendOf = (groupVersion: GroupVersion) => string | undefined;

/** Creates the lookup of the server behind a group-version. */
export function createBackendOf(remote: readonly RemoteGroupVersion[]): BackendOf {
  if (remote.length === 0) return () => undefined;
  const backends = new Map<string, string>();
  for (const each of remote) {
    const name = formatGroupVersion(each);
    backends.set(name, each.backend === undefined ? `alone ${name}` : `named ${each.backend}`);
  }
  return (groupVersion) => backends.get(formatGroupVersion(groupVersion));
}
