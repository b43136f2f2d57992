import type { EvidenceKind } from '../identity/evidence.js';
import { holdsForNamesOf, type AdmissionRule } from './admission-rule.js';
import { candidatesOf, type Candidate } from './candidate-places.js';
import { without, writeOperations } from './operations.js';
import type { Hook, RuleList } from './read-configuration.js';
import { endpointOf, inOrder, type ObjectSet, type Place, type RequestPlaces } from './request-places.js';
import type { CoveredEndpoint, MissedEndpoint, MissReason, RuleFinding } from './rule-expansion.js';
import type { ServerKnowledge } from './server-knowledge.js';

/** What hooks are judged by. */
export interface Judgement {
  readonly places: RequestPlaces;
  readonly knowledge: ServerKnowledge;
  /** Places of the same plural and scope of which it is not known whether they are this set. */
  readonly perhaps: (set: ObjectSet) => readonly Place[];
}

/** A rule with the places that it names. */
interface Named {
  readonly rule: AdmissionRule;
  readonly places: ReadonlySet<Place>;
}

/** One rule, and what bears on it. */
interface Case {
  readonly hook: Hook;
  readonly judgement: Judgement;
  /** All rules of its list. */
  readonly list: readonly Named[];
  readonly named: Named;
  /** The rules that take requests out of this list. */
  readonly excluded: readonly Named[];
}

/** Judges each rule of a webhook or a policy, in the light of its others. */
export function judgeHook(hook: Hook, judgement: Judgement): readonly RuleFinding[] {
  const namedIn = ({ rules }: RuleList): readonly Named[] =>
    rules.map((rule) => ({ rule, places: judgement.places.namedBy(rule) }));
  const included = namedIn(hook.rules);
  const excluded = namedIn(hook.excluded);
  const findingsOf = (list: readonly Named[], { path }: RuleList, others: readonly Named[]): readonly RuleFinding[] =>
    list.map((named, index) => judgeRule({ hook, judgement, list, named, excluded: others }, `${path}[${index}]`));
  return [...findingsOf(included, hook.rules, excluded), ...findingsOf(excluded, hook.excluded, [])];
}

function judgeRule(its: Case, path: string): RuleFinding {
  const { hook, judgement, named, list } = its;
  const effective = [...named.places].filter(
    (place) => without(named.rule.operations, excludedAt(its, place)).size > 0,
  );
  const candidates = candidatesOf(named.rule, effective, judgement.places);
  const missed: MissedEndpoint[] = [];
  const covered: CoveredEndpoint[] = [];
  for (const candidate of candidates) {
    const { place, sameAs } = candidate;
    const left = operationsLeft(its, place);
    if (left.size === 0) continue;
    const bringers = equivalentsOf(its, place).filter((each) => operationsAt(list, each, named.rule).size > 0);
    const unseen = bringers.reduce((rest, each) => without(rest, operationsAt(list, each, named.rule)), left);
    const [bringer] = bringers;
    if (unseen.size === 0 && bringer !== undefined) {
      covered.push(Object.freeze({ ...endpointOf(place), sameAs: endpointOf(bringer) }));
      continue;
    }
    const operations = Object.freeze(writeOperations(unseen));
    const reason = reasonOf(its, candidate);
    const evidence = reason === 'not served' ? noEvidence : evidenceOf(place.set);
    missed.push(Object.freeze({ ...endpointOf(place), sameAs, reason, operations, evidence }));
  }
  return Object.freeze<RuleFinding>({
    path,
    name: hook.name,
    matchPolicy: hook.matchPolicy,
    matches: named.places.size,
    missed: Object.freeze(missed),
    covered: Object.freeze(covered),
    unknown: Object.freeze(unknownOf(its, effective, candidates).map(endpointOf)),
  });
}

function unknownOf(its: Case, effective: readonly Place[], candidates: readonly Candidate[]): readonly Place[] {
  const told = new Set([...its.named.places, ...candidates.map(({ place }) => place)]);
  const unknown = new Set<Place>();
  for (const { set, subresource } of effective) {
    for (const other of its.judgement.perhaps(set)) {
      if (other.subresource !== subresource || told.has(other) || unknown.has(other)) continue;
      if (operationsLeft(its, other).size > 0) unknown.add(other);
    }
  }
  return [...unknown].sort(inOrder);
}

/** The operations of the rule that no rule of the list takes in at this place, and none takes out. */
function operationsLeft(its: Case, place: Place): ReadonlySet<string> {
  const { list, named } = its;
  const left = without(named.rule.operations, operationsAt(list, place, named.rule));
  return without(left, excludedAt(its, place));
}

/** The operations that are taken out at this place, or at one from which the server brings the exclusion here. */
function excludedAt(its: Case, place: Place): ReadonlySet<string> {
  if (its.excluded.length === 0) return nothing;
  const places = [place, ...equivalentsOf(its, place)];
  return new Set(places.flatMap((each) => [...operationsAt(its.excluded, each, its.named.rule)]));
}

/** What rules take in at a place, of those that hold for all names of that rule. */
function operationsAt(list: readonly Named[], place: Place, forNamesOf: AdmissionRule): ReadonlySet<string> {
  const operations = new Set<string>();
  for (const { rule, places } of list) {
    if (!places.has(place) || !holdsForNamesOf(rule, forNamesOf)) continue;
    for (const operation of rule.operations) operations.add(operation);
  }
  return operations;
}

/** Other places of the same objects whose rules the server applies here as well. */
function equivalentsOf({ hook, judgement }: Case, place: Place): readonly Place[] {
  if (hook.matchPolicy === 'Exact') return [];
  const others = place.set.places.get(place.subresource) ?? [];
  return others.filter((each) => each !== place && judgement.knowledge.equivalent(each.entry, place.entry));
}

function reasonOf({ hook, judgement }: Case, { place, namedPlace }: Candidate): MissReason {
  if (namedPlace === undefined) return 'not served';
  if (hook.matchPolicy === 'Exact') return 'exact';
  return judgement.knowledge.oneServer(place, namedPlace) ? 'unknown to the server' : 'another server';
}

function evidenceOf({ known }: ObjectSet): readonly EvidenceKind[] {
  return Object.freeze([...new Set(known.evidence.map(({ kind }) => kind))]);
}

const nothing: ReadonlySet<string> = new Set();
const noEvidence: readonly EvidenceKind[] = Object.freeze([]);
