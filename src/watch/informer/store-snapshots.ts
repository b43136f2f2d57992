/** The objects of a store as lists: one for each state that somebody reads. */
export interface StoreSnapshots<Item> {
  /** Returns the present objects: the same array until one changes. */
  take(this: void): readonly Item[];
  /** Takes note of an object under a key that has changed, has come or has gone. */
  move(key: string): void;
}

/**
 * Creates the {@link StoreSnapshots} of the objects of a store. After the first list, each costs no more than a copy: views of
 * large sets take one for every frame. An object keeps its place, and the last one takes the place of one that goes.
 *
 * @param read returns an object as readers see it; undefined if it is not for them
 */
export function createSnapshots<Item>(
  byKey: ReadonlyMap<string, Item>,
  read: (object: Item | undefined) => Item | undefined,
): StoreSnapshots<Item> {
  const places = new Map<string, number>();
  const keys: string[] = [];
  const items: Item[] = [];
  let hasReaders = false;
  let shown: readonly Item[] | undefined;

  const place = (key: string): void => {
    const item = read(byKey.get(key));
    const at = places.get(key);
    if (item !== undefined) {
      const index = at ?? items.length;
      if (at === undefined) places.set(key, index);
      keys[index] = key;
      items[index] = item;
      return;
    }
    if (at === undefined) return;
    places.delete(key);
    const [lastKey, last] = [keys.pop(), items.pop()];
    if (lastKey === undefined || last === undefined || lastKey === key) return;
    places.set(lastKey, at);
    keys[at] = lastKey;
    items[at] = last;
  };
  return {
    take() {
      // A store of which nobody takes lists keeps none.
      if (!hasReaders) for (const key of byKey.keys()) place(key);
      hasReaders = true;
      return (shown ??= Object.freeze([...items]));
    },
    move(key) {
      if (!hasReaders) return;
      place(key);
      shown = undefined;
    },
  };
}
