import type { KubeObject } from '../../core/model/kube-object.js';
import type { Registry } from '../served/registry.js';
import type { ServedResource } from '../served/served.js';
import type { Change, ObjectStore } from '../store/change.js';
import type { Storage } from '../store/storage.js';
import type { FakeTimers } from '../served/options.js';
import type { Deletion } from '../verbs/remove.js';

/** One of the controllers of kube-controller-manager, which acts between two requests. */
export interface DeletionController {
  /** Takes note of a change. */
  readonly observe: (change: Change) => void;
  /** Does what the changes call for; false if they call for nothing. */
  readonly run: () => boolean;
  /** Stops what it waits for. */
  readonly end?: () => void;
}

/** What controllers use of a server. */
export interface ControllerParts {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly now: () => Date;
  /** Returns the resource whose objects a store has; undefined if none is served. */
  readonly resourceOf: (store: ObjectStore) => ServedResource | undefined;
  readonly remove: Remove;
  readonly timers: FakeTimers;
  /** Lets all controllers act, after a change that no request has made. */
  readonly run: () => void;
}

/** Deletes an object as a request does. */
export interface Remove {
  (
    store: ObjectStore,
    key: string,
    object: KubeObject,
    resource: ServedResource,
    how: Pick<Deletion, 'propagation' | 'gracePeriodSeconds'>,
  ): void;
  /** Reports whether something besides finalizers keeps a deleted object. */
  readonly isKept: (object: KubeObject, resource: ServedResource) => boolean;
}
