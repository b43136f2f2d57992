/** The objects of a store as lists: one for each state that somebody reads. */
export interface StoreSnapshots<Item> {
  /** Returns the present objects: the same array until one changes. */
  take(this: void): readonly Item[];
  /** Takes note of an object under a key that has changed, has come or has gone. */
  move(key: string): void;
}

/**
 * Creates the {@link StoreSnapshots} of the objects of a store. After the first list, each costs no more than a copy: views of
 * large sets take one for every frame. Objects stand in the order in which they came, whichever go: rows on a screen do not jump.
 *
 * @param read returns an object as readers see it; undefined if it is not for them
 */
export function createSnapshots<Item>(
  byKey: ReadonlyMap<string, Item>,
  read: (object: Item | undefined) => Item | undefined,
): StoreSnapshots<Item> {
  const places = new Map<string, number>();
  /** With a gap where one has gone: to close each at once would move all that follow. */
  let items: (Item | undefined)[] = [];
  let hasReaders = false;
  let shown: readonly Item[] | undefined;

  const place = (key: string): void => {
    const item = read(byKey.get(key));
    const at = places.get(key);
    if (item === undefined) {
      if (at === undefined) return;
      places.delete(key);
      items[at] = undefined;
      if (items.length > 2 * places.size) closeGaps();
    } else if (at === undefined) {
      places.set(key, items.length);
      items.push(item);
    } else items[at] = item;
  };
  const closeGaps = (): void => {
    const left: Item[] = [];
    // In their order: a key that came back is behind those that stayed.
    for (const [key, at] of places) {
      places.set(key, left.length);
      left.push(items[at] as Item);
    }
    items = left;
  };
  return {
    take() {
      // A store of which nobody takes lists keeps none.
      if (!hasReaders) for (const key of byKey.keys()) place(key);
      hasReaders = true;
      return (shown ??= Object.freeze(
        items.length === places.size ? ([...items] as Item[]) : items.filter((item) => item !== undefined),
      ));
    },
    move(key) {
      if (!hasReaders) return;
      place(key);
      shown = undefined;
    },
  };
}
