import type { ResourceEntry } from '../catalog/entries.js';
import type { EquivalenceClass } from '../identity/equivalence-class.js';
import { compareVersions } from '../model/version-order.js';
import { names, type AdmissionRule, type RequestPlace } from './admission-rule.js';
import { isExempt } from './configuration-kinds.js';
import type { AdmissionEndpoint } from './rule-expansion.js';

/** A place that requests with admission go to. */
export interface Place extends RequestPlace {
  readonly entry: ResourceEntry;
  readonly set: ObjectSet;
}

/** The places of one set of objects, by subresource. */
export interface ObjectSet {
  readonly known: EquivalenceClass;
  readonly places: ReadonlyMap<string, readonly Place[]>;
}

/** All places of a server. */
export interface RequestPlaces {
  /** Those that the rule itself names. */
  readonly namedBy: (rule: AdmissionRule) => ReadonlySet<Place>;
  /** Those of the plural, whatever the group. */
  readonly ofPlural: (plural: string) => readonly Place[];
}

/** Reads do not come to admission. */
const reads: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** Finds all places once; places that can only be read, and those that servers exempt, are none. */
export function findPlaces(classes: readonly EquivalenceClass[]): RequestPlaces {
  const byPlural = new Map<string, Place[]>();
  const all: Place[] = [];
  for (const known of classes) {
    const places = new Map<string, Place[]>();
    const set: ObjectSet = { known, places };
    for (const entry of known.endpoints) {
      const { group, version, resource, scope } = entry;
      for (const subresource of subresourcesWithAdmission(entry)) {
        const place = { group, version, resource, scope, subresource, entry, set };
        for (const list of [listIn(places, subresource), listIn(byPlural, resource), all]) list.push(place);
      }
    }
    for (const list of places.values()) list.sort(inOrder);
  }
  for (const list of [all, ...byPlural.values()]) list.sort(inOrder);

  // Rules that differ in their operations alone are common.
  const known = new Map<string, ReadonlySet<Place>>();
  return {
    namedBy(rule) {
      const key = JSON.stringify([[...rule.apiGroups], [...rule.apiVersions], rule.resources, rule.scope]);
      const plurals = new Set(rule.resources.map(({ resource }) => resource));
      const candidates = plurals.has('*') ? all : [...plurals].flatMap((plural) => byPlural.get(plural) ?? []);
      const named = known.get(key) ?? new Set(candidates.filter((place) => names(rule, place)));
      known.set(key, named);
      return named;
    },
    ofPlural: (plural) => byPlural.get(plural) ?? [],
  };
}

/** As it stands in a finding. */
export function endpointOf({ group, version, resource, subresource }: Omit<RequestPlace, 'scope'>): AdmissionEndpoint {
  return Object.freeze(subresource === '' ? { group, version, resource } : { group, version, resource, subresource });
}

/** By group, version and name, so that what is written does not depend on the order of the server's documents. */
export function inOrder(a: Place, b: Place): number {
  return (
    compareWords(a.group, b.group) ||
    compareVersions(a.version, b.version) ||
    compareWords(a.resource, b.resource) ||
    compareWords(a.subresource, b.subresource)
  );
}

function compareWords(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function subresourcesWithAdmission(entry: ResourceEntry): readonly string[] {
  if (isExempt(entry)) return [];
  const writable = (verbs: readonly string[]): boolean => verbs.some((verb) => !reads.has(verb));
  const own = entry.kind !== '' && writable(entry.verbs) ? [''] : [];
  const below = entry.subresources.filter(({ verbs }) => writable(verbs));
  return [...own, ...below.map(({ subresource }) => subresource)];
}

function listIn<Value>(map: Map<string, Value[]>, key: string): Value[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const list: Value[] = [];
  map.set(key, list);
  return list;
}
