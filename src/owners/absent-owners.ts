import { LRUCache } from 'lru-cache';
import type { OwnerReference } from '../model/owner-reference.js';
import { isJsonRecord } from '../shared/json-record.js';
import type { AbsentOwner } from './owner-resolution.js';
import { resourceOf } from './reference-type.js';

/**
 * Owners that are known to be gone. A uid never comes back, so what is in here stays true; it is bounded, and what was
 * not asked for the longest goes first.
 */
export interface AbsentOwners {
  get(reference: OwnerReference, namespace: string | undefined): AbsentOwner | undefined;
  add(resolution: AbsentOwner, namespace: string | undefined): void;
  clear(): void;
}

/** Makes an {@link AbsentOwners}; `most` is how many it keeps. */
export function createAbsentOwners(most = 1000): AbsentOwners {
  const known = new LRUCache<string, AbsentOwner>({ max: most });
  return {
    get: (reference, namespace) =>
      known.get(ownerKey(reference, undefined)) ?? known.get(ownerKey(reference, namespace)),
    add(resolution, namespace) {
      // Where no namespace was asked, the owner is gone for the dependents in all of them.
      const isClusterWide = resolution.asked.every((asked) => asked.namespace === undefined);
      const key = ownerKey(resolution.reference, isClusterWide ? undefined : namespace);
      known.set(key, Object.freeze({ ...resolution, asked: Object.freeze([]) }));
    },
    clear() {
      known.clear();
    },
  };
}

/** What makes two references one question; what is no object is a question of its own. */
export function ownerKey(reference: OwnerReference, namespace: string | undefined): string {
  if (!isJsonRecord(reference)) return JSON.stringify([reference]);
  const { apiVersion, kind, name, uid } = reference;
  return JSON.stringify([apiVersion, kind, resourceOf(reference) ?? null, name, uid, namespace ?? null]);
}
