import type { JsonRecord } from '../../../core/shared/json-record.js';
import type { ServedResource } from '../../served/served.js';
import { below, rootPath, type FieldPath, type PathStep } from './field-path.js';
import { withAncestors, type FieldSet } from './field-set.js';
import type { FieldNames } from './list-keys.js';
import { allMembersOf, composeOf, compositeOf, membersOf, type Member } from './members.js';

/** Labels and annotations, of which null is the empty text. */
function isText([first, map = '', ...rest]: FieldNames): boolean {
  return first === 'metadata' && (map === 'labels' || map === 'annotations') && rest.length === 1;
}

/** Merges an applied object into the stored one. Null removes a field. */
export function mergeApplied(live: JsonRecord, applied: JsonRecord, resource: ServedResource): JsonRecord {
  const merge = (old: unknown, next: unknown, names: FieldNames, isLeaf: boolean): unknown => {
    const kind = isLeaf ? undefined : compositeOf(next, names, resource);
    if (kind === undefined) return next;
    const isSame = compositeOf(old, names, resource) === kind;
    const stored = isSame ? allMembersOf(old, names, resource) : [];
    const olds = isSame ? membersOf(old, names, resource) : new Map<PathStep, Member>();
    const nexts = membersOf(next, names, resource);
    // If everything is applied, the applied order counts; otherwise new items come last.
    const isAll = [...olds.keys()].every((step) => nexts.has(step));
    const done = new Set<PathStep>();
    const merged: [PathStep, unknown][] = [];
    for (const { step, value } of [...(isAll && kind === 'list' ? [] : stored), ...nexts.values()]) {
      const member = nexts.get(step);
      if (member === undefined) merged.push([step, value]);
      else if ((member.value !== null || isText(member.names)) && !done.has(step)) {
        merged.push([step, merge(olds.get(step)?.value, member.value, member.names, member.isLeaf)]);
      }
      done.add(step);
    }
    return composeOf(kind, merged);
  };
  return merge(live, applied, [], false) as JsonRecord;
}

/**
 * Removes what a manager applied last time and no manager owns now. Removing a field or an item removes everything in
 * it.
 */
export function pruneFields(merged: JsonRecord, last: FieldSet, owned: FieldSet, resource: ServedResource): JsonRecord {
  const [lasts, owneds] = [withAncestors(last), withAncestors(owned)];
  const prune = (value: unknown, path: FieldPath, names: FieldNames, isLeaf: boolean): unknown => {
    const kind = isLeaf ? undefined : compositeOf(value, names, resource);
    if (kind === undefined) return value;
    const kept: [PathStep, unknown][] = [];
    const members = membersOf(value, names, resource);
    for (const { step, value: single, names: inNames, isLeaf: isWhole } of allMembersOf(value, names, resource)) {
      const inner = below(path, step);
      // No manager owns the metadata that the server itself maintains.
      if (inner !== 'f:metadata' && lasts.has(inner) && !owneds.has(inner)) continue;
      kept.push([step, prune(single, inner, inNames, isWhole || members.get(step)?.isRepeated === true)]);
    }
    return composeOf(kind, kept);
  };
  return prune(merged, rootPath, [], false) as JsonRecord;
}
