import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';

/**
 * A tree of fields as in managedFields: `f:` precedes a field, `k:` the keys of a list item, `v:` a value, and `.` is
 * the parent itself; a field with nothing below it is owned as a whole.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export type FieldTree = JsonRecord;

/** The owners of the fields of an object. */
export interface FieldOwners {
  readonly controllers: readonly FieldTree[];
  readonly others: readonly FieldTree[];
  /** Whether all entries of others could be read: in the version of the object, and in a known format. */
  readonly isClear: boolean;
}

/** No real object is nested this deeply; fields below are kept. */
const deepest = 200;

/** Reads the managedFields of an object. */
export function fieldOwners(
  managedFields: unknown,
  { apiVersion, isController }: { readonly apiVersion: unknown; readonly isController: (manager: string) => boolean },
): FieldOwners {
  const entries: readonly unknown[] = Array.isArray(managedFields) ? managedFields : [];
  const controllers: FieldTree[] = [];
  const others: FieldTree[] = [];
  let isClear = true;
  for (const entry of entries) {
    if (!isJsonRecord(entry)) continue;
    const { manager, subresource, fieldsV1 } = entry;
    const controls = subresource === 'status' || (typeof manager === 'string' && isController(manager));
    const isRead = isJsonRecord(fieldsV1) && entry['apiVersion'] === apiVersion;
    if (isRead) (controls ? controllers : others).push(fieldsV1);
    else if (!controls) isClear = false;
  }
  return { controllers, others, isClear };
}

/** Returns the subtrees below a field of one or several trees. */
export function fieldsBelow(trees: readonly FieldTree[], key: string): readonly FieldTree[] {
  return trees.flatMap((tree) => {
    const child = Object.hasOwn(tree, key) ? tree[key] : undefined;
    return isJsonRecord(child) ? [child] : [];
  });
}

/**
 * Returns a function that finds the subtrees below a list item: by its keys if the list has keys, otherwise by its
 * value.
 */
export function itemsBelow(trees: readonly FieldTree[]): (item: unknown) => readonly FieldTree[] {
  const found = new Map<string, FieldTree[]>();
  const keySets = new Map<string, readonly string[]>();
  for (const tree of trees) {
    for (const [key, child] of Object.entries(tree)) {
      const named = itemNamed(key);
      if (named === undefined || !isJsonRecord(child)) continue;
      if (isJsonRecord(named)) keySets.set(Object.keys(named).sort().join(), Object.keys(named).sort());
      const id = isJsonRecord(named) ? idOf(named, Object.keys(named).sort()) : JSON.stringify(named);
      found.set(id, [...(found.get(id) ?? []), child]);
    }
  }
  return (item) => {
    const ids = isJsonRecord(item) ? [...keySets.values()].map((keys) => idOf(item, keys)) : [idOfValue(item)];
    return ids.flatMap((id) => found.get(id) ?? []);
  };
}

/**
 * Returns a value without the fields that are owned in `alone` and not in `others`, and without objects and lists that
 * become empty by this. A field that nobody owns, such as a default, stays.
 */
export function withoutFields(
  value: unknown,
  alone: readonly FieldTree[],
  others: readonly FieldTree[],
  depth = 0,
): unknown {
  if (alone.length === 0 || depth > deepest) return value;
  const step = (child: unknown, mine: readonly FieldTree[], theirs: readonly FieldTree[]): readonly unknown[] => {
    if (mine.length === 0 || theirs.some(isWhole)) return [child];
    if (theirs.length === 0 && mine.some((tree) => isWhole(tree) || Object.hasOwn(tree, '.'))) return [];
    const rest = withoutFields(child, mine, theirs, depth + 1);
    return rest !== child && theirs.length === 0 && isEmpty(rest) ? [] : [rest];
  };
  if (Array.isArray(value)) {
    const [mine, theirs] = [itemsBelow(alone), itemsBelow(others)];
    const items = (value as readonly unknown[]).map((item) => step(item, mine(item), theirs(item)));
    return isSame(items, value) ? value : items.flat(1);
  }
  if (!isJsonRecord(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => {
    const rest = step(child, fieldsBelow(alone, `f:${key}`), fieldsBelow(others, `f:${key}`));
    return { key, rest };
  });
  if (entries.every(({ key, rest }) => rest.length === 1 && rest[0] === value[key])) return value;
  return Object.fromEntries(entries.flatMap(({ key, rest }) => rest.map((child) => [key, child])));
}

function isWhole(tree: FieldTree): boolean {
  return Object.keys(tree).length === 0;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function isSame(items: readonly (readonly unknown[])[], value: readonly unknown[]): boolean {
  return items.every((rest, index) => rest.length === 1 && rest[0] === value[index]);
}

/**
 * Returns the item that a key such as `k:{"name":"a"}` or `v:"a"` identifies; undefined if the key identifies no item.
 */
function itemNamed(key: string): unknown {
  if (!key.startsWith('k:') && !key.startsWith('v:')) return undefined;
  try {
    return JSON.parse(key.slice(2));
  } catch {
    return undefined;
  }
}

function idOf(item: JsonRecord, keys: readonly string[]): string {
  return keys.map((key) => `${key}=${idOfValue(item[key])}`).join();
}

function idOfValue(value: unknown): string {
  return typeof value === 'object' ? '{}' : JSON.stringify(value);
}
