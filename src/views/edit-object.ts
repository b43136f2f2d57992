import { isJsonRecord as isRecord, type JsonRecord } from '../core/shared/json-record.js';

/** A value as in JSON. */
type Json = unknown;

/** A tree of `metadata.managedFields`: `f:` stands before a field, `k:` before the keys of a list item, `v:` before a value. */
type FieldTree = JsonRecord;

/** A field of an edit that somebody else manages. */
export interface ManagedByOthers {
  /** As servers write it: `.spec.containers[name="main"].image`. */
  readonly field: string;
  /** Who manages it: `helm`. */
  readonly manager: string;
}

/** How the server is told of an edit: what {@link editOf} finds. */
export interface Edit {
  /**
   * The edited fields, and those that were applied here before, for server-side apply; undefined where an apply cannot say it: it
   * removes nothing that others manage, and does not order lists.
   */
  readonly manifest: JsonRecord | undefined;
  /** All of the edit as a JSON merge patch, for nothing but the version of the object that was read last. */
  readonly patch: JsonRecord;
  /** What the patch would take from others: for an apply the server finds out by itself. */
  readonly conflicts: readonly ManagedByOthers[];
  /** What somebody else set here since the person began: for a server it is one manager, so it says nothing. */
  readonly overtaken: readonly ManagedByOthers[];
}

/** An object as somebody found it, left it and as it is now. */
export interface EditedObject {
  /** As the person found it, without what the server sets. */
  readonly before: JsonRecord;
  /** As the person left it. */
  readonly after: JsonRecord;
  /** As it is now, with `managedFields`. */
  readonly present: JsonRecord;
  /** Under which name it is applied here. */
  readonly manager: string;
}

/**
 * Returns what a person changed in an object, and nothing else; undefined if that is nothing. Sends nothing: to write it take
 * {@link applyEdit}.
 *
 * @example
 * const before = { spec: { replicas: 1 } };
 * const edit = editOf({ before, after: { spec: { replicas: 3 } }, present: before, manager: 'my-page' });
 * console.log(edit?.manifest, edit?.conflicts);
 */
export function editOf({ before, after, present, manager }: EditedObject): Edit | undefined {
  const entries = managersOf(present);
  const trees = entries.map(({ fields }) => fields).filter((tree) => Object.keys(tree).length > 0);
  const changes = differences(before, after, trees);
  if (changes.length === 0) return undefined;
  const { name, namespace, uid, resourceVersion } = metadataOf(present);
  const own = entries.filter((entry) => entry.manager === manager && entry.operation === 'Apply');
  const owned = own.flatMap(({ fields }) => ownedIn(present, fields));
  const kept = owned.filter(({ path }) => !changes.some((change) => isWithin(path, change.path)));
  const applied = [...kept, ...changes];
  const isForApply = applied.every(({ isForApply }) => isForApply) && own.every(({ isRead }) => isRead);
  const { apiVersion, kind } = present;
  // By its uid: else an apply would make an object anew that was deleted meanwhile.
  const manifest: Record<string, Json> = { apiVersion, kind, metadata: { name, namespace, uid } };
  for (const { path, value } of inOrderOf(after, applied)) put(manifest, path, value);
  const patch = mergePatch(before, after) as JsonRecord;
  return {
    manifest: isForApply ? manifest : undefined,
    patch: { ...patch, metadata: { ...(patch['metadata'] as object | undefined), resourceVersion } },
    overtaken: entries
      .filter((entry) => entry.manager === manager)
      .flatMap((entry) => changes.filter(({ path }) => isManaged(entry.fields, path)))
      .filter(({ path, value }) => {
        const now = valueAt(present, path);
        return !isSameJson(now, valueAt(before, path)) && !isSameJson(now, value);
      })
      .map(({ path }) => ({ field: formatPath(path), manager: 'another page, which changed it in the meantime' })),
    conflicts: entries
      .filter((entry) => entry.manager !== manager)
      .flatMap((entry) =>
        changes
          .filter(({ path }) => isManaged(entry.fields, path))
          .map(({ path }) => ({ field: formatPath(path), manager: entry.manager })),
      ),
  };
}

/** Whether two values are equal, in which null is the same as nothing. */
export function isSameJson(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return (one ?? null) === (other ?? null);
  return keysOf(one, other).every((key) => isSameJson(fieldOf(one, key), fieldOf(other, key)));
}

/** A field that was set, or removed if it has no value. */
interface Change {
  /** As in managedFields: `f:spec`, `k:{"name":"main"}`. */
  readonly path: readonly string[];
  readonly value?: Json;
  readonly isForApply: boolean;
}

/** Finds the smallest fields that differ. What a server merges as a whole is one field: managedFields say so, without a schema. */
function differences(before: Json, after: Json, trees: readonly FieldTree[], path: readonly string[] = []): Change[] {
  if (isSameJson(before, after)) return [];
  // In manifests, null means that there is none.
  if (after === undefined || after === null) return [{ path, isForApply: false }];
  const inner = (step: string, one: Json, other: Json): Change[] =>
    differences(one, other, below(trees, step), [...path, step]);
  const isWhole =
    trees.some((tree) => Object.keys(tree).length === 0) && !trees.some((tree) => Object.keys(tree).length > 0);
  if (isRecord(before) && isRecord(after) && !(isWhole && Object.keys(before).length > 0)) {
    return keysOf(before, after).flatMap((key) => inner(`f:${key}`, fieldOf(before, key), fieldOf(after, key)));
  }
  if (!Array.isArray(before) || !Array.isArray(after) || isWhole) return [{ path, value: after, isForApply: true }];
  const [old, next] = [itemsOf(before, trees), itemsOf(after, trees)];
  if (old === undefined || next === undefined) return [{ path, value: after, isForApply: false }];
  const changes = [...new Set([...old.keys(), ...next.keys()])].flatMap((step) =>
    inner(step, old.get(step), next.get(step)),
  );
  // What is added by an apply comes last.
  const kept = [...old.keys()].filter((step) => next.has(step));
  const isInOrder = kept.every((step, index) => step === [...next.keys()][index]);
  return isInOrder ? changes : [{ path: [], isForApply: false }, ...changes];
}

/** Returns the items of a list by their steps; undefined if it is not known what tells them apart, or if that is not unique. */
function itemsOf(list: readonly Json[], trees: readonly FieldTree[]): Map<string, Json> | undefined {
  const steps = trees.flatMap((tree) => Object.keys(tree));
  const keyed = new Set(steps.filter((step) => step.startsWith('k:')).map((step) => Object.keys(keysIn(step)).join()));
  if (keyed.size > 1 || (keyed.size === 0 && !steps.some((step) => step.startsWith('v:')))) return undefined;
  const [keys] = keyed;
  const items = new Map<string, Json>();
  for (const item of list) {
    const step = keys === undefined ? `v:${JSON.stringify(item)}` : stepOf(item, keys.split(','));
    if (step === undefined || items.has(step)) return undefined;
    items.set(step, item);
  }
  return items;
}

function stepOf(item: Json, keys: readonly string[]): string | undefined {
  if (!isRecord(item) || keys.some((key) => item[key] === undefined)) return undefined;
  return `k:${JSON.stringify(Object.fromEntries(keys.map((key) => [key, item[key]])))}`;
}

function keysIn(step: string): JsonRecord {
  return JSON.parse(step.slice(2)) as JsonRecord;
}

interface ManagerEntry {
  readonly manager: string;
  readonly operation: unknown;
  readonly fields: FieldTree;
  /** Whether its fields are those of the version that the object is in. */
  readonly isRead: boolean;
}

function managersOf(object: JsonRecord): ManagerEntry[] {
  const { managedFields } = metadataOf(object);
  const entries: readonly Json[] = Array.isArray(managedFields) ? managedFields : [];
  return entries.filter(isRecord).map(({ manager, operation, apiVersion, fieldsV1 }) => {
    const isRead = isRecord(fieldsV1) && apiVersion === object['apiVersion'];
    return { manager: String(manager), operation, fields: isRead ? fieldsV1 : {}, isRead };
  });
}

function below(trees: readonly FieldTree[], step: string): FieldTree[] {
  return trees.map((tree) => tree[step]).filter(isRecord);
}

/** Whether a manager has a field, all around it as a whole, or something in it. */
function isManaged(tree: FieldTree, path: readonly string[]): boolean {
  let at: FieldTree = tree;
  for (const step of path) {
    const next = at[step];
    if (!isRecord(next)) return at !== tree && Object.keys(at).length === 0;
    at = next;
  }
  return path.length > 0;
}

/** Returns what a tree names: the manager that applies fewer fields than before gives up the others. */
function ownedIn(from: Json, tree: FieldTree, path: readonly string[] = []): Change[] {
  const steps = Object.keys(tree).filter((step) => step !== '.');
  if (from === undefined || (path.length === 0 && steps.length === 0)) return [];
  if (steps.length === 0) return [{ path, value: structuredClone(from), isForApply: true }];
  const items = Array.isArray(from) ? itemsOf(from, [tree]) : undefined;
  if (Array.isArray(from) && items === undefined) return [{ path, isForApply: false }];
  return steps.flatMap((step) => {
    const value = items?.get(step) ?? (isRecord(from) ? fieldOf(from, step.slice(2)) : undefined);
    return ownedIn(value, tree[step] as FieldTree, [...path, step]);
  });
}

function isWithin(path: readonly string[], other: readonly string[]): boolean {
  return other.length > 0 && other.every((step, index) => step === path[index]);
}

/** Sorts fields by where the items of lists stand in an object: an apply brings its items into the order of the manifest. */
function inOrderOf(object: Json, fields: readonly Change[]): readonly Change[] {
  const placed = fields.map((field) => ({ field, places: placesOf(object, field.path) }));
  placed.sort((a, b) => {
    const at = a.places.findIndex((place, index) => place !== b.places[index]);
    return at < 0 ? a.places.length - b.places.length : (a.places[at] ?? 0) - (b.places[at] ?? -1);
  });
  return placed.map(({ field }) => field);
}

function placesOf(object: Json, path: readonly string[]): number[] {
  let at = object;
  return path.map((step) => {
    const place = Array.isArray(at) ? at.findIndex((item) => isItem(item, step)) : 0;
    at = Array.isArray(at) ? at[place] : isRecord(at) ? fieldOf(at, step.slice(2)) : undefined;
    return place;
  });
}

function isItem(item: Json, step: string): boolean {
  if (step.startsWith('k:')) return stepOf(item, Object.keys(keysIn(step))) === step;
  return isSameJson(item, JSON.parse(step.slice(2)));
}

function valueAt(object: Json, path: readonly string[]): Json {
  return path.reduce<Json>((at, step) => {
    if (Array.isArray(at)) return at.find((item) => isItem(item, step)) as Json;
    return isRecord(at) ? fieldOf(at, step.slice(2)) : undefined;
  }, object);
}

/** Sets a field of a manifest, and makes what leads there. */
function put(manifest: Record<string, Json>, path: readonly string[], value: Json): void {
  let at: Json = manifest;
  path.forEach((step, index) => {
    const next = path[index + 1];
    const made = next === undefined ? value : /^[kv]:/.test(next) ? [] : {};
    at = enter(at as Record<string, Json> | Json[], step, made, next === undefined);
  });
}

function enter(at: Record<string, Json> | Json[], step: string, made: Json, isLast: boolean): Json {
  if (!Array.isArray(at)) {
    const name = step.slice(2);
    // A map may have a key of any name, `__proto__` too.
    const property = { value: made, writable: true, enumerable: true, configurable: true };
    if (isLast || !Object.hasOwn(at, name)) Object.defineProperty(at, name, property);
    return at[name];
  }
  const keys = step.startsWith('k:') ? keysIn(step) : undefined;
  const index = at.findIndex((item) => isItem(item, step));
  const item = isLast ? made : (at[index] ?? { ...keys });
  if (index < 0) at.push(item);
  else at[index] = item;
  return item;
}

/** @see https://www.rfc-editor.org/rfc/rfc7386 */
function mergePatch(before: Json, after: Json): Json {
  if (!isRecord(before) || !isRecord(after)) return after;
  const changed = keysOf(before, after).filter((key) => !isSameJson(fieldOf(before, key), fieldOf(after, key)));
  return Object.fromEntries(changed.map((key) => [key, mergePatch(fieldOf(before, key), fieldOf(after, key)) ?? null]));
}

function formatPath(path: readonly string[]): string {
  return path
    .map((step) => {
      if (step.startsWith('f:')) return `.${step.slice(2)}`;
      if (step.startsWith('v:')) return `[=${step.slice(2)}]`;
      const keys = Object.entries(keysIn(step)).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
      return `[${keys.join(',')}]`;
    })
    .join('');
}

function metadataOf(object: JsonRecord): JsonRecord {
  return isRecord(object['metadata']) ? object['metadata'] : {};
}

function keysOf(one: JsonRecord, other: JsonRecord): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

/** Any name may be that of a field: `constructor` too. */
function fieldOf(record: JsonRecord, name: string): Json {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
