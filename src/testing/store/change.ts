import type { KubeObject } from '../../core/model/kube-object.js';

/** One change of one object, as a watch reports it. Its objects are shared with the store and never modified. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /**
   * The object as committed, with the resourceVersion of this change. For DELETED, the last stored state with the
   * resourceVersion of the removal, as servers report it.
   */
  readonly object: KubeObject;
  /** The object stored before; undefined for ADDED. */
  readonly previous: KubeObject | undefined;
  readonly resourceVersion: string;
  /** The set of objects that it belongs to. A store keeps its identity, whichever endpoints serve it. */
  readonly store: ObjectStore;
  /** The key in that store. */
  readonly key: string;
}

/** One stored object. It is never modified, only replaced. */
export interface StoredObject {
  readonly key: string;
  readonly object: KubeObject;
}

/** The objects of one set of endpoints, as etcd keeps them: sorted by key, with old states for some time. */
export interface ObjectStore {
  get(key: string): KubeObject | undefined;
  /** Stores an object, new or replacing another, with the resourceVersion of the returned change. */
  put(key: string, object: KubeObject): Change;
  /** Removes an object. Returns undefined and changes nothing if there is none. */
  remove(key: string): Change | undefined;
  /** Returns all objects in the order of their keys; the same array until the next write. */
  sorted(): readonly StoredObject[];
  /** Keeps a state under its resource version, for the next page of a list. */
  keep(resourceVersion: string, state: readonly StoredObject[]): void;
  /** Returns a kept state; undefined if it was never kept or has expired. */
  at(resourceVersion: string): readonly StoredObject[] | undefined;
  /** Forgets all kept states, as a compaction does. */
  expire(): void;
}
