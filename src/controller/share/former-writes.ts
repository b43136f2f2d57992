import { compareResourceVersions } from '../../core/model/resource-version.js';
import { abandonOnAbort } from '../../core/shared/abort.js';
import { type Clock, limitTime } from '../../core/shared/clock.js';
import { metadataOf } from '../../watch/followed-object.js';
import { followedBy } from '../../watch/informer/informer-core.js';
import type { ControllerSource } from '../controller-source.js';
import { longestWaitMs } from '../own-writes.js';
import type { HeldShard } from './sharing.js';

/** The name of a source in the table: a version is one of a resource, in all versions of the API. */
export function sourceKey(controller: string, { informer: { endpoint } }: ControllerSource): string {
  return `${controller} ${endpoint?.resource ?? ''}.${endpoint?.group ?? ''}`;
}

/**
 * Waits, at most 10 seconds, until the informers have what the former holders of shards wrote: a handover is faster than a
 * watch. What a holder wrote that has died nobody knows, so the informers have to have what a new list shows.
 */
export async function formerWritesSeen(
  controller: string,
  sources: readonly ControllerSource[],
  gained: Iterable<HeldShard>,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<void> {
  const shards = [...gained];
  const limit = limitTime(longestWaitMs, signal, clock);
  const isKnown = shards.every(({ written }) => written !== undefined);
  const waits = sources.map(async (source) => {
    const key = sourceKey(controller, source);
    let newest = isKnown ? '' : await newestListed(source, limit.signal);
    for (const { written } of shards) newest = newerOf(newest, written?.[key]);
    if (newest !== '') await source.informer.reached(newest, { signal: limit.signal });
  });
  // A list that fails says nothing; the informer will.
  await abandonOnAbort(Promise.allSettled(waits), limit.signal).catch(() => undefined);
  limit.end();
}

async function newestListed({ informer }: ControllerSource, signal: AbortSignal): Promise<string> {
  const followed = followedBy(informer);
  if (followed === undefined) return '';
  const { handle, labelSelector, fieldSelector, shard } = followed;
  let newest = '';
  for await (const item of handle.items({ labelSelector, fieldSelector, shard, signal })) {
    newest = newerOf(newest, metadataOf(item)?.resourceVersion);
  }
  return newest;
}

function newerOf(version: string, other = ''): string {
  return version === '' || (compareResourceVersions(version, other) ?? 0) < 0 ? other : version;
}
