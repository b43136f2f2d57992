/** Longer names are compared as they are: none is as long by mistake. */
const longest = 100;

/**
 * Finds the name that was probably meant: the nearest one, if at most a third of its letters differ. Upper and lower case,
 * `-` and `_` count nothing.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > longest) return undefined;
  const plain = (text: string): string => text.toLowerCase().replace(/[-_]/g, '');
  const meant = plain(name);
  let nearest: string | undefined;
  let least = Math.floor(Math.max(3, meant.length) / 3) + 1;
  for (const each of names) {
    if (each.length > longest || Math.abs(each.length - name.length) > least) continue;
    const distance = editDistance(meant, plain(each));
    if (distance < least) [nearest, least] = [each, distance];
  }
  return nearest;
}

/** Counts letters to insert, delete, replace, or exchange with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
