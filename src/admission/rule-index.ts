import type { AdmissionRule } from './admission-rule.js';
import type { Operations } from './operations.js';
import type { AdmissionPlace, NamedPlaces } from './request-places.js';

/** A rule with the places that it names. */
export interface NamedRule {
  readonly rule: AdmissionRule;
  readonly named: NamedPlaces;
}

/** The operations that rules limited to some names include, for a rule with those names. */
export interface NamesCover {
  readonly operations: ReadonlyMap<NamedPlaces, Operations>;
  /** Equal for equal covers. */
  readonly key: string;
}

/** An index of the rules of one list, to find the operations that they include at a place without scanning them. */
export interface RuleIndex {
  /** Returns what rules limited to names add for the names of this rule. */
  readonly coverFor: (rule: AdmissionRule) => NamesCover;
  /** Returns the operations that rules include at a place: those for all names, and those of the cover. */
  readonly operationsAt: (place: AdmissionPlace, cover: NamesCover) => Operations;
}

const noCover: NamesCover = { operations: new Map(), key: '' };

interface RuleForNames extends NamedRule {
  readonly number: number;
}

/** Creates the index of a list. Rules that name the same places are merged. */
export function createRuleIndex(rules: readonly NamedRule[]): RuleIndex {
  const always = new Map<NamedPlaces, Operations>();
  const byName = new Map<string, RuleForNames[]>();
  const numbers = new Map<NamedPlaces, number>();
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
  const byPlace = new Map<AdmissionPlace, NamedPlaces[]>();
  for (const named of always.keys()) {
    for (const place of named.places) {
      const known = byPlace.get(place);
      if (known === undefined) byPlace.set(place, [named]);
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
    const operations = new Map<NamedPlaces, Operations>();
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
    operationsAt(place, { operations }) {
      let found = 0;
      for (const named of byPlace.get(place) ?? []) found |= (always.get(named) ?? 0) | (operations.get(named) ?? 0);
      return found;
    },
  };
}
