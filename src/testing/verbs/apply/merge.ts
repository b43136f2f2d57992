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
    const merged: [PathStep, unknown][] = [];
    for (const { step, value } of inOrder(stored, [...nexts.values()])) {
      const member = nexts.get(step);
      if (member === undefined) merged.push([step, value]);
      else if (member.value !== null || isText(member.names)) {
        merged.push([step, merge(olds.get(step)?.value, member.value, member.names, member.isLeaf)]);
      }
    }
    return composeOf(kind, merged);
  };
  return merge(live, applied, [], false) as JsonRecord;
}

/**
 * Returns the members of the stored value and of the applied one, each step of the applied one once, in the order of
 * `visitListItems` of sigs.k8s.io/structured-merge-diff: what is applied in its own order, what is only stored where it
 * was before the next item that both have.
 */
function inOrder(stored: readonly Member[], applied: readonly Member[]): readonly Member[] {
  const [olds, nexts] = [stored, applied].map((members) => new Set(members.map(({ step }) => step)));
  const shared = applied.filter(({ step }) => olds?.has(step));
  const ordered: Member[] = [];
  const done = new Set<PathStep>();
  let [oldAt, nextAt, sharedAt] = [0, 0, 0];
  while (oldAt < stored.length || nextAt < applied.length) {
    const [old, next] = [stored[oldAt], applied[nextAt]];
    const isShared = old !== undefined && nexts?.has(old.step) === true;
    const awaited = shared[sharedAt]?.step;
    if (isShared && next !== undefined && old.step !== next.step && awaited !== undefined && awaited !== old.step) {
      oldAt += 1;
      continue;
    }
    if (old !== undefined && !isShared) {
      ordered.push(old);
      oldAt += 1;
      continue;
    }
    if (old !== undefined && (old.step === next?.step || done.has(old.step))) oldAt += 1;
    if (next !== undefined) {
      ordered.push(next);
      done.add(next.step);
      nextAt += 1;
      if (awaited === next.step) sharedAt += 1;
    }
  }
  return ordered;
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
