import { isAlias, isMap, isScalar, isSeq, type Alias, type Document, type Node, type Scalar, type YAMLMap } from 'yaml';

/** Creates the error for a problem of a node. */
export type NodeFailure = (problem: string, node: Node | null | undefined) => Error;

/** What an anchor stands for, and how much an alias adds. */
interface Anchored {
  readonly value: unknown;
  /** The number of nodes, those behind aliases included. */
  readonly nodes: number;
  /** The levels below its own. */
  readonly height: number;
}

/** How much aliases may add: as in Go's reader, which kubectl uses. */
const aliasBounds = { aliased: 100, nodes: 1000, small: 400_000, large: 4_000_000 };

/**
 * Returns the value of a document, as kubectl converts YAML to JSON: numbers and booleans as keys become their text.
 * Aliases of one anchor share one value.
 *
 * @throws what `failure` returns for a duplicate key, a key that is null, a list or a mapping, a number that JavaScript
 *   cannot represent, aliases that are undefined, circular or expand to too much, and for more than `maxDepth` levels
 */
export function valueOfDocument(document: Document, maxDepth: number, failure: NodeFailure): unknown {
  const anchors = new Map<string, Anchored | 'open'>();
  const total = { nodes: 0, aliased: 0, deepest: 0 };

  const reach = (depth: number, node: Node | null | undefined): void => {
    if (depth > maxDepth) throw failure('it is nested too deeply', node);
    total.deepest = Math.max(total.deepest, depth);
  };

  const valueOf = (node: Node | null | undefined, depth: number): unknown => {
    total.nodes += 1;
    reach(depth, node);
    if (isAlias(node)) return valueOfAlias(node, depth);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor === undefined) return valueOfContent(node, depth);
    const before = { nodes: total.nodes, deepest: total.deepest };
    anchors.set(anchor, 'open');
    total.deepest = depth;
    const value = valueOfContent(node, depth);
    anchors.set(anchor, { value, nodes: total.nodes - before.nodes + 1, height: total.deepest - depth });
    total.deepest = Math.max(total.deepest, before.deepest);
    return value;
  };

  const valueOfAlias = (node: Alias, depth: number): unknown => {
    const anchored = anchors.get(node.source);
    if (anchored === undefined) throw failure('an alias has no anchor', node);
    if (anchored === 'open') throw failure('an alias is inside of what it stands for', node);
    reach(depth + anchored.height, node);
    total.nodes += anchored.nodes;
    total.aliased += anchored.nodes;
    if (isTooMuch(total)) throw failure('its aliases expand to too much', node);
    return anchored.value;
  };

  const valueOfContent = (node: Node | null | undefined, depth: number): unknown => {
    if (isMap(node)) return valueOfMap(node, depth);
    if (isSeq(node)) return node.items.map((item) => valueOf(item as Node | null, depth + 1));
    return isScalar(node) ? valueOfScalar(node, failure) : null;
  };

  const valueOfMap = (node: YAMLMap, depth: number): object => {
    const fields: Record<string, unknown> = {};
    const own = new Set<string>();
    for (const { key, value } of node.items as { key: Node | null; value: Node | null }[]) {
      if (isScalar(key) && key.source === '<<' && (key.type ?? 'PLAIN') === 'PLAIN') {
        for (const source of mergeSources(valueOf(value, depth + 1), value)) {
          for (const [name, merged] of Object.entries(source)) {
            if (!Object.hasOwn(fields, name)) define(fields, name, merged);
          }
        }
        continue;
      }
      const name = textOfKey(valueOf(key, depth + 1), key);
      if (own.has(name)) throw failure('it cannot be read as YAML: a duplicate key', key);
      own.add(name);
      define(fields, name, valueOf(value, depth + 1));
    }
    return fields;
  };

  const mergeSources = (value: unknown, node: Node | null): readonly object[] => {
    const sources: readonly unknown[] = Array.isArray(value) ? value : [value];
    return sources.map((source) => {
      if (typeof source === 'object' && source !== null && !Array.isArray(source)) return source;
      throw failure('it merges something that is not a mapping', node);
    });
  };

  const textOfKey = (value: unknown, node: Node | null): string => {
    if (value === null) throw failure('a key is null: quote it', node);
    if (typeof value === 'object') throw failure('a key is a list or a mapping', node);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };

  return valueOf(document.contents, 0);
}

function valueOfScalar(node: Scalar, failure: NodeFailure): unknown {
  const { value } = node;
  if (typeof value !== 'bigint' && typeof value !== 'number') return value ?? null;
  const number = Number(value);
  const isExact =
    typeof value === 'number' && !Number.isInteger(value) ? Number.isFinite(value) : Number.isSafeInteger(number);
  if (!isExact) throw failure('it contains a number that JavaScript cannot represent exactly', node);
  return number;
}

/** @see https://github.com/kubernetes-sigs/yaml/blob/master/goyaml.v2/decode.go */
function isTooMuch({ nodes, aliased }: { readonly nodes: number; readonly aliased: number }): boolean {
  const { small, large } = aliasBounds;
  if (aliased <= aliasBounds.aliased || nodes <= aliasBounds.nodes) return false;
  const size = Math.min(Math.max((nodes - small) / (large - small), 0), 1);
  return aliased / nodes > 0.99 - 0.89 * size;
}

/** Sets a field, even one named `__proto__`. */
function define(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') fields[name] = value;
  else Object.defineProperty(fields, name, { value, writable: true, enumerable: true, configurable: true });
}
