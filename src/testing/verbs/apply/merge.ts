import type { JsonRecord } from '../../../shared/json-record.js';
import type { ServedResource } from '../../served/served.js';
import { below, rootPath, type FieldPath, type PathStep } from './field-path.js';
import { withAncestors, type FieldSet } from './field-set.js';
import type { FieldNames } from './list-keys.js';
import { composeOf, compositeOf, membersOf, type Member } from './members.js';

/** What is stored with what is applied laid over it. Null takes a field away. */
export function mergeApplied(live: JsonRecord, applied: JsonRecord, resource: ServedResource): JsonRecord {
  const merge = (old: unknown, next: unknown, names: FieldNames, isLeaf: boolean): unknown => {
    const kind = isLeaf ? undefined : compositeOf(next, names, resource);
    if (kind === undefined) return next;
    const olds =
      compositeOf(old, names, resource) === kind ? membersOf(old, names, resource) : new Map<PathStep, Member>();
    const nexts = membersOf(next, names, resource);
    // Where everything is applied, its order counts; otherwise what is new comes last.
    const isAll = [...olds.keys()].every((step) => nexts.has(step));
    const steps = new Set(isAll && kind === 'list' ? nexts.keys() : [...olds.keys(), ...nexts.keys()]);
    const merged: [PathStep, unknown][] = [];
    for (const step of steps) {
      const member = nexts.get(step);
      if (member?.value === null) continue;
      const before = olds.get(step)?.value;
      merged.push([step, member === undefined ? before : merge(before, member.value, member.names, member.isLeaf)]);
    }
    return composeOf(kind, merged);
  };
  return merge(live, applied, [], false) as JsonRecord;
}

/** Takes away what a manager applied the last time and nobody owns now; with a field or an item goes all that is in it. */
export function pruneFields(merged: JsonRecord, last: FieldSet, owned: FieldSet, resource: ServedResource): JsonRecord {
  const [lasts, owneds] = [withAncestors(last), withAncestors(owned)];
  const prune = (value: unknown, path: FieldPath, names: FieldNames, isLeaf: boolean): unknown => {
    const kind = isLeaf ? undefined : compositeOf(value, names, resource);
    if (kind === undefined) return value;
    const kept: [PathStep, unknown][] = [];
    for (const [step, member] of membersOf(value, names, resource)) {
      const inner = below(path, step);
      // What the server itself keeps in metadata belongs to nobody.
      if (inner !== 'f:metadata' && lasts.has(inner) && !owneds.has(inner)) continue;
      kept.push([step, prune(member.value, inner, member.names, member.isLeaf)]);
    }
    return composeOf(kind, kept);
  };
  return prune(merged, rootPath, [], false) as JsonRecord;
}
