import { LosslessNumber } from 'lossless-json';

/** What Go prints as it is: `unicode.IsPrint`. Everything else is escaped, which includes what a terminal interprets. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const shortEscapes: Readonly<Partial<Record<string, string>>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\0': '\\0',
  '\u0007': '\\a',
  '\b': '\\b',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
};
const plainKey = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_./-]*[\p{L}\p{N}_])?$/u;
/** Words that some reader of YAML takes for null, a boolean or a number. */
const wordOfYaml = /^(?:null|true|false|yes|no|on|off|[yntf]|inf|infinity|nan)$/i;
const numberOfYaml = /^(?:0x[\da-f]+(?:p-?\d+)?|0o[0-7]+|0b[01]+|\d+(?:\.\d*)?(?:e-?\d+)?)$/i;
const dateOfYaml = /^\d{4}-\d\d?-\d\d?$/;

/**
 * Formats a value as a document in KYAML, byte for byte as kubectl does: YAML in which strings are quoted, indentation
 * means nothing and keys are in alphabetical order. The document begins with `---`.
 *
 * Two differences are intended, because readers would find something else in what kubectl writes: a line of a text that
 * begins with an escaped blank such as a carriage return, and keys that look like a number too large for Go or like a
 * date that does not exist.
 *
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-cli/5295-kyaml
 */
export function formatKyaml(value: unknown): string {
  return `---\n${format(value, 0)}\n`;
}

function format(value: unknown, level: number): string {
  if (typeof value === 'string') return formatText(value, level + 1);
  if (typeof value === 'bigint' || value instanceof LosslessNumber) return value.toString();
  if (Array.isArray(value)) return formatList(value, level);
  if (typeof value === 'object' && value !== null) return formatObject(value, level);
  return JSON.stringify(value ?? null);
}

function formatList(items: readonly unknown[], level: number): string {
  if (items.length === 0) return '[]';
  // Brackets of a list of objects or lists stand together, without a level of their own.
  if (items.every(isNested)) return `[${items.map((item) => format(item, level)).join(', ')}]`;
  const lines = items.map((item) => `${indent(level + 1)}${format(item, level + 1)},\n`);
  return `[\n${lines.join('')}${indent(level)}]`;
}

function formatObject(value: object, level: number): string {
  const lines = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => `${indent(level + 1)}${formatKey(key)}: ${format(each, level + 1)},\n`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent(level)}}`;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof LosslessNumber);
}

function formatText(text: string, level: number): string {
  if (!text.includes('\n')) return `"${escape(text)}"`;
  // A line break in the text is written as `\n`, and continues on the next line, whose indentation readers remove.
  const lines = text.split('\n').map((line) => {
    const escaped = escape(line);
    return `${indent(level)}${/^[ \t]/.test(escaped) ? '\\' : ' '}${escaped}`;
  });
  const last = text.endsWith('\n') ? lines.pop() : undefined;
  const end = last === undefined ? '\\\n' : '\\n\\\n';
  return `"\\\n${lines.join('\\n\\\n')}${end}${indent(level)}"`;
}

function formatKey(key: string): string {
  if (plainKey.test(key) && !isAmbiguous(key)) return key;
  return `"${escape(key).replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;
}

function escape(text: string): string {
  return text.replace(/[^]/gu, (c) => shortEscapes[c] ?? (c === '\n' || c === '\t' || printable.test(c) ? c : code(c)));
}

function code(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x20 || point === 0x7f) return `\\x${hex(point, 2)}`;
  // Half a surrogate pair has no place in UTF-8: Go reads it as the replacement character.
  if (point >= 0xd800 && point <= 0xdfff) return '\ufffd';
  return point < 0x10000 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`;
}

function hex(point: number, digits: number): string {
  return point.toString(16).padStart(digits, '0');
}

/** Reports whether a key without quotes would be null, a boolean, a number or a date to some reader of YAML. */
function isAmbiguous(key: string): boolean {
  return wordOfYaml.test(key) || numberOfYaml.test(key.replaceAll('_', '')) || dateOfYaml.test(key);
}

function indent(level: number): string {
  return '  '.repeat(level);
}
