import {
  Composer,
  CST,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  type DocumentOptions,
  type Document,
  type ErrorCode,
  type ParseOptions,
  type Range,
  type SchemaOptions,
} from 'yaml';

/** Descriptions of a YAML parser's problems, by code, that quote nothing from the text. */
const words: ReadonlyMap<string, string> = new Map([
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
  ['MULTIPLE_DOCS', 'more than one document'],
  ['MULTIPLE_TAGS', 'several tags on one value'],
  ['NON_STRING_KEY', 'a key that is not a string'],
  ['TAB_AS_INDENT', 'a tab in the indentation: use spaces'],
  ['TAG_RESOLVE_FAILED', 'a tag that its value does not fit'],
  ['UNEXPECTED_TOKEN', 'an unexpected token'],
]);

/** What is wrong with a text, without quoting it. */
export interface YamlProblem {
  /** In words. */
  readonly problem: string;
  /** Whether it is against the rules of YAML; otherwise a limit, or more than Kubernetes reads. */
  readonly isSyntax: boolean;
  /** Where, from 1. */
  readonly position: { readonly document: number; readonly line: number; readonly column: number };
}

/** How a text is read, and the limits: what hostile text would cost is checked before anything is built. */
export interface BoundedYaml {
  readonly options?: ParseOptions & DocumentOptions & SchemaOptions;
  /** Parts of the text that are read one after the other. @default the whole text */
  readonly parts?: Iterable<{ readonly start: number; readonly end: number }>;
  /** Whether the text is read as by go-yaml, and two equal keys are errors; otherwise the last key counts. */
  readonly isStrict: boolean;
  readonly maxDepth: number;
  readonly maxTokens: number;
  /** Makes the error to throw. */
  readonly failure: (problem: YamlProblem) => Error;
}

/** A document, and where its content begins. */
export interface BoundedDocument {
  readonly document: Document.Parsed;
  readonly line: number;
  /** Fails with a problem in words, at a node. */
  readonly fail: (problem: string, node: Ranged) => never;
}

type Ranged = { readonly range?: Range | null | undefined };

const maxAnchors = 10_000;
const maxAliases = 10_000;
/** The limit for what all aliases together repeat, counted in scalars, lists and mappings. */
const maxRepeated = 100_000;

/** Makes the error of an error code of the library, or of a limit in words. */
type Failure = (problem: string, offset: number) => Error;

/**
 * Reads the documents of a text step by step, so that every limit is checked before the next step: lexes, parses,
 * composes, and checks what composing does not. Reading ends at the first error. A document that is yielded can be
 * converted without a further limit.
 */
export function* readBoundedYaml(text: string, bounds: BoundedYaml): Generator<BoundedDocument> {
  const { parts = [{ start: 0, end: text.length }], maxDepth, maxTokens } = bounds;
  const lines = new LineCounter();
  let document = 1;
  const failure: Failure = (problem, offset) => {
    const { line, col } = lines.linePos(offset);
    const isCode = /^[A-Z_]+$/.test(problem);
    return bounds.failure({
      problem: isCode ? (words.get(problem) ?? 'a syntax error') : problem,
      isSyntax: isCode,
      position: { document, line: Math.max(line, 1), column: Math.max(col, 1) },
    });
  };
  const fail: BoundedDocument['fail'] = (problem, { range }) => {
    throw failure(problem, range?.[0] ?? 0);
  };
  const composer = failingComposer(bounds, failure);
  const finish = function* (documents: Iterable<Document.Parsed>): Generator<BoundedDocument> {
    for (const each of documents) {
      const [error] = each.errors;
      if (error !== undefined) throw failure(error.code, error.pos[0]);
      checkNodes(each.contents, bounds.isStrict, failure);
      yield { document: each, line: lines.linePos((each.contents ?? each).range[0]).line, fail };
      document += 1;
    }
  };
  let isFirst = true;
  // kubectl cuts a text at `---` alone, and ignores what follows an end mark.
  const checkStart = (token: CST.Token): void => {
    if (token.type !== 'document') return;
    if (!isFirst && !token.start.some(({ type }) => type === 'doc-start')) {
      throw failure('a document without --- before it, which kubectl does not read', token.offset);
    }
    isFirst = false;
  };
  const compose = function* (tokens: Iterable<CST.Token>): Generator<BoundedDocument> {
    for (const token of tokens) {
      if (token.type === 'error') throw failure('UNEXPECTED_TOKEN', token.offset);
      if (bounds.isStrict) checkStart(token);
      yield* finish(composer.next(token));
    }
  };
  const counts = { tokens: 0, anchors: 0, aliases: 0 };
  let isContent = false;
  lines.addNewLine(0);
  for (const { start, end } of parts) {
    const parser = new Parser(lines.addNewLine);
    // So that positions are those of the whole text.
    parser.offset = start;
    const lexer = bounds.isStrict ? lexerOfGo() : new Lexer();
    for (const lexeme of lexer.lex(text.slice(start, end))) {
      const type: string | null = isContent ? 'content' : CST.tokenType(lexeme);
      isContent = type === 'scalar';
      counts.tokens += 1;
      if (type === 'anchor') counts.anchors += 1;
      if (type === 'alias') counts.aliases += 1;
      if (counts.tokens > maxTokens) throw failure(`more than ${maxTokens} tokens`, parser.offset);
      if (counts.anchors > maxAnchors) throw failure(`more than ${maxAnchors} anchors`, parser.offset);
      if (counts.aliases > maxAliases) throw failure(`too many aliases, more than ${maxAliases}`, parser.offset);
      if (bounds.isStrict) {
        const after = parser.offset + lexeme.length;
        const problem = readOtherwise(
          lexeme,
          type,
          Reflect.get(lexer, 'flowLevel') !== 0,
          text.slice(after, after + 2),
        );
        if (problem !== undefined) throw failure(problem, parser.offset);
      }
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

/**
 * Makes a composer that stops at the first error and keeps no warnings: one scalar can hold a million wrong escapes,
 * and the library makes an Error for each. If a release of it drops this method, reading gets slower, not wrong.
 */
function failingComposer({ options, isStrict }: BoundedYaml, failure: Failure): Composer {
  // The library compares each key with all others, which takes quadratic time.
  const composer = new Composer({
    merge: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
    ...options,
  });
  let first: Error | undefined;
  const onError = (
    source: number | readonly number[] | { offset: number },
    code: ErrorCode,
    _: string,
    warning?: boolean,
  ): void => {
    if (warning === true && (!isStrict || ignored.has(code))) return;
    // The library catches what is thrown here, on each level of nesting, and reports it again as another error.
    first ??= failure(
      code,
      typeof source === 'number' ? source : 'offset' in source ? source.offset : (source[0] ?? 0),
    );
    throw first;
  };
  Reflect.set(composer, 'onError', onError);
  return composer;
}

/**
 * Throws if aliases or merge keys (`<<`) repeat more than the limit, or refer to nothing or to a value around them.
 * Also throws for what JSON has no key for: a list or a mapping, which the library would write out as YAML, and null.
 */
function checkNodes(root: unknown, isStrict: boolean, failure: Failure): void {
  const anchored = new Map<string, { readonly size: number; readonly node: unknown } | undefined>();
  let repeated = 0;
  const repeat = (size: number, node: { readonly range?: Range | null | undefined }): void => {
    repeated += size;
    if (repeated > maxRepeated)
      throw failure(`too many aliases: they expand to more than ${maxRepeated} values`, node.range?.[0] ?? 0);
  };
  const sizeOf = (node: unknown): number => {
    if (isAlias(node)) {
      const known = anchored.get(node.source);
      if (known === undefined) throw failure('BAD_ALIAS', node.range?.[0] ?? 0);
      repeat(known.size, node);
      return known.size;
    }
    if (isPair(node)) {
      const { key } = node;
      const named = isAlias(key) ? anchored.get(key.source)?.node : key;
      if (!isScalar(named) || named.value === null) {
        const what = isCollection(named) ? 'a key that is not a scalar' : 'a key that is null';
        throw failure(what, isNode(key) ? (key.range?.[0] ?? 0) : 0);
      }
      const size = sizeOf(node.value);
      if (isScalar(key) && (key.value === '<<' || typeof key.value === 'symbol')) repeat(size, key);
      return sizeOf(key) + size;
    }
    if (!isNode(node)) return 1;
    if (isStrict && isMap(node)) checkKeys(node.items, failure);
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
    if (names.has(name)) throw failure('DUPLICATE_KEY', key.range?.[0] ?? 0);
    names.add(name);
  }
}
