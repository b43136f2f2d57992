import type { Client } from '../core/client.js';
import { innerDiscovery } from '../core/discovery/discovery.js';
import { isKubeError } from '../core/errors.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import type { KubeObject } from '../core/model/kube-object.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import type { ObjectShapes } from '../core/representation/whole-object.js';
import type { ResourceType } from '../core/resource/registry.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import {
  requireClient,
  requireClock,
  requireKnownOptions,
  requireMilliseconds,
  requireSignal,
  requireText,
} from '../core/shared/arguments.js';
import { backoffMs, systemClock, type Clock, limitTime } from '../core/shared/clock.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { quote } from '../core/shared/quote.js';
import { ResourceNotServedError } from './errors.js';

/** Options of {@link waitForResource}. */
export interface WaitForResourceOptions {
  /** Ends the wait, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait, in milliseconds. @default 60_000 */
  readonly timeoutMs?: number | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
}

const checks = { signal: requireSignal, timeoutMs: requireMilliseconds, clock: requireClock };
const longestPauseMs = 5000;

/**
 * Waits until a resource is served: for scripts that have just installed a CustomResourceDefinition, whose resource
 * appears in discovery some seconds later. Also waits for a server that is unreachable.
 *
 * Checks what the server serves, not the conditions of the definition, because these may be about an earlier
 * generation. To wait for a condition of the definition, use `waitFor`.
 *
 * @param name a name as `client.resource` takes it: `widgets.example.com`
 * @returns a handle for the resource
 * @throws ResourceNotServedError if the time runs out; AmbiguousMatchError; the signal's reason after an abort
 * @throws InvalidArgumentError for the name of one object, and for invalid options
 * @example
 * const widgets = await waitForResource(client, 'widgets.example.com', { timeoutMs: 30_000 });
 * console.log((await widgets.list()).items.length);
 */
export function waitForResource<Name extends string>(
  client: Client,
  name: Name,
  options?: WaitForResourceOptions,
): Promise<ResourceHandle<ObjectShapes<ResourceType<Name>>>>;
export async function waitForResource(
  client: Client,
  name: string,
  options: WaitForResourceOptions = {},
): Promise<ResourceHandle<ObjectShapes<KubeObject>>> {
  requireClient(client);
  const { signal, timeoutMs = 60_000, clock = systemClock } = requireKnownOptions(options, checks);
  if (requireText('name', name) === '') throw new InvalidArgumentError('name', 'must not be empty');
  const deadline = clock.now() + timeoutMs;
  let last: unknown;
  let isUnread = false;
  for (let tries = 0; ; tries += 1) {
    const time = limitTime(Math.max(1, deadline - clock.now()), signal, clock);
    try {
      // By itself discovery would look into an unread group at intervals of up to a minute.
      if (isUnread) await client.discovery.refresh({ signal: time.signal });
      const resolution = await client.resolve(name, { signal: time.signal });
      if (resolution.name !== undefined) {
        throw new InvalidArgumentError('name', `${quote(name)} names one object; specify only its type`);
      }
      const { group, resource } = resolution.mapping.resource;
      const versions = resolution.candidates.filter(
        (each) => each.resource.group === group && each.resource.resource === resource,
      );
      const { mapping, why } = await firstServed(client, versions, { signal: time.signal, clock });
      if (mapping !== undefined) return client.handle(mapping);
      last = why ?? last;
      // What is missing has been asked for by its own path.
      isUnread = resolution.unread?.some((failure) => failure.class !== 'missing') === true;
    } catch (error) {
      if (!time.isOver()) {
        const isPassing = isKubeError(error) && ['no-match', 'group-unavailable', 'discovery'].includes(error.code);
        if (!isPassing) throw error;
        last = error;
        isUnread = error.code === 'group-unavailable';
      }
    } finally {
      time.end();
    }
    if (time.isOver() || clock.now() >= deadline) throw new ResourceNotServedError(name, timeoutMs, last);
    await clock.sleep(Math.min(backoffMs(tries, longestPauseMs), Math.max(1, deadline - clock.now())), signal);
  }
}

/** The limit for one path: meanwhile discovery may learn that the resource is served. */
const pathLimitMs = 5000;
/** More versions of one resource than servers are known to have. */
const mostVersions = 8;

/**
 * Returns the first of some versions of a resource that the server serves now, and the failure of the last request that
 * could have told. Discovery keeps what a document of the last minute lacked, because API servers may answer in turn, and
 * one that has just restarted omits all custom groups for a moment. Whoever waits for such a resource need not wait for
 * the end of that minute: the group-version's own path lists it. Sends no request for what discovery vouches for.
 */
export async function firstServed(
  client: Client,
  versions: readonly RESTMapping[],
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
) {
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
