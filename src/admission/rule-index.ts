import type { AdmissionRule } from './admission-rule.js';
import type { Operations } from './operations.js';
import type { AdmissionTarget, NamedTargets } from './request-targets.js';

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
