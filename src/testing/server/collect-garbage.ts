import { parseGroupVersion } from '../../core/model/group-version.js';
import type { KubeObject, ObjectMeta } from '../../core/model/kube-object.js';
import type { OwnerReference } from '../../core/model/owner-reference.js';
import type { ServedResource } from '../served/served.js';
import type { Change, ObjectStore } from '../store/change.js';
import { storeKey } from '../store/object-store.js';
import { trackUpdate } from '../verbs/apply/managers.js';
import { foreground, isCollected, orphan } from '../verbs/dependents.js';
import type { Propagation } from '../verbs/delete-options.js';
import { timestampOf } from '../verbs/resource-request.js';
import type { DeletionController, ControllerParts } from './deletion-controller.js';

/** Where an object is stored. */
interface Node {
  readonly store: ObjectStore;
  readonly key: string;
}

/** An object that exists, with its resource. */
interface Item extends Node {
  readonly uid: string;
  readonly resource: ServedResource;
  readonly object: KubeObject;
}

/** What an owner reference points to. `unknown` is a kind that is not served, or that cannot own the object. */
type Owner = 'solid' | 'dangling' | 'waiting' | 'unknown';

const manager = 'kube-controller-manager';

/**
 * Garbage collection, as pkg/controller/garbagecollector of Kubernetes does it, but without waiting: `run` goes on until
 * nothing is left to do. Each step removes an object, marks it, or takes owners away, so it ends, also in cycles.
 */
export function createGarbageCollector({
  registry,
  resourceOf,
  storage,
  now,
  remove,
}: ControllerParts): DeletionController {
  const nodes = new Map<string, Node>();
  /** The uids of dependents by the uid of the owner. */
  const dependents = new Map<string, Set<string>>();
  const toDelete = new Set<string>();
  const toOrphan = new Set<string>();
  /** Owners that are gone, also if their kind is no longer served. */
  const gone = new Set<string>();
  /** Objects with an owner of an unknown kind, which may be served later. */
  const undecided = new Set<string>();
  let { revision } = registry;

  const itemOf = (uid: string): Item | undefined => {
    const node = nodes.get(uid);
    const object = node?.store.get(node.key);
    const resource = node && resourceOf(node.store);
    if (node === undefined || object?.metadata.uid !== uid || resource === undefined) return undefined;
    return isCollected(resource) ? { ...node, uid, object, resource } : undefined;
  };
  const dependentsOf = (uid: string): Item[] => [...(dependents.get(uid) ?? [])].flatMap((each) => itemOf(each) ?? []);

  const link = (uid: string, before: readonly OwnerReference[], after: readonly OwnerReference[]): void => {
    for (const { uid: owner } of before) {
      dependents.get(owner)?.delete(uid);
      if (dependents.get(owner)?.size === 0) dependents.delete(owner);
    }
    for (const { uid: owner } of after) dependents.set(owner, (dependents.get(owner) ?? new Set()).add(uid));
  };
  const forget = ({ metadata }: KubeObject): void => {
    const { uid = '', ownerReferences = [] } = metadata;
    nodes.delete(uid);
    link(uid, ownerReferences, []);
    if (dependents.has(uid)) gone.add(uid);
    for (const each of dependents.get(uid) ?? []) toDelete.add(each);
    // Owners may wait for it.
    for (const { uid: owner } of ownerReferences) toDelete.add(owner);
  };

  const observe = ({ type, object, previous, store, key }: Change): void => {
    const { metadata } = object;
    const { uid = '', ownerReferences: owners = [] } = metadata;
    if (type === 'DELETED') return void forget(object);
    const isSame = previous?.metadata.uid === uid;
    if (previous !== undefined && !isSame) forget(previous);
    const before = isSame ? previous.metadata : {};
    const ownersBefore = before.ownerReferences ?? [];
    nodes.set(uid, { store, key });
    if (JSON.stringify(owners) !== JSON.stringify(ownersBefore)) {
      link(uid, ownersBefore, owners);
      for (const { uid: owner } of ownersBefore) toDelete.add(owner);
      toDelete.add(uid);
    }
    if (waitsFor(orphan, metadata) && !waitsFor(orphan, before)) toOrphan.add(uid);
    if (waitsFor(foreground, metadata) && !waitsFor(foreground, before)) {
      for (const each of dependents.get(uid) ?? []) toDelete.add(each);
      toDelete.add(uid);
    }
  };

  const write = ({ store, key, object, resource }: Item, changed: ObjectMeta): void => {
    // An empty list is the same as none.
    const metadata = Object.fromEntries(
      Object.entries(changed).filter(([, value]) => !Array.isArray(value) || value.length > 0),
    );
    const next: KubeObject = { ...object, metadata };
    const managedFields = trackUpdate(object, next, { manager, time: timestampOf(now()) }, resource);
    store.put(key, { ...next, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } });
  };
  const removeFinalizer = (item: Item, finalizer: string): void => {
    const { metadata } = item.object;
    const finalizers = (metadata.finalizers ?? []).filter((each) => each !== finalizer);
    const kept: KubeObject = { ...item.object, metadata: { ...metadata, finalizers } };
    if (finalizers.length === 0 && !remove.isKept(kept, item.resource)) item.store.remove(item.key);
    else write(item, kept.metadata);
  };
  const removeOwners = (item: Item, uids: readonly string[]): void => {
    const { metadata } = item.object;
    const ownerReferences = (metadata.ownerReferences ?? []).filter(({ uid }) => !uids.includes(uid));
    write(item, { ...metadata, ownerReferences });
  };
  const deleteItem = ({ uid, store, key, resource }: Item, policy: Propagation['policy']): void => {
    const object = store.get(key);
    if (object?.metadata.uid === uid) remove(store, key, object, resource, { propagation: { policy } });
  };

  const classify = ({ uid, apiVersion, kind, name }: OwnerReference, { object }: Item): Owner => {
    const groupVersion = parseGroupVersion(apiVersion);
    const resource = groupVersion && registry.resourceOfKind({ ...groupVersion, kind });
    const { namespace } = object.metadata;
    if (resource?.scope === 'Namespaced' && namespace === undefined) return 'unknown';
    if (gone.has(uid)) return 'dangling';
    if (resource === undefined) return 'unknown';
    const key = storeKey(resource.scope === 'Namespaced' ? namespace : undefined, name);
    const owner = storage.find(registry.storageOf(resource))?.get(key);
    if (owner?.metadata.uid !== uid) return 'dangling';
    return waitsFor(foreground, owner.metadata) ? 'waiting' : 'solid';
  };

  const attemptToOrphan = (uid: string): void => {
    const item = itemOf(uid);
    if (item === undefined) return;
    for (const each of dependentsOf(uid)) removeOwners(each, [uid]);
    removeFinalizer(item, orphan);
  };

  const attemptToDelete = (uid: string): void => {
    const item = itemOf(uid);
    if (item === undefined) return;
    const { metadata } = item.object;
    if (waitsFor(foreground, metadata)) {
      const blocking = dependentsOf(uid).filter((each) => blocks(each, uid));
      if (blocking.length === 0) removeFinalizer(item, foreground);
      for (const each of blocking) if (!waitsFor(foreground, each.object.metadata)) toDelete.add(each.uid);
      return;
    }
    const { ownerReferences = [], deletionTimestamp, finalizers = [] } = metadata;
    if (deletionTimestamp !== undefined || ownerReferences.length === 0) return;
    const owners = ownerReferences.map((each): [Owner, OwnerReference] => [classify(each, item), each]);
    const has = (kind: Owner): boolean => owners.some(([each]) => each === kind);
    if (has('unknown')) return void undecided.add(uid);
    if (has('solid')) {
      const superfluous = owners.filter(([each]) => each !== 'solid').map(([, { uid: owner }]) => owner);
      if (superfluous.length > 0) removeOwners(item, superfluous);
      return;
    }
    const below = dependentsOf(uid);
    if (has('waiting') && below.length > 0) {
      // A cycle must not wait for itself.
      if (below.some((each) => waitsFor(foreground, each.object.metadata))) {
        write(item, {
          ...metadata,
          ownerReferences: ownerReferences.map((each) => ({ ...each, blockOwnerDeletion: false })),
        });
      }
      deleteItem(item, 'Foreground');
      return;
    }
    const own = finalizers.includes(orphan) ? 'Orphan' : finalizers.includes(foreground) ? 'Foreground' : 'Background';
    deleteItem(item, own);
  };

  return {
    observe,
    run: () => {
      let worked = false;
      if (registry.revision !== revision) {
        ({ revision } = registry);
        for (const each of undecided) toDelete.add(each);
        undecided.clear();
      }
      for (;;) {
        const [toBeOrphaned] = toOrphan;
        const [next = toBeOrphaned] = toBeOrphaned === undefined ? toDelete : toOrphan;
        if (next === undefined) break;
        worked = true;
        if (toOrphan.delete(next)) attemptToOrphan(next);
        else if (toDelete.delete(next)) attemptToDelete(next);
      }
      gone.clear();
      return worked;
    },
  };
}

/** Reports whether a deleted object waits until its dependents are deleted, or until they are orphaned. */
function waitsFor(finalizer: string, { deletionTimestamp, finalizers = [] }: ObjectMeta): boolean {
  return deletionTimestamp !== undefined && finalizers.includes(finalizer);
}

/** Reports whether an object keeps its owner in the foreground. */
function blocks({ object }: Item, owner: string): boolean {
  const { ownerReferences = [] } = object.metadata;
  return ownerReferences.some(({ uid, blockOwnerDeletion }) => uid === owner && blockOwnerDeletion === true);
}
