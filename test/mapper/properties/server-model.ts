import { compareVersions } from '../../../src/core/model/version-order.js';

/** A server as its administrator knows it: an APIService for each group-version, and what is behind them. */
export interface ServerModel {
  readonly services: readonly ApiService[];
}

/** Who serves a group-version: the kube-apiserver itself, its custom resources, or a server behind the aggregator. */
export type Source = 'built-in' | 'custom resources' | 'extension server';

/**
 * One group-version. Custom resource definitions all have the priorities 1000 and 100; an extension server's are set by
 * who installs it.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/api-service-v1/
 */
export interface ApiService {
  readonly group: string;
  readonly version: string;
  readonly source: Source;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
  /** False for one whose backend is gone. */
  readonly answers: boolean;
  readonly resources: readonly ModelResource[];
  /** How far the list of custom resources is turned in the legacy document, where it has no order. */
  readonly turn: number;
}

/** A resource; an empty kind makes it a parent that only its subresources speak of. */
export interface ModelResource {
  readonly plural: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly { readonly name: string; readonly kind: string }[];
  /** Opaque, in legacy documents only. */
  readonly storageVersionHash: string;
  /** Opaque, where a server gives it. */
  readonly internalID: string;
}

/** The services of the core group, which has no priority: it has a root of its own. */
export function coreServices({ services }: ServerModel): readonly ApiService[] {
  return byVersion(services.filter(({ group }) => group === ''));
}

/** All other groups in the order of an aggregated document: by the highest priority in the group, ties by its name. */
export function aggregatedGroups({ services }: ServerModel): readonly (readonly ApiService[])[] {
  const groups = [...grouped(services).values()];
  const priority = (group: readonly ApiService[]): number =>
    Math.max(...group.map(({ groupPriorityMinimum }) => groupPriorityMinimum));
  const nameOf = (group: readonly ApiService[]): string => group[0]?.group ?? '';
  return groups
    .sort((a, b) => priority(b) - priority(a) || (nameOf(a) < nameOf(b) ? -1 : 1))
    .map((group) => byVersion(group));
}

/** The same in the order of a legacy document: by priority, ties by the names of the APIServices (`v1.apps`). */
export function legacyGroups({ services }: ServerModel): readonly (readonly ApiService[])[] {
  const nameOf = ({ version, group }: ApiService): string => `${version}.${group}`;
  const sorted = [...services].sort(
    (a, b) => b.groupPriorityMinimum - a.groupPriorityMinimum || (nameOf(a) < nameOf(b) ? -1 : 1),
  );
  return [...grouped(sorted).values()].map((group) => byVersion(group));
}

/** The same server, but that every custom group and every extension server has the priority of custom resources. */
export function withoutOwnPriorities({ services }: ServerModel): ServerModel {
  return {
    services: services.map((service) =>
      service.source === 'built-in' ? service : { ...service, groupPriorityMinimum: 1000 },
    ),
  };
}

function grouped(services: readonly ApiService[]): Map<string, ApiService[]> {
  const groups = new Map<string, ApiService[]>();
  for (const service of services) {
    if (service.group === '') continue;
    groups.set(service.group, [...(groups.get(service.group) ?? []), service]);
  }
  return groups;
}

function byVersion(services: readonly ApiService[]): readonly ApiService[] {
  return [...services].sort((a, b) => b.versionPriority - a.versionPriority || compareVersions(a.version, b.version));
}
