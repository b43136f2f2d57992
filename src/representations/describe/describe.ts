import type { KubeObject } from '../../core/model/kube-object.js';
import type { OwnerReference } from '../../core/model/owner-reference.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { DescribedCondition, DescribedEvent, Description, DescriptionGap } from './description.js';
import type { Catalog } from '../../core/catalog/catalog.js';
import type { ResourceEntry } from '../../core/catalog/entries.js';
import type { Client } from '../../core/client.js';
import { distinctResources } from '../../identity/identity-report.js';
import { unreadOf } from '../../core/metadata/unread-of.js';
import { mappingOf } from '../../core/model/rest-mapping.js';
import type { CallOptions } from '../../core/resource/options.js';
import { formatFieldSelector } from '../../core/selector/field-selector.js';
import { createOwners, type Owners } from '../../owners/create-owners.js';
import type { ResourceHandle } from '../../core/resource/resource-handle.js';
import type { Scale } from '../../core/representation/scale.js';
import { type OptionChecks, requireCallOptions, requireCount } from '../../core/shared/arguments.js';
import { mapLimit } from '../../core/shared/map-limit.js';

/** Reads the conditions in the status of an object; anything else in their place is a gap. */
export function readConditions({ status }: KubeObject, gaps: DescriptionGap[]): readonly DescribedCondition[] {
  const found = isJsonRecord(status) ? (status['conditions'] ?? []) : [];
  const conditions = (Array.isArray(found) ? found : []).filter(isJsonRecord);
  if (!Array.isArray(found) || conditions.length < found.length) {
    gaps.push({ part: 'conditions', reason: 'malformed', message: 'status.conditions is malformed' });
  }
  return conditions.map((condition) => ({
    type: fieldText(condition, 'type'),
    status: fieldText(condition, 'status'),
    reason: fieldText(condition, 'reason'),
    message: fieldText(condition, 'message'),
    since: fieldText(condition, 'lastTransitionTime'),
  }));
}

/** Reads the owner references of an object, without validating them; anything else in their place is a gap. */
export function readOwnerReferences({ metadata }: KubeObject, gaps: DescriptionGap[]): readonly OwnerReference[] {
  const found: unknown = metadata.ownerReferences ?? [];
  const references: readonly unknown[] = Array.isArray(found) ? found.filter(isJsonRecord) : [];
  if (!Array.isArray(found) || references.length < found.length) {
    gaps.push({ part: 'owners', reason: 'malformed', message: 'metadata.ownerReferences is malformed' });
  }
  return references as readonly OwnerReference[];
}

/** Returns the text of a field; empty for any other type. */
export function fieldText(record: JsonRecord, field: string): string {
  const value = record[field];
  return typeof value === 'string' ? value : '';
}

/** The field names of one of the two event APIs. */
export interface EventDialect {
  /** The field with the object of an event. */
  readonly object: 'involvedObject' | 'regarding';
  readonly message: string;
  readonly count: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly source: string;
  readonly controller: string;
}

const core: EventDialect = {
  object: 'involvedObject',
  message: 'message',
  count: 'count',
  firstSeen: 'firstTimestamp',
  lastSeen: 'lastTimestamp',
  source: 'source',
  controller: 'reportingComponent',
};
const events: EventDialect = {
  object: 'regarding',
  message: 'note',
  count: 'deprecatedCount',
  firstSeen: 'deprecatedFirstTimestamp',
  lastSeen: 'deprecatedLastTimestamp',
  source: 'deprecatedSource',
  controller: 'reportingController',
};

/** Returns the dialect of a group; undefined for a group without events of objects. */
export function dialectOf(group: string): EventDialect | undefined {
  return group === '' ? core : group === 'events.k8s.io' ? events : undefined;
}

/**
 * Reports whether an event is about this very object, instead of an earlier one with the same name. Some events have no
 * uid, and kubelets give the name of their node as one.
 */
export function isEventOf(event: KubeObject, { object: field }: EventDialect, { metadata }: KubeObject): boolean {
  const about = recordIn(event, field);
  const uid = fieldText(about, 'uid');
  return uid === '' || uid === metadata.uid || uid === metadata.name;
}

/** Converts an event to the common shape of both APIs. */
export function describedEvent(event: KubeObject, dialect: EventDialect): DescribedEvent {
  const series = recordIn(event, 'series');
  const { uid = '', namespace = '', name = '', creationTimestamp } = event.metadata;
  const happened = [
    fieldText(event, dialect.lastSeen),
    fieldText(series, 'lastObservedTime'),
    fieldText(event, 'eventTime'),
  ];
  const began = fieldText(event, dialect.firstSeen) || fieldText(event, 'eventTime') || (creationTimestamp ?? '');
  return {
    uid,
    namespace,
    name,
    type: fieldText(event, 'type'),
    reason: fieldText(event, 'reason'),
    message: fieldText(event, dialect.message).trim(),
    count: Math.max(countIn(event, dialect.count), countIn(series, 'count'), 1),
    firstSeen: began,
    lastSeen: latest(happened) || began,
    source: fieldText(event, dialect.controller) || fieldText(recordIn(event, dialect.source), 'component'),
  };
}

/** Sorts events by when they last happened, and by name if that is the same. */
export function inTime(events: readonly DescribedEvent[]): DescribedEvent[] {
  const moment = ({ lastSeen }: DescribedEvent): number => Date.parse(lastSeen) || 0;
  return [...events].sort((a, b) => moment(a) - moment(b) || (a.name < b.name ? -1 : 1));
}

function latest(times: readonly string[]): string {
  return times.reduce((last, time) => ((Date.parse(time) || 0) > (Date.parse(last) || 0) ? time : last), '');
}

function recordIn(record: JsonRecord, field: string): JsonRecord {
  const value = record[field];
  return isJsonRecord(value) ? value : {};
}

function countIn(record: JsonRecord, field: string): number {
  const value = record[field];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}

/** The object whose events to find, and how many. */
export interface EventQuestion {
  readonly object: KubeObject;
  readonly kind: string;
  readonly maxEvents: number;
  readonly calls: CallOptions;
}

/** How many events may be read for each one collected: the others are of earlier objects with the same name. */
const lookedAt = 10;

/** The number of events per page. */
const pageSize = 500;

/**
 * Returns the events of an object, each once, from every set of events that the server has; the two APIs of Kubernetes
 * serve the same set. If one endpoint of a set cannot be read, another one may be.
 */
export async function findEvents(
  client: Client,
  catalog: Catalog,
  question: EventQuestion,
  gaps: DescriptionGap[],
): Promise<readonly DescribedEvent[]> {
  const isOfEvents = ({ group, resource }: ResourceEntry): boolean =>
    resource === 'events' && dialectOf(group) !== undefined;
  const all = catalog.resources({ verbs: ['list'] }).filter(isOfEvents);
  const chosen = distinctResources(catalog, { verbs: ['list'], cohabitation: 'join' }).filter(isOfEvents);
  if (chosen.length === 0) {
    const message = 'discovery lists no events resource with the verb list';
    gaps.push({ part: 'events', reason: 'not-served', message });
  }
  const byUid = new Map<string, DescribedEvent>();
  for (const endpoint of chosen) {
    const others = all.filter((other) => !chosen.includes(other));
    const failed: DescriptionGap[] = [];
    for (const one of [endpoint, ...others]) {
      const gap = await readEvents(client, one, question, byUid);
      if (gap === undefined || gap.reason === 'limit') {
        failed.splice(0, failed.length, ...(gap === undefined ? [] : [gap]));
        break;
      }
      failed.push(gap);
    }
    // Other failures are about the same set under another name.
    gaps.push(...failed.slice(0, 1));
  }
  return inTime([...byUid.values()]);
}

/** Adds the events of an endpoint; returns a gap if they are incomplete. */
async function readEvents(
  client: Client,
  endpoint: ResourceEntry,
  { object, kind: kindOfObject, maxEvents, calls }: EventQuestion,
  byUid: Map<string, DescribedEvent>,
): Promise<DescriptionGap | undefined> {
  const dialect = dialectOf(endpoint.group);
  if (dialect === undefined) return undefined;
  const { namespace, name = '' } = object.metadata;
  const mapping = mappingOf(endpoint);
  const handle = client.handle(mapping);
  const fieldSelector = formatFieldSelector([
    { field: `${dialect.object}.name`, operator: '=', value: name },
    { field: `${dialect.object}.kind`, operator: '=', value: kindOfObject },
  ]);
  const part = { part: 'events', resource: mapping.resource } as const;
  try {
    // Events of cluster-scoped objects may be in any namespace.
    const events = namespace === undefined ? handle : handle.namespace(namespace);
    let seen = 0;
    for await (const event of events.items({ ...calls, fieldSelector, limit: pageSize })) {
      seen += 1;
      if (!isEventOf(event, dialect, object) && seen <= maxEvents * lookedAt) continue;
      const described = describedEvent(event, dialect);
      if (seen > maxEvents * lookedAt || (byUid.size >= maxEvents && !byUid.has(described.uid))) {
        return { ...part, reason: 'limit', message: `there are more than ${maxEvents} events (maxEvents)` };
      }
      byUid.set(described.uid, described);
    }
    return undefined;
  } catch (error) {
    const { reason, message, statusCode } = unreadOf(error, { signal: calls.signal, isPage: true });
    return { ...part, reason, message, ...(statusCode !== undefined && { statusCode }) };
  }
}

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
