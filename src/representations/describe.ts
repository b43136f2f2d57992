import { type GroupVersionResource, formatGroupVersionResource } from '../core/model/group-version-resource.js';
import type { KubeObject } from '../core/model/kube-object.js';
import { type RESTMapping, mappingOf } from '../core/model/rest-mapping.js';
import type { OwnerResolution } from '../owners/resolve-owner.js';
import type { Scale } from '../core/resource/verbs/scale.js';
import type { OwnerReference } from '../core/model/owner-reference.js';
import { isJsonRecord, recordIn, recordsOf } from '../core/shared/json-record.js';
import { type DescribedEvent, describedEvent, fieldText, inTime } from './described-event.js';
import { diagnose, type Diagnosis } from './diagnose.js';
import { type DescriptionGap, relativesOf } from './relatives.js';
import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { Client } from '../core/client.js';
import { unreadOf } from '../core/metadata/create-metadata-reader.js';
import type { CallOptions } from '../core/resource/options.js';
import { formatFieldSelector } from '../core/selector/field-selector.js';
import { createOwners, type Owners } from '../owners/create-owners.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { type OptionChecks, requireCallOptions, requireCount, requireKnownOptions } from '../core/shared/arguments.js';
import { mapLimit } from '../core/shared/concurrency.js';
import { trimEnd } from '../core/shared/trim-end.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import { humanAge } from '../core/representation/print/age.js';
import { formatTable } from '../core/representation/print/text.js';

/** A condition of an object, as the object reports it. */
export interface DescribedCondition {
  /** The type of the condition: `Ready`. */
  readonly type: string;
  /** Usually `True`, `False` or `Unknown`. */
  readonly status: string;
  /** The reason, in one machine-readable word; empty if there is none. */
  readonly reason: string;
  /** The message, for people; empty if there is none. */
  readonly message: string;
  /** When the status last changed, as written in the object; empty if unknown. */
  readonly since: string;
}

/** One object and its surroundings, as data. */
export interface Description {
  /** The endpoint that the object was read at. */
  readonly mapping: RESTMapping;
  /** The whole object, as the server returned it. */
  readonly object: KubeObject;
  /** The owner of each owner reference: present, absent or unknown, in the order of the references. */
  readonly owners: readonly OwnerResolution[];
  /** The conditions of its status, in the order of the object. */
  readonly conditions: readonly DescribedCondition[];
  /** The events of this very object, by its uid, and of related ones that are not as they should be; the latest are last. */
  readonly events: readonly DescribedEvent[];
  /**
   * Objects that tell why this one is as it is: of a workload its ReplicaSets and pods, of a Service its pods and EndpointSlices, of
   * a pod its claims.
   */
  readonly related: readonly KubeObject[];
  /** What is wrong and why, from all of this. */
  readonly diagnosis: Diagnosis;
  /** The scale of the object; undefined if it has none. */
  readonly scale: Scale | undefined;
  /** Empty if everything could be read. An owner that could not be read is in `owners`, as `unknown`. */
  readonly gaps: readonly DescriptionGap[];
}

/** Returns the records of a list; anything else in its place is a gap. */
function listIn(found: unknown, part: 'conditions' | 'owners', field: string, gaps: DescriptionGap[]) {
  const records = recordsOf(found);
  const isWhole = found === undefined || found === null || (Array.isArray(found) && records.length === found.length);
  if (!isWhole) gaps.push({ part, message: `${field} is malformed`, reason: 'malformed' });
  return records;
}

/** Reads the conditions in the status of an object. */
function readConditions({ status }: KubeObject, gaps: DescriptionGap[]): readonly DescribedCondition[] {
  const found = isJsonRecord(status) ? status['conditions'] : undefined;
  return listIn(found, 'conditions', 'status.conditions', gaps).map((condition) => ({
    type: fieldText(condition, 'type'),
    status: fieldText(condition, 'status'),
    reason: fieldText(condition, 'reason'),
    message: fieldText(condition, 'message'),
    since: fieldText(condition, 'lastTransitionTime'),
  }));
}

/** Reads the owner references of an object, without validating them. */
export function readOwnerReferences({ metadata }: KubeObject, gaps: DescriptionGap[]): readonly OwnerReference[] {
  const found: unknown = listIn(metadata.ownerReferences, 'owners', 'metadata.ownerReferences', gaps);
  return found as readonly OwnerReference[];
}

/**
 * Reports whether an event is about this very object, instead of an earlier one with the same name. Some events have no
 * uid, and kubelets give the name of their node as one.
 */
function isEventOf(event: KubeObject, { metadata }: KubeObject): boolean {
  const uid = fieldText(recordIn(event, 'involvedObject'), 'uid');
  return uid === '' || uid === metadata.uid || uid === metadata.name;
}

/** As in kubectl: servers show the events of the group `events.k8s.io` there as well. */
const events: GroupVersionResource = { group: '', version: 'v1', resource: 'events' };

/** How many events may be read for each one collected: the others are of earlier objects with the same name. */
const lookedAt = 10;

/** The number of events per page. */
const pageSize = 500;

/** How the parts of a description are read. */
interface Reading {
  readonly client: Client;
  readonly catalog: Catalog;
  readonly calls: CallOptions;
  /** Where to tell what could not be read. */
  readonly gaps: DescriptionGap[];
}

/** Returns the events of an object; a gap says that there are more, or why they could not be read. */
async function findEvents({ client, catalog, calls, gaps }: Reading, object: KubeObject, maxEvents: number) {
  const entry = catalog.resource(events);
  const found: DescribedEvent[] = [];
  if (entry?.verbs.includes('list') !== true) {
    const message = 'discovery lists no events resource with the verb list';
    gaps.push({ part: 'events', reason: 'not-served', message });
    return found;
  }
  const { namespace, name = '' } = object.metadata;
  const handle = client.handle(mappingOf(entry));
  const fieldSelector = formatFieldSelector([
    { field: 'involvedObject.name', operator: '=', value: name },
    { field: 'involvedObject.kind', operator: '=', value: object.kind },
  ]);
  const part = { part: 'events', resource: events } as const;
  try {
    // Events of cluster-scoped objects may be in any namespace.
    const scoped = namespace === undefined ? handle : handle.namespace(namespace);
    let seen = 0;
    for await (const event of scoped.items({ ...calls, fieldSelector, limit: pageSize })) {
      seen += 1;
      const isOver = seen > maxEvents * lookedAt;
      if (!isOver && !isEventOf(event, object)) continue;
      if (isOver || found.length >= maxEvents) {
        gaps.push({ ...part, reason: 'limit', message: `there are more than ${maxEvents} events (maxEvents)` });
        break;
      }
      found.push(describedEvent(event));
    }
  } catch (error) {
    gaps.push({ ...part, ...gapOf(error, calls, true) });
  }
  return inTime(found);
}

function gapOf(error: unknown, { signal }: CallOptions, isPage: boolean): Omit<DescriptionGap, 'part'> {
  const { reason, message, statusCode } = unreadOf(error, { signal, isPage });
  return { reason, message, ...(statusCode !== undefined && { statusCode }) };
}

/** Options of {@link describe}. `timeoutMs` applies to each request. */
export interface DescribeOptions extends CallOptions {
  /** The maximum number of events to collect; a gap reports if there are more. @default 1000 */
  readonly maxEvents?: number | undefined;
  /** The result of `createOwners(client)`, to reuse what it remembers. @default made for this call */
  readonly owners?: Pick<Owners, 'resolve'> | undefined;
}

const checks: OptionChecks<DescribeOptions> = { maxEvents: requireCount, owners: true, signal: true, timeoutMs: true };

/** The maximum number of parts that are read concurrently. */
const concurrency = 8;

/** Of how many related objects, and how many events of each: those of one show what is wrong with many. */
const [mostUnwell, mostTheirs] = [8, 50];

/**
 * Describes one object and its surroundings: what is wrong with it and why, its owners and whether they exist, its conditions, its
 * events and those of what it owns, and its scale if it has one. Anything that could not be read is in `gaps`, or is an owner in the state `unknown`. To print
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
  const { maxEvents = 1000, owners = createOwners(client), ...calls } = requireCallOptions(options, checks, client);
  const mapping = await handle.mapping(calls);
  const unbound = client.handle(mapping);
  const whole = boundNamespace === undefined ? unbound : unbound.namespace(boundNamespace);

  const object = await whole.get(name, calls);
  const catalog = await client.discovery.catalog({ signal: calls.signal });
  const gaps: DescriptionGap[] = [];
  const reading: Reading = { client, catalog, calls, gaps };
  const { namespace } = object.metadata;
  const references = readOwnerReferences(object, gaps);
  const conditions = readConditions(object, gaps);
  const [resolutions, found, scale, related] = await Promise.all([
    mapLimit(references, concurrency, (reference) => owners.resolve(reference, { namespace, ...calls })),
    findEvents(reading, object, maxEvents),
    readScale(reading, whole, catalog.resource(mapping.resource), name),
    readRelatives(reading, object),
  ]);
  // One that is as it should be has nothing to tell, nor have the pods of a node of it.
  const isOfNode = object.kind === 'Node';
  const unwell = related.filter((each) => !isOfNode && diagnose(each).status !== 'Current').slice(0, mostUnwell);
  const ofOthers: Reading = { ...reading, gaps: [] };
  const theirs = await mapLimit(unwell, concurrency, (each) => findEvents(ofOthers, each, mostTheirs));
  const all = inTime([...found, ...theirs.flat()]);
  gaps.sort((a, b) => parts.indexOf(a.part) - parts.indexOf(b.part));
  const diagnosis = diagnose(object, { events: all, related, gaps });
  return { mapping, object, owners: resolutions, conditions, events: all, scale, related, diagnosis, gaps };
}

/** The order of gaps. */
const parts: readonly DescriptionGap['part'][] = ['owners', 'conditions', 'events', 'scale', 'related'];

/** Reads the objects that tell more of this one. */
async function readRelatives({ client, catalog, calls, gaps }: Reading, object: KubeObject) {
  const { namespace } = object.metadata;
  type Part = readonly [items: readonly KubeObject[], gap?: DescriptionGap];
  const parts = await mapLimit(relativesOf(object), concurrency, async (relatives): Promise<Part> => {
    const { resource, name, labelSelector = '', fieldSelector = '', isOf = () => true } = relatives;
    const part = { part: 'related', resource } as const;
    const entry = catalog.resource(resource);
    if (entry === undefined) return [[]];
    const all = client.handle(mappingOf(entry));
    const handle = namespace === undefined ? all : all.namespace(namespace);
    try {
      if (name !== undefined) return [[await handle.get(name, calls)]];
      const { items, metadata } = await handle.list({ ...calls, labelSelector, fieldSelector, limit: pageSize });
      const found = items.filter(isOf);
      const message = `there are more than ${pageSize} ${resource.resource}`;
      return metadata.continue ? [found, { ...part, reason: 'limit', message }] : [found];
    } catch (error) {
      const gap = gapOf(error, calls, name === undefined);
      // Of a claim that does not exist, the scheduler says so.
      return gap.statusCode === 404 && object.kind === 'Pod' ? [[]] : [[], { ...part, ...gap }];
    }
  });
  gaps.push(...parts.flatMap(([, gap]) => gap ?? []));
  return parts.flatMap(([items]) => items);
}

/** Reads the scale of an object; undefined if its resource has none. */
async function readScale(
  { calls, gaps }: Reading,
  handle: ResourceHandle,
  entry: ResourceEntry | undefined,
  name: string,
) {
  if (entry === undefined) {
    const message = 'discovery does not list the resource, so it is unknown whether it has a scale';
    gaps.push({ part: 'scale', reason: 'not-served', message });
    return undefined;
  }
  const has = entry.subresources.some(({ subresource, verbs }) => subresource === 'scale' && verbs.includes('get'));
  if (!has) return undefined;
  try {
    return await handle.scale(name).get(calls);
  } catch (error) {
    gaps.push({ part: 'scale', ...gapOf(error, calls, false) });
    return undefined;
  }
}

/** Options of {@link formatDescription}. */
export interface FormatDescriptionOptions {
  /** The moment that ages refer to, in milliseconds. @default Date.now() */
  readonly now?: number | undefined;
}

/** A heading, and the lines of text after it; without any there is no heading either. */
type Section = readonly [heading: string, lines: readonly string[]];

/** kubectl writes a copy of the object there, including the data of a Secret. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Formats a description as plain text, for people: metadata, what is wrong and why, owners with their state, scale, the facts of
 * {@link Diagnosis}, conditions, events, and anything that could not be read. Control characters show as `\u001b`. Commands,
 * environments and data are not printed, nor the annotation in which kubectl keeps a copy of them. The layout may change; programs
 * should use the data.
 *
 * @example
 * const pods = client.resource('pods').namespace('shop');
 * process.stdout.write(formatDescription(await describe(client, pods, 'front-0')));
 */
export function formatDescription(description: Description, options: FormatDescriptionOptions = {}): string {
  const { now = Date.now() } = requireKnownOptions(options, { now: true });
  const { mapping, object, owners, conditions, events, scale, related, gaps } = description;
  const { status, reasons, sections: facts } = diagnose(object, { events, related, gaps, now });
  const { name = '', namespace, uid = '', labels, annotations, finalizers = [] } = object.metadata;
  const { creationTimestamp, deletionTimestamp } = object.metadata;
  const ageOf = (time: string): string => humanAge(time, now);
  const missing = (part: DescriptionGap['part'], ...none: readonly string[]): readonly string[] =>
    gaps.some((gap) => gap.part === part) ? ['<unknown>'] : none;

  const sections: Section[] = [
    ['Name', [name]],
    ['Namespace', namespace === undefined ? [] : [namespace]],
    ['Kind', [`${mapping.kind.kind} (${formatGroupVersion(mapping.resource)}, ${mapping.resource.resource})`]],
    ['UID', [uid]],
    ['Created', [creationTimestamp ? `${creationTimestamp} (${ageOf(creationTimestamp)} ago)` : '<unknown>']],
    ['Deleted', deletionTimestamp ? [`${deletionTimestamp}, still terminating`] : []],
    ['Status', [status]],
    ['Reasons', reasons.map(({ text }) => text)],
    ['Labels', pairs(labels, '=')],
    ['Annotations', pairs(annotations, ': ')],
    ['Finalizers', finalizers.length === 0 ? ['<none>'] : finalizers],
    ['Owners', owners.length === 0 ? missing('owners', '<none>') : owners.map(ownerLine)],
    ['Scale', scale ? [`${scale.spec.replicas} desired, ${scale.status.replicas} current`] : missing('scale')],
  ];
  const ofFacts = facts.map(({ heading, facts: rows }) => {
    const named = rows.map(([name, value]) => [`${name}:`, value]);
    return below(heading, named);
  });
  const none: readonly Section[] = [
    ['Conditions', conditions.length > 0 ? [] : missing('conditions', '<none>')],
    ['Events', events.length > 0 ? [] : missing('events', '<none>')],
  ];
  const ofConditions = conditions.map(({ type, status, since, reason, message }) => [
    ...[type, status, ageOf(since), reason, message],
  ]);
  const ofEvents = events.map(({ lastSeen, type, reason, count, regarding, source, message }) => [
    ...[ageOf(lastSeen), type, reason, count, `${regarding.kind}/${regarding.name}`, source, message],
  ]);
  const unread = gaps.map(({ part, reason, resource, message }) => [
    `${part}: ${resource ? `${formatGroupVersionResource(resource)}, ` : ''}${message} (${reason})`,
  ]);
  return [
    layOut(sections),
    ...ofFacts,
    below('Conditions', ofConditions, ['Type', 'Status', 'Since', 'Reason', 'Message']),
    layOut(none),
    below('Events', ofEvents, ['Last seen', 'Type', 'Reason', 'Count', 'Object', 'Source', 'Message']),
    below('Could not be read', unread),
  ].join('');
}

function pairs(record: Readonly<Record<string, string>> | undefined, sign: string): readonly string[] {
  const lines = Object.entries(record ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => (key === lastApplied ? `${key}${sign}…` : `${key}${sign}${value}`));
  return lines.length === 0 ? ['<none>'] : lines;
}

function ownerLine(resolution: OwnerResolution): string {
  const { reference } = resolution;
  const name = `${reference.kind}/${reference.name}${reference.controller === true ? ' (controller)' : ''}`;
  if (resolution.state === 'present') return `${name}: present`;
  if (resolution.state === 'unknown') return `${name}: unknown, ${resolution.message}`;
  return `${name}: absent, ${resolution.reason === 'not-found' ? 'it is gone' : 'another object has its name'}`;
}

/** Lays out headings and lines. Each line is one row of a table, which escapes what a terminal would interpret. */
function layOut(sections: readonly Section[]): string {
  return table(sections.flatMap(([heading, lines]) => lines.map((line, at) => [at === 0 ? `${heading}:` : '', line])));
}

function below(heading: string, rows: readonly unknown[][], columns?: readonly string[]): string {
  return rows.length === 0 ? '' : `${heading}:\n${table(rows, columns).replace(/^(?=.)/gm, '  ')}`;
}

function table(rows: readonly (readonly unknown[])[], names?: readonly string[]): string {
  const width = names?.length ?? Math.max(...rows.map((row) => row.length));
  const text = formatTable(
    {
      ...{ apiVersion: '', kind: 'Table', metadata: {} },
      columnDefinitions: Array.from({ length: width }, (_, at) => ({
        ...{ name: names?.[at] ?? '', type: 'string', format: '', description: '', priority: 0 },
      })),
      rows: rows.map((cells) => ({ cells: [...cells], object: undefined })),
    },
    { header: names !== undefined },
  );
  return text
    .split('\n')
    .map((line) => trimEnd(line, ' '))
    .join('\n');
}
