import type { GroupResource } from './group-version-resource.js';

const apps = ['apps', 'extensions'];

const documented: ReadonlyMap<string, readonly string[]> = new Map([
  ['networkpolicies', ['networking.k8s.io', 'extensions']],
  ['deployments', apps],
  ['daemonsets', apps],
  ['replicasets', apps],
  ['events', ['', 'events.k8s.io']],
  ['replicationcontrollers', ['', 'extensions']],
  ['podsecuritypolicies', ['policy', 'extensions']],
  ['ingresses', ['networking.k8s.io', 'extensions']],
]);

/**
 * Returns the groups under which every Kubernetes server that has them serves the same objects of this resource; none
 * for other resources. The list is the server's own: it configures the storage to keep these resources in one place.
 * Since 1.22 only `events` is left of it.
 * @see https://github.com/kubernetes/kubernetes/blob/master/pkg/kubeapiserver/default_storage_factory_builder.go
 */
export function cohabitingGroups(resource: string): readonly string[] {
  return documented.get(resource) ?? [];
}

/** Reports whether two resources are one set of objects by {@link cohabitingGroups}; true for a resource and itself. */
export function cohabit(a: GroupResource, b: GroupResource): boolean {
  if (a.resource !== b.resource) return false;
  if (a.group === b.group) return true;
  const groups = cohabitingGroups(a.resource);
  return groups.includes(a.group) && groups.includes(b.group);
}

/** Reports whether two groups serve one set of objects by {@link cohabitingGroups}, for any resource. */
export function groupsCohabit(a: string, b: string): boolean {
  return [...documented.values()].some((groups) => groups.includes(a) && groups.includes(b));
}
