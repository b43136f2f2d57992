import { Composer, isScalar, Lexer, LineCounter, Parser, visit, type Document, type Scalar, type Tags } from 'yaml';
import { requireText } from '../core/shared/arguments.js';
import { yamlProblem } from '../core/shared/yaml-problems.js';
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
 * @throws UnreadableYamlError for text that is not YAML, has a duplicate key, or holds a number that JavaScript cannot
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
  const lines = new LineCounter();
  const failure = (problem: string, offset: number): Error => {
    const { line, col } = lines.linePos(offset);
    return new UnreadableYamlError(problem, { line: Math.max(line, 1), column: Math.max(col, 1) });
  };
  try {
    const documents = [...documentsIn(text, lines)];
    return documents.map((document) => {
      const [error] = [...document.errors, ...document.warnings];
      if (error !== undefined) throw failure(`it cannot be read as YAML: ${yamlProblem(error.code)}`, error.pos[0]);
      convertNumbers(document, (node) =>
        failure('it contains a number that JavaScript cannot represent exactly', node.range?.[0] ?? 0),
      );
      return { value: document.toJS() as unknown, line: lines.linePos(contentStart(document)).line };
    });
  } catch (cause) {
    if (cause instanceof UnreadableYamlError) throw cause;
    // The messages of the YAML library quote the text.
    const isDeep = cause instanceof RangeError;
    const why = isDeep ? 'it is nested too deeply' : 'its aliases expand to too much, or are undefined';
    throw new UnreadableYamlError(why, undefined);
  }
}

/** Composes the documents step by step, so that the depth is limited before anything is built. */
function* documentsIn(text: string, lines: LineCounter): Generator<Document.Parsed> {
  const composer = new Composer({
    prettyErrors: false,
    schema: 'yaml-1.1',
    resolveKnownTags: false,
    merge: true,
    intAsBigInt: true,
    logLevel: 'error',
    customTags: (tags) => [octal, ...tags.filter(isKnownToKubectl)],
  });
  lines.addNewLine(0);
  for (const { start, end } of cutJsonDocuments(text)) {
    const parser = new Parser(lines.addNewLine);
    // So that positions are those of the whole text.
    parser.offset = start;
    for (const lexeme of new Lexer().lex(text.slice(start, end))) {
      for (const token of parser.next(lexeme)) yield* composer.next(token);
      if (parser.stack.length > maxDepth) throw new RangeError('nested too deeply');
    }
    for (const token of parser.end()) yield* composer.next(token);
  }
  yield* composer.end();
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

function convertNumbers(document: Document, failure: (node: Scalar) => Error): void {
  visit(document, (_key, node) => {
    if (!isScalar(node)) return;
    if (typeof node.value === 'bigint') {
      const number = Number(node.value);
      if (!Number.isSafeInteger(number)) throw failure(node);
      node.value = number;
    } else if (typeof node.value === 'number') {
      const { value } = node;
      if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) throw failure(node);
    }
  });
}

function contentStart({ contents, range }: Document): number {
  return contents?.range?.[0] ?? range?.[0] ?? 0;
}
