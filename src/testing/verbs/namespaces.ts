import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import type { Registry } from '../served/registry.js';
import type { ServedResource } from '../served/served.js';
import type { ObjectStore } from '../store/change.js';
import type { Storage } from '../store/storage.js';
import { forbidden, namespaceTerminating, objectNotFound } from '../wire/refusals.js';
import type { Backend, ObjectRequest, ResourceRequest } from './resource-request.js';

const namespaces = { group: '', version: 'v1', resource: 'namespaces' };

/** The namespaces of every cluster; the last one may be deleted. */
export const initialNamespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease'] as const;
const immortal: readonly string[] = initialNamespaces.slice(0, -1);

/** Returns the store of namespaces; undefined if the server does not serve any. */
export function namespaceStore({
  registry,
  storage,
}: {
  registry: Registry;
  storage: Storage;
}): ObjectStore | undefined {
  const served = registry.resource(namespaces);
  return served && storage.store(registry.storageOf(served));
}

export function isNamespace({ group, resource }: ServedResource): boolean {
  return group === '' && resource === 'namespaces';
}

/**
 * Throws 404 for a create in a namespace that does not exist, and 403 in one that is being deleted, as the admission
 * plugin NamespaceLifecycle. `name` is that of the object, or what its name begins with.
 */
export function requireNamespace({ resource, namespace }: ResourceRequest, name: string, backend: Backend): void {
  if (!backend.namespaceLifecycle || namespace === undefined) return;
  const object = namespaceStore(backend)?.get(namespace);
  if (object === undefined) throw objectNotFound(namespaces, namespace);
  const { status } = object;
  if (isJsonRecord(status) && status['phase'] === 'Terminating') throw namespaceTerminating(resource, name, namespace);
}

/** Throws 403 for the deletion of a namespace that every cluster needs. */
export function refuseImmortal({ resource, name }: ObjectRequest, { namespaceLifecycle }: Backend): void {
  if (!namespaceLifecycle || !isNamespace(resource) || !immortal.includes(name)) return;
  throw forbidden('this namespace may not be deleted', namespaces, name);
}

/**
 * Returns the finalizers in the spec of a namespace, which keep it until it is empty. One that a test has stored without
 * a spec has that of a new one.
 */
export function namespaceFinalizers({ spec }: KubeObject): readonly string[] {
  if (spec === undefined) return ['kubernetes'];
  const finalizers = isJsonRecord(spec) ? spec['finalizers'] : undefined;
  return Array.isArray(finalizers) ? finalizers.filter((each) => typeof each === 'string') : [];
}

/** Returns a namespace with other finalizers in its spec. */
export function withNamespaceFinalizers(namespace: KubeObject, finalizers: readonly string[]): KubeObject {
  return { ...namespace, spec: finalizers.length === 0 ? {} : { finalizers } };
}
