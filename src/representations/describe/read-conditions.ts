import type { KubeObject } from '../../core/model/kube-object.js';
import type { OwnerReference } from '../../core/model/owner-reference.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { DescribedCondition, DescriptionGap } from './description.js';

/** Reads the conditions in the status of an object; anything else in their place is a gap. */
export function readConditions({ status }: KubeObject, gaps: DescriptionGap[]): readonly DescribedCondition[] {
  const found = isJsonRecord(status) ? (status['conditions'] ?? []) : [];
  const conditions = (Array.isArray(found) ? found : []).filter(isJsonRecord);
  if (!Array.isArray(found) || conditions.length < found.length) {
    gaps.push({ part: 'conditions', reason: 'malformed', message: 'status.conditions is malformed' });
  }
  return conditions.map((condition) => ({
    type: fieldText(condition, 'type'),
    status: fieldText(condition, 'status'),
    reason: fieldText(condition, 'reason'),
    message: fieldText(condition, 'message'),
    since: fieldText(condition, 'lastTransitionTime'),
  }));
}

/** Reads the owner references of an object, without validating them; anything else in their place is a gap. */
export function readOwnerReferences({ metadata }: KubeObject, gaps: DescriptionGap[]): readonly OwnerReference[] {
  const found: unknown = metadata.ownerReferences ?? [];
  const references: readonly unknown[] = Array.isArray(found) ? found.filter(isJsonRecord) : [];
  if (!Array.isArray(found) || references.length < found.length) {
    gaps.push({ part: 'owners', reason: 'malformed', message: 'metadata.ownerReferences is malformed' });
  }
  return references as readonly OwnerReference[];
}

/** Returns the text of a field; empty for any other type. */
export function fieldText(record: JsonRecord, field: string): string {
  const value = record[field];
  return typeof value === 'string' ? value : '';
}
