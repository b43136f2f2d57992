import type { ResourceEntry } from '../catalog/entries.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { Evidence } from './evidence.js';

/** An endpoint with what is published of it. */
export interface Endpoint {
  /** Its position by rank, and its number in the partition. */
  readonly index: number;
  readonly entry: ResourceEntry;
  /** Plural and scope, as a number that serves for equality with its like alone. */
  readonly plural: number;
  /** The id, whatever the scope. Ids and hashes serve for equality alone. */
  readonly id: string | undefined;
  /** The hash, which tells nothing but among endpoints of equal `plural`. */
  readonly hash: string | undefined;
}

/** Asks the source of evidence about each endpoint; empty texts are nothing. */
export function examine(entries: readonly ResourceEntry[], evidence: Evidence): readonly Endpoint[] {
  const plurals = new Map<string, number>();
  return entries.map((entry, index) => {
    let number = plurals.get(entry.resource);
    if (number === undefined) plurals.set(entry.resource, (number = plurals.size));
    const found = evidence(entry);
    return {
      index,
      entry,
      plural: entry.scope === 'Cluster' ? 2 * number + 1 : 2 * number,
      id: found?.internalID || undefined,
      hash: found?.storageVersionHash || undefined,
    };
  });
}

/** The name of an endpoint, without anything that the server says of it. */
export function addressOf({ group, version, resource }: GroupVersionResource): GroupVersionResource {
  return Object.freeze({ group, version, resource });
}

/** Whether two entries speak of one endpoint. */
export function sameEndpoint(a: GroupVersionResource, b: GroupVersionResource): boolean {
  return a.resource === b.resource && a.group === b.group && a.version === b.version;
}
