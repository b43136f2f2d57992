import { cohabitingGroups } from '../identity/cohabitation.js';
import type { AdmissionRule } from './admission-rule.js';
import { endpointOf, inOrder, type ObjectSet, type Place, type RequestPlaces } from './request-places.js';
import type { AdmissionEndpoint } from './rule-expansion.js';

/** Where objects that a rule is about can be reached as well, and by what of the rule it is known. */
export interface Candidate {
  readonly place: Place;
  readonly sameAs: AdmissionEndpoint;
  /** Absent where what the rule names is not served. */
  readonly namedPlace?: Place;
}

/** Other places of the objects that a rule is about, without those that it names itself, in order. */
export function candidatesOf(
  rule: AdmissionRule,
  /** What it names, as far as it takes effect. */
  effective: readonly Place[],
  places: RequestPlaces,
): readonly Candidate[] {
  const named = places.namedBy(rule);
  const candidates = new Map<Place, Candidate>();
  const add = (set: ObjectSet, subresource: string, by: Omit<Candidate, 'place'>): void => {
    for (const place of set.places.get(subresource) ?? []) {
      if (!named.has(place) && !candidates.has(place)) candidates.set(place, { place, ...by });
    }
  };
  for (const place of effective) {
    for (const subresource of subresourcesMeant(rule, place)) {
      add(place.set, subresource, { sameAs: endpointOf(place), namedPlace: place });
    }
  }
  for (const { home, sameAs } of homesOfUnserved(rule, places)) add(home.set, home.subresource, { sameAs });
  return [...candidates.values()].sort((a, b) => inOrder(a.place, b.place));
}

/** With `pods/*` all subresources that the objects have at any of their endpoints. */
function subresourcesMeant({ resources }: AdmissionRule, place: Place): Iterable<string> {
  const all = resources.some(
    ({ resource, subresource }) => subresource === '*' && (resource === '*' || resource === place.resource),
  );
  return all ? place.set.places.keys() : [place.subresource];
}

/** Where the objects are that the rule names by a version or a group which the server does not serve. */
function homesOfUnserved(
  rule: AdmissionRule,
  places: RequestPlaces,
): { readonly home: Place; readonly sameAs: AdmissionEndpoint }[] {
  const [firstVersion = '*'] = rule.apiVersions;
  const served = new Set([...places.namedBy(rule)].map(({ group, resource }) => JSON.stringify([group, resource])));
  return [...rule.apiGroups].flatMap((group) =>
    rule.resources.flatMap(({ resource, subresource }) => {
      if (group === '*' || resource === '*' || served.has(JSON.stringify([group, resource]))) return [];
      const fits = places
        .ofPlural(resource)
        .filter(({ scope }) => rule.scope === '*' || rule.scope === scope)
        .filter((place) => subresource === '*' || subresource === place.subresource);
      const own = fits.filter((place) => place.group === group);
      const groups = cohabitingGroups(resource);
      const moved = groups.includes(group) ? fits.filter((place) => groups.includes(place.group)) : [];
      return (own.length > 0 ? own : moved).map((home) => ({
        home,
        sameAs: endpointOf({ group, version: firstVersion, resource, subresource: home.subresource }),
      }));
    }),
  );
}
