import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type Node } from 'yaml';

/** Returns the line of a field in one document of a text, as near as it can be told; undefined if that is not at all. */
export type FieldLines = (document: number, path: readonly (string | number)[]) => number | undefined;

/** Creates {@link FieldLines} of a text that was read before, so that all limits hold. */
export function fieldLines(text: string): FieldLines {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, uniqueKeys: false, version: '1.1' });
  return (index, path) => {
    let node: unknown = Array.isArray(documents) ? documents[index]?.contents : undefined;
    let offset = startOf(node);
    for (const step of path) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
        if (pair === undefined) break;
        offset = startOf(pair.key) ?? offset;
        node = pair.value;
      } else if (isSeq(node)) {
        node = node.items[Number(step)];
        offset = startOf(node) ?? offset;
      } else break;
    }
    return offset === undefined ? undefined : lines.linePos(offset).line;
  };
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}
