import type { EvidenceKind } from '../identity/evidence.js';
import { candidatesOf, homesOfUnserved, type CandidateTarget, type UnservedHome } from './candidate-targets.js';
import { writeOperations, type Operations } from './operations.js';
import type { Hook, RuleList } from './read-configuration.js';
import {
  admissionEndpointOf,
  compareTargets,
  type AdmissionTarget,
  type AdmissionTargets,
  type AdmissionSet,
} from './request-targets.js';
import type { CoveredEndpoint, MissedEndpoint, MissReason, RuleFinding } from './rule-expansion.js';
import { createRuleIndex, type NamedRule, type NamesCover, type RuleIndex } from './rule-index.js';
import type { ServerKnowledge } from './server-knowledge.js';

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
