import { cohabit, cohabitingGroups } from '../core/model/cohabiting-groups.js';
import {
  type AdmissionRule,
  allows,
  type Hook,
  type Operations,
  type RuleList,
  writeOperations,
} from './read-configuration.js';
import {
  admissionEndpointOf,
  type AdmissionSet,
  type AdmissionTarget,
  type AdmissionTargets,
  compareTargets,
  type NamedTargets,
} from './request-targets.js';
import type { AdmissionEndpoint, CoveredEndpoint, MissedEndpoint, MissReason, RuleFinding } from './rule-expansion.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { type Evidence, type EvidenceKind, ownEvidence, type RemoteGroupVersion } from '../identity/evidence.js';
import { createBackendOf } from '../identity/classify.js';
import type { GroupVersion } from '../core/model/group-version.js';

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

/** An index of the rules of one list, to find the operations that they include at a target without scanning them. */
export interface RuleIndex {
  /** Returns what rules limited to names add for the names of this rule. */
  readonly coverFor: (rule: AdmissionRule) => NamesCover;
  /** Returns the operations that rules include at a target: those for all names, and those of the cover. */
  readonly operationsAt: (target: AdmissionTarget, cover: NamesCover) => Operations;
}

const noCover: NamesCover = { operations: new Map(), key: '' };

interface RuleForNames extends NamedRule {
  readonly number: number;
}

/** Creates the index of a list. Rules that name the same targets are merged. */
export function createRuleIndex(rules: readonly NamedRule[]): RuleIndex {
  const always = new Map<NamedTargets, Operations>();
  const byName = new Map<string, RuleForNames[]>();
  const numbers = new Map<NamedTargets, number>();
  for (const { rule, named } of rules) {
    const number = numbers.get(named) ?? numbers.size;
    numbers.set(named, number);
    always.set(named, (always.get(named) ?? 0) | (rule.resourceNames.size === 0 ? rule.operations : 0));
    for (const name of rule.resourceNames) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [{ rule, named, number }]);
      else known.push({ rule, named, number });
    }
  }
  const byTarget = new Map<AdmissionTarget, NamedTargets[]>();
  for (const named of always.keys()) {
    for (const target of named.targets) {
      const known = byTarget.get(target);
      if (known === undefined) byTarget.set(target, [named]);
      else known.push(named);
    }
  }
  const covers = new Map<string, NamesCover>();

  function coverFor({ resourceNames }: AdmissionRule): NamesCover {
    if (resourceNames.size === 0 || byName.size === 0) return noCover;
    const names = [...resourceNames].sort();
    const key = JSON.stringify(names);
    const known = covers.get(key);
    if (known !== undefined) return known;
    const holders = names.map((name) => byName.get(name) ?? []);
    const fewest = holders.reduce((a, b) => (b.length < a.length ? b : a));
    const operations = new Map<NamedTargets, Operations>();
    const found = new Map<number, Operations>();
    for (const { rule, named, number } of fewest) {
      if (!names.every((name) => rule.resourceNames.has(name))) continue;
      const covered = (operations.get(named) ?? 0) | rule.operations;
      operations.set(named, covered);
      found.set(number, covered);
    }
    const cover = { operations, key: JSON.stringify([...found].sort(([a], [b]) => a - b)) };
    covers.set(key, cover);
    return cover;
  }

  return {
    coverFor,
    operationsAt(target, { operations }) {
      let found = 0;
      for (const named of byTarget.get(target) ?? []) found |= (always.get(named) ?? 0) | (operations.get(named) ?? 0);
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

/** The knowledge for judging hooks. */
export interface Judgement {
  readonly targets: AdmissionTargets;
  readonly knowledge: ServerKnowledge;
  /** Returns targets with the same plural and scope that may or may not belong to this set. */
  readonly perhaps: (set: AdmissionSet) => readonly AdmissionTarget[];
}

/** The result for a rule, independent of its position. */
type RuleJudgement = Pick<RuleFinding, 'missed' | 'covered' | 'unknown'>;

/** One rule and its context. */
interface RuleCase extends NamedRule {
  readonly hook: Hook;
  readonly judgement: Judgement;
  /** All rules of its list, and the rules that exclude requests from this list. */
  readonly included: RuleIndex;
  readonly excluded: RuleIndex;
  readonly cover: NamesCover;
  readonly excludedCover: NamesCover;
}

const noRules = createRuleIndex([]);
const noEvidence: readonly EvidenceKind[] = Object.freeze([]);

/** Judges each rule of a webhook or a policy in the context of the others, in time proportional to the rules. */
export function judgeHook(hook: Hook, judgement: Judgement): readonly RuleFinding[] {
  const namedIn = ({ rules }: RuleList): readonly NamedRule[] =>
    rules.map((rule) => ({ rule, named: judgement.targets.namedBy(rule) }));
  const [rules, exclusions] = [namedIn(hook.rules), namedIn(hook.excluded)];
  const [included, excluded] = [createRuleIndex(rules), createRuleIndex(exclusions)];
  return [
    ...judgeList(rules, hook.rules, { hook, judgement, included, excluded }),
    ...judgeList(exclusions, hook.excluded, { hook, judgement, included: excluded, excluded: noRules }),
  ];
}

function judgeList(
  list: readonly NamedRule[],
  { path }: RuleList,
  common: Pick<RuleCase, 'hook' | 'judgement' | 'included' | 'excluded'>,
): readonly RuleFinding[] {
  // Rules that name the same targets share one answer, which is computed once.
  const answers = new Map<NamedRule['named'], Map<string, RuleJudgement>>();
  return list.map(({ rule, named }, index) => {
    const [cover, excludedCover] = [common.included.coverFor(rule), common.excluded.coverFor(rule)];
    const its: RuleCase = { ...common, rule, named, cover, excludedCover };
    const homes = homesOfUnserved(rule, named, common.judgement.targets);
    const known = answers.get(named) ?? new Map<string, RuleJudgement>();
    answers.set(named, known);
    const key = homes.length > 0 ? undefined : JSON.stringify([rule.operations, cover.key, excludedCover.key]);
    const answer = (key === undefined ? undefined : known.get(key)) ?? judgeRule(its, homes);
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

function judgeRule(its: RuleCase, homes: readonly UnservedHome[]): RuleJudgement {
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
    for (const other of its.judgement.perhaps(set)) {
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
function equivalentsOf({ hook, judgement }: RuleCase, target: AdmissionTarget): readonly AdmissionTarget[] {
  if (hook.matchPolicy === 'Exact') return [];
  const others = target.set.targets.get(target.subresource) ?? [];
  return others.filter((each) => each !== target && judgement.knowledge.equivalent(each.entry, target.entry));
}

function missReasonOf({ hook, judgement }: RuleCase, { target, namedTarget }: CandidateTarget): MissReason {
  if (namedTarget === undefined) return 'not served';
  if (hook.matchPolicy === 'Exact') return 'exact';
  return judgement.knowledge.oneServer(target, namedTarget) ? 'unknown to the server' : 'another server';
}

function evidenceOf({ known }: AdmissionSet): readonly EvidenceKind[] {
  return Object.freeze([...new Set(known.evidence.map(({ kind }) => kind))]);
}
