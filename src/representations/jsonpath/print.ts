import { goNumber } from '../../core/shared/go-text.js';
import { isJsonRecord } from '../../core/shared/json-record.js';

/** Values nested more deeply are too deep to print. */
const deepest = 500;

/** How many characters may still be printed. */
export interface PrintBudget {
  left: number;
  /** Objects and lists that a path selected, as they were printed: a template of indexes may repeat one thousands of times. */
  readonly printed?: Map<object, string> | undefined;
}

/**
 * Prints a value as kubectl does: objects and lists as JSON, strings and numbers as they are.
 * @throws RangeError beyond the budget, and as {@link printJson}
 */
export function printValue(value: unknown, budget: PrintBudget = { left: Infinity }): string {
  switch (typeof value) {
    case 'string':
      return spend(value, budget);
    case 'number':
    case 'bigint':
      return spend(goNumber(value), budget);
    case 'boolean':
      return spend(String(value), budget);
    default:
      return printJson(value, budget);
  }
}

/**
 * Prints a value as Go writes JSON: keys sorted, and `<`, `>`, `&` and the line separators of Unicode escaped. The
 * indent, if any, is four blanks.
 * @throws RangeError for a value nested more than 500 deep, and as soon as the budget is spent
 */
export function printJson(value: unknown, budget: PrintBudget, indented = false, depth = 0): string {
  const isSelected = depth === (indented ? 1 : 0) && typeof value === 'object' && value !== null;
  const known = isSelected ? budget.printed?.get(value) : undefined;
  if (known !== undefined) return spend(known, budget);
  const text = printNew(value, budget, indented, depth);
  if (isSelected) budget.printed?.set(value, text);
  return text;
}

function printNew(value: unknown, budget: PrintBudget, indented: boolean, depth: number): string {
  if (depth > deepest) throw new RangeError(`a value is nested more than ${deepest} levels deep, too deep to print`);
  if (typeof value === 'bigint') return spend(String(value), budget);
  const isList = Array.isArray(value);
  if (!isList && !isJsonRecord(value)) return spend(escape(JSON.stringify(value ?? null)), budget);
  const line = indented ? `\n${'    '.repeat(depth)}` : '';
  const before = indented ? `${line}    ` : '';
  const members = isList
    ? value.map((each: unknown) => spend(before, budget) + printJson(each, budget, indented, depth + 1))
    : Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, each]) => {
          const name = spend(`${before}${escape(JSON.stringify(key))}:${indented ? ' ' : ''}`, budget);
          return name + printJson(each, budget, indented, depth + 1);
        });
  const [open, shut] = isList ? ['[', ']'] : ['{', '}'];
  return spend(open, budget) + members.join(',') + spend(members.length === 0 ? shut : line + shut, budget);
}

function spend(text: string, budget: PrintBudget): string {
  budget.left -= text.length;
  if (budget.left < 0) throw new RangeError('too many characters');
  return text;
}

function escape(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
