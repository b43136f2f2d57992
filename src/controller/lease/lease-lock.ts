import type { Client } from '../../core/client.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import { isKubeError, isObjectNotFound } from '../../core/errors.js';
import { systemClock } from '../../core/shared/clock.js';
import { instantOf, type Instant } from './election-clock.js';
import { NotHolderError } from './errors.js';
import {
  findLease,
  formatMicroTime,
  heldSpec,
  leasesOf,
  nextTransitions,
  readLease,
  releasedSpec,
  type Lease,
  type LeaseRecord,
} from './lease.js';
import type { LeaseSettings } from './options.js';

/** A lease that was acquired or renewed. */
export interface HeldLease {
  readonly lease: Lease;
  /** The moment before the write was sent: the lease counts from then on. */
  readonly since: Instant;
}

/** How many writes without an answer to remember; a lease that shows one of them is held by this candidate. */
const maxRememberedWrites = 16;

/**
 * Creates what acquires, renews and releases one lease for one candidate. Each call is one attempt.
 *
 * @param onHolder called each time the lease was read or written
 */
export function createLeaseLock(client: Client, settings: LeaseSettings, onHolder: (holder: string) => void) {
  const { namespace, name, identity, leaseDurationMs, clock = systemClock } = settings;
  const leases = leasesOf(client, namespace);
  let holder: string | undefined;
  /** The last record read, and when it was first read so. Times in a lease are never compared with a clock. */
  let observed: { readonly text: string; readonly at: number; readonly transitions: number } | undefined;
  let ownWrites: string[] = [];
  let writes = 0;
  let isUncertain = false;

  const observe = (lease: Lease): LeaseRecord => {
    const record = readLease(lease);
    if (record.observed !== observed?.text) {
      observed = { text: record.observed, at: clock.now(), transitions: record.transitions };
    }
    holder = record.holder;
    onHolder(holder);
    return record;
  };

  const read = (signal: AbortSignal): Promise<Lease | undefined> => findLease(leases, name, signal);
  const isHeldByOther = (record: LeaseRecord): boolean => {
    if (record.holder === '' || ownWrites.includes(record.written) || observed === undefined) return false;
    return clock.now() - observed.at < (record.durationMs ?? leaseDurationMs);
  };

  const lossError = (end: 'taken' | 'deleted'): NotHolderError => {
    return new NotHolderError(end, { lease: `${namespace}/${name}`, identity, holder: end === 'taken' ? holder : '' });
  };

  const write = async (lease: KubeObject | undefined, spec: object, signal: AbortSignal): Promise<HeldLease> => {
    const since = instantOf(clock);
    writes += 1;
    const renewTime = formatMicroTime(since.wall, writes);
    const fullSpec = { ...(lease?.['spec'] as object | undefined), renewTime, acquireTime: renewTime, ...spec };
    const { metadata = { name, namespace } } = lease ?? {};
    const sent = { ...lease, metadata, spec: fullSpec };
    const key = readLease(sent as unknown as Lease).written;
    const before = { ownWrites, isUncertain };
    ownWrites = [...ownWrites.slice(1 - maxRememberedWrites), key];
    isUncertain = true;
    const writing = lease === undefined ? leases.create(sent, { signal }) : leases.replace(sent, { signal });
    const answer = await writing.catch((error: unknown) => {
      // What was refused is not stored: a lease that shows it is that of a twin, with the same write in the same millisecond.
      if (isRefused(error)) ({ ownWrites, isUncertain } = before);
      throw error;
    });
    isUncertain = false;
    const { holder: stored, durationMs = 0, written } = observe(answer);
    ownWrites = [key, written];
    // The write may have been changed on the way, for example by a webhook. Other candidates see what is stored.
    if (stored !== '' && (stored !== identity || durationMs < leaseDurationMs)) throw lossError('taken');
    return { lease: answer, since };
  };

  const ownSpec = heldSpec(identity, leaseDurationMs);
  const renewedSpec = ({ spec }: Lease) => ({ ...ownSpec, acquireTime: spec?.['acquireTime'] });

  /** Writes a held lease; after a conflict once more, if it is still held. */
  const writeHeld = async (held: HeldLease | undefined, spec: object, signal: AbortSignal): Promise<HeldLease> => {
    try {
      if (held !== undefined) return await write(held.lease, spec, signal);
    } catch (error) {
      if (!isObjectNotFound(error) && !isTaken(error)) throw error;
    }
    const lease = await read(signal);
    if (lease === undefined || (held !== undefined && lease.metadata.uid !== held.lease.metadata.uid)) {
      if (lease !== undefined) observe(lease);
      throw lossError('deleted');
    }
    const { written } = observe(lease);
    if (!ownWrites.includes(written)) throw lossError('taken');
    return write(lease, spec, signal);
  };

  return {
    /** The holder when the lease was last read or written, `''` for nobody; undefined before. */
    get holder(): string | undefined {
      return holder;
    },
    /** Whether the last write may have been executed although no answer came. */
    get isUncertain(): boolean {
      return isUncertain;
    },
    /** Acquires the lease; undefined if another candidate holds it or was faster. */
    async acquire(signal: AbortSignal): Promise<HeldLease | undefined> {
      const lease = await read(signal);
      const record = lease === undefined ? undefined : observe(lease);
      if (record !== undefined && isHeldByOther(record)) return undefined;
      const before = record?.transitions ?? observed?.transitions;
      const leaseTransitions = before === undefined ? 0 : nextTransitions(before);
      try {
        return await write(lease, { ...ownSpec, leaseTransitions }, signal);
      } catch (error) {
        if (!isTaken(error)) throw error;
        const winner = await read(signal);
        if (winner !== undefined) observe(winner);
        return undefined;
      }
    },
    /** @throws NotHolderError if the lease is not held any more; any other error leaves that open */
    renew: (held: HeldLease, signal: AbortSignal): Promise<HeldLease> =>
      writeHeld(held, renewedSpec(held.lease), signal),
    /** Releases the lease; does nothing if the server does not show it as held by this candidate. */
    async release(signal: AbortSignal, held?: HeldLease): Promise<void> {
      try {
        await writeHeld(held, releasedSpec, signal);
      } catch (error) {
        if (!(error instanceof NotHolderError)) throw error;
      }
    },
  };
}

/** Reports whether another candidate was faster: with a create, or with a write of the version that was read. */
function isTaken(error: unknown): boolean {
  return isKubeError(error) && error.code === 'api' && error.statusCode === 409;
}

/** Reports whether a write was certainly not carried out. */
function isRefused(error: unknown): boolean {
  return isKubeError(error) && error.code === 'api' && error.statusCode < 500 && error.statusCode !== 408;
}
