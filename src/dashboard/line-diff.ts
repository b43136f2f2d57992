/** A line of a difference: of both texts, of the first alone, or of the second alone. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Texts with more differences are shown as a whole: it would take too long to find what they have in common. */
const mostEdits = 1000;

/** Returns the lines of two texts that differ, as a shortest edit, each with some lines around it; `…` stands for what is left out. */
export function lineDiff(before: string, after: string, around = 3): readonly DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let [start, endA, endB] = [0, a.length, b.length];
  while (start < endA && start < endB && a[start] === b[start]) start += 1;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const same = (text: string): DiffLine => ({ sign: ' ', text });
  const changed = middle(a.slice(start, endA), b.slice(start, endB));
  if (changed.length === 0) return [];
  return shortened([...a.slice(0, start).map(same), ...changed, ...a.slice(endA).map(same)], around);
}

/** The shortest edit, by the greedy algorithm of Myers: its time grows with the number of lines that differ. */
function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  // How far each diagonal reaches in the first text after so many edits; x is a line of it, and y = x - diagonal one of the second.
  const reached: Int32Array[] = [];
  const furthest = new Int32Array(2 * mostEdits + 3);
  const at = (diagonal: number): number => diagonal + mostEdits + 1;
  for (let edits = 0; edits <= mostEdits; edits += 1) {
    reached.push(furthest.slice(at(-edits - 1), at(edits + 1) + 1));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [below = 0, above = 0] = [furthest[at(diagonal - 1)], furthest[at(diagonal + 1)]];
      let x = diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      furthest[at(diagonal)] = x;
      if (x >= a.length && x - diagonal >= b.length) return wayBack(a, b, reached);
    }
  }
  const all = (lines: readonly string[], sign: '-' | '+'): DiffLine[] => lines.map((text) => ({ sign, text }));
  return [...all(a, '-'), ...all(b, '+')];
}

/** Returns the lines of the edit that has reached the end of both texts. */
function wayBack(a: readonly string[], b: readonly string[], reached: readonly Int32Array[]): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let edits = reached.length - 1; edits >= 0; edits -= 1) {
    const diagonal = x - y;
    const reach = (of: number): number => reached[edits]?.[of + edits + 1] ?? 0;
    const isAdded = diagonal === -edits || (diagonal !== edits && reach(diagonal - 1) < reach(diagonal + 1));
    const from = isAdded ? reach(diagonal + 1) : reach(diagonal - 1) + 1;
    for (; x > from; x -= 1, y -= 1) lines.push({ sign: ' ', text: a[x - 1] ?? '' });
    if (edits === 0) break;
    if (isAdded) lines.push({ sign: '+', text: b[--y] ?? '' });
    else lines.push({ sign: '-', text: a[--x] ?? '' });
  }
  return lines.reverse();
}

function shortened(lines: readonly DiffLine[], around: number): readonly DiffLine[] {
  const isNear = new Uint8Array(lines.length);
  for (const [index, { sign }] of lines.entries()) {
    if (sign !== ' ') isNear.fill(1, Math.max(index - around, 0), index + around + 1);
  }
  return lines.flatMap((line, index): DiffLine[] => {
    if (isNear[index] === 1) return [line];
    return index > 0 && isNear[index - 1] === 0 ? [] : [{ sign: ' ', text: '…' }];
  });
}
