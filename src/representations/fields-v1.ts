import { isJsonRecord, ownIn, recordIn, recordsOf, type JsonRecord } from '../core/shared/json-record.js';

/**
 * A tree of fields as in managedFields: `f:` precedes a field, `k:` the keys of a list item, `v:` a value, and `.` is
 * the parent itself; a field with nothing below it is owned as a whole.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export type FieldTree = JsonRecord;

/** An entry of managedFields. */
export interface ManagerEntry {
  readonly manager: string;
  readonly operation: unknown;
  readonly subresource: unknown;
  /** Undefined if the entry is of another version than the object, or in an unknown format. */
  readonly fields: FieldTree | undefined;
}

/** Reads the managedFields of an object. */
export function managedFieldsOf(object: JsonRecord): readonly ManagerEntry[] {
  const entries = recordsOf(recordIn(object, 'metadata')['managedFields']);
  return entries.map(({ manager, operation, subresource, apiVersion, fieldsV1 }) => {
    const isRead = isJsonRecord(fieldsV1) && apiVersion === object['apiVersion'];
    return { manager: String(manager), operation, subresource, fields: isRead ? fieldsV1 : undefined };
  });
}

/** Returns the subtrees below a step of one or several trees. */
export function fieldsBelow(trees: readonly FieldTree[], step: string): readonly FieldTree[] {
  return trees.flatMap((tree) => {
    const child = ownIn(tree, step);
    return isJsonRecord(child) ? [child] : [];
  });
}

/** Reports whether a tree owns all that is at its place. */
export function isWhole(tree: FieldTree): boolean {
  return Object.keys(tree).length === 0;
}

/** Reports whether a tree owns its place, and not only what is below it. */
export function isMember(tree: FieldTree): boolean {
  return isWhole(tree) || Object.hasOwn(tree, '.');
}

/**
 * Returns a function that tells by which steps trees name an item of a list: by its keys, of which lists may have several
 * sets, or by its value. None if they do not say how items are told apart.
 */
export function stepsOfItems(trees: readonly FieldTree[]): (item: unknown) => readonly string[] {
  const keySets = new Map<string, readonly string[]>();
  let hasValues = false;
  for (const step of trees.flatMap((tree) => Object.keys(tree))) {
    hasValues ||= step.startsWith('v:');
    const keys = step.startsWith('k:') ? Object.keys(keysIn(step)) : [];
    if (keys.length > 0) keySets.set(keys.join(), keys);
  }
  return (item) => {
    if (!isJsonRecord(item)) return hasValues ? [`v:${JSON.stringify(item)}`] : [];
    return [...keySets.values()].flatMap((keys) => stepOf(item, keys) ?? []);
  };
}

/** Returns the step to an item with these keys; undefined if it lacks one. */
function stepOf(item: JsonRecord, keys: readonly string[]): string | undefined {
  if (keys.some((key) => item[key] === undefined)) return undefined;
  return `k:${JSON.stringify(Object.fromEntries(keys.map((key) => [key, item[key]])))}`;
}

/** Returns the keys of a list item in a step such as `k:{"name":"a"}`; empty for any other. */
export function keysIn(step: string): JsonRecord {
  try {
    const keys: unknown = step.startsWith('k:') ? JSON.parse(step.slice(2)) : undefined;
    return isJsonRecord(keys) ? keys : {};
  } catch {
    return {};
  }
}

/** Formats steps as in messages of servers: `.spec.containers[name="x"].image`. */
export function formatSteps(steps: readonly string[]): string {
  const texts = steps.map((step) => {
    if (step.startsWith('f:')) return `.${step.slice(2)}`;
    if (step.startsWith('v:')) return `[=${step.slice(2)}]`;
    const keys = Object.entries(keysIn(step)).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
    return `[${keys.join()}]`;
  });
  return texts.join('');
}
