import { Document, type ScalarTag } from 'yaml';
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

const first = ['apiVersion', 'kind', 'metadata'];

/**
 * A value as one YAML document, which readers of YAML 1.1 (kubectl) and 1.2 take for the same: text that one of them would take for
 * something else (`yes`, `1e3`, a time) stands in quotes. apiVersion, kind and metadata come first, all else in its order.
 *
 * @throws {InvalidArgumentError} for what is nested too deeply to be written, or holds itself
 */
export function formatYaml(value: object): string {
  try {
    const document = new Document(inOrder(value), {
      aliasDuplicateObjects: false,
      compat: 'yaml-1.1',
      customTags: (tags) => [digits, ...tags],
    });
    return document.toString({ lineWidth: 0 });
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
