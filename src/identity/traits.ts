import type { Endpoint } from './endpoint.js';
import type { UnionFind } from './union-find.js';

/** What the server publishes of each set of endpoints as a whole, by the number that stands for the set. */
export interface Traits {
  /** Of those that have an id, one that has it. */
  idOf(root: number): string | undefined;
  /** None, or several: equal ids may have joined endpoints that are stored differently. */
  hashesOf(root: number): readonly PluralHash[];
}

/** A hash speaks of its plural alone. */
type PluralHash = Pick<Endpoint, 'plural' | 'hash'>;

/** Reads the traits of all sets in one pass; later joins do not change them. */
export function traitsOfSets(endpoints: readonly Endpoint[], sets: UnionFind): Traits {
  const ids: (string | undefined)[] = new Array<undefined>(endpoints.length);
  const first: (Endpoint | undefined)[] = new Array<undefined>(endpoints.length);
  const further = new Map<number, PluralHash[]>();
  for (const endpoint of endpoints) {
    if (endpoint.id === undefined && endpoint.hash === undefined) continue;
    const root = sets.find(endpoint.index);
    ids[root] ??= endpoint.id;
    if (endpoint.hash === undefined) continue;
    const known = (first[root] ??= endpoint);
    if (known.hash === endpoint.hash && known.plural === endpoint.plural) continue;
    const others = further.get(root);
    if (others === undefined) further.set(root, [endpoint]);
    else others.push(endpoint);
  }
  return {
    idOf: (root) => ids[root],
    hashesOf(root) {
      const one = first[root];
      if (one === undefined) return none;
      const others = further.get(root);
      return others === undefined ? [one] : [one, ...others];
    },
  };
}

const none: readonly never[] = Object.freeze([]);

/** Which published evidence says that these are not all one set of objects; ids go before hashes. */
export function separationOf(traits: Traits, roots: Iterable<number>): 'internalID' | 'storageVersionHash' | undefined {
  if (idsContradict(traits, roots)) return 'internalID';
  return hashesContradict(traits, roots) ? 'storageVersionHash' : undefined;
}

/** Whether two of the sets have unequal ids. */
export function idsContradict(traits: Traits, roots: Iterable<number>): boolean {
  let seen: string | undefined;
  for (const root of roots) {
    const id = traits.idOf(root);
    if (id === undefined) continue;
    if (seen !== undefined && id !== seen) return true;
    seen = id;
  }
  return false;
}

/**
 * Whether two of the sets have hashes for one plural, and none in common. For more than two a hash that all of them
 * have is asked for, which errs on the side of telling apart.
 */
export function hashesContradict(traits: Traits, roots: Iterable<number>): boolean {
  const common = new Map<number, ReadonlySet<string>>();
  for (const root of roots) {
    for (const [plural, hashes] of byPlural(traits.hashesOf(root))) {
      const before = common.get(plural);
      const left = before === undefined ? hashes : new Set([...hashes].filter((hash) => before.has(hash)));
      if (left.size === 0) return true;
      common.set(plural, left);
    }
  }
  return false;
}

function byPlural(hashes: readonly PluralHash[]): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const { plural, hash } of hashes) {
    if (hash === undefined) continue;
    const known = found.get(plural);
    if (known === undefined) found.set(plural, new Set([hash]));
    else known.add(hash);
  }
  return found;
}
