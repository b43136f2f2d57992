import type { KubeObject } from '../../core/model/kube-object.js';
import { matchesLabels, parseLabelSelector, selectorText } from '../../core/selector/label-selector.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { storeKey } from '../store/object-store.js';
import { valueAtPath } from '../store/json-path.js';
import { badRequest, forbidden, plainError, tooManyRequests } from '../wire/refusals.js';
import { namespaceOf } from './create.js';
import { gracePeriodIn, propagationIn } from './delete-options.js';
import { requireNamespace } from './namespaces.js';
import { existing } from './read.js';
import { readObject, requireJson } from './read-body.js';
import { checkPreconditions, removeObject } from './remove.js';
import { succeeded, timestampOf, type Backend, type ObjectRequest, type VerbResult } from './resource-request.js';
import { withCondition } from './pod-conditions.js';
import { readWriteOptions } from './write-options.js';

const budgets = { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets' };

/**
 * The subresource `eviction` of pods: deletes the pod unless a stored PodDisruptionBudget forbids it (429, with the
 * cause that real servers give). The status of a budget is what the test has written, since no controller computes it.
 */
export function evict(request: ObjectRequest, backend: Backend): VerbResult {
  const { resource, query, contentType, body, name, namespace } = request;
  requireJson(contentType);
  const { dryRun } = readWriteOptions(query, 'CreateOptions');
  // Both versions of the kind are accepted.
  const version = /"policy\/v1beta1"/.test(body) ? 'v1beta1' : 'v1';
  const objectKind = { group: 'policy', version, kind: 'Eviction' };
  const eviction = readObject(body, { ...resource, objectKind, custom: false });
  namespaceOf(eviction, request);
  if (eviction.metadata.name !== name) throw badRequest('name in URL does not match name in Eviction object');
  const { deleteOptions } = eviction;
  const { dryRun: also, preconditions }: JsonRecord = isJsonRecord(deleteOptions) ? deleteOptions : {};
  const isDry = dryRun || (Array.isArray(also) && also.length > 0);
  requireNamespace(request, name, backend);
  const pod = existing(request, backend);
  const phase = valueAtPath(pod, '.status.phase');
  const isHeld = phase !== 'Succeeded' && phase !== 'Failed' && phase !== 'Pending' && !pod.metadata.deletionTimestamp;
  const budget = isHeld ? budgetOf(pod, namespace, backend) : undefined;
  const left = budget === undefined || isSparedBy(budget, pod) ? undefined : disruptionsLeft(budget);
  checkPreconditions(pod, { preconditions: isJsonRecord(preconditions) ? preconditions : {} }, request);
  if (isDry) return succeeded(201, request, pod.metadata.resourceVersion);
  const time = timestampOf(backend.now());
  if (budget !== undefined && left !== undefined) use(budget, { left, name, time }, backend);
  const key = storeKey(namespace, name);
  const reason = { reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' };
  const { object } = backend.store.put(key, withCondition(pod, { type: 'DisruptionTarget', ...reason }, time));
  const options = isJsonRecord(deleteOptions) ? deleteOptions : {};
  const [propagation, gracePeriodSeconds] = [propagationIn(options), gracePeriodIn(options)];
  removeObject(key, object, { resource, dryRun: false, propagation, gracePeriodSeconds }, backend);
  return succeeded(201, request, backend.storage.resourceVersion);
}

/** Returns the one budget whose selector matches the pod. */
function budgetOf(pod: KubeObject, namespace = '', { registry, storage }: Backend): KubeObject | undefined {
  const served = registry.resource(budgets);
  if (served === undefined) return undefined;
  const matching = storage
    .store(registry.storageOf(served))
    .sorted()
    .map(({ object }) => object)
    .filter(({ metadata, spec }) => metadata.namespace === namespace && selects(spec, pod));
  if (matching.length > 1) {
    throw plainError(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  }
  return matching[0];
}

function selects(spec: unknown, { metadata }: KubeObject): boolean {
  const selector: unknown = isJsonRecord(spec) ? spec['selector'] : undefined;
  // A budget without a selector matches no pods; an empty selector matches all.
  if (!isJsonRecord(selector)) return false;
  try {
    return matchesLabels(parseLabelSelector(selectorText(selector)), metadata.labels ?? {});
  } catch {
    return false;
  }
}

/**
 * Reports whether a pod that is not ready may be evicted regardless: if enough others are healthy, or if the budget
 * always allows it.
 */
function isSparedBy(budget: KubeObject, pod: KubeObject): boolean {
  if (valueAtPath(pod, '.status.conditions[?(@.type=="Ready")].status') === 'True') return false;
  if (valueAtPath(budget, '.spec.unhealthyPodEvictionPolicy') === 'AlwaysAllow') return true;
  const desired = numberAt(budget, '.status.desiredHealthy');
  return desired > 0 && numberAt(budget, '.status.currentHealthy') >= desired;
}

/** Returns how many evictions the budget still allows after this one. */
function disruptionsLeft(budget: KubeObject): number {
  const { name = '', generation = 0 } = budget.metadata;
  const refuse = (why: string, retryAfterSeconds?: number): Error =>
    tooManyRequests("Cannot evict pod as it would violate the pod's disruption budget.", {
      retryAfterSeconds,
      causes: [{ reason: 'DisruptionBudget', message: `The disruption budget ${name} ${why}` }],
    });
  if (numberAt(budget, '.status.observedGeneration') < generation) {
    throw refuse('is still being processed by the server.', 10);
  }
  const allowed = numberAt(budget, '.status.disruptionsAllowed');
  if (allowed < 0) {
    throw forbidden('pdb disruptions allowed is negative', { group: 'policy', resource: 'poddisruptionbudget' }, name);
  }
  if (allowed > 0) return allowed - 1;
  const current = numberAt(budget, '.status.currentHealthy');
  const desired = numberAt(budget, '.status.desiredHealthy');
  const about = (field: string): unknown =>
    valueAtPath(budget, `.status.conditions[?(@.type=="DisruptionAllowed")].${field}`);
  const words = about('status') === 'False' ? about('message') : undefined;
  const hasWords = typeof words === 'string' && words !== '';
  if (hasWords && about('reason') === 'SyncFailed') {
    throw refuse(`does not allow evicting pods currently because it failed sync: ${words}`);
  }
  if (current <= desired) throw refuse(`needs ${desired} healthy pods and has ${current} currently`);
  throw refuse(`does not allow evicting pods currently${hasWords ? ` (${String(about('reason'))}): ${words}` : ''}`);
}

/** Records the eviction in the budget. */
function use(
  budget: KubeObject,
  { left, name, time }: { readonly left: number; readonly name: string; readonly time: string },
  { registry, storage }: Backend,
): void {
  const served = registry.resource(budgets);
  if (served === undefined) return;
  const status = isJsonRecord(budget['status']) ? budget['status'] : {};
  const disrupted = isJsonRecord(status['disruptedPods']) ? status['disruptedPods'] : {};
  const next = { ...status, disruptionsAllowed: left, disruptedPods: { ...disrupted, [name]: time } };
  const { metadata } = budget;
  storage
    .store(registry.storageOf(served))
    .put(storeKey(metadata.namespace, metadata.name ?? ''), { ...budget, status: next });
}

function numberAt(object: KubeObject, path: string): number {
  const value = valueAtPath(object, path);
  return typeof value === 'number' ? value : 0;
}
