/** A partition of the numbers 0 to size - 1, at first each on its own. */
export interface UnionFind {
  /** The number that stands for the set that this one is in. */
  find(element: number): number;
  /** Makes one set of two; false when they were one already. */
  join(a: number, b: number): boolean;
  /** A partition of its own that starts with the same sets. */
  copy(): UnionFind;
}

/** Makes a {@link UnionFind}; any number of calls takes nearly linear time. */
export function createUnionFind(size: number): UnionFind {
  return over(Int32Array.from({ length: size }, (_, index) => index));
}

function over(parents: Int32Array): UnionFind {
  const parentOf = (element: number): number => parents[element] ?? element;
  const find = (element: number): number => {
    let current = element;
    for (let parent = parentOf(current); parent !== current; parent = parentOf(current)) {
      parents[current] = parentOf(parent);
      current = parentOf(parent);
    }
    return current;
  };
  return {
    find,
    join(a, b) {
      const [first, second] = [find(a), find(b)];
      // The lowest number stands for its set, so that the same joins give the same sets in the same order.
      parents[Math.max(first, second)] = Math.min(first, second);
      return first !== second;
    },
    copy: () => over(parents.slice()),
  };
}
