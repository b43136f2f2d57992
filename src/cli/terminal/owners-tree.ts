/** One line of a tree, and the node that it leads to. */
export interface TreeLine {
  readonly text: string;
  /** The node whose lines come below; none if left out. */
  readonly to?: string | undefined;
}

interface Waiting extends TreeLine {
  readonly depth: number;
  readonly prefix: string;
  readonly isLast: boolean;
}

/**
 * Draws the nodes that can be reached from a node as a tree, each with its lines only once: a repeated node is marked
 * `(see above)`, and a line that leads back to one of its ancestors `(cycle)`.
 */
export function drawTree(title: string, start: string, linesOf: (node: string) => readonly TreeLine[]): string {
  const drawn = [title];
  const shown = new Set([start]);
  const path = [start];
  const open = new Set([start]);
  const below = (node: string, depth: number, prefix: string): Waiting[] =>
    linesOf(node)
      .map((line, index, all) => ({ ...line, depth, prefix, isLast: index === all.length - 1 }))
      .reverse();

  // An explicit stack: a chain may be longer than the call stack.
  const waiting = below(start, 1, '');
  for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
    const { text, to, depth, prefix, isLast } = line;
    for (const left of path.splice(depth)) open.delete(left);
    const isCycle = to !== undefined && open.has(to);
    const isRepeated = to !== undefined && !isCycle && shown.has(to) && linesOf(to).length > 0;
    drawn.push(`${prefix}${isLast ? '└─' : '├─'} ${text}${isCycle ? ' (cycle)' : isRepeated ? ' (see above)' : ''}`);
    if (to === undefined || shown.has(to)) continue;
    shown.add(to);
    path.push(to);
    open.add(to);
    waiting.push(...below(to, depth + 1, `${prefix}${isLast ? '   ' : '│  '}`));
  }
  return `${drawn.join('\n')}\n`;
}
