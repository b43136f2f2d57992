/** An item of a heap, which alone writes its `index`. */
export interface HeapItem {
  /** The index in the heap; -1 if it is in none. */
  index: number;
}

/** Creates an empty binary heap, whose items can be moved and removed. */
export function createHeap<Item extends HeapItem>(isBefore: (one: Item, other: Item) => boolean) {
  const items: Item[] = [];
  const put = (item: Item, index: number): void => {
    items[index] = item;
    item.index = index;
  };
  /** Moves an item up or down to where it belongs. */
  const sift = (item: Item): void => {
    for (let parent = items[(item.index - 1) >> 1]; parent !== undefined; parent = items[(item.index - 1) >> 1]) {
      if (!isBefore(item, parent)) break;
      const { index } = parent;
      put(parent, item.index);
      put(item, index);
    }
    for (;;) {
      const [left, right] = [items[2 * item.index + 1], items[2 * item.index + 2]];
      const child = right !== undefined && left !== undefined && isBefore(right, left) ? right : left;
      if (child === undefined || !isBefore(child, item)) break;
      const { index } = child;
      put(child, item.index);
      put(item, index);
    }
  };

  return {
    /** The items: the first one is next, and the others are in no order. */
    items: items as readonly Item[],
    /** Inserts an item, or moves one that has changed. */
    set(item: Item): void {
      if (item.index < 0) item.index = items.push(item) - 1;
      sift(item);
    },
    clear(): void {
      items.length = 0;
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
