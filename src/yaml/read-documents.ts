import { KubeError } from '../core/shared/kube-error.js';
import {
  Composer,
  CST,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  Scalar,
  visit,
} from 'yaml';
import type { Document, ErrorCode, Node, Range, ScalarTag, Tags, YAMLMap } from 'yaml';
import { requireText } from '../core/shared/arguments.js';
import type { KubeObject } from '../core/model/kube-object.js';
import { isJsonRecord } from '../core/shared/json-record.js';

/** Where in a text, each from 1. */
type Place = Partial<Record<'document' | 'line' | 'column', number>>;

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

  constructor(problem: string, { document, line, column }: Place = {}, cause?: unknown) {
    const which = document === undefined || document === 1 ? '' : `document ${document}, `;
    const where = line === undefined ? '' : ` (${which}line ${line}, column ${column})`;
    super(`The YAML cannot be used${where}: ${problem}.`, { cause });
    this.problem = problem;
    this.line = line;
    this.column = column;
    this.document = document;
  }
}

/**
 * Splits a text between JSON objects that follow one another, with or without line breaks: kubectl reads each as a
 * document, although together they are not YAML. From the first part that is not such an object, the text stays whole.
 *
 * @see https://pkg.go.dev/k8s.io/apimachinery/pkg/util/yaml#YAMLOrJSONDecoder
 */
function* cutJsonDocuments(text: string): Generator<readonly [start: number, end: number]> {
  let start = 0;
  for (let at = objectAt(text, 0); at !== undefined;) {
    const end = endOfObject(text, at);
    const next = end === undefined ? undefined : objectAt(text, end);
    // In YAML, braces may also be inside quotes that JSON does not have.
    if (next !== undefined && !isJson(text.slice(at, end))) break;
    if (next !== undefined) {
      yield [start, next];
      start = next;
    }
    at = next;
  }
  yield [start, text.length];
}

/** Returns where the next object starts, if only white space and comments precede it. */
function objectAt(text: string, from: number): number | undefined {
  const blanks = /\s*/y;
  for (let at = from; ;) {
    blanks.lastIndex = at;
    at += blanks.exec(text)?.[0].length ?? 0;
    if (text[at] === '{') return at;
    const lineEnd = text[at] === '#' ? text.indexOf('\n', at) : -1;
    if (lineEnd < 0) return undefined;
    at = lineEnd;
  }
}

function endOfObject(text: string, start: number): number | undefined {
  const token = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[{}[\]]/g;
  token.lastIndex = start;
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (found === '{' || found === '[') depth += 1;
    else if (found === '}' || found === ']') depth -= 1;
    if (depth === 0) return index + 1;
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
const maxAnchors = 10_000;
const maxAliases = 10_000;
/** The limit for what all aliases together repeat, counted in scalars, lists and mappings. */
const maxRepeated = 100_000;

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
  return [...readDocuments(requireText('text', text))];
}

/**
 * Yields the documents of a text, as {@link documentsFromYaml}, when they are needed. With `lastKeyCounts`, the last of two
 * equal keys counts, as in kubectl: in a manifest they are a mistake.
 *
 * @throws UnreadableYamlError as {@link documentsFromYaml}
 */
export function* readDocuments(
  text: string,
  // A line of a manifest has about six tokens.
  { lastKeyCounts = false, maxTokens = 2_000_000 } = {},
): Generator<YamlDocument> {
  if (text.length > maxLength) {
    throw new UnreadableYamlError(`it is longer than ${maxLength} characters: split it`);
  }
  try {
    yield* readBounded(asLinesOfGo(text), lastKeyCounts, maxTokens);
  } catch (cause) {
    if (cause instanceof UnreadableYamlError) throw cause;
    // The messages of the YAML library quote the text.
    const why = cause instanceof RangeError ? 'it is nested too deeply' : 'it cannot be read as YAML';
    throw new UnreadableYamlError(why);
  }
}

/** What go-yaml refuses, or takes for the end of a line where this reader does not, and why it is refused. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/\0/, 'it has a null character: decode text in UTF-16 first'],
  // eslint-disable-next-line no-control-regex -- that is what is looked for
  [/[\x01-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/, 'it has a control character'],
  [/[\u2028\u2029]/, 'it has a line separator (U+2028 or U+2029), which ends a line for kubectl'],
  [/\r---(?!\S)/, 'a document begins after a line that ends with only a carriage return, which kubectl does not read'],
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

/** Descriptions of a YAML parser's problems, by code, that quote nothing from the text. */
const problems: ReadonlyMap<string, string> = new Map([
  ['ALIAS_PROPS', 'an alias with an anchor or a tag'],
  ['BAD_ALIAS', 'an alias to an undefined anchor'],
  ['BAD_COLLECTION_TYPE', 'a tag that does not fit its list or mapping'],
  ['BAD_DIRECTIVE', 'an invalid directive'],
  ['BAD_DQ_ESCAPE', 'an invalid escape sequence in double quotes'],
  ['BAD_INDENT', 'wrong indentation, or an unclosed bracket'],
  ['BAD_PROP_ORDER', 'an anchor or a tag in the wrong place'],
  ['BAD_SCALAR_START', 'an unquoted value that begins with a reserved character'],
  ['BLOCK_AS_IMPLICIT_KEY', 'a nested mapping on one line, or a colon that must be quoted'],
  ['BLOCK_IN_FLOW', 'a block inside brackets'],
  ['DUPLICATE_KEY', 'a duplicate key'],
  ['KEY_OVER_1024_CHARS', 'a key longer than 1,024 characters'],
  ['MISSING_CHAR', 'a missing quote, bracket, or colon after a key'],
  ['MULTILINE_IMPLICIT_KEY', 'a key that spans several lines, or a missing colon'],
  ['MULTIPLE_ANCHORS', 'several anchors on one value'],
  ['MULTIPLE_TAGS', 'several tags on one value'],
  ['TAB_AS_INDENT', 'a tab in the indentation: use spaces'],
  ['TAG_RESOLVE_FAILED', 'a tag that its value does not fit'],
  ['UNEXPECTED_TOKEN', 'an unexpected token'],
]);

/** Makes the error of an error code of the library, or of a limit in words, at an offset or a node. */
type Failure = (problem: string, at: number | { readonly range?: Range | null | undefined }) => Error;

/**
 * Reads the documents of a text step by step, so that every limit is checked before the next step: lexes, parses,
 * composes, checks what composing does not, and converts. Reading ends at the first error.
 */
function* readBounded(text: string, lastKeyCounts: boolean, maxTokens: number): Generator<YamlDocument> {
  const isJson = text.trimStart().startsWith('{');
  const lines = new LineCounter();
  let document = 1;
  const failure: Failure = (problem, at) => {
    const { line, col } = lines.linePos(typeof at === 'number' ? at : (at.range?.[0] ?? 0));
    const isCode = /^[A-Z_]+$/.test(problem);
    const what = isCode ? `it cannot be read as YAML: ${problems.get(problem) ?? 'a syntax error'}` : problem;
    return new UnreadableYamlError(what, { document, line: Math.max(line, 1), column: Math.max(col, 1) });
  };
  const composer = failingComposer(failure);
  const finish = function* (documents: Iterable<Document.Parsed>): Generator<YamlDocument> {
    for (const each of documents) {
      const [error] = each.errors;
      if (error !== undefined) throw failure(error.code, error.pos[0]);
      checkNodes(each.contents, lastKeyCounts, failure);
      convertNumbers(each, isJson, failure);
      const { line } = lines.linePos((each.contents ?? each).range[0]);
      yield { value: each.toJS({ maxAliasCount: -1 }) as unknown, line };
      document += 1;
    }
  };
  let isFirst = true;
  const compose = function* (tokens: Iterable<CST.Token>): Generator<YamlDocument> {
    for (const token of tokens) {
      if (token.type === 'error') throw failure('UNEXPECTED_TOKEN', token.offset);
      if (token.type === 'document') {
        // kubectl cuts a text at `---` alone, and ignores what follows an end mark.
        const isMarked = isFirst || token.start.some(({ type }) => type === 'doc-start');
        if (!isMarked) throw failure('a document without --- before it, which kubectl does not read', token.offset);
        isFirst = false;
      }
      yield* finish(composer.next(token));
    }
  };
  const counts = { tokens: 0, anchors: 0, aliases: 0 };
  let isContent = false;
  lines.addNewLine(0);
  for (const [start, end] of cutJsonDocuments(text)) {
    const parser = new Parser(lines.addNewLine);
    // So that positions are those of the whole text.
    parser.offset = start;
    const lexer = lexerOfGo();
    for (const lexeme of lexer.lex(text.slice(start, end))) {
      const type: string | null = isContent ? 'content' : CST.tokenType(lexeme);
      isContent = type === 'scalar';
      counts.tokens += 1;
      if (type === 'anchor') counts.anchors += 1;
      if (type === 'alias') counts.aliases += 1;
      if (counts.tokens > maxTokens) throw failure(`more than ${maxTokens} tokens`, parser.offset);
      if (counts.anchors > maxAnchors) throw failure(`more than ${maxAnchors} anchors`, parser.offset);
      if (counts.aliases > maxAliases) throw failure(`too many aliases, more than ${maxAliases}`, parser.offset);
      const after = parser.offset + lexeme.length;
      const inFlow = Reflect.get(lexer, 'flowLevel') !== 0;
      const odd = readOtherwise(lexeme, type, inFlow, text.slice(after, after + 2));
      if (odd !== undefined) throw failure(odd, parser.offset);
      yield* compose(parser.next(lexeme));
      if (parser.stack.length > maxDepth) throw failure(`nested more than ${maxDepth} levels deep`, parser.offset);
    }
    yield* compose(parser.end());
    isFirst = true;
  }
  yield* finish(composer.end());
  const [error] = composer.streamInfo().errors;
  if (error !== undefined) throw failure(error.code, error.pos[0]);
}

/**
 * Makes a lexer that takes quoted text and brackets as go-yaml does: they may continue left of their key, and after tabs.
 */
function lexerOfGo(): Lexer {
  const lexer = new Lexer();
  for (const method of ['parseFlowCollection', 'parseQuotedScalar']) {
    const parse = Reflect.get(lexer, method) as () => Generator<string, unknown>;
    Reflect.set(lexer, method, function* () {
      const indent: unknown = Reflect.get(lexer, 'indentNext');
      Reflect.set(lexer, 'indentNext', 0);
      const steps = parse.call(lexer);
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done !== true) yield /^[ \t]+$/.test(step.value) ? ' '.repeat(step.value.length) : step.value;
        else {
          Reflect.set(lexer, 'indentNext', indent);
          return step.value;
        }
      }
    });
  }
  return lexer;
}

/** Names what go-yaml reads otherwise than the library, which has no option for it. */
function readOtherwise(lexeme: string, type: string | null, inFlow: boolean, next: string): string | undefined {
  if (type === 'anchor' && lexeme.includes(':')) return 'a colon in the name of an anchor';
  if (type === 'double-quoted-scalar') {
    return /\\\r?\n[ \t]*\r?\n/.test(lexeme) ? 'an empty line after a backslash' : undefined;
  }
  const isOdd = type === 'content' && inFlow && (lexeme.startsWith('?') || /^:[,[\]{}]/.test(next));
  return isOdd ? 'an unquoted value in brackets that begins with ? or ends with a colon: quote it' : undefined;
}

/** Warnings of what go-yaml reads: tags that it does not know, and brackets that end where their key begins. */
const ignored: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['TAG_RESOLVE_FAILED', 'BAD_INDENT', 'BAD_COLLECTION_TYPE']);

/** Where the library reports an error: at an offset, a range or a token. */
type Source = number | readonly number[] | { readonly offset: number };

/**
 * Makes a composer that stops at the first error and keeps no warnings: one scalar can hold a million wrong escapes,
 * and the library makes an Error for each. If a release of it drops this method, reading gets slower, not wrong.
 */
function failingComposer(failure: Failure): Composer {
  // The library compares each key with all others, which takes quadratic time.
  const composer = new Composer({
    schema: 'yaml-1.1',
    merge: false,
    resolveKnownTags: false,
    customTags: goTags,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  let first: Error | undefined;
  const onError = (source: Source, code: ErrorCode, _: string, warning?: boolean): void => {
    if (warning === true && ignored.has(code)) return;
    const [offset = 0] = typeof source === 'object' && 'offset' in source ? [source.offset] : [source].flat();
    // The library catches what is thrown here, on each level of nesting, and reports it again as another error.
    first ??= failure(code, offset);
    throw first;
  };
  Reflect.set(composer, 'onError', onError);
  return composer;
}

/**
 * Throws if aliases or merge keys (`<<`) repeat more than the limit, or refer to nothing or to a value around them.
 * Also throws for what JSON has no key for: a list or a mapping, which the library would write out as YAML, and null.
 */
function checkNodes(root: unknown, lastKeyCounts: boolean, failure: Failure): void {
  const anchored = new Map<string, { readonly size: number; readonly node: unknown } | undefined>();
  let repeated = 0;
  const repeat = (size: number, node: Node): void => {
    repeated += size;
    const problem = `too many aliases: they expand to more than ${maxRepeated} values`;
    if (repeated > maxRepeated) throw failure(problem, node);
  };
  const sizeOf = (node: unknown): number => {
    if (isAlias(node)) {
      const known = anchored.get(node.source);
      if (known === undefined) throw failure('BAD_ALIAS', node);
      repeat(known.size, node);
      return known.size;
    }
    if (isPair(node)) {
      const { key } = node;
      const named = isAlias(key) ? anchored.get(key.source)?.node : key;
      if (!isScalar(named) || named.value === null) {
        const what = isCollection(named) ? 'a key that is not a scalar' : 'a key that is null';
        throw failure(what, isNode(key) ? key : 0);
      }
      const size = sizeOf(node.value);
      if (isScalar(key) && typeof key.value === 'symbol') repeat(size, key);
      return sizeOf(key) + size;
    }
    if (!isNode(node)) return 1;
    if (!lastKeyCounts && isMap(node)) checkKeys(node.items, failure);
    const { anchor } = node;
    if (anchor !== undefined) anchored.set(anchor, undefined);
    const size = isCollection(node) ? node.items.reduce<number>((sum, item) => sum + sizeOf(item), 1) : 1;
    if (anchor !== undefined) anchored.set(anchor, { size, node });
    return size;
  };
  sizeOf(root);
}

/** Throws for two keys that are one in JSON: `1` and `"1"`. */
function checkKeys(items: readonly { readonly key: unknown }[], failure: Failure): void {
  const names = new Set<string>();
  for (const { key } of items) {
    // Of several merge keys each counts.
    if (!isScalar(key) || typeof key.value === 'symbol') continue;
    const name = String(key.value);
    if (names.has(name)) throw failure('DUPLICATE_KEY', key);
    names.add(name);
  }
}

/** Makes of each number and key what JSON has for it. */
function convertNumbers(document: Document.Parsed, isJson: boolean, failure: Failure): void {
  const inexact = 'it contains a number that JavaScript cannot represent exactly';
  visit(document, {
    Pair(_, { key, value }) {
      const isMerge = isScalar(key) && typeof key.value === 'symbol';
      if (isMerge && mergedBy(value, document) === undefined)
        throw failure('a merge key whose value is not a mapping', key);
    },
    Scalar(place, node) {
      const { value, type } = node;
      if (place === 'key' && (typeof value === 'bigint' || typeof value === 'number')) {
        node.value = goKey(value);
        if (node.value === undefined) throw failure('a key that is a number beyond 64 bits: quote it', node);
      } else if (typeof value === 'bigint' || typeof value === 'number') {
        node.value = Number(value);
        const isExact = typeof value === 'bigint' ? Number.isSafeInteger(node.value) : Number.isFinite(value);
        if (!isExact) throw failure(inexact, node);
      } else if (isJson && type === 'PLAIN' && Math.abs(Number(value)) === Infinity) throw failure(inexact, node);
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

const yamlTag = (name: string): string => `tag:yaml.org,2002:${name}`;

const words: ReadonlyMap<string, boolean | number | null> = new Map<string, boolean | number | null>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
]);

const integer = /^([-+]?)(0x[\da-f]+|0b[01]+|0o?[0-7]+|0|[1-9]\d*)$/i;
const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?$/i;

/**
 * Returns the value of an unquoted text as go-yaml resolves it: integers as bigint, decimals as number, and what only
 * looks like a number (`e5`, `1_`, `9e999`) as the text that it is.
 *
 * @see https://github.com/yaml/go-yaml/blob/v2.4.0/resolve.go
 */
function resolve(text: string): unknown {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.\d]/.test(text)) return text;
  const plain = text.startsWith('.') ? text : text.replaceAll('_', '');
  const [, sign, written] = integer.exec(plain) ?? [];
  if (written !== undefined) {
    // JavaScript has another sign of the octal ones.
    const size = BigInt(written.replace(/^0o?(?=[0-7])/i, '0o'));
    const value = sign === '-' ? -size : size;
    if (BigInt.asIntN(64, value) === value || (sign === '' && BigInt.asUintN(64, value) === value)) return value;
    // Go makes it a float64. A bigint this large is refused as inexact.
    return decimal.test(plain) ? BigInt(plain.replace('+', '')) : text;
  }
  const value = decimal.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : text;
}

/** A tag that is written before a value, and the types of Go that it takes. */
function explicit(name: string, accept: (value: unknown, text: string) => unknown): ScalarTag {
  return {
    tag: yamlTag(name),
    resolve(text, onError) {
      const value = accept(resolve(text), text);
      if (value === undefined) onError('');
      return value;
    },
  };
}

const timestamp =
  /^\d{4}-\d\d?-\d\d?(?:(?:[Tt]\d\d?:\d\d?:\d\d?(?:\.\d+)?(?:Z|[-+]\d\d:\d\d))|(?: \d\d?:\d\d?:\d\d?(?:\.\d+)?))?$/;

/** The text that base64 holds; undefined for what is none. */
function textOfBase64(text: string): string | undefined {
  try {
    const compact = text.replaceAll(/[\r\n]/g, '');
    if (compact.length % 4 !== 0 || /\s/.test(compact)) return undefined;
    const bytes = Uint8Array.from(atob(compact), (each) => each.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The mappings that the value of a merge key names, in the order in which they are merged; undefined if it is none. */
export function mergedBy(value: unknown, document: Document): readonly YAMLMap[] | undefined {
  const named = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  const sources = isSeq(value) ? value.items.map(named).reverse() : [named(value)];
  return sources.every((each) => isMap(each)) ? sources : undefined;
}

/** As in go-yaml, what a merge key brings overrides what stands before it, and the first of several wins. */
const mergeKey: ScalarTag = {
  identify: () => false,
  default: 'key',
  // Not its name in YAML: with that, the library merges by its own rules.
  tag: '!merge',
  test: /^<<$/,
  resolve() {
    const key = new Scalar(Symbol('<<'));
    key.addToJSMap = (context, map, value) => {
      for (const source of (context && mergedBy(value, context.doc)) ?? []) {
        for (const [name, value] of Object.entries(source.toJSON(null, context) as object)) {
          Object.defineProperty(map, name, { value, writable: true, enumerable: true, configurable: true });
        }
      }
    };
    return key;
  },
};

/** The tags of go-yaml: the values that kubectl takes what is written for. All others are ignored, as there. */
export function goTags(tags: Tags): Tags {
  const collections = tags.filter((tag) => typeof tag === 'object' && /:(?:map|seq|str)$/.test((tag as ScalarTag).tag));
  return [
    ...collections,
    mergeKey,
    { default: true, tag: '!plain', test: /^/, identify: () => false, resolve },
    explicit('int', (value) => (typeof value === 'bigint' ? value : undefined)),
    explicit('float', (value) => (typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined)),
    explicit('bool', (value) => (typeof value === 'boolean' ? value : undefined)),
    explicit('null', (value) => (value === null ? null : undefined)),
    explicit('timestamp', (_, text) => (timestamp.test(text) ? text : undefined)),
    explicit('binary', (_, text) => textOfBase64(text)),
    explicit('merge', () => undefined),
  ];
}

/** A number as the key of a mapping, which is text in JSON; undefined for what go-yaml refuses. */
export function goKey(value: number | bigint): string | undefined {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? String(value) : undefined;
  const short = Math.fround(value);
  if (!Number.isFinite(short)) return Number.isNaN(short) ? '.nan' : short > 0 ? '.inf' : '-.inf';
  if (short === 0) return Object.is(short, -0) ? '-0' : '0';
  // As many digits as tell it from other numbers of 32 bits.
  let digits = 1;
  while (Math.fround(Number(short.toPrecision(digits))) !== short) digits += 1;
  const shown = Number(short.toPrecision(digits));
  const isPlain = Math.abs(shown) >= 1e-4 && Math.abs(shown) < 1e6;
  return isPlain ? String(shown) : shown.toExponential().replace(/e([-+])(\d)$/, 'e$10$2');
}
