/** A partition of the numbers 0 to size - 1, initially each in its own set. */
export interface UnionFind {
  /** Returns the number that represents the set of this element, its root. */
  find(element: number): number;
  /** Joins two sets; returns false if they were already one. */
  join(a: number, b: number): boolean;
  /** Returns an independent copy. */
  copy(): UnionFind;
}

/** Creates a {@link UnionFind}; any number of calls takes nearly linear time. */
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
      // The lowest number represents its set, so that the same joins give the same sets in the same order.
      parents[Math.max(first, second)] = Math.min(first, second);
      return first !== second;
    },
    copy: () => over(parents.slice()),
  };
}
