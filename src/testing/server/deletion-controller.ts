import type { KubeObject } from '../../core/model/kube-object.js';
import type { Registry } from '../served/registry.js';
import type { ServedResource } from '../served/served.js';
import type { Change, ObjectStore } from '../store/change.js';
import type { Storage } from '../store/storage.js';
import type { Propagation } from '../verbs/delete-options.js';

/** One of the controllers of kube-controller-manager, which acts between two requests. */
export interface DeletionController {
  /** Takes note of a change. */
  readonly observe: (change: Change) => void;
  /** Does what the changes call for; false if they call for nothing. */
  readonly run: () => boolean;
}

/** What controllers use of a server. */
export interface ControllerParts {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly now: () => Date;
  /** Returns the resource whose objects a store has; undefined if none is served. */
  readonly resourceOf: (store: ObjectStore) => ServedResource | undefined;
  readonly remove: Remove;
}

/** Deletes an object as a request does. */
export interface Remove {
  (store: ObjectStore, key: string, object: KubeObject, resource: ServedResource, propagation: Propagation): void;
  /** Reports whether something besides finalizers keeps a deleted object. */
  readonly isKept: (object: KubeObject, resource: ServedResource) => boolean;
}
