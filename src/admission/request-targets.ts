import { groupBy } from '../core/shared/group-by.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { EquivalenceClass } from '../identity/classify.js';
import type { GroupResource } from '../core/model/group-version-resource.js';
import { compareVersions } from '../core/model/version-order.js';
import { type AdmissionRule, isExemptFromAdmission, type RuleTarget, targetMatcher } from './read-configuration.js';
import type { AdmissionEndpoint } from './rule-expansion.js';

/** A target in the catalog whose requests pass admission. */
export interface AdmissionTarget extends RuleTarget {
  readonly entry: ResourceEntry;
  readonly set: AdmissionSet;
}

/** The targets of one set of objects, by subresource. */
export interface AdmissionSet {
  readonly known: EquivalenceClass;
  readonly targets: ReadonlyMap<string, readonly AdmissionTarget[]>;
}

/** The targets that a rule names; the same object for all rules that name the same. */
export interface NamedTargets {
  readonly targets: ReadonlySet<AdmissionTarget>;
  /** Reports whether the rule names any target with this plural in this group. */
  readonly hasAnyOf: (named: GroupResource) => boolean;
  /** The plurals whose subresources the rule names all; `*` means all plurals. */
  readonly withAllSubresources: ReadonlySet<string>;
}

/** All targets of a server. */
export interface AdmissionTargets {
  /** Returns the targets that the rule itself names. */
  readonly namedBy: (rule: AdmissionRule) => NamedTargets;
  readonly hasGroup: (group: string) => boolean;
  readonly hasPlural: (plural: string) => boolean;
  /** Returns the targets of a plural in a group, in all versions. */
  readonly ofGroupResource: (named: GroupResource) => readonly AdmissionTarget[];
  readonly ofEntry: (entry: ResourceEntry) => readonly AdmissionTarget[];
}

/** Verbs that do not pass admission. */
const reads: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
const noTargets: readonly never[] = Object.freeze([]);

/** Finds all targets, except those that can only be read and those that servers exempt. */
export function admissionTargets(classes: readonly EquivalenceClass[]): AdmissionTargets {
  const all = targetsOf(classes).sort(compareTargets);
  const byPlural = groupBy(all, ({ resource }) => resource);
  const byEntry = groupBy(all, ({ entry }) => entry);
  const byGroup = groupBy(all, ({ group }) => group);
  const byGroupResource = groupBy(all, groupResourceKey);
  const versions = new Set(all.map(({ version }) => version));

  /** Yields a superset of the targets that a rule names, plural by plural. */
  function* candidatesOf({ apiGroups, resources }: AdmissionRule): Iterable<AdmissionTarget> {
    const plurals = new Set(resources.map(({ resource }) => resource));
    if (plurals.has('*')) {
      if (apiGroups.has('*')) yield* all;
      else yield* all.filter(({ group }) => apiGroups.has(group));
      return;
    }
    for (const resource of plurals) {
      if (apiGroups.has('*')) yield* byPlural.get(resource) ?? noTargets;
      else {
        const found = [...apiGroups].flatMap(
          (group) => byGroupResource.get(groupResourceKey({ group, resource })) ?? [],
        );
        yield* found.sort(compareTargets);
      }
    }
  }

  // Rules that differ only in their operations, or in words that name nothing here, are common.
  const known = new Map<string, NamedTargets>();
  return {
    namedBy(rule) {
      const isServed = ({ resource }: { readonly resource: string }): boolean =>
        resource === '*' || byPlural.has(resource);
      const relevant: AdmissionRule = {
        ...rule,
        apiGroups: new Set([...rule.apiGroups].filter((group) => group === '*' || byGroup.has(group)).sort()),
        apiVersions: new Set(
          [...rule.apiVersions].filter((version) => version === '*' || versions.has(version)).sort(),
        ),
        resources: rule.resources.filter(isServed),
      };
      const key = JSON.stringify([[...relevant.apiGroups], [...relevant.apiVersions], relevant.resources, rule.scope]);
      const before = known.get(key);
      if (before !== undefined) return before;
      const isNamed = targetMatcher(relevant);
      const targets = new Set<AdmissionTarget>();
      for (const target of candidatesOf(relevant)) if (isNamed(target)) targets.add(target);
      const whole = relevant.resources.filter(({ subresource }) => subresource === '*');
      let groupResources: ReadonlySet<string> | undefined;
      const named: NamedTargets = {
        targets,
        hasAnyOf: (one) => (groupResources ??= new Set([...targets].map(groupResourceKey))).has(groupResourceKey(one)),
        withAllSubresources: new Set(whole.map(({ resource }) => resource)),
      };
      known.set(key, named);
      return named;
    },
    hasGroup: (group) => byGroup.has(group),
    hasPlural: (plural) => byPlural.has(plural),
    ofGroupResource: (named) => byGroupResource.get(groupResourceKey(named)) ?? noTargets,
    ofEntry: (entry) => byEntry.get(entry) ?? noTargets,
  };
}

function targetsOf(classes: readonly EquivalenceClass[]): AdmissionTarget[] {
  return classes.flatMap((known) => {
    const targets = new Map<string, AdmissionTarget[]>();
    const set: AdmissionSet = { known, targets };
    const found = known.endpoints.flatMap((entry) => {
      const { group, version, resource, scope } = entry;
      return subresourcesWithAdmission(entry).map((subresource): AdmissionTarget => {
        return { group, version, resource, scope, subresource, entry, set };
      });
    });
    for (const target of found.sort(compareTargets)) {
      const list = targets.get(target.subresource);
      if (list === undefined) targets.set(target.subresource, [target]);
      else list.push(target);
    }
    return found;
  });
}

/** Returns a target as findings show it. */
export function admissionEndpointOf({
  group,
  version,
  resource,
  subresource,
}: Omit<RuleTarget, 'scope'>): AdmissionEndpoint {
  return Object.freeze(subresource === '' ? { group, version, resource } : { group, version, resource, subresource });
}

/** Compares by group, version and name, so that the result does not depend on the order of the server's documents. */
export function compareTargets(a: AdmissionTarget, b: AdmissionTarget): number {
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
  if (isExemptFromAdmission(entry)) return noTargets;
  const isWritable = (verbs: readonly string[]): boolean => verbs.some((verb) => !reads.has(verb));
  const own = entry.kind !== '' && isWritable(entry.verbs) ? [''] : [];
  const below = entry.subresources.filter(({ verbs }) => isWritable(verbs));
  return [...own, ...below.map(({ subresource }) => subresource)];
}

function groupResourceKey({ group, resource }: GroupResource): string {
  return JSON.stringify([group, resource]);
}
