import { Document, visit, type ScalarTag } from 'yaml';
import { ExactNumber } from '../core/media/exact-json.js';
import { requireBoolean, requireKnownOptions } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { isJsonRecord } from '../core/shared/json-record.js';

/** Writes numbers with the digits that the server sent. */
const digits: ScalarTag = {
  identify: (value) => value instanceof ExactNumber || (isJsonRecord(value) && value['isLosslessNumber'] === true),
  default: true,
  tag: 'tag:yaml.org,2002:float',
  resolve: Number,
  stringify: ({ value }) => String(value),
};

// Characters that readers refuse or treat as the end of a line or of the text, or that change the text direction.
const escaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;
/**
 * `=` and times (`2001-12-14 21:59:43.`) of YAML 1.1, and blocks that begin with a tab or a blank line, which some
 * readers refuse.
 */
const mustQuote = new RegExp(
  `^=$|^\\d{4}-\\d\\d?-\\d\\d?(?:[Tt]|[ \\t]+)\\d|^ *\\t|^[ \\t]*\\n|^\\s+$|${escaped.source}`,
);
/** A number to kubectl's reader, which first removes all underscores: `0X1f`, `-0o7`, `+_1`. */
const numberOfGo = /^[-+]?(?:0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/;
const leadingKeys = ['apiVersion', 'kind', 'metadata'];

/** Options of {@link formatYaml}. */
export interface FormatYamlOptions {
  /** Whether `metadata.managedFields` is written, which is most of the text of an object. @default false */
  readonly managedFields?: boolean | undefined;
}

/**
 * Formats an object as one YAML document that readers of YAML 1.1 (kubectl) and 1.2 understand in the same way: text
 * that one of them would misread (`yes`, `1e3`, a time) is quoted, and invisible characters are escaped. apiVersion,
 * kind and metadata come first, all other keys in their order; `metadata.managedFields` is left out, as by `kubectl get
 * -o yaml`. A `LosslessNumber` of lossless-json keeps its digits.
 *
 * @throws InvalidArgumentError for a value that is nested too deeply, or contains itself
 * @example
 * process.stdout.write(formatYaml(toManifest(await handle.get('front'))));
 */
export function formatYaml(value: object, options: FormatYamlOptions = {}): string {
  const { managedFields = false } = requireKnownOptions(options, { managedFields: requireBoolean });
  return formatYamlValue(inOrder(managedFields ? value : withoutManagedFields(value)));
}

/**
 * Formats any value as {@link formatYaml} does, with all keys in their order: for values other than Kubernetes objects.
 *
 * @throws InvalidArgumentError for a value that is nested too deeply, or contains itself
 * @example
 * process.stdout.write(formatYamlValue({ replicas: 3, image: 'web:1.4' }));
 */
export function formatYamlValue(value: unknown): string {
  try {
    const document = new Document(value, {
      aliasDuplicateObjects: false,
      compat: 'yaml-1.1',
      customTags: (tags) => [digits, ...tags],
    });
    // Escapes work only in double quotes.
    visit(document, {
      Scalar(_key, node) {
        if (typeof node.value === 'string' && isMistakable(node.value)) node.type = 'QUOTE_DOUBLE';
      },
    });
    return document
      .toString({ lineWidth: 0 })
      .replace(escaped, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new InvalidArgumentError('value', 'cannot be written as YAML: it is nested too deeply or is circular', {
      cause,
    });
  }
}

/** Reports whether a text needs quotes that the writer would not add by the rules of YAML 1.1 and 1.2. */
function isMistakable(text: string): boolean {
  return mustQuote.test(text) || (/^[-+.\d]/.test(text) && numberOfGo.test(text.replaceAll('_', '')));
}

function withoutManagedFields(value: object): object {
  const metadata = isJsonRecord(value) ? value['metadata'] : undefined;
  if (!isJsonRecord(metadata) || !Object.hasOwn(metadata, 'managedFields')) return value;
  const { managedFields: _, ...shown } = metadata;
  return { ...value, metadata: shown };
}

function inOrder(value: object): object {
  if (!isJsonRecord(value)) return value;
  const heads = leadingKeys.filter((key) => Object.hasOwn(value, key)).map((key) => [key, value[key]] as const);
  return Object.fromEntries([...heads, ...Object.entries(value).filter(([key]) => !leadingKeys.includes(key))]);
}
