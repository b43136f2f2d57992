import type { Client } from '../client.js';
import { isKubeError } from '../errors.js';
import { groupVersionPath } from '../model/api-path.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { Clock } from '../shared/clock.js';
import { isJsonRecord } from '../shared/json-record.js';
import { limitTime } from '../shared/limit-time.js';

/** The answer of {@link findServed}. */
interface FoundResource {
  /** The resource, if it is served. */
  readonly mapping: RESTMapping | undefined;
  /** The failure of the last request that could have told. */
  readonly why: Error | undefined;
}

/** The limit for one path: meanwhile discovery may learn that the resource is served. */
const pathLimitMs = 5000;
/** More than the document of any group-version has. */
const maxDocumentBytes = 32 * 1024 * 1024;
/** More versions of one resource than servers are known to have. */
const mostVersions = 8;

/**
 * Returns the resource of a resolution, or another version of it that the name may mean as well, if the server serves
 * it now. Discovery keeps what a document of the last minute lacked, because API servers may answer in turn, and one
 * that has just restarted omits all custom groups for a moment. Whoever waits for such a resource need not wait for the
 * end of that minute: the group-version's own document lists it. Sends no request if discovery vouches for it.
 */
export async function findServed(
  client: Client,
  { mapping, candidates, unread }: Awaited<ReturnType<Client['resolve']>>,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<FoundResource> {
  const { group, resource } = mapping.resource;
  const freshnessOf = (each: RESTMapping) => client.discovery.current?.resource(each.resource)?.freshness;
  if (unread === undefined || freshnessOf(mapping) !== 'Kept') return { mapping, why: undefined };
  const versions = candidates.filter((each) => each.resource.group === group && each.resource.resource === resource);
  let why: Error | undefined;
  for (const each of versions.slice(0, mostVersions)) {
    const freshness = freshnessOf(each);
    // Gone since the resolution.
    if (freshness === undefined) continue;
    if (freshness !== 'Kept') return { mapping: each, why };
    const time = limitTime(pathLimitMs, signal, clock);
    try {
      if (await isListedByItsOwnPath(client, each, time.signal)) return { mapping: each, why };
    } catch (error) {
      if (!time.isOver()) {
        if (!isKubeError(error) || client.signal.aborted) throw error;
        why = error;
      }
    } finally {
      time.end();
    }
  }
  return { mapping: undefined, why };
}

/** Reports whether the group-version's own document lists a resource that a document of its root lacked. */
async function isListedByItsOwnPath(
  client: Client,
  { resource: { group, version, resource } }: RESTMapping,
  signal: AbortSignal,
): Promise<boolean> {
  const failures = client.discovery.current?.failuresOf({ group, version }) ?? [];
  const root = failures.find((failure) => failure.class === 'missing')?.document;
  if (root === undefined) return false;
  const path = groupVersionPath({ group, version }, { api: root, apis: root });
  // Retried by the caller, which asks discovery as well.
  const answer = await client.request({ path, signal, retry: false, maxBytes: maxDocumentBytes });
  const list: unknown = answer.json();
  return (
    isJsonRecord(list) &&
    Array.isArray(list['resources']) &&
    list['resources'].some((each: unknown) => isJsonRecord(each) && each['name'] === resource)
  );
}
