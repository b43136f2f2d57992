import type { Endpoint } from './endpoint.js';
import type { UnionFind } from './union-find.js';

/** What is published of a set of endpoints as a whole. */
export interface Traits {
  readonly id: number | undefined;
  /** None, or as many as there are: equal ids may have joined endpoints that are stored differently. */
  readonly hashes: ReadonlySet<number> | undefined;
}

/** The traits of each set, by the number that stands for it. */
export function traitsOfSets(endpoints: readonly Endpoint[], sets: UnionFind): ReadonlyMap<number, Traits> {
  const traits = new Map<number, { id: number | undefined; hashes: Set<number> | undefined }>();
  for (const { index, id, hash } of endpoints) {
    const root = sets.find(index);
    let known = traits.get(root);
    if (known === undefined) {
      known = { id: undefined, hashes: undefined };
      traits.set(root, known);
    }
    known.id ??= id;
    if (hash !== undefined) (known.hashes ??= new Set()).add(hash);
  }
  return traits;
}

/** Whether ids say that these are not all one set of objects. */
export function idsContradict(sets: readonly Traits[]): boolean {
  let seen: number | undefined;
  for (const { id } of sets) {
    if (id === undefined) continue;
    if (seen !== undefined && id !== seen) return true;
    seen = id;
  }
  return false;
}

/**
 * Whether hashes say that these are not all one set of objects: two of them have hashes, and none in common.
 * For more than two a hash that all of them have is asked for, which errs on the side of telling apart.
 */
export function hashesContradict(sets: readonly Traits[]): boolean {
  const hashed = sets.flatMap(({ hashes }) => hashes ?? []);
  const [first, ...others] = hashed;
  if (first === undefined) return false;
  return ![...first].some((hash) => others.every((hashes) => hashes.has(hash)));
}
