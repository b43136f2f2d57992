import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';

/** Returns a pod with a condition that is true from now on, replacing one of the same type. */
export function withCondition(
  pod: KubeObject,
  { type, ...words }: { readonly type: string; readonly reason?: string; readonly message?: string },
  time: string,
): KubeObject {
  const status: JsonRecord = isJsonRecord(pod['status']) ? pod['status'] : {};
  const { conditions } = status;
  const known: unknown[] = Array.isArray(conditions) ? conditions : [];
  const index = known.findIndex((each) => isJsonRecord(each) && each['type'] === type);
  const before: unknown = known[index];
  const since: unknown = isJsonRecord(before) && before['status'] === 'True' ? before['lastTransitionTime'] : time;
  const condition = { type, status: 'True', lastProbeTime: null, lastTransitionTime: since, ...words };
  const next = index < 0 ? [...known, condition] : known.with(index, condition);
  return { ...pod, status: { ...status, conditions: next } };
}
