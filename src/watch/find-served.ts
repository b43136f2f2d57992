import type { Client } from '../core/client.js';
import { innerDiscovery } from '../core/discovery/discovery.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import { type Clock, limitTime } from '../core/shared/clock.js';

/** The answer of {@link findServed}. */
interface FoundResource {
  /** The resource, if it is served. */
  readonly mapping: RESTMapping | undefined;
  /** The failure of the last request that could have told. */
  readonly why: Error | undefined;
}

/** What bounds {@link findServed}. */
interface FindLimits {
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** The limit for one path: meanwhile discovery may learn that the resource is served. */
const pathLimitMs = 5000;
/** More versions of one resource than servers are known to have. */
const mostVersions = 8;

/**
 * Returns the resource of a resolution, or another version of it that the name may mean as well, if the server serves
 * it now. Discovery keeps what a document of the last minute lacked, because API servers may answer in turn, and one
 * that has just restarted omits all custom groups for a moment. Whoever waits for such a resource need not wait for the
 * end of that minute: the group-version's own path lists it. Sends no request if discovery vouches for it.
 */
export async function findServed(
  client: Client,
  { mapping, candidates, unread }: Awaited<ReturnType<Client['resolve']>>,
  limits: FindLimits,
): Promise<FoundResource> {
  const { group, resource } = mapping.resource;
  if (unread === undefined || client.discovery.current?.resource(mapping.resource)?.freshness !== 'Kept') {
    return { mapping, why: undefined };
  }
  const versions = candidates.filter((each) => each.resource.group === group && each.resource.resource === resource);
  return firstServed(client, versions, limits);
}

/** Returns the first of some versions of a resource that the server serves now, as {@link findServed} does. */
export async function firstServed(
  client: Client,
  versions: readonly RESTMapping[],
  { signal, clock }: FindLimits,
): Promise<FoundResource> {
  let why: Error | undefined;
  for (const each of versions.slice(0, mostVersions)) {
    const freshness = client.discovery.current?.resource(each.resource)?.freshness;
    // Gone since the resolution.
    if (freshness === undefined) continue;
    if (freshness !== 'Kept') return { mapping: each, why };
    const time = limitTime(pathLimitMs, signal, clock);
    try {
      const options = { signal: time.signal, ownOnly: true };
      const ownPaths = await innerDiscovery(client.discovery).check([each.resource], options);
      const read = ownPaths.get(formatGroupVersion(each.resource));
      why = read?.failed?.error ?? why;
      // Its path may tell of another scope than it had.
      const isListed =
        read?.version.resources.some((entry) => entry.resource === each.resource.resource && entry.kind !== '') ===
        true;
      if (isListed) return { mapping: (await client.mapper({ signal })).resolve(each.resource).mapping, why };
    } catch (error) {
      if (!time.isOver()) throw error;
    } finally {
      time.end();
    }
  }
  return { mapping: undefined, why };
}
