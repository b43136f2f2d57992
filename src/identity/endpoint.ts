import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import type { Evidence } from './evidence.js';
import type { BackendOf } from './remote.js';

/** An endpoint with what is published of it. */
export interface RankedEndpoint {
  /** Its position by rank, and its number in the partition. */
  readonly index: number;
  readonly entry: ResourceEntry;
  /** Plural and scope, as a number that serves for equality with its like alone. */
  readonly plural: number;
  /** The id, whatever the scope. Ids and hashes serve for equality alone. */
  readonly id: string | undefined;
  /** The hash, which tells nothing but among endpoints of equal `plural`. */
  readonly hash: string | undefined;
  /** The server behind the aggregator that serves it; undefined for kube-apiserver itself. */
  readonly backend: string | undefined;
  /** Whether an id may be in a document that nobody has read. */
  readonly isUnread: boolean;
}

/** Where {@link examineEndpoints} looks. */
export interface EndpointSources {
  readonly evidence: Evidence;
  readonly backendOf: BackendOf;
  readonly provenance: Catalog['provenance'];
}

/**
 * Asks the source of evidence about each endpoint; empty texts are nothing. Aggregated documents carry neither ids nor
 * hashes: where neither is known, and no legacy document was the source, nobody has looked.
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
