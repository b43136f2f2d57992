import type { ResourceEntry } from '../../core/catalog/entries.js';
import type { Client } from '../../core/client.js';
import { unreadOf } from '../../core/metadata/judge-failure.js';
import { createOwners, type Owners } from '../../owners/create-owners.js';
import type { CallOptions } from '../../core/resource/options.js';
import type { ResourceHandle } from '../../core/resource/resource-handle.js';
import type { Scale } from '../../core/representation/scale.js';
import { requireCallOptions, requireClient, requireCount, type OptionChecks } from '../../core/shared/arguments.js';
import { mapLimit } from '../../core/shared/map-limit.js';
import type { Description, DescriptionGap } from './description.js';
import { findEvents } from './find-events.js';
import { readConditions, readOwnerReferences } from './read-conditions.js';

/** Options of {@link describe}. `timeoutMs` applies to each request. */
export interface DescribeOptions extends CallOptions {
  /** The maximum number of events to collect; a gap reports if there are more. @default 1000 */
  readonly maxEvents?: number | undefined;
  /** The result of `createOwners(client)`, to reuse what it remembers. @default made for this call */
  readonly owners?: Pick<Owners, 'resolve'> | undefined;
}

const checks: OptionChecks<DescribeOptions> = { maxEvents: requireCount, owners: true, signal: true, timeoutMs: true };

/** The maximum number of owners that are resolved concurrently. */
const concurrency = 8;

/**
 * Describes one object and its surroundings: its owners and whether they exist, its conditions, its events, and its
 * scale if it has one. Anything that could not be read is in `gaps`, or is an owner in the state `unknown`. To print
 * the result, use `formatDescription`.
 *
 * @param handle the handle of its resource, bound to its namespace if it has one; the representation does not matter
 * @throws as `handle.get` if the object itself cannot be read; DiscoveryError if nothing is known about the server
 * @example
 * const pods = client.resource('pods').namespace('shop');
 * console.log(formatDescription(await describe(client, pods, 'front-0')));
 */
export async function describe(
  client: Client,
  handle: Pick<ResourceHandle, 'mapping' | 'boundNamespace'>,
  name: string,
  options: DescribeOptions = {},
): Promise<Description> {
  requireClient(client);
  const { boundNamespace } = handle;
  const {
    signal,
    timeoutMs,
    maxEvents = 1000,
    owners = createOwners(client),
  } = requireCallOptions(options, checks, client);
  const calls: CallOptions = { signal, timeoutMs };
  const mapping = await handle.mapping(calls);
  const unbound = client.handle(mapping);
  const whole = boundNamespace === undefined ? unbound : unbound.namespace(boundNamespace);

  const object = await whole.get(name, calls);
  const catalog = await client.discovery.catalog({ signal });
  const gaps: DescriptionGap[] = [];
  const { namespace } = object.metadata;
  const references = readOwnerReferences(object, gaps);
  const conditions = readConditions(object, gaps);
  // Each adds to its own list, so that gaps have a fixed order.
  const [ofEvents, ofScale]: [DescriptionGap[], DescriptionGap[]] = [[], []];
  const [resolutions, events, scale] = await Promise.all([
    mapLimit(references, concurrency, (reference) => owners.resolve(reference, { namespace, ...calls })),
    findEvents(client, catalog, { object, kind: mapping.kind.kind, maxEvents, calls }, ofEvents),
    readScale(whole, catalog.resource(mapping.resource), { name, calls }, ofScale),
  ]);
  gaps.push(...ofEvents, ...ofScale);
  return { mapping, object, owners: resolutions, conditions, events, scale, gaps };
}

/** Reads the scale of an object; undefined if its resource has none. */
async function readScale(
  handle: ResourceHandle,
  entry: ResourceEntry | undefined,
  { name, calls }: { readonly name: string; readonly calls: CallOptions },
  gaps: DescriptionGap[],
): Promise<Scale | undefined> {
  if (entry === undefined) {
    const message = 'discovery does not list the resource now, so it is unknown whether it has a scale';
    gaps.push({ part: 'scale', reason: 'not-served', message });
    return undefined;
  }
  const has = entry.subresources.some(({ subresource, verbs }) => subresource === 'scale' && verbs.includes('get'));
  if (!has) return undefined;
  try {
    return await handle.scale(name).get(calls);
  } catch (error) {
    const { reason, message, statusCode } = unreadOf(error, { signal: calls.signal, isPage: false });
    gaps.push({ part: 'scale', reason, message, ...(statusCode !== undefined && { statusCode }) });
    return undefined;
  }
}
