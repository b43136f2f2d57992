import { KubeError } from '../core/shared/kube-error.js';
import { isScalar, type Tags, visit } from 'yaml';
import { requireText } from '../core/shared/arguments.js';
import { type BoundedDocument, readBoundedYaml } from '../core/shared/bounded-yaml.js';
import type { KubeObject } from '../core/model/kube-object.js';
import { isJsonRecord } from '../core/shared/json-record.js';

/**
 * A text is not readable YAML, or holds no objects. The error names line and column, and quotes nothing of the text, which
 * may hold secrets. Correct the text there.
 */
export class UnreadableYamlError extends KubeError {
  static override readonly brand = 'UnreadableYamlError';
  readonly code = 'unreadable-yaml' as const;
  /** What is wrong, without line and column. */
  readonly problem: string;
  /** The line, from 1; undefined for a problem of the text as a whole. */
  readonly line: number | undefined;
  /** The column, from 1; undefined together with `line`. */
  readonly column: number | undefined;

  constructor(
    problem: string,
    position: { readonly line: number; readonly column: number } | undefined,
    cause?: unknown,
  ) {
    const suffix = position === undefined ? '' : ` (line ${position.line}, column ${position.column})`;
    super(`The YAML cannot be used${suffix}: ${problem}.`, { cause });
    this.problem = problem;
    this.line = position?.line;
    this.column = position?.column;
  }
}

const [quote, comment, backslash] = [0x22, 0x23, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A part of a text, up to the start of the next part. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a text between JSON objects that follow one another, with or without line breaks: kubectl reads each as a
 * document, although together they are not YAML. From the first part that is not such an object, the text stays whole.
 *
 * @see https://pkg.go.dev/k8s.io/apimachinery/pkg/util/yaml#YAMLOrJSONDecoder
 */
export function* cutJsonDocuments(text: string): Generator<TextPart> {
  let start = 0;
  for (let at = objectAt(text, 0); at !== undefined;) {
    const end = endOfObject(text, at);
    const next = end === undefined ? undefined : objectAt(text, end);
    // In YAML, braces may also be inside quotes that JSON does not have.
    if (next !== undefined && !isJson(text.slice(at, end))) break;
    if (next !== undefined) {
      yield { start, end: next };
      start = next;
    }
    at = next;
  }
  yield { start, end: text.length };
}

/** Returns where the next object starts, if only white space and comments precede it. */
function objectAt(text: string, from: number): number | undefined {
  const blanks = /\s*/y;
  for (let at = from; ;) {
    blanks.lastIndex = at;
    at += blanks.exec(text)?.[0].length ?? 0;
    if (text.charCodeAt(at) === openObject) return at;
    const lineEnd = text.charCodeAt(at) === comment ? text.indexOf('\n', at) : -1;
    if (lineEnd < 0) return undefined;
    at = lineEnd;
  }
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === quote) isText = !isText;
    else if (isText) {
      if (letter === backslash) at += 1;
    } else if (letter === openObject || letter === openList) depth += 1;
    else if (letter === closeObject || letter === closeList) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** More than manifests hold: the largest bundles of definitions have a few megabytes. */
const maxLength = 32 * 1024 * 1024;
/** Schemas of definitions may have 60 levels; thousands would overflow the stack. */
const maxDepth = 400;
/** A line of a manifest has about six. */
const maxTokens = 2_000_000;

/** One document of a text. */
export interface YamlDocument {
  /** The value of the document: usually an object. */
  readonly value: unknown;
  /** The line on which it begins, from 1. */
  readonly line: number;
}

/**
 * Returns the documents of a text in YAML or JSON, read as kubectl reads manifests: `0644` is octal, `yes` is true, and
 * a time or `12:30` is text. JSON objects may follow one another without `---`. If any part of the text cannot be read,
 * nothing is returned. The text may have up to 32 Mi characters, 2,000,000 tokens, 400
 * levels of nesting, and aliases that repeat 100,000 values. For the objects in it, use
 * {@link objectsFromYaml}.
 *
 * @throws UnreadableYamlError for text that is not YAML or exceeds a limit, has a duplicate key or one that JSON does not have (null, a list), or holds a number that JavaScript cannot
 *   represent
 * @throws InvalidArgumentError for an argument that is not a string
 * @example
 * const [first] = documentsFromYaml('kind: Pod\nmetadata: { name: front-0 }');
 * console.log(first?.line, first?.value); // 1 { kind: 'Pod', ... }
 */
export function documentsFromYaml(text: string): readonly YamlDocument[] {
  if (requireText('text', text).length > maxLength) {
    throw new UnreadableYamlError(`it is longer than ${maxLength} characters: split it`, undefined);
  }
  try {
    const read = readBoundedYaml(text, {
      options: manifestOptions,
      parts: cutJsonDocuments(text),
      isStrict: true,
      maxDepth,
      maxTokens,
      failure: ({ problem, isSyntax, position }) =>
        new UnreadableYamlError(isSyntax ? `it cannot be read as YAML: ${problem}` : problem, position),
    });
    return Array.from(read, (each) => {
      convertNumbers(each);
      return { value: each.document.toJS({ maxAliasCount: -1 }) as unknown, line: each.line };
    });
  } catch (cause) {
    if (cause instanceof UnreadableYamlError) throw cause;
    // The messages of the YAML library quote the text.
    const why = cause instanceof RangeError ? 'it is nested too deeply' : 'it cannot be read as YAML';
    throw new UnreadableYamlError(why, undefined);
  }
}

/** An octal number in the notation of YAML 1.2, which Go reads as well. */
const octal: Tags[number] = {
  identify: () => false,
  default: true,
  tag: 'tag:yaml.org,2002:int',
  format: 'OCT12',
  test: /^[-+]?0o[0-7]+$/,
  resolve: (text: string) => (text.startsWith('-') ? -1n : 1n) * BigInt(text.replace(/^[-+]/, '')),
};

/** Excludes the times, sexagesimal numbers, sets and bytes of YAML 1.1, which kubectl does not read. */
function isKnownToKubectl(tag: Tags[number]): boolean {
  if (typeof tag === 'string') return true;
  const { format, tag: name } = tag as { readonly format?: string; readonly tag: string };
  return format !== 'TIME' && !/:(?:timestamp|set|omap|pairs|binary)$/.test(name);
}

const manifestOptions = {
  schema: 'yaml-1.1',
  resolveKnownTags: false,
  intAsBigInt: true,
  customTags: (tags: Tags): Tags => [octal, ...tags.filter(isKnownToKubectl)],
} as const;

function convertNumbers({ document, fail }: BoundedDocument): void {
  visit(document, (_key, node) => {
    if (!isScalar(node)) return;
    const value = typeof node.value === 'bigint' ? Number(node.value) : node.value;
    if (typeof value !== 'number') return;
    const isExact = Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value));
    if (!isExact) fail('it contains a number that JavaScript cannot represent exactly', node);
    node.value = value;
  });
}

/**
 * Returns the objects of a text in YAML or JSON, in their order: one for each document, the items of a List one by one,
 * nothing for an empty document. Use it, for example, to fill a fake server or to apply manifests.
 *
 * @example
 * const text = 'apiVersion: v1\nkind: Pod\nmetadata: { name: front-0, namespace: shop }';
 * const fake = createFakeApiServer({ documents: kubernetes(), objects: objectsFromYaml(text) });
 * @throws UnreadableYamlError for text that is not YAML, and for a document that is not an object with an apiVersion, a
 *   kind and metadata
 * @throws InvalidArgumentError for an argument that is not a string
 */
export function objectsFromYaml(text: string): KubeObject[] {
  return documentsFromYaml(text).flatMap(({ value, line }) => {
    if (value === null || value === undefined) return [];
    return [...objectsIn(value, (problem) => new UnreadableYamlError(problem, { line, column: 1 }))];
  });
}

function* objectsIn(value: unknown, failure: (problem: string) => Error): Generator<KubeObject> {
  if (!isJsonRecord(value)) throw failure('it contains something that is not an object');
  const { apiVersion, kind, items, metadata } = value;
  if (typeof apiVersion !== 'string' || apiVersion === '') throw failure('an object has no apiVersion');
  if (typeof kind !== 'string' || kind === '') throw failure('an object has no kind');
  if (kind.endsWith('List') && (Array.isArray(items) || items === null)) {
    for (const item of (items ?? []) as unknown[]) yield* objectsIn(item, failure);
    return;
  }
  if (!isJsonRecord(metadata)) throw failure('an object has no metadata');
  for (const field of ['name', 'namespace']) {
    const given = metadata[field] ?? undefined;
    if (given !== undefined && typeof given !== 'string') {
      throw failure(`metadata.${field} of an object is not a string: quote it`);
    }
  }
  yield value as KubeObject;
}
