import { type OwnerReference, resourceOf } from '../core/model/owner-reference.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import type { AbsentOwner, AskedForOwner, OwnerResolution, UnknownOwnerReason } from './resolve-owner.js';
import { requireCount } from '../core/shared/arguments.js';
import { mapLimit } from '../core/shared/concurrency.js';
import { RecentMap } from '../core/shared/recent-map.js';
import { findCycles, referencesOf, walkedObject, type WalkedObject, type WalkStart } from './owner-graph.js';

/** Creates a memory of up to `most` owners that are known to be gone. A uid never comes back, so entries stay true. */
export function createAbsentOwners(most = 1000) {
  const known = new RecentMap<string, AbsentOwner>(most);
  return {
    get: (reference: OwnerReference, namespace: string | undefined): AbsentOwner | undefined =>
      known.get(ownerKey(reference, undefined)) ?? known.get(ownerKey(reference, namespace)),
    add(resolution: AbsentOwner, namespace: string | undefined): void {
      // If only cluster scope was asked, the owner is gone for dependents in every namespace.
      const isClusterWide = resolution.asked.every((asked) => asked.namespace === undefined);
      const key = ownerKey(resolution.reference, isClusterWide ? undefined : namespace);
      known.set(key, Object.freeze({ ...resolution, asked: Object.freeze([]) }));
    },
    clear(): void {
      known.clear();
    },
  };
}

/** Returns a key that is equal for references to the same owner from the same namespace. Takes any value. */
export function ownerKey(reference: OwnerReference, namespace: string | undefined): string {
  if (!isJsonRecord(reference)) return JSON.stringify([reference]);
  const { apiVersion, kind, name, uid } = reference;
  return JSON.stringify([apiVersion, kind, resourceOf(reference) ?? null, name, uid, namespace ?? null]);
}

/** One owner reference of an object in the walk, and its resolution. */
export interface OwnerLink {
  /** The uid of the dependent. */
  readonly dependent: string;
  /** The owner reference. */
  readonly reference: OwnerReference;
  /** Whether the owner exists. */
  readonly state: OwnerResolution['state'];
  /** Why the owner is absent or unknown. `max-owners`, `max-depth`: the walk ended before it, without a request. */
  readonly reason?: 'not-found' | 'other-uid' | UnknownOwnerReason | WalkEnd | undefined;
  /** The human-readable message; present if the state is unknown. */
  readonly message?: string | undefined;
  /** The requests for it; empty if the answer was known from another reference. */
  readonly asked: readonly AskedForOwner[];
}

/** All direct and indirect owners of an object. */
export interface OwnersOf {
  /** Where the walk began. */
  readonly object: WalkedObject;
  /** Every owner that exists, once, nearest first. */
  readonly owners: readonly WalkedObject[];
  /** Every reference of the object and of its owners, in the order of the walk. */
  readonly links: readonly OwnerLink[];
  /** Objects without owner references; this can be the object itself. */
  readonly roots: readonly WalkedObject[];
  /** Sets of uids that own each other in a cycle; an object that owns itself is a cycle of one. */
  readonly cycles: readonly (readonly string[])[];
  /** The links that were not followed because of a limit; each may lead to further owners and roots. */
  readonly unread: readonly OwnerLink[];
}

/** The limit that ended a walk before an owner was looked for: see {@link WalkLimits}. */
export type WalkEnd = 'max-owners' | 'max-depth';

/** Limits of a walk. A faulty server can invent owners without end; on real servers, a chain of five is long. */
export interface WalkLimits {
  /** How many owners are looked for, found or not. @default 1000 */
  readonly maxOwners?: number | undefined;
  /** How many levels of owners to follow; 1 is only the direct owners. @default 100 */
  readonly maxDepth?: number | undefined;
}

/** The parts of a walk up. */
export interface WalkOwnersParts extends WalkLimits {
  readonly resolve: (reference: OwnerReference, namespace: string | undefined) => Promise<OwnerResolution>;
  readonly absent: ReturnType<typeof createAbsentOwners>;
  /** How many owners are looked for at once. */
  readonly concurrency?: number | undefined;
}

interface Pending {
  readonly dependent: WalkedObject;
  readonly reference: OwnerReference;
}

/** Follows all owner references up to the roots, each owner once, as far as the limits allow. */
export async function walkOwners(start: WalkStart, parts: WalkOwnersParts): Promise<OwnersOf> {
  const maxOwners = requireCount('maxOwners', parts.maxOwners ?? 1000);
  const maxDepth = requireCount('maxDepth', parts.maxDepth ?? 100);
  const object = walkedObject(start);
  const seen = new Map<string, WalkedObject>([[object.uid, object]]);
  const roots = referencesOf(start).length === 0 ? [object] : [];
  const links: OwnerLink[] = [];
  const unread: OwnerLink[] = [];
  const answers = new Map<string, OwnerResolution>();
  const edges = new Map<string, string[]>([[object.uid, []]]);
  let level = pendingOf(object, start);

  for (let depth = 0; level.length > 0; depth += 1) {
    const limit: WalkEnd = depth < maxDepth ? 'max-owners' : 'max-depth';
    const most = depth < maxDepth ? maxOwners - answers.size : 0;
    const questions = questionsOf(level, answers, most);
    await mapLimit([...questions], parts.concurrency ?? 10, async ([key, pending]) => {
      answers.set(key, await lookFor(pending, parts));
    });
    const next: Pending[] = [];
    for (const { dependent, reference } of level) {
      const key = ownerKey(reference, dependent.namespace);
      const resolution = answers.get(key);
      const link = linkOf(dependent, reference, resolution ?? limit, questions.delete(key));
      links.push(link);
      if (resolution === undefined) unread.push(link);
      if (resolution?.state !== 'present') continue;
      edges.get(dependent.uid)?.push(reference.uid);
      if (seen.has(reference.uid)) continue;
      const owner = walkedObject(resolution.owner, resolution.resource);
      seen.set(owner.uid, owner);
      edges.set(owner.uid, []);
      const above = pendingOf(owner, resolution.owner);
      if (above.length === 0) roots.push(owner);
      next.push(...above);
    }
    level = next;
  }

  const [, ...owners] = seen.values();
  return Object.freeze({
    object,
    owners: Object.freeze(owners),
    links: Object.freeze(links),
    roots: Object.freeze(roots),
    cycles: findCycles(edges),
    unread: Object.freeze(unread),
  });
}

function pendingOf(dependent: WalkedObject, object: WalkStart): Pending[] {
  return referencesOf(object).map((reference) => ({ dependent, reference }));
}

/** Returns the owners that have not been looked for yet, each once, and `most` at the most. */
function questionsOf(
  level: readonly Pending[],
  answers: ReadonlyMap<string, OwnerResolution>,
  most: number,
): Map<string, Pending> {
  const questions = new Map<string, Pending>();
  for (const pending of level) {
    if (questions.size >= most) break;
    const key = ownerKey(pending.reference, pending.dependent.namespace);
    if (!answers.has(key) && !questions.has(key)) questions.set(key, pending);
  }
  return questions;
}

async function lookFor(
  { dependent, reference }: Pending,
  { resolve, absent }: WalkOwnersParts,
): Promise<OwnerResolution> {
  const { namespace } = dependent;
  const known = absent.get(reference, namespace);
  if (known !== undefined) return known;
  const resolution = await resolve(reference, namespace);
  if (resolution.state === 'absent') absent.add(resolution, namespace);
  return resolution;
}

/** Returns the link of a reference, to the answer of whether its owner exists or to the limit before it. */
function linkOf(
  { uid: dependent }: WalkedObject,
  reference: OwnerReference,
  found: OwnerResolution | WalkEnd,
  isFirst: boolean,
): OwnerLink {
  const none = Object.freeze([]);
  if (typeof found === 'string') {
    const why = found === 'max-depth' ? 'it is more than maxDepth owners away' : 'there are more than maxOwners owners';
    const unreached = { reason: found, message: `not reached: ${why}`, asked: none };
    return Object.freeze({ dependent, reference, state: 'unknown', ...unreached });
  }
  return Object.freeze({
    ...{ dependent, reference, state: found.state },
    ...(found.state !== 'present' && { reason: found.reason }),
    ...(found.state === 'unknown' && { message: found.message }),
    asked: isFirst ? found.asked : none,
  });
}
