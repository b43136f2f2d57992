import { Composer, Lexer, LineCounter, Parser, type CST, type Document, type Tags } from 'yaml';
import { requireText } from '../core/shared/arguments.js';
import { yamlProblem } from '../core/shared/yaml-problems.js';
import { valueOfDocument } from './document-value.js';
import { UnreadableYamlError } from './errors.js';
import { cutJsonDocuments } from './json-documents.js';

/** More than manifests hold: the largest bundles of definitions have a few megabytes. */
const maxLength = 32 * 1024 * 1024;
/** Schemas of definitions may have 60 levels; thousands would overflow the stack. */
const maxDepth = 400;

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
 * nothing is returned. The text may have up to 32 Mi characters and 400 levels of nesting. For the objects in it, use
 * {@link objectsFromYaml}.
 *
 * @throws UnreadableYamlError for text that is not YAML, has a duplicate key or one that is null, a list or a mapping, holds a number
 *   that JavaScript cannot represent, or aliases that are undefined, circular or expand to too much
 * @throws InvalidArgumentError for an argument that is not a string
 * @example
 * const [first] = documentsFromYaml('kind: Pod\nmetadata: { name: front-0 }');
 * console.log(first?.line, first?.value); // 1 { kind: 'Pod', ... }
 */
export function documentsFromYaml(text: string): readonly YamlDocument[] {
  if (requireText('text', text).length > maxLength) {
    throw new UnreadableYamlError(`it is longer than ${maxLength} characters: split it`, undefined);
  }
  const lines = new LineCounter();
  const failure = (problem: string, offset: number): Error => {
    const { line, col } = lines.linePos(offset);
    return new UnreadableYamlError(problem, { line: Math.max(line, 1), column: Math.max(col, 1) });
  };
  try {
    return Array.from(documentsIn(text, lines, failure), (document) => ({
      value: valueOfDocument(document, maxDepth, (problem, node) =>
        failure(problem, node?.range?.[0] ?? contentStart(document)),
      ),
      line: lines.linePos(contentStart(document)).line,
    }));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new UnreadableYamlError('it is nested too deeply', undefined);
  }
}

/** Composes the documents token by token, so that the depth is limited before anything is built. */
function* documentsIn(
  text: string,
  lines: LineCounter,
  failure: (problem: string, offset: number) => Error,
): Generator<Document.Parsed> {
  const composer = new Composer({
    prettyErrors: false,
    schema: 'yaml-1.1',
    resolveKnownTags: false,
    merge: true,
    // The library compares each key with all others; the value of a document does so by their text.
    uniqueKeys: false,
    intAsBigInt: true,
    logLevel: 'error',
    customTags: (tags) => [octal, ...tags.filter(isKnownToKubectl)],
  });
  const problemAt = (source: ErrorSource, code: string): Error => {
    const [offset = 0] = typeof source === 'number' ? [source] : 'offset' in source ? [source.offset] : source;
    return failure(`it cannot be read as YAML: ${yamlProblem(code)}`, offset);
  };
  // Fails at the first problem, which is private in the library: a text may have millions, each an error with a stack.
  let first: Error | undefined;
  Reflect.set(composer, 'onError', (source: ErrorSource, code: string) => {
    // The library catches what is thrown, and reports it for each level around it.
    first ??= problemAt(source, code);
    throw first;
  });
  for (const token of tokensIn(text, lines)) {
    if (token.type === 'error') throw problemAt(token, 'UNEXPECTED_TOKEN');
    yield* composer.next(token);
  }
  yield* composer.end();
}

function* tokensIn(text: string, lines: LineCounter): Generator<CST.Token> {
  lines.addNewLine(0);
  for (const { start, end } of cutJsonDocuments(text)) {
    const parser = new Parser(lines.addNewLine);
    // So that positions are those of the whole text.
    parser.offset = start;
    for (const lexeme of new Lexer().lex(text.slice(start, end))) {
      yield* parser.next(lexeme);
      if (parser.stack.length > maxDepth) throw new RangeError('nested too deeply');
    }
    yield* parser.end();
  }
}

type ErrorSource = number | readonly number[] | { readonly offset: number };

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

function contentStart({ contents, range }: Document): number {
  return contents?.range?.[0] ?? range?.[0] ?? 0;
}
