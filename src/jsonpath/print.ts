import { goNumber } from '../shared/go-text.js';
import { isJsonRecord } from '../shared/json-record.js';

/** Values nested more deeply are too deep to print. */
const deepest = 500;

/** Prints a value as kubectl does: objects and lists as JSON, strings and numbers as they are. */
export function printValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
      return goNumber(value);
    case 'boolean':
      return String(value);
    default:
      return printJson(value);
  }
}

/**
 * Prints a value as Go writes JSON: keys sorted, and `<`, `>`, `&` and the line separators of Unicode escaped. The
 * indent, if any, is four blanks.
 * @throws RangeError for a value nested more than 500 deep
 */
export function printJson(value: unknown, indented = false, depth = 0): string {
  if (depth > deepest) throw new RangeError(`a value is nested more than ${deepest} levels deep, too deep to print`);
  if (typeof value === 'bigint') return String(value);
  const isList = Array.isArray(value);
  if (!isList && !isJsonRecord(value)) return escape(JSON.stringify(value ?? null));
  const members = isList
    ? value.map((each: unknown) => printJson(each, indented, depth + 1))
    : Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([key, each]) =>
            `${escape(JSON.stringify(key))}:${indented ? ' ' : ''}${printJson(each, indented, depth + 1)}`,
        );
  const [open, shut] = isList ? ['[', ']'] : ['{', '}'];
  if (!indented || members.length === 0) return `${open}${members.join(',')}${shut}`;
  const line = `\n${'    '.repeat(depth)}`;
  return `${open}${members.map((member) => `${line}    ${member}`).join(',')}${line}${shut}`;
}

function escape(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
