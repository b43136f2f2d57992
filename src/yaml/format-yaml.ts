import { Document, visit, type ScalarTag } from 'yaml';
import { ExactNumber } from '../media/exact-json.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { isJsonRecord } from '../shared/json-record.js';

/** Writes the digits that the server sent. */
const digits: ScalarTag = {
  identify: (value) => value instanceof ExactNumber,
  default: true,
  tag: 'tag:yaml.org,2002:float',
  resolve: Number,
  stringify: ({ value }) => String(value),
};

// What readers refuse, or take for the end of a line or of the text, and what turns the direction of writing.
const escaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const mustQuote = new RegExp(`^[ \\t]*\\n|^\\s+$|${escaped.source}`);
const first = ['apiVersion', 'kind', 'metadata'];

/**
 * A value as one YAML document, which readers of YAML 1.1 (kubectl) and 1.2 take for the same: text that one of them would take for
 * something else (`yes`, `1e3`, a time) stands in quotes, and characters that are not to be seen are escaped. apiVersion, kind
 * and metadata come first, all else in its order.
 *
 * @throws InvalidArgumentError for what is nested too deeply to be written, or holds itself
 * @example
 * process.stdout.write(formatYaml(toManifest(await handle.get('front'))));
 */
export function formatYaml(value: object): string {
  try {
    const document = new Document(inOrder(value), {
      aliasDuplicateObjects: false,
      compat: 'yaml-1.1',
      customTags: (tags) => [digits, ...tags],
    });
    // Only there is an escape an escape, and a block that begins with a blank line is not read as it was by all.
    visit(document, {
      Scalar(_key, node) {
        if (typeof node.value === 'string' && mustQuote.test(node.value)) node.type = 'QUOTE_DOUBLE';
      },
    });
    return document
      .toString({ lineWidth: 0 })
      .replace(escaped, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new InvalidArgumentError('value', 'cannot be written as YAML: it is nested too deeply, or holds itself', {
      cause,
    });
  }
}

function inOrder(value: object): object {
  if (!isJsonRecord(value)) return value;
  const heads = first.filter((key) => Object.hasOwn(value, key)).map((key) => [key, value[key]] as const);
  return Object.fromEntries([...heads, ...Object.entries(value).filter(([key]) => !first.includes(key))]);
}
