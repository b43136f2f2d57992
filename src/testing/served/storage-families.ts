import { formatGroupVersionResource } from '../../core/model/group-version-resource.js';
import type { ServedResource } from './served.js';

/** Groups that share objects on real servers, by plural. */
const cohabiting: readonly (readonly [string, readonly string[]])[] = [
  ['events', ['', 'events.k8s.io']],
  ['deployments', ['apps', 'extensions']],
  ['daemonsets', ['apps', 'extensions']],
  ['replicasets', ['apps', 'extensions']],
  ['ingresses', ['networking.k8s.io', 'extensions']],
  ['networkpolicies', ['networking.k8s.io', 'extensions']],
];

/** Returns the family of a resource: all versions of one plural in one group, which always share their objects. */
export function familyOf({ group, resource }: Pick<ServedResource, 'group' | 'resource'>): string {
  return JSON.stringify([group, resource]);
}

/**
 * Maps each family to the first family of its storage. Families share a storage through `sharesStorageWith`, equal
 * internalID, equal storageVersionHash with equal plural and scope, or cohabitation.
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

/** Returns the marks that a resource has in common with those that share its objects. */
function marksOf({ group, resource, scope, internalID = '', storageVersionHash = '' }: ServedResource): string[] {
  const marks: string[] = [];
  if (internalID !== '') marks.push(JSON.stringify(['id', internalID]));
  if (storageVersionHash !== '') marks.push(JSON.stringify(['hash', storageVersionHash, resource, scope]));
  for (const [plural, groups] of cohabiting) {
    if (plural === resource && groups.includes(group)) marks.push(JSON.stringify(['cohabiting', plural, groups]));
  }
  return marks;
}
