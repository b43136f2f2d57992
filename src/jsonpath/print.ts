import { goNumber } from '../shared/go-text.js';
import { isJsonRecord } from '../shared/json-record.js';

/** What is nested more deeply is too deep to be printed. */
const deepest = 500;

/** A value as kubectl prints one that a path led to: objects and lists as JSON, text and numbers as they are. */
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
 * A value as Go writes JSON: keys in order, and `<`, `>`, `&` and the line ends of Unicode as escapes. With an indent, four
 * blanks deep.
 * @throws RangeError for what is nested more than 500 deep
 */
export function printJson(value: unknown, indented = false, depth = 0): string {
  if (depth > deepest) throw new RangeError(`a value is nested more than ${deepest} deep, which is too deep to print`);
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
