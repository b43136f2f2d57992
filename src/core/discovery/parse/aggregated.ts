import type { Freshness, GroupEntry, ResourceEntry, SubresourceEntry, VersionEntry } from '../../catalog/entries.js';
import type { GroupVersionKind } from '../../model/group-version-kind.js';
import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import { fieldsIn, readKind, withRareFields } from './entry-fields.js';
import { checkGroupName, checkSegment, checkSegments, readList, readRecord, readText, readTexts } from './fields.js';
import {
  checkNewName,
  isFlawed,
  listDepth,
  nameIn,
  none,
  noteFlaw,
  readEach,
  refuseEntry,
  throwIfFlawed,
  type DocumentPlace,
  type DocumentReading,
  type ListDepth,
} from './reading.js';
import { isRepeatedGroup, joinRepeated, keepRepeated, type RepeatedGroups } from './repeated-groups.js';

interface AggregatedReading extends DocumentReading {
  readonly repeated: RepeatedGroups;
  freshness: Freshness;
  /** The kind of the current resource. */
  kind: GroupVersionKind | undefined;
  readonly versions: ListDepth;
  readonly resources: ListDepth;
  readonly subresources: ListDepth;
}

/**
 * Reads an APIGroupDiscoveryList, v2 or v2beta1: groups, versions and resources in its order. Malformed entries are
 * left out and noted; throws a DocumentProblem if the document as a whole is malformed.
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/3352-aggregated-discovery
 */
export function parseAggregated(body: JsonRecord, document: DocumentReading): readonly GroupEntry[] {
  const groups = listDepth('items', undefined, () => ({}));
  const versions = listDepth('versions', groups, (_item, { group }) => ({ group }));
  const resources = listDepth('resources', versions, (item, { group, version }) => {
    return { group, version, resource: nameIn(item, 'resource') };
  });
  const subresources = listDepth('subresources', resources, (item, { group, version, resource }) => {
    return { group, version, resource: `${resource}/${nameIn(item, 'subresource') ?? ''}` };
  });
  const reading: AggregatedReading = Object.assign(document, {
    repeated: new Map<string, VersionEntry[]>(),
    freshness: 'Current' as const,
    kind: undefined,
    versions,
    resources,
    subresources,
  });
  const items = readList(body['items'], reading, undefined, 'items');
  throwIfFlawed(reading);
  const entries = readEach(items, groups, reading, readGroup);
  return Object.freeze(joinRepeated(entries, reading.repeated, ({ name }, all) => groupEntry(name, all)));
}

function readGroup(item: unknown, at: ListDepth, reading: AggregatedReading): GroupEntry | undefined {
  const record = readRecord(item, reading, at);
  const metadata = readRecord(record['metadata'] ?? {}, reading, at, 'metadata');
  const name = readText(metadata['name'], reading, at, 'metadata.name');
  checkGroupName(name, reading, at, 'metadata.name');
  if (isFlawed(reading)) return undefined;
  const isRepeated = isRepeatedGroup(name, reading, at);
  const items = readList(record['versions'], reading, at, 'versions');
  if (isFlawed(reading)) noteFlaw(reading, { group: name });
  reading.group = name;
  const versions = readEach(items, reading.versions, reading, readVersion);
  if (!isRepeated) return groupEntry(name, versions);
  keepRepeated(reading.repeated, name, versions);
  return undefined;
}

function groupEntry(name: string, versions: readonly VersionEntry[]): GroupEntry {
  return { name, versions, preferredVersion: firstServed(versions) };
}

function firstServed(versions: readonly VersionEntry[]): string | undefined {
  for (const { version, freshness } of versions) if (freshness === 'Current') return version;
  return undefined;
}

function readVersion(item: unknown, at: ListDepth, reading: AggregatedReading): VersionEntry | undefined {
  const { group } = reading;
  const record = readRecord(item, reading, at);
  const version = readText(record['version'], reading, at, 'version');
  checkSegment(version, reading, at, 'version');
  checkNewName(version, reading, at);
  if (isFlawed(reading)) return undefined;
  // As in client-go, no other value means stale.
  const freshness = record['freshness'] === 'Stale' ? 'Stale' : 'Current';
  if (freshness === 'Stale') noteStale(reading, version);
  const items = readList(record['resources'], reading, at, 'resources');
  if (isFlawed(reading)) {
    noteFlaw(reading, { group, version });
    return { group, version, freshness: 'Stale', resources: none };
  }
  reading.version = version;
  reading.freshness = freshness;
  return { group, version, freshness, resources: readEach(items, reading.resources, reading, readResource) };
}

function noteStale({ root, document, failures, group }: DocumentReading, version: string): void {
  const message = 'the server marks it stale: the backend that serves it does not answer';
  failures.push({ class: 'stale', root, document, group, version, message });
}

function readResource(item: unknown, at: ListDepth, reading: AggregatedReading): ResourceEntry | undefined {
  const { group, version, freshness, recent } = reading;
  const record = readRecord(item, reading, at);
  const resource = readText(record['resource'], reading, at, 'resource');
  checkSegment(resource, reading, at, 'resource');
  const scope = record['scope'] === 'Cluster' ? 'Cluster' : 'Namespaced';
  if (record['scope'] !== scope) {
    refuseEntry(reading, at, 'scope', 'which is neither Namespaced nor Cluster', record['scope']);
  }
  checkNewName(resource, reading, at);
  if (isFlawed(reading)) return undefined;
  const kind = readResponseKind(record, reading, undefined, at);
  const singular = readText(record['singularResource'], reading, at, 'singularResource');
  const shortNames = readTexts(record['shortNames'], reading, at, 'shortNames', recent.shortNames);
  const categories = readTexts(record['categories'], reading, at, 'categories', recent.categories);
  const verbs = readTexts(record['verbs'], reading, at, 'verbs', recent.verbs);
  const items = readList(record['subresources'], reading, at, 'subresources');
  if (isFlawed(reading)) return undefined;
  reading.resource = resource;
  reading.kind = kind;
  const entry: ResourceEntry = {
    group,
    version,
    resource,
    kind: kind === undefined ? '' : kind.kind,
    scope,
    singular,
    shortNames,
    categories,
    verbs,
    subresources: readEach(items, reading.subresources, reading, readSubresource),
    freshness,
  };
  return withRareFields(entry, kind, record, reading, at);
}

function readSubresource(item: unknown, at: ListDepth, reading: AggregatedReading): SubresourceEntry | undefined {
  const record = readRecord(item, reading, at);
  const subresource = readText(record['subresource'], reading, at, 'subresource');
  checkSegments(subresource, reading, at, 'subresource');
  checkNewName(subresource, reading, at);
  if (isFlawed(reading)) return undefined;
  const responseKind = readResponseKind(record, reading, reading.kind, at);
  const acceptedTypes = readAcceptedTypes(record, reading, at);
  const verbs = readTexts(record['verbs'], reading, at, 'verbs', reading.recent.subresourceVerbs);
  return responseKind === undefined
    ? { subresource, acceptedTypes, verbs }
    : { subresource, responseKind, acceptedTypes, verbs };
}

const inResponseKind = fieldsIn('responseKind');
const inAcceptedTypes = fieldsIn('acceptedTypes');

function readResponseKind(
  record: JsonRecord,
  reading: AggregatedReading,
  known: GroupVersionKind | undefined,
  at: DocumentPlace,
): GroupVersionKind | undefined {
  const kind = record['responseKind'];
  if (kind === undefined || kind === null) return undefined;
  return readKind(readRecord(kind, reading, at, 'responseKind'), reading, at, inResponseKind, known);
}

function readAcceptedTypes(
  record: JsonRecord,
  reading: AggregatedReading,
  at: DocumentPlace,
): readonly GroupVersionKind[] {
  const types = readList(record['acceptedTypes'], reading, at, 'acceptedTypes');
  if (types.length === 0) return none;
  const kinds = types.flatMap((type) => {
    if (isJsonRecord(type)) return readKind(type, reading, at, inAcceptedTypes) ?? [];
    refuseEntry(reading, at, 'acceptedTypes', 'contains something that is not an object');
    return [];
  });
  return Object.freeze(kinds);
}
