import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { NameProblems } from '../wire/name-problems.js';
import type { Cause, FieldReason } from '../wire/refusals.js';

/** What a server demands of the value of a field, which `owner` has at `path`; a check ignores values of other types. */
export type FieldCheck = (value: unknown, path: string, owner: JsonRecord) => Cause[];

/** The checks of a kind. */
export interface RulesOf {
  /** Where Kubernetes has them: functions in the file of that name of k8s.io/kubernetes 1.37. */
  readonly source: string;
  readonly kinds: readonly string[];
  readonly check: FieldCheck;
}

/** Creates a function that returns what a table of rules refuses in an object that has its defaults. */
export function createChecks(table: readonly RulesOf[]): (object: KubeObject) => Cause[] {
  const checks = new Map(table.flatMap(({ kinds, check }) => kinds.map((kind) => [kind, check])));
  return (object) => {
    const [group = ''] = object.apiVersion.includes('/') ? object.apiVersion.split('/') : [];
    const check = checks.get(`${object.kind}.${group}`) ?? checks.get(object.kind);
    return check?.(object, '', object) ?? [];
  };
}

/** The fields of a struct, in the order in which a server checks them. */
export function struct(fields: Readonly<Record<string, FieldCheck>>): FieldCheck {
  const known = Object.entries(fields);
  return (value, path) => {
    const causes: Cause[] = [];
    if (!isJsonRecord(value)) return causes;
    for (const [field, check] of known) {
      causes.push(...check(value[field], path === '' ? field : `${path}.${field}`, value));
    }
    return causes;
  };
}

export function all(...checks: readonly FieldCheck[]): FieldCheck {
  return (value, path, owner) => checks.flatMap((check) => check(value, path, owner));
}

/** A field that must be there, and what its value must be. */
export function required(check: FieldCheck = none, words?: string): FieldCheck {
  return (value, path, owner) => (isEmpty(value) ? [missing(path, words)] : check(value, path, owner));
}

/** A field that must have a value, whatever it is. */
export const needed: FieldCheck = (value, path) => (isEmpty(value) ? [missing(path)] : []);

/** A field that may be empty. */
export function optional(check: FieldCheck): FieldCheck {
  return (value, path, owner) => (isEmpty(value) ? [] : check(value, path, owner));
}

export function eachOf(check: FieldCheck): FieldCheck {
  return (value, path, owner) => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.flatMap((item, index) => check(item, `${path}[${index}]`, owner));
  };
}

/** The items of a list, whose values of a field are unique, where they have any. */
export function uniqueList(field: string, check: FieldCheck): FieldCheck {
  return (value, path, owner) => {
    const seen = new Set<unknown>();
    return eachOf((item, at) => {
      const causes = check(item, at, owner);
      const key = isJsonRecord(item) ? item[field] : undefined;
      const isRepeated = !isEmpty(key) && seen.has(key);
      seen.add(key);
      const at2 = `${at}.${field}`;
      return isRepeated && !causes.some((cause) => cause.field === at2) ? [...causes, duplicate(at2, key)] : causes;
    })(value, path, owner);
  };
}

/** The keys and the values of a map. */
export function map(check: (key: string, value: unknown, path: string) => Cause[]): FieldCheck {
  return (value, path) =>
    isJsonRecord(value) ? Object.entries(value).flatMap(([key, each]) => check(key, each, path)) : [];
}

export function among(...values: readonly unknown[]): FieldCheck {
  return (value, path) => (values.includes(value) ? [] : [notSupported(path, value ?? '', values)]);
}

/** A text without the problems that a function knows. */
export function named(problemsOf: NameProblems): FieldCheck {
  return (value, path) =>
    typeof value === 'string' ? problemsOf(value).map((why) => wrongValue(path, value, why)) : [];
}

export function atLeast(least: number, words = `must be greater than or equal to ${least}`): FieldCheck {
  return (value, path) => (typeof value === 'number' && value < least ? [wrongValue(path, value, words)] : []);
}

export function between(least: number, most: number): FieldCheck {
  return (value, path) => {
    const isOut = typeof value === 'number' && (value < least || value > most);
    return isOut ? [wrongValue(path, value, `must be between ${least} and ${most}, inclusive`)] : [];
  };
}

/** Checks a value where its owner is so. */
export function when(condition: (owner: JsonRecord) => boolean, check: FieldCheck): FieldCheck {
  return (value, path, owner) => (condition(owner) ? check(value, path, owner) : []);
}

export function never(words: string): FieldCheck {
  return (_value, path) => [forbids(path, words)];
}

/** A value that a condition refuses, with what is wrong. */
export function refused(condition: (value: unknown, owner: JsonRecord) => boolean, words: string): FieldCheck {
  return (value, path, owner) => (condition(value, owner) ? [wrongValue(path, value, words)] : []);
}

const none: FieldCheck = () => [];

export function missing(field: string, words = ''): Cause {
  return cause(field, 'FieldValueRequired', words === '' ? 'Required value' : `Required value: ${words}`);
}

export function wrongValue(field: string, value: unknown, why: string): Cause {
  const shown = JSON.stringify(value ?? null);
  return cause(field, 'FieldValueInvalid', `Invalid value: ${shown}${why === '' ? '' : `: ${why}`}`);
}

export function forbids(field: string, words: string): Cause {
  return cause(field, 'FieldValueForbidden', words === '' ? 'Forbidden' : `Forbidden: ${words}`);
}

export function duplicate(field: string, value: unknown): Cause {
  return cause(field, 'FieldValueDuplicate', `Duplicate value: ${JSON.stringify(value)}`);
}

export function notFound(field: string, value: unknown): Cause {
  return cause(field, 'FieldValueNotFound', `Not found: ${JSON.stringify(value)}`);
}

export function notSupported(field: string, value: unknown, values: readonly unknown[]): Cause {
  const known = values.map((each) => JSON.stringify(each)).join(', ');
  return cause(
    field,
    'FieldValueNotSupported',
    `Unsupported value: ${JSON.stringify(value)}: supported values: ${known}`,
  );
}

function cause(field: string, reason: FieldReason, message: string): Cause {
  return { reason, message, field };
}

/** Returns a struct, or one without fields for what is none. */
export function recordOf(value: unknown): JsonRecord {
  return isJsonRecord(value) ? value : {};
}

export function given(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Reports whether a field is as Go has it without a value. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
