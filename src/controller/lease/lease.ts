import type { Client } from '../../core/client.js';
import { isObjectNotFound } from '../../core/errors.js';
import type { KubeObject, ObjectMeta } from '../../core/model/kube-object.js';
import type { RESTMapping } from '../../core/model/rest-mapping.js';
import type { ObjectShapes } from '../../core/representation/whole-object.js';
import type { ResourceHandle } from '../../core/resource/resource-handle.js';

/** The endpoint of leases, served by every API server since 1.14. */
export const leaseMapping: RESTMapping = Object.freeze({
  resource: Object.freeze({ group: 'coordination.k8s.io', version: 'v1', resource: 'leases' }),
  kind: Object.freeze({ group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' }),
  scope: 'Namespaced',
});

/**
 * Returns the leases of a namespace. Requests for them wait for no other request of the client, so that a renewal is in
 * time however busy the program is.
 */
export function leasesOf(client: Client, namespace: string): ResourceHandle<ObjectShapes> {
  const apart = client.with({ prepare: (request) => ({ ...request, isUrgent: true }) });
  return apart.handle(leaseMapping).namespace(namespace);
}

/** Reads a Lease; undefined if there is none. */
export async function findLease(
  leases: ReturnType<typeof leasesOf>,
  name: string,
  signal: AbortSignal,
): Promise<Lease | undefined> {
  return leases.get(name, { signal }).catch((error: unknown) => {
    if (isObjectNotFound(error)) return undefined;
    throw error;
  });
}

/**
 * A Lease on the wire. Fields that are not listed here (`strategy`, `preferredHolder`) are kept unchanged.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/lease-v1/
 */
export interface Lease extends KubeObject {
  metadata: ObjectMeta;
  spec?: Record<string, unknown> | undefined;
}

/** The valid parts of a Lease. */
export interface LeaseRecord {
  /** The holder; `''` if nobody holds it. */
  readonly holder: string;
  /** How long a renewal is valid; undefined if the field is missing or invalid. */
  readonly durationMs: number | undefined;
  /** How many terms came before this one. */
  readonly transitions: number;
  /** A text that changes with each renewal by any candidate. */
  readonly observed: string;
  /** A text that identifies one write of one candidate. */
  readonly written: string;
}

/** Reads a Lease that anyone may have written: invalid fields count as missing. */
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

/** What a holder writes. */
export function heldSpec(holderIdentity: string, leaseDurationMs: number) {
  return { holderIdentity, leaseDurationSeconds: Math.max(1, Math.ceil(leaseDurationMs / 1000)) };
}

/** What leaves a Lease to others. */
export const releasedSpec = { holderIdentity: '', leaseDurationSeconds: 1 };

/**
 * Formats a wall clock time as a MicroTime. The last three digits distinguish writes within one millisecond and after
 * the clock was set back: a renewal has to be a change, or others do not see it.
 */
export function formatMicroTime(wallMs: number, count: number): string {
  const micros = String(count % 1000).padStart(3, '0');
  return new Date(wallMs).toISOString().replace('Z', `${micros}Z`);
}
