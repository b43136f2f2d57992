import type { Client } from '../../core/client.js';
import { withinTime, type Clock } from '../../core/shared/clock.js';
import { metadataOf } from '../../watch/followed-object.js';
import { followedBy } from '../../watch/informer/informer-core.js';
import { createBell } from '../../watch/informer/listeners.js';
import type { ControllerSource } from '../controller-source.js';
import { longestWaitMs } from '../own-writes.js';
import { isBefore } from './member.js';

/** What of an object, or of a key, says to which shard it belongs. It must not change while the object is there: shards are handed over, not objects. */
export type ShareBy = 'key' | 'uid' | 'namespace';

/** How a controller uses a sharing. */
export interface SharingGate {
  /** What says to which shard an object belongs. */
  readonly by: ShareBy;
  /** Returns the shard of a text if this member holds it and does not give it away. */
  held(text: string): HeldShard | undefined;
  /** Tells of the shards that are gained, and that the server's data was restored: what was read before may be too new. */
  listen(onGained: (held: readonly HeldShard[]) => void, onRestored?: () => void): () => void;
  /** Notes what a controller wrote to the objects of a source, for the next holders. */
  wrote(controller: string, source: ControllerSource, version: string): void;
  /** Waits for what former holders wrote. Here, so that a controller that does not share is without it. */
  formerWritesSeen(
    controller: string,
    sources: readonly ControllerSource[],
    gained: readonly HeldShard[],
    within: { readonly signal: AbortSignal; readonly clock: Clock },
  ): Promise<void>;
}

/** A shard that this member holds. */
export interface HeldShard {
  /** By source, the newest version that former holders wrote; undefined if one of them has died. */
  readonly written: Readonly<Record<string, string>> | undefined;
  /** Begins work of the shard; undefined if it may not begin at this moment. */
  enter(client: Client): EnteredShard | undefined;
}

/** A shard in which a piece of work has begun. */
export interface EnteredShard {
  /** The client, which sends nothing once the shard is not held. */
  readonly client: Client;
  /** Aborted when the work has to end at once. */
  readonly signal: AbortSignal;
  /** Tells that the work has ended, and which ends of objects that it caused are still to be shown. */
  leave(this: void, ends: readonly Promise<void>[]): void;
}

/** The name of a source in the table: a version is one of a resource, in all versions of the API. */
export function sourceKey(controller: string, { informer: { endpoint } }: ControllerSource): string {
  return `${controller} ${endpoint?.resource ?? ''}.${endpoint?.group ?? ''}`;
}

/**
 * Waits, at most 10 seconds, until the informers have what the former holders of shards wrote: a handover is faster than a
 * watch. What a holder wrote that has died nobody knows, so the informers have to have what a new list shows.
 */
export const formerWritesSeen: SharingGate['formerWritesSeen'] = async (controller, sources, gained, within) => {
  const formers = gained.map(({ written }) => written);
  const seen = async (source: ControllerSource, signal: AbortSignal): Promise<void> => {
    const key = sourceKey(controller, source);
    let newest = formers.includes(undefined) ? await listedIsSeen(source, signal) : '';
    for (const written of formers) newest = newerOf(newest, written?.[key]);
    if (newest !== '') await source.informer.reached(newest, { signal });
  };
  // A list that fails says nothing; the informer will.
  const all = (signal: AbortSignal) => Promise.allSettled(sources.map((source) => seen(source, signal)));
  await withinTime([longestWaitMs, within.signal, within.clock], all).catch(() => undefined);
};

/** Waits until an informer has no object that a new list lacks, and returns the newest version of those that it has. */
async function listedIsSeen({ informer }: ControllerSource, signal: AbortSignal): Promise<string> {
  const followed = followedBy(informer);
  if (followed === undefined) return '';
  const { handle, labelSelector, fieldSelector, shard } = followed;
  const gone = new Set(informer.getSnapshot().map((item) => metadataOf(item)?.uid ?? ''));
  let newest = '';
  for await (const item of handle.as('PartialObjectMetadata').items({ labelSelector, fieldSelector, shard, signal })) {
    const { uid = '', resourceVersion } = item.metadata;
    gone.delete(uid);
    newest = newerOf(newest, resourceVersion);
  }
  const bell = createBell();
  const off = informer.on(bell.ring);
  const isThere = (uid: string): boolean => informer.store.byUid(uid) !== undefined;
  while (!signal.aborted && [...gone].some(isThere)) await bell.rung(signal);
  off();
  return newest;
}

function newerOf(version: string, other = ''): string {
  return isBefore(version, other) ? other : version;
}
