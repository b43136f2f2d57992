import { requireKnownOptions, requireText } from '../../core/shared/arguments.js';
import {
  Composer,
  CST,
  isAlias,
  isCollection,
  isNode,
  isPair,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  type Document,
  type ErrorCode,
  type Range,
} from 'yaml';
import { yamlProblem } from '../../core/shared/yaml-problems.js';
import { InvalidYamlError } from '../errors.js';

/** Limits of {@link readYaml}. */
export interface ReadYamlOptions {
  /** The maximum number of documents in the text. @default 1_000 */
  readonly maxDocuments?: number | undefined;
}

/** More than people or controllers write: an object in etcd has at most 1.5 MiB. */
const maxLength = 2 * 1024 * 1024;
/** Few enough for the stack of any caller; Kubernetes objects have 20 levels, schemas of CRDs may have 60. */
const maxDepth = 200;
const maxTokens = 150_000;
const maxAnchors = 10_000;
const maxAliases = 1_000;
/** The limit for what all aliases together repeat, counted in scalars, lists and mappings. */
const maxRepeated = 100_000;

/**
 * Returns the values of a text in YAML or JSON, one for each document. Time and memory are bounded even for hostile
 * text: length (2 MiB), depth (200), documents, tokens (150,000), anchors (10,000), aliases (1,000) and what aliases
 * repeat (100,000 values) are limited before anything is built, and reading ends at the first error. Keys of mappings
 * must be scalars, as everywhere in Kubernetes; of two equal keys the last one counts, as in kubectl.
 *
 * For your own files, the `yaml` package itself says more about mistakes.
 *
 * @throws InvalidYamlError that names the line, the column and the limit, and quotes nothing of the text
 * @example
 * const [first] = readYaml('kind: Pod\nmetadata: { name: front-0 }');
 * console.log(first); // { kind: 'Pod', metadata: { name: 'front-0' } }
 */
export function readYaml(text: string, options: ReadYamlOptions = {}): readonly unknown[] {
  const { maxDocuments = 1_000 } = requireKnownOptions(options, { maxDocuments: true });
  if (requireText('text', text).length > maxLength)
    throw new InvalidYamlError(`it is longer than ${maxLength} characters, too long to be parsed`);
  const lines = new LineCounter();
  const failure: Failure = (problem, offset) => {
    const { line, col } = lines.linePos(offset);
    const at = { line: Math.max(line, 1), column: Math.max(col, 1) };
    const isCode = /^[A-Z_]+$/.test(problem);
    const what = isCode ? 'it is not valid YAML' : 'it cannot be read as YAML';
    return new InvalidYamlError(
      `${what} (line ${at.line}, column ${at.column}: ${isCode ? yamlProblem(problem) : problem})`,
      at,
    );
  };
  const values: unknown[] = [];
  try {
    for (const document of documentsIn(text, lines, failure)) {
      if (values.length === maxDocuments) {
        if (maxDocuments === 1) throw failure('MULTIPLE_DOCS', document.range[0]);
        throw failure(`more than ${maxDocuments} documents`, document.range[0]);
      }
      const [error] = document.errors;
      if (error !== undefined) throw failure(error.code, error.pos[0]);
      checkNodes(document.contents, failure);
      values.push(document.toJS({ maxAliasCount: -1 }));
    }
  } catch (error) {
    if (error instanceof InvalidYamlError) throw error;
    // The messages of the YAML library quote the text.
    throw new InvalidYamlError('it cannot be read as YAML');
  }
  return values;
}

/** Makes an error of an error code of the library, or of a limit in words. */
type Failure = (problem: string, offset: number) => InvalidYamlError;

/** Lexes, parses and composes step by step, so that every limit is checked before the next step. */
function* documentsIn(text: string, lines: LineCounter, failure: Failure): Generator<Document.Parsed> {
  const parser = new Parser(lines.addNewLine);
  const composer = strictComposer(failure);
  const compose = function* (tokens: Iterable<CST.Token>): Generator<Document.Parsed> {
    for (const token of tokens) {
      if (token.type === 'error') throw failure('UNEXPECTED_TOKEN', token.offset);
      yield* composer.next(token);
    }
  };
  const counts = { tokens: 0, anchors: 0, aliases: 0 };
  let isContent = false;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    const type: string | null = isContent ? 'content' : CST.tokenType(lexeme);
    isContent = type === 'scalar';
    counts.tokens += 1;
    if (type === 'anchor') counts.anchors += 1;
    if (type === 'alias') counts.aliases += 1;
    if (counts.tokens > maxTokens) throw failure(`more than ${maxTokens} tokens`, parser.offset);
    if (counts.anchors > maxAnchors) throw failure(`more than ${maxAnchors} anchors`, parser.offset);
    if (counts.aliases > maxAliases) throw failure(`too many aliases, more than ${maxAliases}`, parser.offset);
    yield* compose(parser.next(lexeme));
    if (parser.stack.length > maxDepth) throw failure(`nested more than ${maxDepth} levels deep`, parser.offset);
  }
  yield* compose(parser.end());
  yield* composer.end();
  const [error] = composer.streamInfo().errors;
  if (error !== undefined) throw failure(error.code, error.pos[0]);
}

/**
 * Makes a composer that stops at the first error and keeps no warnings: one scalar can hold a million wrong escapes,
 * and the library makes an Error for each. If a release of it drops this method, reading gets slower, not wrong.
 */
function strictComposer(failure: Failure): Composer {
  // Keys are not compared with each other, because that takes quadratic time.
  const composer = new Composer({ merge: true, uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
  let first: InvalidYamlError | undefined;
  const onError = (
    source: number | readonly number[] | { offset: number },
    code: ErrorCode,
    _: string,
    warning?: boolean,
  ): void => {
    if (warning === true) return;
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
 * Also throws for a key that is not a scalar: the library would write it out as YAML, once for each level.
 */
function checkNodes(root: unknown, failure: Failure): void {
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
      if (isCollection(isAlias(key) ? anchored.get(key.source)?.node : key))
        throw failure('a key that is not a scalar', isNode(key) ? (key.range?.[0] ?? 0) : 0);
      const size = sizeOf(node.value);
      if (isScalar(key) && (key.value === '<<' || typeof key.value === 'symbol')) repeat(size, key);
      return sizeOf(key) + size;
    }
    if (!isNode(node)) return 1;
    const { anchor } = node;
    if (anchor !== undefined) anchored.set(anchor, undefined);
    const size = isCollection(node) ? node.items.reduce<number>((sum, item) => sum + sizeOf(item), 1) : 1;
    if (anchor !== undefined) anchored.set(anchor, { size, node });
    return size;
  };
  sizeOf(root);
}
