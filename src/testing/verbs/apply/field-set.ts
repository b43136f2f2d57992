import { isJsonRecord, type JsonRecord } from '../../../core/shared/json-record.js';
import type { ServedResource } from '../../served/served.js';
import { isEqual } from '../../../core/shared/is-equal.js';
import { fieldsBelow, isMember, type FieldTree } from '../../../representations/fields-v1.js';
import { below, rootPath, stepsOf, type FieldPath } from './field-path.js';
import type { FieldNames } from './list-keys.js';
import { compositeOf, membersOf } from './members.js';

/** A set of single fields, by path. */
export type FieldSet = ReadonlySet<FieldPath>;

/**
 * Returns the fields that an applied object claims: its leaves and its list items. Calls `repeated` for duplicate
 * items.
 */
export function fieldsOf(object: JsonRecord, resource: ServedResource, repeated: (path: FieldPath) => void): FieldSet {
  const set = new Set<FieldPath>();
  const walk = (value: unknown, path: FieldPath, names: FieldNames): void => {
    const kind = compositeOf(value, names, resource);
    const members = kind === undefined ? [] : [...membersOf(value, names, resource).values()];
    if (kind === undefined || (kind === 'map' && members.length === 0)) {
      if (path !== rootPath) set.add(path);
      return;
    }
    for (const member of members) {
      const inner = below(path, member.step);
      if (member.isRepeated === true) repeated(inner);
      if (kind === 'list') set.add(inner);
      if (!member.isLeaf) walk(member.value, inner, member.names);
    }
  };
  walk(object, rootPath, []);
  return set;
}

/** The differences between two objects. */
export interface FieldChanges {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Compares the stored object with the one to be stored. */
export function compareFields(before: JsonRecord, after: JsonRecord, resource: ServedResource): FieldChanges {
  const [added, modified, removed] = [new Set<FieldPath>(), new Set<FieldPath>(), new Set<FieldPath>()];
  const walk = (old: unknown, next: unknown, path: FieldPath, names: FieldNames, isLeaf: boolean): void => {
    if (isEqual(old, next)) return;
    const kinds = [old, next].map((value) => (isLeaf ? undefined : compositeOf(value, names, resource)));
    const kind = kinds[0] ?? kinds[1];
    if (path !== rootPath) {
      if (old === undefined) added.add(path);
      else if (next === undefined) removed.add(path);
    }
    // Go writes an empty list as null.
    const isWhole = kinds.some((each, index) => each !== kind && ([old, next][index] ?? undefined) !== undefined);
    if (kind === undefined || isWhole) {
      if (old !== undefined && next !== undefined) modified.add(path);
      return;
    }
    const olds = membersOf(old, names, resource);
    const nexts = membersOf(next, names, resource);
    for (const [step, member] of new Map([...olds, ...nexts])) {
      walk(olds.get(step)?.value, nexts.get(step)?.value, below(path, step), member.names, member.isLeaf);
    }
  };
  walk(before, after, rootPath, [], false);
  return { added, modified, removed };
}

export function unionOf(...sets: readonly FieldSet[]): FieldSet {
  const all = new Set<FieldPath>();
  for (const set of sets) for (const path of set) all.add(path);
  return all;
}

/** Returns the members of one set that are not in another. */
export function fieldsWithout(set: FieldSet, other: FieldSet): FieldSet {
  const left = [...set].filter((path) => !other.has(path));
  return left.length === set.size ? set : new Set(left);
}

/** Returns a set with all ancestors of its paths. */
export function withAncestors(set: FieldSet): FieldSet {
  const all = new Set<FieldPath>();
  for (const path of set) {
    let ancestor = rootPath;
    for (const step of stepsOf(path)) {
      ancestor = below(ancestor, step);
      all.add(ancestor);
    }
  }
  return all;
}

/** Formats a set as `fieldsV1`; one that was parsed and has not changed is what it was parsed from. */
export function formatFields(set: FieldSet): JsonRecord {
  const known = parsed.get(set);
  if (known !== undefined) return known;
  interface Node {
    isMember: boolean;
    readonly children: Map<string, Node>;
  }
  const root: Node = { isMember: false, children: new Map() };
  for (const path of set) {
    let node = root;
    for (const step of stepsOf(path)) {
      const child: Node = node.children.get(step) ?? { isMember: false, children: new Map() };
      node.children.set(step, child);
      node = child;
    }
    node.isMember = true;
  }
  const write = ({ isMember, children }: Node): JsonRecord => ({
    ...(isMember && children.size > 0 ? { '.': {} } : {}),
    ...Object.fromEntries(
      [...children].sort(([a], [b]) => (a < b ? -1 : 1)).map(([step, child]) => [step, write(child)]),
    ),
  });
  return write(root);
}

/** What sets were parsed from: a write changes few of those of an object. */
const parsed = new WeakMap<FieldSet, JsonRecord>();

/** Parses `fieldsV1`; anything else is an empty set. */
export function parseFields(value: unknown): FieldSet {
  const set = new Set<FieldPath>();
  const walk = (tree: FieldTree, path: FieldPath): void => {
    if (path !== rootPath && isMember(tree)) set.add(path);
    for (const step of Object.keys(tree)) {
      if (step !== '.') for (const child of fieldsBelow([tree], step)) walk(child, below(path, step));
    }
  };
  if (!isJsonRecord(value)) return set;
  walk(value, rootPath);
  parsed.set(set, value);
  return set;
}
