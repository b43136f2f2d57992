import type { Client } from '../../core/client.js';
import { abandonOnAbort, onAbort } from '../../core/shared/abort.js';
import { type Clock, limitTime } from '../../core/shared/clock.js';
import { metadataOf } from '../../watch/followed-object.js';
import { followedBy } from '../../watch/informer/informer-core.js';
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
  /** Tells of each shard that is gained, and that the server's data was restored: what was read before may be too new. */
  listen(onGained: (held: HeldShard) => void, onRestored?: () => void): () => void;
  /** Notes what a controller wrote to the objects of a source, for the next holders. */
  wrote(controller: string, source: ControllerSource, version: string): void;
  /** Waits for what former holders wrote. Here, so that a controller that does not share is without it. */
  formerWritesSeen(
    controller: string,
    sources: readonly ControllerSource[],
    gained: ReadonlySet<HeldShard>,
    within: { readonly signal: AbortSignal; readonly clock: Clock },
  ): Promise<void>;
  /** Ends a piece of work, once its ends are shown. */
  leaveOnceShown(entered: EnteredShard, ends: readonly Promise<void>[], clock: Clock): void;
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
  /** Tells that the work has ended. */
  leave(this: void): void;
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
  const formers = [...gained].map(({ written }) => written);
  const limit = limitTime(longestWaitMs, within.signal, within.clock);
  const waits = sources.map(async (source) => {
    const key = sourceKey(controller, source);
    let newest = formers.includes(undefined) ? await listedIsSeen(source, limit.signal) : '';
    for (const written of formers) newest = newerOf(newest, written?.[key]);
    if (newest !== '') await source.informer.reached(newest, { signal: limit.signal });
  });
  // A list that fails says nothing; the informer will.
  await abandonOnAbort(Promise.allSettled(waits), limit.signal).catch(() => undefined);
  limit.end();
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
  const off = new AbortController();
  await new Promise<void>((resolve) => {
    const look = (): void => {
      for (const uid of gone) if (informer.store.byUid(uid) === undefined) gone.delete(uid);
      if (gone.size === 0 || signal.aborted) resolve();
    };
    onAbort(off.signal, informer.on(look));
    onAbort(signal, resolve);
    look();
  });
  off.abort();
  return newest;
}

/**
 * Ends a piece of work of a shard, at most 10 seconds after it has returned: once the informers have shown the ends that it
 * caused, whose versions are then known to the next holder.
 */
export const leaveOnceShown: SharingGate['leaveOnceShown'] = ({ signal, leave }, ends, clock) => {
  if (ends.length === 0) {
    leave();
    return;
  }
  const limit = limitTime(longestWaitMs, signal, clock);
  const over = (): void => {
    limit.end();
    leave();
  };
  abandonOnAbort(Promise.all(ends), limit.signal).then(over, over);
};

function newerOf(version: string, other = ''): string {
  return isBefore(version, other) ? other : version;
}
