import type { CatalogFailure } from '../core/catalog/failures.js';
import {
  type EvidenceKind,
  type Evidence,
  ownEvidence,
  type RemoteGroupVersion,
  identityOptionNames,
  type IdentityOptions,
} from '../identity/evidence.js';
import type { GroupVersionResource, GroupResource } from '../core/model/group-version-resource.js';
import {
  type MatchPolicy,
  type AdmissionRule,
  isExemptFromAdmission,
  type RuleTarget,
  targetMatcher,
  allows,
  type Hook,
  type Operations,
  type RuleList,
  writeOperations,
  readConfiguration,
} from './read-configuration.js';
import { groupBy } from '../core/shared/group-by.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { type EquivalenceClass, createBackendOf } from '../identity/classify.js';
import { compareVersions } from '../core/model/version-order.js';
import { cohabit, cohabitingGroups } from '../core/model/cohabiting-groups.js';
import type { GroupVersion } from '../core/model/group-version.js';
import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import type { Catalog } from '../core/catalog/catalog.js';
import { createAliasFinder } from '../identity/aliases.js';
import { identityReport } from '../identity/identity-report.js';
import { requireKnownOptions } from '../core/shared/arguments.js';

/** The target of a request: an endpoint, or a subresource of its objects. */
export interface AdmissionEndpoint extends GroupVersionResource {
  /** `scale`; absent for the objects themselves. */
  readonly subresource?: string;
}

/**
 * Why a rule misses requests to an endpoint that serves its objects.
 *
 * - `exact`: the rules match exactly, and name other endpoints of these objects.
 * - `another server`: one of the two is served by a server behind the aggregator, so no server knows that they are the
 *   same.
 * - `unknown to the server`: the server serves both but does not know that they are the same, because only their
 *   `internalID` says so.
 * - `not served`: the endpoint that the rule names is not served; this endpoint is documented to serve the same
 *   objects: another version of the resource, or a group that it moved to.
 */
export type MissReason = 'exact' | 'another server' | 'unknown to the server' | 'not served';

/** An endpoint that a rule misses. */
export interface MissedEndpoint extends AdmissionEndpoint {
  /** The endpoint of these objects that the rule names. Its version is `*` if the rule has `*` and it is not served. */
  readonly sameAs: AdmissionEndpoint;
  /** Why the server does not apply the rule to it. */
  readonly reason: MissReason;
  /** The operations of the rule that no other rule covers. */
  readonly operations: readonly string[];
  /** The kinds of evidence that join the set of endpoints, each once; empty for `not served`. */
  readonly evidence: readonly EvidenceKind[];
}

/** An endpoint that a rule does not name, although the server applies the rule to its requests. */
export interface CoveredEndpoint extends AdmissionEndpoint {
  /** The endpoint that the rules name and the server knows to be equivalent. */
  readonly sameAs: AdmissionEndpoint;
}

/** The result for one rule; endpoints are sorted by group, version and name. */
export interface RuleFinding {
  /** The path of the rule: `webhooks[0].rules[1]`, `spec.matchConstraints.excludeResourceRules[0]`. */
  readonly path: string;
  /** The name of its webhook or policy; empty if it has none. */
  readonly name: string;
  /** The policy that applies to the rule. */
  readonly matchPolicy: MatchPolicy;
  /** How many endpoints the rule itself names, including subresources; 0 if none is served. */
  readonly matches: number;
  /** Endpoints of the same objects that the rule does not reach. */
  readonly missed: readonly MissedEndpoint[];
  /** Endpoints of the same objects that the rule does not name, but to whose requests the server applies it. */
  readonly covered: readonly CoveredEndpoint[];
  /** Endpoints with the same plural and scope but no evidence either way: check them yourself. */
  readonly unknown: readonly AdmissionEndpoint[];
}

/** The result of `expandRules`. */
export interface RuleExpansion<T> {
  /**
   * The configuration with further rules behind each rule that misses something; unknown fields are kept. The input is
   * not modified, and the two share their unchanged parts.
   */
  readonly configuration: T;
  /** Whether no rule misses an endpoint. */
  readonly complete: boolean;
  /** One for each rule, in the order of the configuration. */
  readonly findings: readonly RuleFinding[];
  /** Parts of the server that could not be read; each may hide a missed endpoint. */
  readonly unread: readonly CatalogFailure[];
}

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

/** Verbs that do not pass admission. */
const reads: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
const noTargets: readonly never[] = Object.freeze([]);

/** All targets of a server. */
export type AdmissionTargets = ReturnType<typeof admissionTargets>;

/** Finds all targets, except those that can only be read and those that servers exempt. */
export function admissionTargets(classes: readonly EquivalenceClass[]) {
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
    /** Returns the targets that the rule itself names. */
    namedBy(rule: AdmissionRule): NamedTargets {
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
    hasGroup: (group: string): boolean => byGroup.has(group),
    hasPlural: (plural: string): boolean => byPlural.has(plural),
    /** Returns the targets of a plural in a group, in all versions. */
    ofGroupResource: (named: GroupResource): readonly AdmissionTarget[] =>
      byGroupResource.get(groupResourceKey(named)) ?? noTargets,
    ofEntry: (entry: ResourceEntry): readonly AdmissionTarget[] => byEntry.get(entry) ?? noTargets,
  };
}

function targetsOf(classes: readonly EquivalenceClass[]): AdmissionTarget[] {
  return classes.flatMap((known) => {
    const targets = new Map<string, readonly AdmissionTarget[]>();
    const set: AdmissionSet = { known, targets };
    const found = known.endpoints.flatMap((entry) => {
      const { group, version, resource, scope } = entry;
      return subresourcesWithAdmission(entry).map((subresource): AdmissionTarget => {
        return { group, version, resource, scope, subresource, entry, set };
      });
    });
    for (const [subresource, alike] of groupBy(found.sort(compareTargets), (target) => target.subresource)) {
      targets.set(subresource, alike);
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
  homes: readonly MissingHome[],
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
export interface MissingHome {
  readonly home: AdmissionTarget;
  readonly sameAs: AdmissionEndpoint;
}

/** Finds the homes of the endpoints that are not served of a rule: another version of the group, or the group they moved to. */
export function homesOfMissing(
  { apiGroups, apiVersions, resources, scope }: AdmissionRule,
  named: NamedTargets,
  targets: AdmissionTargets,
): readonly MissingHome[] {
  if (apiGroups.has('*')) return [];
  const [version = '*'] = apiVersions;
  const served = resources.filter(({ resource }) => resource !== '*' && targets.hasPlural(resource));
  const groups = [...apiGroups].filter(
    (group) => targets.hasGroup(group) || served.some(({ resource }) => cohabitingGroups(resource).includes(group)),
  );
  return groups.flatMap((group) =>
    served.flatMap(({ resource, subresource }): MissingHome[] => {
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

/** A rule with the targets that it names. */
export interface NamedRule {
  readonly rule: AdmissionRule;
  readonly named: NamedTargets;
}

/** The operations that rules limited to some names include, for a rule with those names. */
export interface NamesCover {
  readonly operations: ReadonlyMap<NamedTargets, Operations>;
  /** Equal for equal covers. */
  readonly key: string;
}

const noCover: NamesCover = { operations: new Map(), key: '' };

/** An index of the rules of one list, to find the operations that they include at a target without scanning them. */
export type RuleIndex = ReturnType<typeof createRuleIndex>;

/** Creates the index of a list. Rules that name the same targets are merged. */
export function createRuleIndex(rules: readonly NamedRule[]) {
  const always = new Map<NamedTargets, Operations>();
  for (const { rule, named } of rules) {
    always.set(named, (always.get(named) ?? 0) | (rule.resourceNames.size === 0 ? rule.operations : 0));
  }
  const numbers = new Map([...always.keys()].map((named, number) => [named, number]));
  const ofNames = rules.flatMap(({ rule, named }) => [...rule.resourceNames].map((name) => ({ name, rule, named })));
  const byName = groupBy(ofNames, ({ name }) => name);
  const pairs = [...always.keys()].flatMap((named) => [...named.targets].map((target) => ({ target, named })));
  const byTarget = groupBy(pairs, ({ target }) => target);

  /** Returns what rules limited to names add for the names of this rule. */
  function coverFor({ resourceNames }: AdmissionRule): NamesCover {
    const [first, ...others] = resourceNames;
    if (first === undefined || byName.size === 0) return noCover;
    const operations = new Map<NamedTargets, Operations>();
    for (const { rule, named } of byName.get(first) ?? []) {
      if (!others.every((name) => rule.resourceNames.has(name))) continue;
      operations.set(named, (operations.get(named) ?? 0) | rule.operations);
    }
    const key = [...operations].map(([named, covered]) => [numbers.get(named), covered]);
    return { operations, key: JSON.stringify(key) };
  }

  return {
    coverFor,
    /** Returns the operations that rules include at a target: those for all names, and those of the cover. */
    operationsAt(target: AdmissionTarget, { operations }: NamesCover): Operations {
      let found = 0;
      for (const { named } of byTarget.get(target) ?? [])
        found |= (always.get(named) ?? 0) | (operations.get(named) ?? 0);
      return found;
    },
  };
}

/** What the servers behind one address know about two endpoints of one set. */
export interface ServerKnowledge {
  /** Reports whether one server serves both. */
  readonly oneServer: (a: GroupVersion, b: GroupVersion) => boolean;
  /**
   * Reports whether the server of both treats them as equivalent. It does so by the key of its storage: all versions of
   * a resource, and, only in kube-apiserver, the cohabiting groups, whose storage has one hash.
   * @see https://github.com/kubernetes/apimachinery/blob/master/pkg/runtime/mapper.go
   */
  readonly equivalent: (a: ResourceEntry, b: ResourceEntry) => boolean;
}

/** Creates a {@link ServerKnowledge}. Everything that is not remote is assumed to be kube-apiserver's own. */
export function createServerKnowledge(
  remote: readonly RemoteGroupVersion[],
  evidence: Evidence = ownEvidence,
): ServerKnowledge {
  const backendOf = createBackendOf(remote);
  const hashOf = (entry: ResourceEntry): string => evidence(entry)?.storageVersionHash ?? '';
  const oneServer: ServerKnowledge['oneServer'] = (a, b) => backendOf(a) === backendOf(b);
  return {
    oneServer,
    equivalent(a, b) {
      if (a.resource !== b.resource || !oneServer(a, b)) return false;
      if (a.group === b.group) return true;
      if (backendOf(a) !== undefined) return false;
      return cohabit(a, b) || (hashOf(a) !== '' && hashOf(a) === hashOf(b));
    },
  };
}

/** What the rules of a hook are checked with. */
export interface HookContext {
  readonly targets: AdmissionTargets;
  readonly knowledge: ServerKnowledge;
  /** Returns targets with the same plural and scope that may or may not belong to this set. */
  readonly perhaps: (set: AdmissionSet) => readonly AdmissionTarget[];
}

/** The result for a rule, independent of its position. */
type RuleOutcome = Pick<RuleFinding, 'missed' | 'covered' | 'unknown'>;

/** One rule and its context. */
interface RuleCase extends NamedRule {
  readonly hook: Hook;
  readonly context: HookContext;
  /** All rules of its list, and the rules that exclude requests from this list. */
  readonly included: RuleIndex;
  readonly excluded: RuleIndex;
  readonly cover: NamesCover;
  readonly excludedCover: NamesCover;
}

const noRules = createRuleIndex([]);
const noEvidence: readonly EvidenceKind[] = Object.freeze([]);

/** Checks each rule of a webhook or a policy in the context of the others, in time proportional to the rules. */
export function checkHook(hook: Hook, context: HookContext): readonly RuleFinding[] {
  const namedIn = ({ rules }: RuleList): readonly NamedRule[] =>
    rules.map((rule) => ({ rule, named: context.targets.namedBy(rule) }));
  const [rules, exclusions] = [namedIn(hook.rules), namedIn(hook.excluded)];
  const [included, excluded] = [createRuleIndex(rules), createRuleIndex(exclusions)];
  return [
    ...checkList(rules, hook.rules, { hook, context, included, excluded }),
    ...checkList(exclusions, hook.excluded, { hook, context, included: excluded, excluded: noRules }),
  ];
}

function checkList(
  list: readonly NamedRule[],
  { path }: RuleList,
  common: Pick<RuleCase, 'hook' | 'context' | 'included' | 'excluded'>,
): readonly RuleFinding[] {
  // Rules that name the same targets share one answer, which is computed once.
  const answers = new Map<NamedRule['named'], Map<string, RuleOutcome>>();
  return list.map(({ rule, named }, index) => {
    const [cover, excludedCover] = [common.included.coverFor(rule), common.excluded.coverFor(rule)];
    const its: RuleCase = { ...common, rule, named, cover, excludedCover };
    const homes = homesOfMissing(rule, named, common.context.targets);
    const known = answers.get(named) ?? new Map<string, RuleOutcome>();
    answers.set(named, known);
    const key = homes.length > 0 ? undefined : JSON.stringify([rule.operations, cover.key, excludedCover.key]);
    const answer = (key === undefined ? undefined : known.get(key)) ?? checkRule(its, homes);
    if (key !== undefined) known.set(key, answer);
    return Object.freeze<RuleFinding>({
      path: `${path}[${index}]`,
      name: common.hook.name,
      matchPolicy: common.hook.matchPolicy,
      matches: named.targets.size,
      ...answer,
    });
  });
}

function checkRule(its: RuleCase, homes: readonly MissingHome[]): RuleOutcome {
  const { rule, named, included, cover } = its;
  const effective = [...named.targets].filter((target) => (rule.operations & ~excludedAt(its, target)) !== 0);
  const candidates = candidatesOf(named, effective, homes);
  const missed: MissedEndpoint[] = [];
  const covered: CoveredEndpoint[] = [];
  for (const candidate of candidates) {
    const { target, sameAs } = candidate;
    const left = operationsLeft(its, target);
    if (left === 0) continue;
    const brought = equivalentsOf(its, target)
      .map((each) => ({ each, operations: included.operationsAt(each, cover) }))
      .filter(({ operations }) => operations !== 0);
    const unseen = brought.reduce((rest, { operations }) => rest & ~operations, left);
    const [first] = brought;
    if (unseen === 0 && first !== undefined) {
      covered.push(Object.freeze({ ...admissionEndpointOf(target), sameAs: admissionEndpointOf(first.each) }));
      continue;
    }
    const operations = Object.freeze(writeOperations(unseen));
    const reason = missReasonOf(its, candidate);
    const evidence = reason === 'not served' ? noEvidence : evidenceOf(target.set);
    missed.push(Object.freeze({ ...admissionEndpointOf(target), sameAs, reason, operations, evidence }));
  }
  return {
    missed: Object.freeze(missed),
    covered: Object.freeze(covered),
    unknown: Object.freeze(unknownOf(its, effective, candidates).map(admissionEndpointOf)),
  };
}

function unknownOf(
  its: RuleCase,
  effective: readonly AdmissionTarget[],
  candidates: readonly CandidateTarget[],
): readonly AdmissionTarget[] {
  const reported = new Set([...its.named.targets, ...candidates.map(({ target }) => target)]);
  const unknown = new Set<AdmissionTarget>();
  for (const { set, subresource } of effective) {
    for (const other of its.context.perhaps(set)) {
      if (other.subresource !== subresource || reported.has(other) || unknown.has(other)) continue;
      if (operationsLeft(its, other) !== 0) unknown.add(other);
    }
  }
  return [...unknown].sort(compareTargets);
}

/** Returns the operations of the rule that no rule of the list includes or excludes at this target. */
function operationsLeft(its: RuleCase, target: AdmissionTarget): Operations {
  return its.rule.operations & ~its.included.operationsAt(target, its.cover) & ~excludedAt(its, target);
}

/** Returns the operations that are excluded at this target, or at one whose exclusions the server applies here too. */
function excludedAt(its: RuleCase, target: AdmissionTarget): Operations {
  if (its.excluded === noRules || its.hook.excluded.rules.length === 0) return 0;
  return [target, ...equivalentsOf(its, target)].reduce(
    (found, each) => found | its.excluded.operationsAt(each, its.excludedCover),
    0,
  );
}

/** Returns the other targets of the same objects whose rules the server applies here as well. */
function equivalentsOf({ hook, context }: RuleCase, target: AdmissionTarget): readonly AdmissionTarget[] {
  if (hook.matchPolicy === 'Exact') return [];
  const others = target.set.targets.get(target.subresource) ?? [];
  return others.filter((each) => each !== target && context.knowledge.equivalent(each.entry, target.entry));
}

function missReasonOf({ hook, context }: RuleCase, { target, namedTarget }: CandidateTarget): MissReason {
  if (namedTarget === undefined) return 'not served';
  if (hook.matchPolicy === 'Exact') return 'exact';
  return context.knowledge.oneServer(target, namedTarget) ? 'unknown to the server' : 'another server';
}

function evidenceOf({ known }: AdmissionSet): readonly EvidenceKind[] {
  return Object.freeze([...new Set(known.evidence.map(({ kind }) => kind))]);
}

/**
 * Returns the configuration with additional rules for the missed endpoints, each behind the rule that missed them.
 * Widening the rule instead would match every combination of its groups, versions and resources.
 */
export function completeConfiguration<T extends object>(configuration: T, findings: readonly RuleFinding[]): T {
  const missing = new Map(findings.filter(({ missed }) => missed.length > 0).map(({ path, missed }) => [path, missed]));
  if (missing.size === 0) return configuration;

  const withRules = (holder: unknown, path: string, ...fields: readonly string[]): unknown => {
    if (!isJsonRecord(holder)) return holder;
    const lists = fields.flatMap((field) => {
      const rules = holder[field];
      return Array.isArray(rules) ? [[field, expandList(rules, `${path}.${field}`, missing)] as const] : [];
    });
    return { ...holder, ...Object.fromEntries(lists) };
  };
  const { webhooks, spec } = configuration as JsonRecord;
  if (Array.isArray(webhooks)) {
    return { ...configuration, webhooks: webhooks.map((each, at) => withRules(each, `webhooks[${at}]`, 'rules')) };
  }
  if (!isJsonRecord(spec)) return configuration;
  const field = isJsonRecord(spec['matchConstraints']) ? 'matchConstraints' : 'matchResources';
  const match = withRules(spec[field], `spec.${field}`, 'resourceRules', 'excludeResourceRules');
  return { ...configuration, spec: { ...spec, [field]: match } };
}

function expandList(
  rules: readonly unknown[],
  path: string,
  missing: ReadonlyMap<string, readonly MissedEndpoint[]>,
): unknown[] {
  return rules.flatMap((rule, index) => {
    const missed = missing.get(`${path}[${index}]`);
    return missed === undefined || !isJsonRecord(rule) ? [rule] : [rule, ...rulesFor(rule, missed)];
  });
}

/** Returns copies of a rule that name exactly the missed endpoints, with as few rules as possible for each group. */
function rulesFor(rule: JsonRecord, missed: readonly MissedEndpoint[]): readonly JsonRecord[] {
  return groupedInOrder(missed, ({ operations, group }) => [operations, group]).flatMap(([first, ...others]) => {
    const versions = groupedInOrder([first, ...others], ({ version }) => version).map((endpoints) => ({
      version: endpoints[0].version,
      resources: endpoints.map(patternFor),
    }));
    return groupedInOrder(versions, ({ resources }) => resources).map((alike) => ({
      ...rule,
      operations: [...first.operations],
      apiGroups: [first.group],
      apiVersions: alike.map(({ version }) => version),
      resources: [...alike[0].resources],
    }));
  });
}

function patternFor({ resource, subresource }: AdmissionEndpoint): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}

/** Groups items by key, in the order in which the keys first occur. */
function groupedInOrder<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): (readonly [Item, ...Item[]])[] {
  return [...groupBy(items, (item) => JSON.stringify(keyOf(item))).values()];
}

/**
 * Options of {@link expandRules}. `remote` is especially important here, because kube-apiserver does not know what
 * other servers serve.
 */
export type ExpandRulesOptions = IdentityOptions;

/**
 * Finds the endpoints that the rules of a configuration miss although they serve the same objects, and returns the
 * completed configuration. For webhooks (Validating and MutatingWebhookConfiguration), policies (Validating and
 * MutatingAdmissionPolicy) and their bindings.
 *
 * Under `matchPolicy: Equivalent`, the default of v1, a server also applies the rule to requests for other versions and
 * for its own cohabiting groups; these are reported as covered. Under `Exact` none are. An endpoint that another rule of
 * the same webhook or policy covers, or that `excludeResourceRules` exclude, is not missed. Read-only endpoints, and
 * webhooks and policies themselves, which servers never pass to them, are not missed either.
 *
 * The evidence is that of the catalog's entries, or yours; `createRules(client).expand` reads it from the server,
 * together with the remote group-versions.
 *
 * @throws InvalidConfigurationError with the problems of the configuration.
 * @example
 * const webhook = await client.resource('validatingwebhookconfigurations').get('my-policy');
 * const { findings } = expandRules(webhook, await client.discovery.catalog());
 * for (const { path, missed } of findings) console.log(path, missed.length);
 * @see https://github.com/kubernetes/enhancements/issues/2341
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy
 */
export function expandRules<T extends object>(
  configuration: T,
  catalog: Catalog,
  options: ExpandRulesOptions = {},
): RuleExpansion<T> {
  const hooks = readConfiguration(configuration);
  requireKnownOptions(options, identityOptionNames);
  const { classes, unsettled } = identityReport(catalog, options);
  const targets = admissionTargets(classes);
  const doubtful = new Set(unsettled.flatMap(({ endpoints }) => endpoints));
  let findAliases: ReturnType<typeof createAliasFinder> | undefined;
  const perhaps = new Map<AdmissionSet, readonly AdmissionTarget[]>();
  const context: HookContext = {
    targets,
    knowledge: createServerKnowledge(options.remote ?? [], options.evidence),
    perhaps(set) {
      const known = perhaps.get(set);
      if (known !== undefined) return known;
      const inDoubt = set.known.endpoints.find((entry) => doubtful.has(entry));
      const found =
        inDoubt === undefined
          ? []
          : (findAliases ??= createAliasFinder(catalog, options))(inDoubt).unknown.flatMap(targets.ofEntry);
      perhaps.set(set, found);
      return found;
    },
  };
  const findings = hooks.flatMap((hook) => checkHook(hook, context));
  return Object.freeze<RuleExpansion<T>>({
    configuration: completeConfiguration(configuration, findings),
    complete: findings.every(({ missed }) => missed.length === 0),
    findings: Object.freeze(findings),
    unread: catalog.failures,
  });
}
