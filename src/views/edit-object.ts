import { isJsonRecord as isRecord, ownIn, recordIn, type JsonRecord } from '../core/shared/json-record.js';
import {
  fieldsBelow,
  formatSteps,
  isWhole,
  keysIn,
  managedFieldsOf,
  stepsOfItems,
  type FieldTree,
  type ManagerEntry,
} from '../representations/fields-v1.js';

/** A value as in JSON. */
type Json = unknown;

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
  const entries = managedFieldsOf(present);
  const trees = entries.flatMap(({ fields = {} }) => (isWhole(fields) ? [] : [fields]));
  const changes = differences(before, after, trees);
  if (changes.length === 0) return undefined;
  const { apiVersion, kind } = present;
  const { name, namespace, uid, resourceVersion } = recordIn(present, 'metadata');
  const [own, others] = [true, false].map((isOwn) => entries.filter((entry) => isOwn === (entry.manager === manager)));
  const applying = (own ?? []).filter(({ operation }) => operation === 'Apply');
  const fields = newBranch();
  let isForApply = applying.every(({ fields }) => fields !== undefined);
  // What was applied here before counts only where nothing is changed.
  for (const field of [...changes, ...applying.flatMap(({ fields = {} }) => ownedIn(present, fields))]) {
    isForApply = grow(fields, field) && isForApply;
  }
  const itemIn = createItems();
  const valueAt = (object: Json, path: readonly string[]): Json =>
    path.reduce((at, step) => (Array.isArray(at) ? itemIn(at, step)?.item : memberOf(at, step)), object);
  const managed = (those: readonly ManagerEntry[] = []) =>
    those.flatMap(({ manager, fields = {} }) =>
      changes.filter(({ path }) => isManaged(fields, path)).map((change) => ({ ...change, manager })),
    );
  const patch = mergePatch(before, after) as JsonRecord;
  return {
    // By its uid: else an apply would make an object anew that was deleted meanwhile.
    manifest: isForApply
      ? (written(fields, after, { apiVersion, kind, metadata: { name, namespace, uid } }, itemIn) as JsonRecord)
      : undefined,
    patch: { ...patch, metadata: { ...(patch['metadata'] as object | undefined), resourceVersion } },
    overtaken: managed(own)
      .filter(({ path, value }) => {
        const now = valueAt(present, path);
        return !isSameJson(now, valueAt(before, path)) && !isSameJson(now, value);
      })
      .map(({ path }) => ({ field: formatSteps(path), manager: 'another page, which changed it in the meantime' })),
    conflicts: managed(others).map(({ path, manager }) => ({ field: formatSteps(path), manager })),
  };
}

/** Whether two values are equal, in which null is the same as nothing. */
export function isSameJson(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return (one ?? null) === (other ?? null);
  return keysOf(one, other).every((key) => isSameJson(ownIn(one, key), ownIn(other, key)));
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
    differences(one, other, fieldsBelow(trees, step), [...path, step]);
  const isAtomic = trees.length > 0 && trees.every(isWhole);
  if (isRecord(before) && isRecord(after) && !(isAtomic && !isWhole(before))) {
    return keysOf(before, after).flatMap((key) => inner(`f:${key}`, ownIn(before, key), ownIn(after, key)));
  }
  if (!Array.isArray(before) || !Array.isArray(after) || isAtomic) return [{ path, value: after, isForApply: true }];
  const [old, next] = [itemsOf(before, trees), itemsOf(after, trees)];
  if (old === undefined || next === undefined) return [{ path, value: after, isForApply: false }];
  const changes = [...new Set([...old.keys(), ...next.keys()])].flatMap((step) =>
    inner(step, old.get(step), next.get(step)),
  );
  // What is added by an apply comes last.
  const [kept, order] = [[...old.keys()].filter((step) => next.has(step)), [...next.keys()]];
  const isInOrder = kept.every((step, index) => step === order[index]);
  return isInOrder ? changes : [{ path: [], isForApply: false }, ...changes];
}

/** Returns the items of a list by their steps; undefined if it is not known what tells them apart, or if that is not unique. */
function itemsOf(list: readonly Json[], trees: readonly FieldTree[]): Map<string, Json> | undefined {
  const stepsOf = stepsOfItems(trees);
  const items = new Map<string, Json>();
  for (const item of list) {
    const [step, ...others] = stepsOf(item);
    if (step === undefined || others.length > 0 || items.has(step)) return undefined;
    items.set(step, item);
  }
  return items;
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
  if (steps.length === 0) return [{ path, value: from, isForApply: true }];
  const items = Array.isArray(from) ? itemsOf(from, [tree]) : undefined;
  if (Array.isArray(from) && items === undefined) return [{ path, isForApply: false }];
  return steps.flatMap((step) => {
    const value = items === undefined ? memberOf(from, step) : items.get(step);
    return ownedIn(value, tree[step] as FieldTree, [...path, step]);
  });
}

/** The fields of a manifest, by the steps to them. */
interface Branch {
  /** What is applied as a whole. */
  leaf?: { readonly value: Json };
  readonly below: Map<string, Branch>;
}

const newBranch = (): Branch => ({ below: new Map() });

/** Adds a field, unless what it is in is there already; returns whether an apply can say it. */
function grow(root: Branch, { path, value, isForApply }: Change): boolean {
  let at = root;
  for (const step of path) {
    if (at.leaf !== undefined) return true;
    const next = at.below.get(step) ?? newBranch();
    at.below.set(step, next);
    at = next;
  }
  if (at.leaf !== undefined) return true;
  at.leaf = { value };
  return isForApply && at.below.size === 0;
}

type Items = (list: readonly Json[], step: string) => { readonly item: Json; readonly place: number } | undefined;

/** Makes what finds the items of lists by their steps, and reads each list once. */
function createItems(): Items {
  const known = new WeakMap<readonly Json[], ReturnType<typeof read>>();
  const read = (list: readonly Json[], stepsOf: ReturnType<typeof stepsOfItems>) =>
    new Map(list.flatMap((item, place) => stepsOf(item).map((step) => [step, { item, place }] as const)));
  return (list, step) => {
    const items = known.get(list) ?? read(list, stepsOfItems([{ [step]: {} }]));
    known.set(list, items);
    return items.get(step);
  };
}

/** Writes fields on top of a record. The items of a list stand as in `after`: an apply brings them into the order of the manifest. */
function written({ leaf, below }: Branch, after: Json, on: Json, itemIn: Items): Json {
  if (leaf !== undefined) return leaf.value;
  const fields = [...below].filter(([step]) => step.startsWith('f:'));
  if (fields.length > 0) {
    const members = fields.map(([step, branch]) => {
      return [step.slice(2), written(branch, memberOf(after, step), memberOf(on, step), itemIn)];
    });
    return { ...(on as object | undefined), ...(Object.fromEntries(members) as object) };
  }
  const items = [...below].map(([step, branch]) => {
    const { item, place = -1 } = (Array.isArray(after) ? itemIn(after, step) : undefined) ?? {};
    return { place, value: written(branch, item, keysIn(step), itemIn) };
  });
  return items.sort((a, b) => a.place - b.place).map(({ value }) => value);
}

/** @see https://www.rfc-editor.org/rfc/rfc7386 */
function mergePatch(before: Json, after: Json): Json {
  if (!isRecord(before) || !isRecord(after)) return after;
  const changed = keysOf(before, after).filter((key) => !isSameJson(ownIn(before, key), ownIn(after, key)));
  return Object.fromEntries(changed.map((key) => [key, mergePatch(ownIn(before, key), ownIn(after, key)) ?? null]));
}

function keysOf(one: JsonRecord, other: JsonRecord): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

/** Returns the field to which a step leads. */
function memberOf(value: Json, step: string): Json {
  return isRecord(value) ? ownIn(value, step.slice(2)) : undefined;
}
