import type { RankedEndpoint } from './endpoint.js';
import type { UnionFind } from './union-find.js';

/** The published evidence of each set of endpoints as a whole, by the root number of the set. */
export interface Traits {
  /** Returns the id of the set, if any of its endpoints has one. */
  idOf(root: number): string | undefined;
  /**
   * Returns the hashes of the set. There may be several: equal ids may have joined endpoints that are stored
   * differently.
   */
  hashesOf(root: number): readonly PluralHash[];
  /** Returns the groups in which the set has endpoints of this plural and scope. */
  groupsOf(root: number, plural: number): ReadonlySet<string>;
}

/** A hash is only meaningful for its plural. */
type PluralHash = Pick<RankedEndpoint, 'plural' | 'hash'>;

/** Reads the traits of all sets as they are now; invalid once further sets are joined. */
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
  // Groups are rarely needed: only if hashes disagree.
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

/** Returns the published evidence that these are not all one set of objects; ids come before hashes. */
export function separationOf(traits: Traits, roots: Iterable<number>): 'internalID' | 'storageVersionHash' | undefined {
  if (idsContradict(traits, roots)) return 'internalID';
  return hashesContradict(traits, roots) ? 'storageVersionHash' : undefined;
}

/** Reports whether two of the sets have unequal ids. */
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
 * Reports whether sets have hashes for one plural but share neither a hash nor a group: the hashes of versions of one
 * group may differ for the same objects while their storage version changes. More than two sets must all share a hash
 * or a group, which errs on the side of separation.
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
