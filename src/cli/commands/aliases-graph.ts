import { type EquivalenceClass, type EvidenceLink, type Unsettled } from '../../identity/index.js';
import { formatGroupVersionResource, type GroupVersionResource, resourceKey } from '../../index.js';
import { oneLine } from '../terminal/one-line.js';

/** The graph languages: those of Graphviz and Mermaid. */
export type GraphFormat = 'dot' | 'mermaid';

/** What to draw: sets of endpoints, and endpoints that may or may not be one set. */
export interface AliasesPicture {
  readonly sets: readonly EquivalenceClass[];
  readonly unsettled: readonly Unsettled[];
}

/** How a language writes the parts of a graph. */
interface Pen {
  readonly begin: readonly string[];
  readonly end: readonly string[];
  node(id: string, label: string): string;
  box(number: number, nodes: readonly string[]): readonly string[];
  /** The node for an unsettled set, connected to each of its endpoints. */
  unknownNode(id: string): string;
  line(from: string, to: string, label: string): string;
  dashed(from: string, to: string, label?: string): string;
}

const dot: Pen = {
  begin: ['graph aliases {', '  rankdir=LR;', '  node [shape=box];'],
  end: ['}'],
  node: (id, label) => `${id} [label=${dotText(label)}];`,
  box: (number, nodes) => [
    `subgraph cluster_${number} {`,
    `  label="set ${number}";`,
    ...nodes.map((node) => `  ${node}`),
    '}',
  ],
  unknownNode: (id) => `${id} [label="unknown", shape=plaintext];`,
  line: (from, to, label) => `${from} -- ${to} [label=${dotText(label)}];`,
  dashed: (from, to, label) =>
    `${from} -- ${to} [style=dashed${label === undefined ? '' : `, label=${dotText(label)}`}];`,
};

const mermaid: Pen = {
  begin: ['graph LR'],
  end: [],
  node: (id, label) => `${id}[${mermaidText(label)}]`,
  box: (number, nodes) => [`subgraph set${number}["set ${number}"]`, ...nodes.map((node) => `  ${node}`), 'end'],
  unknownNode: (id) => `${id}{{"unknown"}}`,
  line: (from, to, label) => `${from} ---|${mermaidText(label)}| ${to}`,
  dashed: (from, to, label) => `${from} -.-${label === undefined ? '' : `|${mermaidText(label)}|`} ${to}`,
};

/**
 * Draws sets as boxes with a line for each piece of evidence, and unsettled endpoints with dashed lines. Names come
 * from the server, so they are used only as labels, never as identifiers, and are escaped so that they cannot end a
 * label.
 */
export function drawAliases({ sets, unsettled }: AliasesPicture, format: GraphFormat): string {
  const pen = format === 'dot' ? dot : mermaid;
  const ids = new Map<string, string>();
  const idOf = (endpoint: GroupVersionResource): string => {
    const key = resourceKey(endpoint);
    const id = ids.get(key) ?? `n${ids.size + 1}`;
    ids.set(key, id);
    return id;
  };
  const nodeOf = (endpoint: GroupVersionResource): string =>
    pen.node(idOf(endpoint), oneLine(formatGroupVersionResource(endpoint)));
  const draw = ({ endpoints: [a, b], kind }: EvidenceLink, style: 'line' | 'dashed'): string =>
    pen[style](idOf(a), idOf(b), kind);

  const boxes = sets.flatMap(({ endpoints }, index) => pen.box(index + 1, endpoints.map(nodeOf)));
  const unlinked = unsettled.flatMap(({ endpoints }) => {
    const unseen = endpoints.filter((endpoint) => !ids.has(resourceKey(endpoint)));
    return unseen.map(nodeOf);
  });
  const lines = sets.flatMap(({ evidence }) => evidence.map((link) => draw(link, 'line')));
  const marks = unsettled.flatMap(({ endpoints, hints }, index) => [
    pen.unknownNode(`doubt${index + 1}`),
    ...endpoints.map((endpoint) => pen.dashed(idOf(endpoint), `doubt${index + 1}`)),
    ...hints.map((hint) => draw(hint, 'dashed')),
  ]);
  const body = [...boxes, ...unlinked, ...lines, ...marks].map((line) => `  ${line}`);
  return [...pen.begin, ...body, ...pen.end].map((line) => `${line}\n`).join('');
}

function dotText(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Mermaid has no backslash escapes: it uses `#number;`, and interprets HTML, Markdown and such numbers inside quotes.
 */
function mermaidText(text: string): string {
  return `"${text.replace(/["#&<>`\\]/g, (character) => `#${character.charCodeAt(0)};`)}"`;
}
