import type { KubeObject } from '../../core/model/kube-object.js';
import type { FakeSwitches } from '../served/options.js';
import type { Registry } from '../served/registry.js';
import type { ServedResource } from '../served/served.js';
import type { Change, ObjectStore } from '../store/change.js';
import type { Storage } from '../store/storage.js';
import { isNamespace, namespaceFinalizers } from '../verbs/namespaces.js';
import { isInGracePeriod, removeObject } from '../verbs/remove.js';
import { createGarbageCollector } from './collect-garbage.js';
import type { ControllerParts, Remove } from './deletion-controller.js';
import { createNamespaceController } from './end-namespaces.js';
import { createPodEnder } from './end-pods.js';

export interface Controllers {
  /** Acts until nothing is left to do. Called after everything that changes objects, so each request finds it done. */
  readonly run: () => void;
  readonly end: () => void;
}

/** Starts the controllers that the switches ask for, on the objects that are stored. */
export function startControllers(
  { registry, storage, now, timers }: Pick<ControllerParts, 'registry' | 'storage' | 'now' | 'timers'>,
  { namespaceLifecycle = false, garbageCollection = false, gracefulDeletion = false }: FakeSwitches,
): Controllers {
  const backend = { now, namespaceLifecycle, garbageCollection, gracefulDeletion };
  const remove = Object.assign(
    (...[store, key, object, resource, how]: Parameters<Remove>) => {
      removeObject(key, object, { resource, dryRun: false, ...how }, { ...backend, store });
    },
    {
      isKept: (object: KubeObject, resource: ServedResource) =>
        (namespaceLifecycle && isNamespace(resource) && namespaceFinalizers(object).length > 0) ||
        (gracefulDeletion && isInGracePeriod(object, resource)),
    },
  );
  const resourceOf = createResourceFinder(registry, storage);
  const run = (): void => {
    while (controllers.map((each) => each.run()).includes(true));
  };
  const parts = { registry, storage, now, timers, remove, resourceOf, run };
  const controllers = [
    ...(garbageCollection ? [createGarbageCollector(parts)] : []),
    ...(namespaceLifecycle ? [createNamespaceController(parts)] : []),
    ...(gracefulDeletion ? [createPodEnder(parts)] : []),
  ];
  if (controllers.length === 0) return { run: () => undefined, end: () => undefined };
  const observe = (change: Change): void => {
    for (const controller of controllers) controller.observe(change);
  };
  for (const store of storage.stores()) {
    for (const { key, object } of store.sorted()) {
      const { resourceVersion = '' } = object.metadata;
      observe({ type: 'ADDED', object, previous: undefined, resourceVersion, store, key });
    }
  }
  const stopListening = storage.changes.listen(observe);
  return {
    end: () => {
      stopListening();
      for (const { end } of controllers) end?.();
    },
    run,
  };
}

/** Returns a function that finds the resource of a store, as of the newest state of the registry. */
function createResourceFinder(registry: Registry, storage: Storage): ControllerParts['resourceOf'] {
  let revision = -1;
  let known = new Map<ObjectStore, ServedResource | undefined>();
  return (store) => {
    if (revision !== registry.revision) {
      revision = registry.revision;
      known = new Map();
    }
    if (!known.has(store)) {
      known.set(
        store,
        registry.resources().find((each) => storage.find(registry.storageOf(each)) === store),
      );
    }
    return known.get(store);
  };
}
