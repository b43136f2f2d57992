import { KubeError } from '../core/shared/kube-error.js';
import { isScalar, visit } from 'yaml';
import { requireText } from '../core/shared/arguments.js';
import { type BoundedDocument, readBoundedYaml } from './bounded-yaml.js';
import type { KubeObject } from '../core/model/kube-object.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { goKey, goTags, mergedBy } from './go-tags.js';

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
  /** The document, from 1; undefined for a problem of the text as a whole. */
  readonly document: number | undefined;

  constructor(
    problem: string,
    position: { readonly document?: number; readonly line: number; readonly column: number } | undefined,
    cause?: unknown,
  ) {
    const { document, line, column } = position ?? {};
    const which = document === undefined || document === 1 ? '' : `document ${document}, `;
    const where = line === undefined ? '' : ` (${which}line ${line}, column ${column})`;
    super(`The YAML cannot be used${where}: ${problem}.`, { cause });
    this.problem = problem;
    this.line = line;
    this.column = column;
    this.document = document;
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
 * a time, `12:30` or `e5` is text; unknown tags are ignored, and a merge key overrides what stands before it. JSON
 * objects may follow one another without `---`. If any part of the text cannot be read, nothing is returned. What the
 * parser reads otherwise than kubectl (U+2028 outside of JSON, a document after `...` without `---`) is refused.
 *  The text may have up to 32 Mi characters, 2,000,000 tokens, 400
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
    const lines = asLinesOfGo(text);
    const read = readBoundedYaml(lines, {
      options: manifestOptions,
      parts: cutJsonDocuments(lines),
      isStrict: true,
      maxDepth,
      maxTokens,
      failure: ({ problem, isSyntax, position }) =>
        new UnreadableYamlError(isSyntax ? `it cannot be read as YAML: ${problem}` : problem, position),
    });
    const isJson = lines.trimStart().startsWith('{');
    return Array.from(read, (each) => {
      convertNumbers(each, isJson);
      return { value: each.document.toJS({ maxAliasCount: -1 }) as unknown, line: each.line };
    });
  } catch (cause) {
    if (cause instanceof UnreadableYamlError) throw cause;
    // The messages of the YAML library quote the text.
    const why = cause instanceof RangeError ? 'it is nested too deeply' : 'it cannot be read as YAML';
    throw new UnreadableYamlError(why, undefined);
  }
}

/** What go-yaml refuses, or takes for the end of a line where this reader does not, and why it is refused. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/\0/, 'it has a null character: a text in UTF-16 must be decoded as such'],
  // eslint-disable-next-line no-control-regex -- that is what is looked for
  [/[\x01-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/, 'it has a control character'],
  [/[\u2028\u2029]/, 'it has a line separator (U+2028, U+2029), which kubectl takes as the end of a line'],
  [
    /\r---(?!\S)/,
    'a document begins behind a line that ends with a carriage return alone, which kubectl does not read',
  ],
];

/**
 * Returns the text with the ends of lines as go-yaml sees them: a carriage return alone ends one, a line may begin with a
 * byte order mark, and a comment may follow `---` at once.
 *
 * @throws UnreadableYamlError for what this reader would read differently
 */
function asLinesOfGo(text: string): string {
  for (const [pattern, problem] of isJson(text) ? [] : refused) {
    const at = pattern.exec(text)?.index;
    if (at === undefined) continue;
    const before = text.slice(0, at).split(/\r\n?|\n/);
    throw new UnreadableYamlError(problem, { line: before.length, column: (before.at(-1) ?? '').length + 1 });
  }
  return text
    .replaceAll(/\r(?!\n)|\u0085/g, '\n')
    .replaceAll(/(^|\n---[^\n]*\n)\ufeff+/g, '$1')
    .replaceAll(/(^|\n)---#/g, '$1--- #');
}

const manifestOptions = { schema: 'yaml-1.1', merge: false, resolveKnownTags: false, customTags: goTags } as const;

/** Makes of each number and key what JSON has for it. */
function convertNumbers({ document, fail }: BoundedDocument, isJson: boolean): void {
  const inexact = 'it contains a number that JavaScript cannot represent exactly';
  visit(document, {
    Pair(_, { key, value }) {
      const isMerge = isScalar(key) && typeof key.value === 'symbol';
      if (isMerge && mergedBy(value, document) === undefined) fail('a merge key whose value is no mapping', key);
    },
    Scalar(place, node) {
      const { value, type } = node;
      if (place === 'key' && (typeof value === 'bigint' || typeof value === 'number')) {
        node.value = goKey(value) ?? fail('a key that is a number beyond 64 bits: quote it', node);
      } else if (typeof value === 'bigint' || typeof value === 'number') {
        node.value = Number(value);
        const isExact = typeof value === 'bigint' ? Number.isSafeInteger(node.value) : Number.isFinite(value);
        if (!isExact) fail(inexact, node);
      } else if (isJson && type === 'PLAIN' && Math.abs(Number(value)) === Infinity) fail(inexact, node);
    },
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
  return documentsFromYaml(text).flatMap(({ value, line }, index) => {
    if (value === null || value === undefined) return [];
    const position = { document: index + 1, line, column: 1 };
    return [...objectsIn(value, (problem) => new UnreadableYamlError(problem, position))];
  });
}

function* objectsIn(value: unknown, failure: (problem: string) => Error): Generator<KubeObject> {
  if (!isJsonRecord(value)) throw failure('it contains something that is not an object');
  const { apiVersion, kind, items, metadata } = value;
  if (typeof apiVersion !== 'string' || apiVersion === '') throw failure('an object has no apiVersion');
  if (typeof kind !== 'string' || kind === '') throw failure('an object has no kind');
  if (kind.endsWith('List') && (Array.isArray(items) || items === null)) {
    for (const item of (items ?? []) as unknown[]) yield* objectsIn(withKindOfList(item, apiVersion, kind), failure);
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

/** An item of a typed list may lack its kind and apiVersion: those of the list name them, as in kubectl. */
function withKindOfList(item: unknown, apiVersion: string, listKind: string): unknown {
  if (!isJsonRecord(item) || listKind === 'List') return item;
  return (item['kind'] ?? '') === '' && (item['apiVersion'] ?? '') === ''
    ? { ...item, apiVersion, kind: listKind.slice(0, -'List'.length) }
    : item;
}
