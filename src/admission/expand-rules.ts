import type { CatalogFailure } from '../core/catalog/failures.js';
import type { Evidence, EvidenceKind, IdentityOptions } from '../identity/evidence.js';
import { identityOptionNames, ownEvidence } from '../identity/evidence.js';
import type { GroupResource, GroupVersionResource } from '../core/model/group-version-resource.js';
import { formatGroupResource } from '../core/model/group-version-resource.js';
import type { AdmissionRule, Hook, MatchPolicy, Operations, RuleTarget } from './read-configuration.js';
import {
  allows,
  isExemptFromAdmission,
  readConfiguration,
  targetMatcher,
  writeOperations,
} from './read-configuration.js';
import { groupBy } from '../core/shared/group-by.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { type BackendOf, type EquivalenceClass, createBackendOf } from '../identity/classify.js';
import { compareVersions } from '../core/model/version-order.js';
import { cohabit, cohabitingGroups } from '../core/model/cohabiting-groups.js';
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
interface AdmissionTarget extends RuleTarget {
  readonly entry: ResourceEntry;
  readonly known: EquivalenceClass;
  /** All targets of the same objects, sorted, itself included. */
  readonly ofSet: readonly AdmissionTarget[];
}

/** Verbs that do not pass admission. */
const reads: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** Finds all targets, sorted, except those that can only be read and those that servers exempt. */
function admissionTargets(classes: readonly EquivalenceClass[]): readonly AdmissionTarget[] {
  const all = classes.flatMap((known) => {
    const ofSet: AdmissionTarget[] = [];
    for (const entry of known.endpoints) {
      const { group, version, resource, scope } = entry;
      for (const subresource of subresourcesWithAdmission(entry))
        ofSet.push({ group, version, resource, scope, subresource, entry, known, ofSet });
    }
    return ofSet.sort(compareTargets);
  });
  return all.sort(compareTargets);
}

function subresourcesWithAdmission(entry: ResourceEntry): readonly string[] {
  if (isExemptFromAdmission(entry)) return [];
  const isWritable = (verbs: readonly string[]): boolean => verbs.some((verb) => !reads.has(verb));
  const own = entry.kind !== '' && isWritable(entry.verbs) ? [''] : [];
  const below = entry.subresources.filter(({ verbs }) => isWritable(verbs));
  return [...own, ...below.map(({ subresource }) => subresource)];
}

/** Returns a target as findings show it. */
function admissionEndpointOf({ group, version, resource, subresource }: Omit<RuleTarget, 'scope'>): AdmissionEndpoint {
  return Object.freeze(subresource === '' ? { group, version, resource } : { group, version, resource, subresource });
}

/** Compares by group, version and name, so that the result does not depend on the order of the server's documents. */
function compareTargets(a: AdmissionTarget, b: AdmissionTarget): number {
  const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
  return (
    compare(a.group, b.group) ||
    compareVersions(a.version, b.version) ||
    compare(a.resource, b.resource) ||
    compare(a.subresource, b.subresource)
  );
}

/** What the rules of a hook are checked with. */
interface HookContext {
  readonly targets: readonly AdmissionTarget[];
  readonly byGroupResource: ReadonlyMap<string, readonly AdmissionTarget[]>;
  /** Returns the name of the server behind a group-version; undefined for kube-apiserver, which serves the rest. */
  readonly backendOf: BackendOf;
  readonly evidence: Evidence;
  /** Returns targets with the same plural and scope that may or may not be the same objects. */
  readonly perhaps: (target: AdmissionTarget) => readonly AdmissionTarget[];
}

/**
 * Reports whether the server of two endpoints of one set treats them as equivalent. It does so by the key of its storage:
 * all versions of a resource, and, only in kube-apiserver, the cohabiting groups, whose storage has one hash.
 * @see https://github.com/kubernetes/apimachinery/blob/master/pkg/runtime/mapper.go
 */
function isEquivalent(a: ResourceEntry, b: ResourceEntry, { backendOf, evidence }: HookContext): boolean {
  const backend = backendOf(a);
  if (a.resource !== b.resource || backend !== backendOf(b)) return false;
  if (a.group === b.group) return true;
  if (backend !== undefined) return false;
  const hash = evidence(a)?.storageVersionHash ?? '';
  return cohabit(a, b) || (hash !== '' && hash === evidence(b)?.storageVersionHash);
}

/** A rule with the targets that it names. */
interface NamedRule extends AdmissionRule {
  readonly named: ReadonlySet<AdmissionTarget>;
}

/** Returns the operations that the rules of a list include at a target, for a rule with these names. */
type OperationsAt = (target: AdmissionTarget, names: AdmissionRule['resourceNames']) => Operations;

/** Indexes the rules of one list, to find the operations without going through them all. */
function indexRules(rules: readonly NamedRule[]): OperationsAt {
  const always = new Map<AdmissionTarget, Operations>();
  for (const { named, operations, resourceNames } of rules) {
    if (resourceNames.size > 0) continue;
    for (const target of named) always.set(target, (always.get(target) ?? 0) | operations);
  }
  const ofNames = rules.flatMap((rule) => [...rule.resourceNames].map((name) => ({ ...rule, name })));
  const byName = groupBy(ofNames, ({ name }) => name);
  return (target, [first = '', ...others]) => {
    let found = always.get(target) ?? 0;
    for (const { named, operations, resourceNames } of byName.get(first) ?? [])
      if (named.has(target) && others.every((name) => resourceNames.has(name))) found |= operations;
    return found;
  };
}

/** Another target of the objects of a rule, and the part of the rule that leads to it. */
interface CandidateTarget {
  readonly target: AdmissionTarget;
  readonly sameAs: AdmissionEndpoint;
  /** Absent if the endpoint that the rule names is not served. */
  readonly namedTarget?: AdmissionTarget;
}

/** Checks each rule of a webhook or a policy in the context of the others. */
function checkHook(hook: Hook, context: HookContext): readonly RuleFinding[] {
  const namedBy = (rule: AdmissionRule): NamedRule => {
    return { ...rule, named: new Set(context.targets.filter(targetMatcher(rule))) };
  };
  const [rules, exclusions] = [hook.rules.map(namedBy), hook.excluded.map(namedBy)];
  const [included, excluded] = [indexRules(rules), indexRules(exclusions)];
  const excluding = exclusions.length === 0 ? undefined : excluded;
  return [
    ...rules.map((rule) => checkRule(rule, included, excluding)),
    ...exclusions.map((rule) => checkRule(rule, excluded, undefined)),
  ];

  /** Returns the other targets of the same objects whose rules the server applies here as well. */
  function equivalentsOf(target: AdmissionTarget): readonly AdmissionTarget[] {
    if (hook.matchPolicy === 'Exact') return [];
    const isAlike = (each: AdmissionTarget): boolean => each !== target && each.subresource === target.subresource;
    return target.ofSet.filter((each) => isAlike(each) && isEquivalent(each.entry, target.entry, context));
  }

  function missReasonOf({ target, namedTarget }: CandidateTarget): MissReason {
    if (namedTarget === undefined) return 'not served';
    if (hook.matchPolicy === 'Exact') return 'exact';
    const isOneServer = context.backendOf(target) === context.backendOf(namedTarget);
    return isOneServer ? 'unknown to the server' : 'another server';
  }

  /** `including` are all rules of its list, `excluding` those that exclude requests from this list, if there are any. */
  function checkRule(rule: NamedRule, including: OperationsAt, excluding: OperationsAt | undefined): RuleFinding {
    const { path, named } = rule;
    /** Returns the operations that are excluded at this target, or at one whose exclusions the server applies here too. */
    const excludedAt = (target: AdmissionTarget): Operations => {
      if (excluding === undefined) return 0;
      const places = [target, ...equivalentsOf(target)];
      return places.reduce((found, each) => found | excluding(each, rule.resourceNames), 0);
    };
    /** Returns the operations of the rule that no rule of the list includes or excludes at this target. */
    const operationsLeft = (target: AdmissionTarget): Operations =>
      rule.operations & ~including(target, rule.resourceNames) & ~excludedAt(target);

    const effective = [...named].filter((target) => (rule.operations & ~excludedAt(target)) !== 0);
    const candidates = candidatesOf(rule, effective, context);
    const missed: MissedEndpoint[] = [];
    const covered: CoveredEndpoint[] = [];
    for (const candidate of candidates) {
      const { target, sameAs } = candidate;
      const left = operationsLeft(target);
      if (left === 0) continue;
      const brought = equivalentsOf(target)
        .map((each) => ({ each, operations: including(each, rule.resourceNames) }))
        .filter(({ operations }) => operations !== 0);
      const unseen = brought.reduce((rest, { operations }) => rest & ~operations, left);
      const [first] = brought;
      if (unseen === 0 && first !== undefined) {
        covered.push(Object.freeze({ ...admissionEndpointOf(target), sameAs: admissionEndpointOf(first.each) }));
        continue;
      }
      const operations = Object.freeze(writeOperations(unseen));
      const reason = missReasonOf(candidate);
      const kinds = reason === 'not served' ? [] : target.known.evidence.map(({ kind }) => kind);
      const evidence = Object.freeze([...new Set(kinds)]);
      missed.push(Object.freeze({ ...admissionEndpointOf(target), sameAs, reason, operations, evidence }));
    }
    const reported = new Set([...named, ...candidates.map(({ target }) => target)]);
    const unknown = effective.flatMap((target) =>
      context.perhaps(target).filter((each) => each.subresource === target.subresource && !reported.has(each)),
    );
    const unsure = [...new Set(unknown)].filter((target) => operationsLeft(target) !== 0).sort(compareTargets);
    return Object.freeze<RuleFinding>({
      path,
      name: hook.name,
      matchPolicy: hook.matchPolicy,
      matches: named.size,
      missed: Object.freeze(missed),
      covered: Object.freeze(covered),
      unknown: Object.freeze(unsure.map(admissionEndpointOf)),
    });
  }
}

/**
 * Returns the other targets of the objects of a rule, without those that the rule itself names, sorted; `effective` are the
 * named ones at which the rule takes effect.
 */
function candidatesOf(
  rule: NamedRule,
  effective: readonly AdmissionTarget[],
  context: HookContext,
): readonly CandidateTarget[] {
  const candidates = new Map<AdmissionTarget, CandidateTarget>();
  const add = (targets: readonly AdmissionTarget[], by: Omit<CandidateTarget, 'target'>): void => {
    for (const target of targets)
      if (!rule.named.has(target) && !candidates.has(target)) candidates.set(target, { target, ...by });
  };
  const whole = new Set(rule.resources.flatMap((each) => (each.subresource === '*' ? [each.resource] : [])));
  for (const target of effective) {
    const { ofSet, resource, subresource } = target;
    // `pods/*` means all subresources that the objects have at any of their endpoints.
    const isMeant = (each: AdmissionTarget): boolean => each.subresource === subresource || allows(whole, resource);
    add(ofSet.filter(isMeant), { sameAs: admissionEndpointOf(target), namedTarget: target });
  }
  // What the rule names and the server does not serve: its objects are in another version, or in the group they moved to.
  const [version = '*'] = rule.apiVersions;
  const served = (each: GroupResource): readonly AdmissionTarget[] =>
    context.byGroupResource.get(formatGroupResource(each)) ?? [];
  for (const group of rule.apiGroups.has('*') ? [] : rule.apiGroups) {
    for (const { resource, subresource } of rule.resources) {
      const ofGroup = served({ group, resource });
      if (resource === '*' || ofGroup.some((target) => rule.named.has(target))) continue;
      const isMeant = (target: AdmissionTarget): boolean =>
        (rule.scope === '*' || rule.scope === target.scope) &&
        (subresource === '*' || subresource === target.subresource);
      const own = ofGroup.filter(isMeant);
      const cohabiting = cohabitingGroups(resource);
      const moved = own.length === 0 && cohabiting.includes(group) ? cohabiting : [];
      const homes = moved.flatMap((each) => served({ group: each, resource }).filter(isMeant));
      for (const home of [...own, ...homes.sort(compareTargets)]) {
        const missing = { group, version, resource, subresource: home.subresource };
        const others = home.ofSet.filter((each) => each.subresource === home.subresource);
        add(others, { sameAs: admissionEndpointOf(missing) });
      }
    }
  }
  return [...candidates.values()].sort((a, b) => compareTargets(a.target, b.target));
}

/**
 * Returns the configuration with additional rules for the missed endpoints, each behind the rule that missed them.
 * Widening the rule instead would match every combination of its groups, versions and resources.
 */
function completeConfiguration<T extends object>(configuration: T, findings: readonly RuleFinding[]): T {
  const missing = new Map(findings.filter(({ missed }) => missed.length > 0).map(({ path, missed }) => [path, missed]));
  if (missing.size === 0) return configuration;

  const completed = (holder: JsonRecord, path: string, ways: Ways): JsonRecord => {
    const changed = Object.entries(ways).flatMap(([field, further]): [string, unknown][] => {
      const [value, at] = [holder[field], `${path}${field}`];
      if (isJsonRecord(value)) return [[field, completed(value, `${at}.`, further)]];
      if (!Array.isArray(value)) return [];
      const items = value.flatMap((each: unknown, index) => {
        if (!isJsonRecord(each)) return [each];
        const missed = missing.get(`${at}[${index}]`) ?? [];
        return [completed(each, `${at}[${index}].`, further), ...rulesFor(each, missed)];
      });
      return [[field, items]];
    });
    return changed.length === 0 ? holder : { ...holder, ...Object.fromEntries(changed) };
  };
  return completed(configuration as JsonRecord, '', waysToRules) as T;
}

/** The fields that lead to lists of rules, each with those inside of it. */
interface Ways {
  readonly [field: string]: Ways;
}
const ofMatch: Ways = { resourceRules: {}, excludeResourceRules: {} };
const waysToRules: Ways = { webhooks: { rules: {} }, spec: { matchConstraints: ofMatch, matchResources: ofMatch } };

/** Returns copies of a rule that name exactly the missed endpoints, with as few rules as possible for each group. */
function rulesFor(rule: JsonRecord, missed: readonly MissedEndpoint[]): readonly JsonRecord[] {
  return groupedInOrder(missed, ({ operations, group }) => [operations, group]).flatMap((ofGroup) => {
    const [{ operations, group }] = ofGroup;
    const versions = [...groupBy(ofGroup, ({ version }) => version)].map(([version, endpoints]) => {
      return { version, resources: endpoints.map(patternFor) };
    });
    return groupedInOrder(versions, ({ resources }) => resources).map((alike) => ({
      ...rule,
      operations: [...operations],
      apiGroups: [group],
      apiVersions: alike.map(({ version }) => version),
      resources: alike[0].resources,
    }));
  });
}

function patternFor({ resource, subresource }: AdmissionEndpoint): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}

/** Groups items by what JSON writes of a key, in the order in which the keys first occur. */
function groupedInOrder<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): [Item, ...Item[]][] {
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
  const byEntry = groupBy(targets, ({ entry }) => entry);
  const doubtful = new Set(unsettled.flatMap(({ endpoints }) => endpoints));
  const findAliases = doubtful.size === 0 ? undefined : createAliasFinder(catalog, options);
  const context: HookContext = {
    targets,
    byGroupResource: groupBy(targets, formatGroupResource),
    backendOf: createBackendOf(options.remote ?? []),
    evidence: options.evidence ?? ownEvidence,
    perhaps({ known }) {
      const inDoubt = known.endpoints.find((entry) => doubtful.has(entry));
      if (inDoubt === undefined || findAliases === undefined) return [];
      return findAliases(inDoubt).unknown.flatMap((entry) => byEntry.get(entry) ?? []);
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
