import type { RankedEndpoint } from './endpoint.js';
import type { UnionFind } from './union-find.js';

/** What the server publishes of each set of endpoints as a whole, by the number that stands for the set. */
export interface Traits {
  /** Of those that have an id, one that has it. */
  idOf(root: number): string | undefined;
  /** None, or several: equal ids may have joined endpoints that are stored differently. */
  hashesOf(root: number): readonly PluralHash[];
  /** The groups in which the set has endpoints of this plural and scope. */
  groupsOf(root: number, plural: number): ReadonlySet<string>;
}

/** A hash speaks of its plural alone. */
type PluralHash = Pick<RankedEndpoint, 'plural' | 'hash'>;

/** Reads the traits of all sets as they are now; ask no more once further ones are joined. */
export function traitsOfSets(endpoints: readonly RankedEndpoint[], sets: UnionFind): Traits {
  const ids: (string | undefined)[] = new Array<undefined>(endpoints.length);
  const first: (RankedEndpoint | undefined)[] = new Array<undefined>(endpoints.length);
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
  // Few ask for groups: only where hashes disagree.
  let groups: ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<string>>> | undefined;
  return {
    idOf: (root) => ids[root],
    hashesOf(root) {
      const one = first[root];
      if (one === undefined) return noHashes;
      const others = further.get(root);
      return others === undefined ? [one] : [one, ...others];
    },
    groupsOf: (root, plural) => (groups ??= groupsOfSets(endpoints, sets)).get(root)?.get(plural) ?? noGroups,
  };
}

const noHashes: readonly never[] = Object.freeze([]);
const noGroups: ReadonlySet<string> = new Set();

function groupsOfSets(
  endpoints: readonly RankedEndpoint[],
  sets: UnionFind,
): ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<string>>> {
  const found = new Map<number, Map<number, Set<string>>>();
  for (const { index, plural, entry } of endpoints) {
    const root = sets.find(index);
    const plurals = found.get(root) ?? new Map<number, Set<string>>();
    found.set(root, plurals);
    const groups = plurals.get(plural);
    if (groups === undefined) plurals.set(plural, new Set([entry.group]));
    else groups.add(entry.group);
  }
  return found;
}

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
 * Whether two of the sets have hashes for one plural and none in common, in no common group: the hashes of versions of
 * one group may disagree over the same objects, while their storage version changes. Of more than two sets a hash or a
 * group that all of them have is asked for, which errs on the side of telling apart.
 */
function hashesContradict(traits: Traits, roots: Iterable<number>): boolean {
  const rootsOf = new Map<number, number[]>();
  const common = new Map<number, ReadonlySet<string>>();
  for (const root of roots) {
    for (const [plural, hashes] of byPlural(traits.hashesOf(root))) {
      const before = common.get(plural);
      common.set(plural, before === undefined ? hashes : intersection(hashes, before));
      const known = rootsOf.get(plural);
      if (known === undefined) rootsOf.set(plural, [root]);
      else known.push(root);
    }
  }
  for (const [plural, hashes] of common) {
    if (hashes.size > 0) continue;
    const groups = (rootsOf.get(plural) ?? []).map((root) => traits.groupsOf(root, plural));
    if (groups.reduce(intersection).size === 0) return true;
  }
  return false;
}

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((each) => b.has(each)));
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
