import type { FilterOperator } from './step.js';

/** Reports whether a comparison holds; returns a text if the two cannot be compared, which says why. */
export function compare(left: unknown, operator: Exclude<FilterOperator, 'exists'>, right: unknown): boolean | string {
  const [a, b] = [kindOf(left), kindOf(right)];
  if (a === undefined || b === undefined) return `${describeValue(a === undefined ? left : right)} cannot be compared`;
  if (a !== b) return `${describeValue(left)} cannot be compared with ${describeValue(right)}`;
  if (a === 'boolean' && operator !== '==' && operator !== '!=') return `booleans cannot be compared with ${operator}`;
  const [x, y] = [left as number, right as number];
  // Only by order, which also works for a number and a bigint.
  switch (operator) {
    case '==':
      return isSame(x, y);
    case '!=':
      return !isSame(x, y);
    case '<':
      return x < y;
    case '<=':
      return x <= y;
    case '>':
      return x > y;
    case '>=':
      return x >= y;
  }
}

/** Returns what kind of value this is, for a message; the value itself is not shown. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a string';
    case 'number':
    case 'bigint':
      return 'a number';
    case 'boolean':
      return 'a boolean';
    default:
      return 'an object';
  }
}

function isSame(a: number, b: number): boolean {
  return a <= b && a >= b;
}

function kindOf(value: unknown): 'string' | 'number' | 'boolean' | undefined {
  const kind = typeof value;
  if (kind === 'bigint') return 'number';
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : undefined;
}
