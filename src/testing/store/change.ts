import type { KubeObject } from '../../model/kube-object.js';

/** One change of one object, as a watch tells it. Its objects are shared with the store: they are never changed. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /**
   * The object as it was committed, with the resourceVersion of this change. For DELETED it is the last state that was
   * stored, with the resourceVersion of the removal, as servers tell it.
   */
  readonly object: KubeObject;
  /** What was stored before; undefined for ADDED. */
  readonly previous: KubeObject | undefined;
  readonly resourceVersion: string;
  /** The set of objects that it belongs to. A store stays the same one, whatever endpoints come to show it. */
  readonly store: ObjectStore;
  /** Under which key of that store. */
  readonly key: string;
}

/** One stored object. It is never changed, only replaced. */
export interface StoredObject {
  readonly key: string;
  readonly object: KubeObject;
}

/** The objects of one set of endpoints, as etcd keeps them: by key, sorted, with old states for a while. */
export interface ObjectStore {
  get(key: string): KubeObject | undefined;
  /** Stores an object, new or in place of another, with the resourceVersion of the change that it gives. */
  put(key: string, object: KubeObject): Change;
  /** Removes an object; undefined, and no change, when there is none. */
  remove(key: string): Change | undefined;
  /** All objects in the order of their keys; the same array until the next write. */
  sorted(): readonly StoredObject[];
  /** Keeps a state under its resource version, for the next page of a list. */
  keep(resourceVersion: string, state: readonly StoredObject[]): void;
  /** A kept state; undefined when it was never kept or has expired. */
  at(resourceVersion: string): readonly StoredObject[] | undefined;
  /** Forgets all kept states, as a compaction does. */
  expire(): void;
}
