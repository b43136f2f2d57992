import { LRUCache } from 'lru-cache';
import { resourceOf, type OwnerReference } from '../core/model/owner-reference.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import type { AbsentOwner } from './owner-resolution.js';

/**
 * A bounded cache of owners that are known to be gone. A uid never comes back, so entries stay true. The least recently
 * used entry is evicted first.
 */
export interface AbsentOwners {
  get(reference: OwnerReference, namespace: string | undefined): AbsentOwner | undefined;
  add(resolution: AbsentOwner, namespace: string | undefined): void;
  clear(): void;
}

/** Creates an {@link AbsentOwners} that keeps up to `most` owners. */
export function createAbsentOwners(most = 1000): AbsentOwners {
  const known = new LRUCache<string, AbsentOwner>({ max: most });
  return {
    get: (reference, namespace) =>
      known.get(ownerKey(reference, undefined)) ?? known.get(ownerKey(reference, namespace)),
    add(resolution, namespace) {
      // If only cluster scope was asked, the owner is gone for dependents in every namespace.
      const isClusterWide = resolution.asked.every((asked) => asked.namespace === undefined);
      const key = ownerKey(resolution.reference, isClusterWide ? undefined : namespace);
      known.set(key, Object.freeze({ ...resolution, asked: Object.freeze([]) }));
    },
    clear() {
      known.clear();
    },
  };
}

/** Returns a key that is equal for references to the same owner from the same namespace. Takes any value. */
export function ownerKey(reference: OwnerReference, namespace: string | undefined): string {
  if (!isJsonRecord(reference)) return JSON.stringify([reference]);
  const { apiVersion, kind, name, uid } = reference;
  return JSON.stringify([apiVersion, kind, resourceOf(reference) ?? null, name, uid, namespace ?? null]);
}
