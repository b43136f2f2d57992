import { isScalar, visit, type Tags } from 'yaml';
import { requireText } from '../core/shared/arguments.js';
import { readBoundedYaml, type BoundedDocument } from '../core/shared/bounded-yaml.js';
import { UnreadableYamlError } from './errors.js';
import { cutJsonDocuments } from './json-documents.js';

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
