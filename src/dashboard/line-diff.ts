/** A line of a difference: of both texts, of the first alone, or of the second alone. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Longer parts that differ are shown as a whole: a table of all pairs of their lines would be too large. */
const mostPairs = 4_000_000;

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

function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const all = (lines: readonly string[], sign: '-' | '+'): DiffLine[] => lines.map((text) => ({ sign, text }));
  if (a.length * b.length > mostPairs) return [...all(a, '-'), ...all(b, '+')];
  // How many lines the rests from here have in common at most.
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [one = '', other = ''] = [a[i], b[j]];
    if (one === other) [i, j] = [i + 1, lines.push({ sign: ' ', text: one }) && j + 1];
    else if (at(i + 1, j) >= at(i, j + 1)) i += lines.push({ sign: '-', text: one }) && 1;
    else j += lines.push({ sign: '+', text: other }) && 1;
  }
  return [...lines, ...all(a.slice(i), '-'), ...all(b.slice(j), '+')];
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
