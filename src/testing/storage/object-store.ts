import type { KubeObject } from '../../model/kube-object.js';

/** One stored object. It is never changed, only replaced. */
export interface StoredObject {
  readonly key: string;
  readonly object: KubeObject;
}

/** The objects of one set of endpoints, as etcd keeps them: by key, sorted, with old states for a while. */
export interface ObjectStore {
  get(key: string): KubeObject | undefined;
  put(key: string, object: KubeObject): void;
  remove(key: string): boolean;
  /** All objects in the order of their keys; the same array until the next write. */
  sorted(): readonly StoredObject[];
  /** Keeps the present state under a resource version, for the next page of a list. */
  keep(resourceVersion: string): void;
  /** A kept state; undefined when it was never kept or has expired. */
  at(resourceVersion: string): readonly StoredObject[] | undefined;
  /** Forgets all kept states, as a compaction does. */
  expire(): void;
}

const keptStates = 100;

/** The key of an object: `namespace/name`, or the name alone. */
export function objectKey(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** An empty {@link ObjectStore}. */
export function createObjectStore(): ObjectStore {
  const objects = new Map<string, KubeObject>();
  const kept = new Map<string, readonly StoredObject[]>();
  let inOrder: readonly StoredObject[] | undefined;

  const sorted = (): readonly StoredObject[] => {
    inOrder ??= [...objects]
      .map(([key, object]) => ({ key, object }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    return inOrder;
  };
  return {
    get: (key) => objects.get(key),
    put: (key, object) => {
      objects.set(key, object);
      inOrder = undefined;
    },
    remove: (key) => {
      inOrder = undefined;
      return objects.delete(key);
    },
    sorted,
    keep: (resourceVersion) => {
      kept.delete(resourceVersion);
      kept.set(resourceVersion, sorted());
      const [oldest] = kept.keys();
      if (kept.size > keptStates && oldest !== undefined) kept.delete(oldest);
    },
    at: (resourceVersion) => kept.get(resourceVersion),
    expire: () => {
      kept.clear();
    },
  };
}
