import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import type { Change } from '../store/change.js';
import { storeKey } from '../store/object-store.js';
import { cutPage } from '../store/page.js';
import { isNamespace, namespaceFinalizers, namespaceStore, withNamespaceFinalizers } from '../verbs/namespaces.js';
import { timestampOf } from '../verbs/resource-request.js';
import { isEqual } from '../../core/shared/is-equal.js';
import type { DeletionController, ControllerParts } from './deletion-controller.js';

/** The conditions of a namespace that is being deleted: the type, and reason and message if nothing is wrong. */
const conditions = [
  ['NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'],
  ['NamespaceDeletionGroupVersionParsingFailure', 'ParsedGroupVersions', 'All legacy kube types successfully parsed'],
  [
    'NamespaceDeletionContentFailure',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
  ['NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed'],
  ['NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
] as const;

/** What keeps a namespace: numbers of objects by resource, and by finalizer. */
interface Remaining {
  readonly resources: Map<string, number>;
  readonly finalizers: Map<string, number>;
}

/**
 * Ends deleted namespaces, as pkg/controller/namespace of Kubernetes does it, but without waiting: deletes the pods, then
 * everything else, and takes the finalizer from the spec when all is gone. Until then, the conditions say what remains.
 */
export function createNamespaceController({
  registry,
  resourceOf,
  storage,
  now,
  remove,
}: ControllerParts): DeletionController {
  const queue = new Set<string>();

  /** Deletes the objects of some resources, and counts those that stay. */
  const empty = (namespace: string, picks: (plural: string) => boolean, remaining: Remaining): void => {
    const seen = new Set<string>();
    for (const resource of registry.resources()) {
      const name = `${resource.resource}.${resource.group}`;
      if (resource.scope !== 'Namespaced' || !resource.verbs.includes('delete')) continue;
      if (!picks(name) || seen.has(name)) continue;
      seen.add(name);
      const store = storage.find(registry.storageOf(resource));
      if (store === undefined) continue;
      const contents = () => cutPage(store.sorted(), { namespace, limit: 0 }).objects;
      for (const object of contents()) {
        const key = storeKey(namespace, object.metadata.name ?? '');
        remove(store, key, object, resource, { propagation: { policy: 'Background' } });
      }
      const left = contents();
      if (left.length > 0) remaining.resources.set(name, left.length);
      for (const each of left.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
        remaining.finalizers.set(each, (remaining.finalizers.get(each) ?? 0) + 1);
      }
    }
  };

  const sync = (name: string): void => {
    const namespaces = namespaceStore({ registry, storage });
    const namespace = namespaces?.get(name);
    if (namespaces === undefined || namespace?.metadata.deletionTimestamp === undefined) return;
    if (namespaceFinalizers(namespace).length === 0) return;
    const arePods = (plural: string): boolean => plural === 'pods.';
    const remaining: Remaining = { resources: new Map(), finalizers: new Map() };
    empty(name, arePods, remaining);
    const isHeld = remaining.resources.size > 0;
    if (!isHeld) empty(name, (plural) => !arePods(plural), remaining);
    const status = statusOf(namespace, isHeld ? undefined : remaining, timestampOf(now()));
    const current = isEqual(status, namespace['status'])
      ? namespace
      : namespaces.put(name, { ...namespace, status }).object;
    if (remaining.resources.size > 0) return;
    const finalizers = namespaceFinalizers(current).filter((each) => each !== 'kubernetes');
    if (finalizers.length === namespaceFinalizers(current).length) return;
    if (finalizers.length === 0 && (current.metadata.finalizers ?? []).length === 0) namespaces.remove(name);
    else namespaces.put(name, withNamespaceFinalizers(current, finalizers));
  };

  return {
    observe: ({ object, store }: Change) => {
      const resource = resourceOf(store);
      const { name, namespace } = object.metadata;
      const affected = resource !== undefined && isNamespace(resource) ? name : namespace;
      if (affected !== undefined) queue.add(affected);
    },
    run: () => {
      let worked = false;
      for (const name of queue) {
        queue.delete(name);
        worked = true;
        sync(name);
      }
      return worked;
    },
  };
}

/** Returns the status of a namespace with what remains; undefined says nothing about it, as while there are pods. */
function statusOf({ status }: KubeObject, remaining: Remaining | undefined, time: string): object {
  const given = isJsonRecord(status) ? status : {};
  const before = (Array.isArray(given['conditions']) ? given['conditions'] : []).filter(isJsonRecord);
  const problems = new Map<string, readonly [reason: string, message: string]>();
  const told = (counts: ReadonlyMap<string, number>, words: string): string =>
    [...counts]
      .map(([each, count]) => `${each} ${words.replace('#', String(count))}`)
      .sort()
      .join(', ');
  if (remaining !== undefined && remaining.resources.size > 0) {
    const message = `Some resources are remaining: ${told(remaining.resources, 'has # resource instances')}`;
    problems.set('NamespaceContentRemaining', ['SomeResourcesRemain', message]);
  }
  if (remaining !== undefined && remaining.finalizers.size > 0) {
    const which = told(remaining.finalizers, 'in # resource instances');
    const message = `Some content in the namespace has finalizers remaining: ${which}`;
    problems.set('NamespaceFinalizersRemaining', ['SomeFinalizersRemain', message]);
  }
  const others = before.filter(({ type }) => !conditions.some(([own]) => own === type));
  const own = conditions.map(([type, okReason, okMessage]) => {
    const problem = problems.get(type);
    const [reason, message] = problem ?? [okReason, okMessage];
    const old = before.find((each) => each['type'] === type);
    const newStatus = problem === undefined ? 'False' : 'True';
    const lastTransitionTime = old?.['status'] === newStatus ? old['lastTransitionTime'] : time;
    return { type, status: newStatus, lastTransitionTime, reason, message };
  });
  return { ...given, phase: 'Terminating', conditions: [...others, ...own] };
}
