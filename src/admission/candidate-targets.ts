import { cohabitingGroups } from '../core/model/cohabiting-groups.js';
import { allows, type AdmissionRule } from './admission-rule.js';
import {
  admissionEndpointOf,
  compareTargets,
  type AdmissionTarget,
  type AdmissionTargets,
  type AdmissionSet,
  type NamedTargets,
} from './request-targets.js';
import type { AdmissionEndpoint } from './rule-expansion.js';

/** Another target of the objects of a rule, and the part of the rule that leads to it. */
export interface CandidateTarget {
  readonly target: AdmissionTarget;
  readonly sameAs: AdmissionEndpoint;
  /** Absent if the endpoint that the rule names is not served. */
  readonly namedTarget?: AdmissionTarget;
}

/** Returns the other targets of the objects of a rule, without those that the rule itself names, sorted. */
export function candidatesOf(
  named: NamedTargets,
  /** The named targets at which the rule takes effect. */
  effective: readonly AdmissionTarget[],
  homes: readonly UnservedHome[],
): readonly CandidateTarget[] {
  const candidates = new Map<AdmissionTarget, CandidateTarget>();
  const seen = new Map<AdmissionSet, Set<string>>();
  const add = (set: AdmissionSet, subresource: string, by: () => Omit<CandidateTarget, 'target'>): void => {
    const known = seen.get(set) ?? new Set();
    if (known.has(subresource)) return;
    seen.set(set, known.add(subresource));
    for (const target of set.targets.get(subresource) ?? []) {
      if (!named.targets.has(target)) candidates.set(target, { target, ...by() });
    }
  };
  for (const target of effective) {
    // `pods/*` means all subresources that the objects have at any of their endpoints.
    const isWhole = allows(named.withAllSubresources, target.resource);
    for (const subresource of isWhole ? target.set.targets.keys() : [target.subresource]) {
      add(target.set, subresource, () => ({ sameAs: admissionEndpointOf(target), namedTarget: target }));
    }
  }
  for (const { home, sameAs } of homes) add(home.set, home.subresource, () => ({ sameAs }));
  return [...candidates.values()].sort((a, b) => compareTargets(a.target, b.target));
}

/** The target of objects that a rule names by a version or a group that the server does not serve. */
export interface UnservedHome {
  readonly home: AdmissionTarget;
  readonly sameAs: AdmissionEndpoint;
}

/** Finds the homes of unserved endpoints of a rule: another version of the group, or the group they moved to. */
export function homesOfUnserved(
  { apiGroups, apiVersions, resources, scope }: AdmissionRule,
  named: NamedTargets,
  targets: AdmissionTargets,
): readonly UnservedHome[] {
  if (apiGroups.has('*')) return [];
  const [version = '*'] = apiVersions;
  const served = resources.filter(({ resource }) => resource !== '*' && targets.hasPlural(resource));
  const groups = [...apiGroups].filter(
    (group) => targets.hasGroup(group) || served.some(({ resource }) => cohabitingGroups(resource).includes(group)),
  );
  return groups.flatMap((group) =>
    served.flatMap(({ resource, subresource }): UnservedHome[] => {
      if (named.hasAnyOf({ group, resource })) return [];
      const isMeant = (target: AdmissionTarget): boolean =>
        (scope === '*' || scope === target.scope) && (subresource === '*' || subresource === target.subresource);
      const own = targets.ofGroupResource({ group, resource }).filter(isMeant);
      const cohabiting = cohabitingGroups(resource);
      const moved = own.length === 0 && cohabiting.includes(group) ? cohabiting : [];
      const homes = moved.flatMap((each) => targets.ofGroupResource({ group: each, resource }).filter(isMeant));
      return [...own, ...homes.sort(compareTargets)].map((home) => ({
        home,
        sameAs: admissionEndpointOf({ group, version, resource, subresource: home.subresource }),
      }));
    }),
  );
}
