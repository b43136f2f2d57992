import { Composer, isScalar, Lexer, LineCounter, Parser, visit, type Document, type Scalar, type Tags } from 'yaml';
import { UsageError } from '../errors.js';

/** More than manifests hold: the largest bundles of definitions have some megabytes. */
const maxLength = 32 * 1024 * 1024;
/** Schemas of definitions may have 60 levels; thousands would end this program. */
const maxDepth = 400;

/** One document of a text. */
export interface YamlDocument {
  readonly value: unknown;
  /** Where it begins, from 1. */
  readonly line: number;
}

/**
 * The documents of a text in YAML or JSON, read as kubectl reads them: `0644` is octal, `yes` is true, and a time or
 * `12:30` is text. A text that cannot be read as a whole gives nothing. Messages quote nothing of it, since it may hold
 * secrets.
 *
 * @param name of the file, for messages
 * @throws {UsageError} for what is no YAML, has a key twice, or holds a number that JavaScript cannot hold
 */
export function readExactYaml(text: string, name: string): readonly YamlDocument[] {
  if (text.length > maxLength) throw problemIn(name, `it is longer than ${maxLength} characters: cut it into several`);
  const lines = new LineCounter();
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `line ${Math.max(line, 1)}, column ${Math.max(col, 1)}`;
  };
  try {
    const documents = [...documentsIn(text, lines)];
    return documents.map((document) => {
      const [error] = [...document.errors, ...document.warnings];
      if (error !== undefined)
        throw problemIn(name, `it is not YAML that can be read: ${error.code}`, at(error.pos[0]));
      settleNumbers(document, (node) => {
        const where = at(node.range?.[0] ?? 0);
        return problemIn(name, 'there is a number that JavaScript cannot hold exactly', where);
      });
      return { value: document.toJS() as unknown, line: lines.linePos(contentStart(document)).line };
    });
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const why =
      cause instanceof RangeError ? 'it is nested too deeply' : 'its aliases repeat too much, or lead nowhere';
    throw problemIn(name, `it cannot be read: ${why}`);
  }
}

/** Step by step, so that the depth is bounded before anything is built. */
function* documentsIn(text: string, lines: LineCounter): Generator<Document.Parsed> {
  const parser = new Parser(lines.addNewLine);
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
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) yield* composer.next(token);
    if (parser.stack.length > maxDepth) throw new RangeError('nested too deeply');
  }
  for (const token of parser.end()) yield* composer.next(token);
  yield* composer.end();
}

/** An octal number as YAML 1.2 writes it, which Go reads as well. */
const octal: Tags[number] = {
  identify: () => false,
  default: true,
  tag: 'tag:yaml.org,2002:int',
  format: 'OCT12',
  test: /^[-+]?0o[0-7]+$/,
  resolve: (text: string) => (text.startsWith('-') ? -1n : 1n) * BigInt(text.replace(/^[-+]/, '')),
};

/** Times, numbers to the base of sixty, sets and bytes are of YAML 1.1, and nothing that kubectl reads. */
function isKnownToKubectl(tag: Tags[number]): boolean {
  if (typeof tag === 'string') return true;
  const { format, tag: name } = tag as { readonly format?: string; readonly tag: string };
  return format !== 'TIME' && !/:(?:timestamp|set|omap|pairs|binary)$/.test(name);
}

function settleNumbers(document: Document, failure: (node: Scalar) => Error): void {
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

function problemIn(name: string, problem: string, where?: string): UsageError {
  return new UsageError(`${JSON.stringify(name)}${where === undefined ? '' : `, ${where}`}: ${problem}.`);
}
