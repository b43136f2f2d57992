import { cohabitingGroups } from '../model/cohabiting-groups.js';
import { allows, type AdmissionRule } from './admission-rule.js';
import {
  admissionEndpointOf,
  comparePlaces,
  type AdmissionPlace,
  type AdmissionPlaces,
  type AdmissionSet,
  type NamedPlaces,
} from './request-places.js';
import type { AdmissionEndpoint } from './rule-expansion.js';

/** Another place of the objects of a rule, and the part of the rule that leads to it. */
export interface CandidatePlace {
  readonly place: AdmissionPlace;
  readonly sameAs: AdmissionEndpoint;
  /** Absent if the endpoint that the rule names is not served. */
  readonly namedPlace?: AdmissionPlace;
}

/** Returns the other places of the objects of a rule, without those that the rule itself names, sorted. */
export function candidatesOf(
  named: NamedPlaces,
  /** The named places at which the rule takes effect. */
  effective: readonly AdmissionPlace[],
  homes: readonly UnservedHome[],
): readonly CandidatePlace[] {
  const candidates = new Map<AdmissionPlace, CandidatePlace>();
  const seen = new Map<AdmissionSet, Set<string>>();
  const add = (set: AdmissionSet, subresource: string, by: () => Omit<CandidatePlace, 'place'>): void => {
    const known = seen.get(set) ?? new Set();
    if (known.has(subresource)) return;
    seen.set(set, known.add(subresource));
    for (const place of set.places.get(subresource) ?? []) {
      if (!named.places.has(place)) candidates.set(place, { place, ...by() });
    }
  };
  for (const place of effective) {
    // `pods/*` means all subresources that the objects have at any of their endpoints.
    const isWhole = allows(named.withAllSubresources, place.resource);
    for (const subresource of isWhole ? place.set.places.keys() : [place.subresource]) {
      add(place.set, subresource, () => ({ sameAs: admissionEndpointOf(place), namedPlace: place }));
    }
  }
  for (const { home, sameAs } of homes) add(home.set, home.subresource, () => ({ sameAs }));
  return [...candidates.values()].sort((a, b) => comparePlaces(a.place, b.place));
}

/** The place of objects that a rule names by a version or a group that the server does not serve. */
export interface UnservedHome {
  readonly home: AdmissionPlace;
  readonly sameAs: AdmissionEndpoint;
}

/** Finds the homes of unserved endpoints of a rule: another version of the group, or the group they moved to. */
export function homesOfUnserved(
  { apiGroups, apiVersions, resources, scope }: AdmissionRule,
  named: NamedPlaces,
  places: AdmissionPlaces,
): readonly UnservedHome[] {
  if (apiGroups.has('*')) return [];
  const [version = '*'] = apiVersions;
  const served = resources.filter(({ resource }) => resource !== '*' && places.hasPlural(resource));
  const groups = [...apiGroups].filter(
    (group) => places.hasGroup(group) || served.some(({ resource }) => cohabitingGroups(resource).includes(group)),
  );
  return groups.flatMap((group) =>
    served.flatMap(({ resource, subresource }): UnservedHome[] => {
      if (named.hasAnyOf({ group, resource })) return [];
      const isMeant = (place: AdmissionPlace): boolean =>
        (scope === '*' || scope === place.scope) && (subresource === '*' || subresource === place.subresource);
      const own = places.ofGroupResource({ group, resource }).filter(isMeant);
      const cohabiting = cohabitingGroups(resource);
      const moved = own.length === 0 && cohabiting.includes(group) ? cohabiting : [];
      const homes = moved.flatMap((each) => places.ofGroupResource({ group: each, resource }).filter(isMeant));
      return [...own, ...homes.sort(comparePlaces)].map((home) => ({
        home,
        sameAs: admissionEndpointOf({ group, version, resource, subresource: home.subresource }),
      }));
    }),
  );
}
