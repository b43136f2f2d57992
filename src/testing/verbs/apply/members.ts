import { isJsonRecord, type JsonRecord } from '../../../core/shared/json-record.js';
import type { ServedResource } from '../../served/served.js';
import type { PathStep } from './field-path.js';
import { isAtomicMap, keysOf, ownedListFormAt, type FieldNames } from './list-keys.js';

/** One part of a value whose parts have separate owners. */
export interface Member {
  readonly step: PathStep;
  readonly value: unknown;
  readonly names: FieldNames;
  /** Owned as a whole: a string of a set, an owner reference, items with equal keys. */
  readonly isLeaf: boolean;
  /** Whether the value is a list of all the items that have equal keys. */
  readonly isRepeated?: boolean;
}

/** The type of a value with members. */
export type Composite = 'map' | 'list';

/** Returns the type of a value with members; undefined for a value that is owned as a whole. */
export function compositeOf(value: unknown, names: FieldNames, resource: ServedResource): Composite | undefined {
  if (Array.isArray(value)) return ownedListFormAt(names, resource).form === 'atomic' ? undefined : 'list';
  return isJsonRecord(value) && !isAtomicMap(names, resource) ? 'map' : undefined;
}

/** Returns the members of a value; several items with equal keys are one. */
export function membersOf(value: unknown, names: FieldNames, resource: ServedResource): Map<PathStep, Member> {
  const members = new Map<PathStep, Member>();
  for (const member of allMembersOf(value, names, resource)) {
    const { step } = member;
    const first = members.get(step);
    if (first === undefined) {
      members.set(step, member);
      continue;
    }
    const items: readonly unknown[] = first.isRepeated === true ? (first.value as unknown[]) : [first.value];
    members.set(step, { ...member, value: [...items, member.value], isLeaf: true, isRepeated: true });
  }
  return members;
}

/** Returns the members of a value in order, each of several items with equal keys by itself. */
export function allMembersOf(value: unknown, names: FieldNames, resource: ServedResource): Member[] {
  if (Array.isArray(value)) {
    const form = ownedListFormAt(names, resource);
    return value.map((item: unknown): Member => {
      if (form.form !== 'map') return { step: `v:${JSON.stringify(item)}`, value: item, names, isLeaf: true };
      const step = `k:${JSON.stringify(keysOf(item, form.keys, form.defaults))}`;
      return { step, value: item, names, isLeaf: form.atomicItems === true || !isJsonRecord(item) };
    });
  }
  const record: JsonRecord = isJsonRecord(value) ? value : {};
  return Object.entries(record).map(([field, inner]) => {
    return { step: `f:${field}`, value: inner, names: [...names, field], isLeaf: false };
  });
}

export function composeOf(kind: Composite, members: Iterable<readonly [PathStep, unknown]>): unknown {
  const entries = [...members];
  if (kind === 'list') return entries.map(([, value]) => value);
  return Object.fromEntries(entries.map(([step, value]) => [step.slice(2), value]));
}
