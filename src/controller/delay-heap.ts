/** An item that waits until it is due. Only the heap writes `at` and `index`. */
export interface Delayed {
  /** The time at which it is due, in milliseconds of the clock. */
  at: number;
  /** Its index in the heap; -1 if it is not in the heap. */
  index: number;
}

/** Creates an empty binary heap, earliest first, whose items can be moved and removed. */
export function createDelayHeap<Item extends Delayed>() {
  const items: Item[] = [];
  const put = (item: Item, index: number): void => {
    items[index] = item;
    item.index = index;
  };
  /** Moves an item up or down to where it belongs. */
  const sift = (item: Item): void => {
    for (let parent = items[(item.index - 1) >> 1]; parent !== undefined; parent = items[(item.index - 1) >> 1]) {
      if (parent.at <= item.at) break;
      const { index } = parent;
      put(parent, item.index);
      put(item, index);
    }
    for (;;) {
      const [left, right] = [items[2 * item.index + 1], items[2 * item.index + 2]];
      const child = right !== undefined && left !== undefined && right.at < left.at ? right : left;
      if (child === undefined || child.at >= item.at) break;
      const { index } = child;
      put(child, item.index);
      put(item, index);
    }
  };

  return {
    get size(): number {
      return items.length;
    },
    get first(): Item | undefined {
      return items[0];
    },
    /** Inserts or moves an item. */
    set(item: Item, at: number): void {
      item.at = at;
      if (item.index < 0) put(item, items.length);
      sift(item);
    },
    delete(item: Item): void {
      const { index } = item;
      const last = index < 0 ? undefined : items.pop();
      item.index = -1;
      if (last === undefined || last === item) return;
      put(last, index);
      sift(last);
    },
  };
}
