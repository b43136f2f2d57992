/**
 * Puts items of an earlier list back into a list, each behind the item that it followed then. The work grows with the
 * number of items, however many are put back.
 */
export function placeAgain<Item>(
  earlier: readonly Item[],
  present: readonly Item[],
  again: readonly Item[],
  nameOf: (item: Item) => string,
): Item[] {
  const wanted = new Map(again.map((item) => [nameOf(item), item]));
  const first: Item[] = [];
  const behind = new Map<string, Item[]>();
  const names = new Set(present.map(nameOf));
  let row = first;
  for (const item of earlier) {
    const name = nameOf(item);
    const found = wanted.get(name);
    if (found !== undefined) row.push(found);
    else if (names.has(name)) behind.set(name, (row = []));
  }
  const list = [...first];
  for (const item of present) {
    list.push(item);
    for (const follower of behind.get(nameOf(item)) ?? []) list.push(follower);
  }
  return list;
}
