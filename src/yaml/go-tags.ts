import { type Document, isAlias, isMap, isSeq, Scalar, type ScalarTag, type Tags, type YAMLMap } from 'yaml';

const yamlTag = (name: string): string => `tag:yaml.org,2002:${name}`;

const words: ReadonlyMap<string, boolean | number | null> = new Map<string, boolean | number | null>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
]);

const integer = /^([-+]?)(?:0x([\da-f]+)|0b([01]+)|0o?([0-7]+)|(0|[1-9]\d*))$/i;
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
  const [matched, sign, hex, binary, octal, digits] = integer.exec(plain) ?? [];
  if (matched !== undefined) {
    const size = BigInt(
      hex !== undefined
        ? `0x${hex}`
        : binary !== undefined
          ? `0b${binary}`
          : octal !== undefined
            ? `0o${octal}`
            : (digits ?? ''),
    );
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
