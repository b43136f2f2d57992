/** An item that waits until it is due. Only the heap writes `at` and `place`. */
export interface Delayed {
  /** The time at which it is due, in milliseconds of the clock. */
  at: number;
  /** Its index in the heap; -1 if it is not in the heap. */
  place: number;
}

/** A binary heap, earliest first, whose items can be moved and removed. */
export interface DelayHeap<Item extends Delayed> {
  readonly size: number;
  readonly first: Item | undefined;
  /** Inserts or moves an item. */
  set(item: Item, at: number): void;
  delete(item: Item): void;
}

/** Creates an empty heap. */
export function createDelayHeap<Item extends Delayed>(): DelayHeap<Item> {
  const items: Item[] = [];
  const put = (item: Item, place: number): void => {
    items[place] = item;
    item.place = place;
  };
  const rise = (item: Item): void => {
    let { place } = item;
    while (place > 0) {
      const parent = items[(place - 1) >> 1];
      if (parent === undefined || parent.at <= item.at) break;
      const above = parent.place;
      put(parent, place);
      place = above;
    }
    put(item, place);
  };
  const sink = (item: Item): void => {
    let { place } = item;
    for (;;) {
      const [left, right] = [items[2 * place + 1], items[2 * place + 2]];
      const child = right !== undefined && left !== undefined && right.at < left.at ? right : left;
      if (child === undefined || child.at >= item.at) break;
      const below = child.place;
      put(child, place);
      place = below;
    }
    put(item, place);
  };

  return {
    get size() {
      return items.length;
    },
    get first() {
      return items[0];
    },
    set(item, at) {
      item.at = at;
      if (item.place < 0) put(item, items.length);
      rise(item);
      sink(item);
    },
    delete(item) {
      const { place } = item;
      if (place < 0) return;
      item.place = -1;
      const last = items.pop();
      if (last === undefined || last === item) return;
      put(last, place);
      rise(last);
      sink(last);
    },
  };
}
