/**
 * Returns the cycles of a graph: each set of nodes that all lead to one another, and each node that leads to itself.
 * Nodes are in the order of the graph. Walks without recursion, so that long chains do not overflow the stack.
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map([...edges.keys()].map((node, index) => [node, index]));
  const low = new Map<string, number>();
  const visit = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const cycles: string[][] = [];

  // Tarjan's strongly connected components, with an explicit call stack.
  for (const start of edges.keys()) {
    if (visit.has(start)) continue;
    const path = [enter(start)];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { node, rest } = step;
      const next = rest.next();
      if (next.done === true) {
        path.pop();
        leave(node);
        const parent = path.at(-1)?.node;
        if (parent !== undefined) lower(parent, low.get(node) ?? 0);
      } else if (!visit.has(next.value)) {
        if (edges.has(next.value)) path.push(enter(next.value));
      } else if (isOpen.has(next.value)) lower(node, visit.get(next.value) ?? 0);
    }
  }
  const position = (cycle: readonly string[]): number => order.get(cycle[0] ?? '') ?? 0;
  return Object.freeze(cycles.sort((a, b) => position(a) - position(b)).map((cycle) => Object.freeze(cycle)));

  function enter(node: string): { readonly node: string; readonly rest: Iterator<string, undefined> } {
    low.set(node, visit.size);
    visit.set(node, visit.size);
    open.push(node);
    isOpen.add(node);
    return { node, rest: (edges.get(node) ?? []).values() };
  }

  function lower(node: string, value: number): void {
    if (value < (low.get(node) ?? 0)) low.set(node, value);
  }

  function leave(node: string): void {
    if (low.get(node) !== visit.get(node)) return;
    const members = open.splice(open.lastIndexOf(node));
    for (const member of members) isOpen.delete(member);
    const isLoop = members.length > 1 || edges.get(node)?.includes(node) === true;
    if (isLoop) cycles.push(members.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)));
  }
}
