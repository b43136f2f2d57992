import type { KubeObject, ObjectMeta } from '../../model/kube-object.js';
import type { RESTMapping } from '../../model/rest-mapping.js';

/** The endpoint of leases, which every API server since 1.14 serves. */
export const leaseMapping: RESTMapping = Object.freeze({
  resource: Object.freeze({ group: 'coordination.k8s.io', version: 'v1', resource: 'leases' }),
  kind: Object.freeze({ group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' }),
  scope: 'Namespaced',
});

/**
 * A Lease as it is on the wire. Fields that are not named here (`strategy`, `preferredHolder`) are kept as they are.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/lease-v1/
 */
export interface Lease extends KubeObject {
  metadata: ObjectMeta;
  spec?: Record<string, unknown> | undefined;
}

/** What a lease says, as far as it makes sense. */
export interface LeaseRecord {
  /** `''` where nobody holds it. */
  readonly holder: string;
  /** How long it is good for after each renewal; undefined where it does not say, or nothing sensible. */
  readonly durationMs: number | undefined;
  /** How many terms there were before this one. */
  readonly transitions: number;
  /** Another text after each renewal, whoever made it. */
  readonly observed: string;
  /** What sets one write of one candidate apart from all others. */
  readonly written: string;
}

const largestInt32 = 2 ** 31 - 1;

/** Reads what anybody may have written: a field that makes no sense is as one that is missing. */
export function readLease({ metadata, spec }: Lease): LeaseRecord {
  const fields: Readonly<Record<string, unknown>> = typeof spec === 'object' && (spec as unknown) !== null ? spec : {};
  const { holderIdentity, leaseDurationSeconds, leaseTransitions, acquireTime, renewTime } = fields;
  const holder = typeof holderIdentity === 'string' ? holderIdentity : '';
  const transitions = isCount(leaseTransitions) ? leaseTransitions : 0;
  return {
    holder,
    durationMs: isCount(leaseDurationSeconds) && leaseDurationSeconds > 0 ? leaseDurationSeconds * 1000 : undefined,
    transitions,
    observed: JSON.stringify([metadata.uid, spec]),
    written: JSON.stringify([holder, acquireTime, renewTime, transitions]),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** What a new term has in the place of the transitions before it; the field is a 32-bit number. */
export function nextTransitions(before: number): number {
  return before < largestInt32 ? before + 1 : 0;
}

/**
 * A wall clock time in the form of a MicroTime. The last three digits tell writes of one millisecond apart, and those of a
 * clock that was set back: a renewal has to be a change, or nobody sees it.
 */
export function formatMicroTime(wallMs: number, count: number): string {
  const micros = String(count % 1000).padStart(3, '0');
  return new Date(wallMs).toISOString().replace('Z', `${micros}Z`);
}
