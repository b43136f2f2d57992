import { isJsonRecord } from '../../core/shared/json-record.js';
import { type FilterOperator, JSONPathMismatchError, type SliceStep, type Step } from './parse.js';

/** The limits of a walk. */
export interface WalkContext {
  readonly template: string;
  /** Whether a missing field yields nothing, or is an error. */
  readonly allowMissingKeys: boolean;
  /** The maximum number of values that all steps together may yield or pass. */
  readonly maxValues: number;
  /** The number of values so far. */
  count: number;
}

type Values = readonly unknown[];

/** Returns the values that steps lead to. @throws JSONPathMismatchError */
export function walk(values: Values, steps: readonly Step[], context: WalkContext): Values {
  return steps.reduce((current, step) => walkStep(current, step, context), values);
}

/** Counts one more value. @throws JSONPathMismatchError for one too many */
export function countValue(context: WalkContext, position: number): void {
  context.count += 1;
  if (context.count <= context.maxValues) return;
  const problem = `it selects more than ${context.maxValues} values (maxValues)`;
  throw new JSONPathMismatchError(context.template, problem, position);
}

function walkStep(values: Values, step: Step, context: WalkContext): Values {
  const found: unknown[] = [];
  const add = (value: unknown): void => {
    countValue(context, step.position);
    found.push(value);
  };
  switch (step.kind) {
    case 'field':
      for (const value of values) {
        if (isJsonRecord(value) && Object.hasOwn(value, step.name)) add(value[step.name]);
      }
      if (found.length > 0 || values.length === 0 || context.allowMissingKeys) return found;
      throw mismatch(step, context, `${JSON.stringify(step.name)} is not found`);
    case 'wildcard':
      for (const value of values) membersOf(value).forEach(add);
      return found;
    case 'recursive':
      addAllBelow(values, add, () => {
        countValue(context, step.position);
      });
      return found;
    case 'literal':
      // As in kubectl, a string appears whatever precedes it; a number or a boolean appears once for each value.
      if (typeof step.value === 'string') return [step.value];
      return values.map(() => step.value);
    case 'slice':
      for (const value of values) {
        if (isThere(value)) slice(listIn(value, step, context), step, context).forEach(add);
      }
      return found;
    case 'union':
      for (const path of step.paths) walk(values, path, context).forEach(add);
      return found;
    case 'filter':
      for (const value of values) {
        if (!isThere(value)) continue;
        for (const item of listIn(value, step, context)) if (passes(item, step, context)) add(item);
      }
      return found;
  }
}

function mismatch({ position }: Step, { template }: WalkContext, problem: string): JSONPathMismatchError {
  return new JSONPathMismatchError(template, problem, position);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function membersOf(value: unknown): Values {
  if (Array.isArray(value)) return value;
  return isJsonRecord(value) ? Object.values(value) : [];
}

/**
 * Adds everything that has members, each value before its members, and passes everything else. A string has characters,
 * and counts itself.
 */
function addAllBelow(values: Values, add: (value: unknown) => void, pass: () => void): void {
  // An explicit stack: JSON may be nested more deeply than the call stack allows.
  const waiting = [...values].reverse();
  while (waiting.length > 0) {
    const value = waiting.pop();
    const members = membersOf(value);
    if (members.length > 0 || (typeof value === 'string' && value !== '')) add(value);
    else pass();
    for (let index = members.length - 1; index >= 0; index -= 1) waiting.push(members[index]);
  }
}

function listIn(value: unknown, step: Step, context: WalkContext): Values {
  if (Array.isArray(value)) return value;
  const use = step.kind === 'filter' ? 'be filtered' : 'be indexed';
  throw mismatch(step, context, `${describeValue(value)} is not a list, and cannot ${use}`);
}

function slice(list: Values, step: SliceStep, context: WalkContext): Values {
  const { length } = list;
  const fail = (problem: string): JSONPathMismatchError => mismatch(step, context, problem);
  if (step.step !== undefined && step.step <= 0) throw fail('the step of a slice must be greater than 0');
  const start = fromEnd(step.start ?? 0, length);
  const end = step.isIndex ? start + 1 : fromEnd(step.end ?? length, length);
  if (start === end) return [];
  if (start < 0 || start >= length)
    throw fail(`index ${step.start ?? 0} is out of bounds: the list has ${length} items`);
  if (end < 0 || end > length) throw fail(`the end ${step.end ?? 0} is out of bounds: the list has ${length} items`);
  if (start > end) throw fail('the slice ends before it begins');
  return list.slice(start, end).filter((_item, index) => index % (step.step ?? 1) === 0);
}

function fromEnd(index: number, length: number): number {
  return index < 0 ? index + length : index;
}

function passes(item: unknown, filter: Step & { readonly kind: 'filter' }, context: WalkContext): boolean {
  if (filter.operator === 'exists') return leadsAnywhere(item, filter.left, context);
  const [left, right] = [walk([item], filter.left, context), walk([item], filter.right, context)];
  if (left.length === 0 || right.length === 0) return false;
  if (left.length > 1 || right.length > 1)
    throw mismatch(filter, context, 'a filter must compare one value with one other');
  const result = compare(left[0], filter.operator, right[0]);
  if (typeof result === 'string') throw mismatch(filter, context, result);
  return result;
}

function leadsAnywhere(item: unknown, path: readonly Step[], context: WalkContext): boolean {
  try {
    return walk([item], path, context).length > 0;
  } catch (error) {
    // A mismatch means no value; exceeding the limit remains an error.
    if (error instanceof JSONPathMismatchError && context.count <= context.maxValues) return false;
    throw error;
  }
}

/** Reports whether a comparison holds; returns a text if the two cannot be compared, which says why. */
function compare(left: unknown, operator: Exclude<FilterOperator, 'exists'>, right: unknown): boolean | string {
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
function describeValue(value: unknown): string {
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
