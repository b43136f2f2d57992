import type { KubeObject } from '../../core/model/kube-object.js';
import type { Change, ObjectStore, StoredObject } from './change.js';
import type { ChangeLog } from './change-log.js';

const maxStates = 100;

/** Returns the key of an object: `namespace/name`, or only the name. */
export function storeKey(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Creates an empty {@link ObjectStore} that records its changes in a log. */
export function createObjectStore(log: ChangeLog): ObjectStore {
  const objects = new Map<string, KubeObject>();
  const kept = new Map<string, readonly StoredObject[]>();
  let inOrder: readonly StoredObject[] | undefined;

  const sorted = (): readonly StoredObject[] => {
    inOrder ??= [...objects]
      .map(([key, object]) => ({ key, object }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    return inOrder;
  };
  /**
   * Commits every change of an object, whatever its source. `last` is the stored state, or the last one for a removal.
   */
  const commit = (type: Change['type'], key: string, last: KubeObject): Change =>
    log.append((resourceVersion) => {
      const previous = objects.get(key);
      const object = { ...last, metadata: { ...last.metadata, resourceVersion } };
      if (type === 'DELETED') objects.delete(key);
      else objects.set(key, object);
      inOrder = undefined;
      return { type, object, previous, resourceVersion, store, key };
    });
  const store: ObjectStore = {
    get: (key) => objects.get(key),
    put: (key, object) => commit(objects.has(key) ? 'MODIFIED' : 'ADDED', key, object),
    remove: (key) => {
      const present = objects.get(key);
      return present === undefined ? undefined : commit('DELETED', key, present);
    },
    sorted,
    keep: (resourceVersion, state) => {
      kept.delete(resourceVersion);
      kept.set(resourceVersion, state);
      const [oldest] = kept.keys();
      if (kept.size > maxStates && oldest !== undefined) kept.delete(oldest);
    },
    at: (resourceVersion) => kept.get(resourceVersion),
    expire: () => {
      kept.clear();
    },
  };
  return store;
}
