import { formatGroupVersionResource } from '../../model/group-version-resource.js';
import type { ServedResource } from './served.js';

/** Groups that hold the same objects on real servers, by plural. */
const cohabiting: readonly (readonly [string, readonly string[]])[] = [
  ['events', ['', 'events.k8s.io']],
  ['deployments', ['apps', 'extensions']],
  ['daemonsets', ['apps', 'extensions']],
  ['replicasets', ['apps', 'extensions']],
  ['ingresses', ['networking.k8s.io', 'extensions']],
  ['networkpolicies', ['networking.k8s.io', 'extensions']],
];

/** All versions of one plural in one group: they always share their objects. */
export function familyOf({ group, resource }: Pick<ServedResource, 'group' | 'resource'>): string {
  return JSON.stringify([group, resource]);
}

/**
 * Which families share one storage: each family to the first one of its storage. Families are joined by
 * `sharesStorageWith`, equal internalID, equal storageVersionHash with plural and scope, and cohabitation.
 */
export function storageFamilies(resources: readonly ServedResource[]): ReadonlyMap<string, string> {
  const roots = new Map<string, string>();
  const evidence = new Map<string, string>();
  const endpoints = new Map(resources.map((resource) => [formatGroupVersionResource(resource), familyOf(resource)]));

  const rootOf = (family: string): string => {
    let root = family;
    for (let next = roots.get(root); next !== undefined && next !== root; next = roots.get(root)) root = next;
    return root;
  };
  for (const resource of resources) {
    const family = familyOf(resource);
    if (!roots.has(family)) roots.set(family, family);
    for (const mark of marksOf(resource)) {
      const known = evidence.get(mark);
      if (known === undefined) evidence.set(mark, family);
      else roots.set(rootOf(family), rootOf(known));
    }
  }
  for (const resource of resources) {
    const other = resource.sharesStorageWith === undefined ? undefined : endpoints.get(resource.sharesStorageWith);
    if (other !== undefined && rootOf(other) !== rootOf(familyOf(resource))) {
      roots.set(rootOf(familyOf(resource)), rootOf(other));
    }
  }
  return new Map([...roots.keys()].map((family) => [family, rootOf(family)]));
}

/** What a resource has in common with those that share its objects. */
function marksOf({ group, resource, scope, internalID = '', storageVersionHash = '' }: ServedResource): string[] {
  const marks: string[] = [];
  if (internalID !== '') marks.push(JSON.stringify(['id', internalID]));
  if (storageVersionHash !== '') marks.push(JSON.stringify(['hash', storageVersionHash, resource, scope]));
  for (const [plural, groups] of cohabiting) {
    if (plural === resource && groups.includes(group)) marks.push(JSON.stringify(['cohabiting', plural, groups]));
  }
  return marks;
}
