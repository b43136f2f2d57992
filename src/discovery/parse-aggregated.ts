import type { Freshness, GroupEntry, ResourceEntry, SubresourceEntry, VersionEntry } from '../catalog/entries.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import { FieldProblem, none, readList, readRecord, readText, type Place } from './fields.js';
import { identityFields } from './identity-fields.js';
import { levelOf, nameIn, readEach, type Level, type Reading } from './level.js';
import { checkGroupName, checkNew, checkSegment, checkSegments } from './names.js';
import { note, type DocumentProblems } from './problems.js';
import { withRareFields } from './rare-fields.js';
import { fieldsIn, foreignKind, readKind } from './response-kind.js';
import { readTexts } from './shared-lists.js';

interface AggregatedReading extends Reading {
  freshness: Freshness;
  /** Of the present resource. */
  kind: GroupVersionKind | undefined;
  readonly versions: Level;
  readonly resources: Level;
  readonly subresources: Level;
}

/**
 * Reads an APIGroupDiscoveryList, v2 or v2beta1: groups, versions and resources in its order. Entries that make no
 * sense are left out and noted in `problems`; throws a FieldProblem when the document as a whole makes none. The
 * document comes whole, or in pieces that have a part of the `items` each.
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/3352-aggregated-discovery
 */
export function parseAggregated(pieces: Iterable<JsonRecord>, problems: DocumentProblems): readonly GroupEntry[] {
  const groups = levelOf('items', undefined, () => ({}));
  const versions = levelOf('versions', groups, (_item, { group }) => ({ group }));
  const resources = levelOf('resources', versions, (item, { group, version }) => {
    return { group, version, resource: nameIn(item, 'resource') };
  });
  const subresources = levelOf('subresources', resources, (item, { group, version, resource }) => {
    return { group, version, resource: `${resource}/${nameIn(item, 'subresource') ?? ''}` };
  });
  const start = { group: '', version: '', resource: '', freshness: 'Current', kind: undefined } as const;
  const reading: AggregatedReading = { problems, ...start, versions, resources, subresources };
  const entries: GroupEntry[] = [];
  let before = 0;
  for (const piece of pieces) {
    const items = readList(piece['items'], undefined, 'items');
    for (const group of readEach(items, groups, reading, readGroup, before)) entries.push(group);
    before += items.length;
  }
  return Object.freeze(entries);
}

function readGroup(item: unknown, at: Level, reading: AggregatedReading): GroupEntry {
  const { problems } = reading;
  const record = readRecord(item, at);
  const metadata = readRecord(record['metadata'] ?? {}, at, 'metadata');
  const name = readText(metadata['name'], at, 'metadata.name');
  checkGroupName(name, at, 'metadata.name', problems.root);
  checkNew(at.names, name, at);
  let items: readonly unknown[] = none;
  try {
    items = readList(record['versions'], at, 'versions');
  } catch (error) {
    note(problems, { group: name }, error);
  }
  reading.group = name;
  const versions = readEach(items, reading.versions, reading, readVersion);
  return { name, versions, preferredVersion: firstServed(versions) };
}

function firstServed(versions: readonly VersionEntry[]): string | undefined {
  for (const { version, freshness } of versions) if (freshness === 'Current') return version;
  return undefined;
}

function readVersion(item: unknown, at: Level, reading: AggregatedReading): VersionEntry {
  const { group, problems } = reading;
  const record = readRecord(item, at);
  const version = readText(record['version'], at, 'version');
  checkSegment(version, at, 'version');
  checkNew(at.names, version, at);
  try {
    const freshness = readFreshness(record, at);
    if (freshness === 'Stale') noteStale(problems, group, version);
    const items = readList(record['resources'], at, 'resources');
    reading.version = version;
    reading.freshness = freshness;
    return { group, version, freshness, resources: readEach(items, reading.resources, reading, readResource) };
  } catch (error) {
    note(problems, { group, version }, error);
    return { group, version, freshness: 'Stale', resources: none };
  }
}

function readFreshness(record: JsonRecord, place: Place): Freshness {
  const freshness = readText(record['freshness'], place, 'freshness');
  if (freshness === 'Current' || freshness === '') return 'Current';
  if (freshness === 'Stale') return 'Stale';
  throw new FieldProblem(place, 'freshness', `is ${quote(freshness)}, which is neither Current nor Stale`);
}

function noteStale({ root, document, failures }: DocumentProblems, group: string, version: string): void {
  const message = 'the server marks it stale: the backend that serves it does not answer';
  failures.push({ class: 'stale', root, document, group, version, message });
}

function readResource(item: unknown, at: Level, reading: AggregatedReading): ResourceEntry {
  const { group, version, freshness } = reading;
  const { recent } = reading.problems;
  const record = readRecord(item, at);
  const resource = readText(record['resource'], at, 'resource');
  checkSegment(resource, at, 'resource');
  const scope = record['scope'];
  if (scope !== 'Namespaced' && scope !== 'Cluster') {
    throw new FieldProblem(at, 'scope', `is ${quote(String(scope))}, which is neither Namespaced nor Cluster`);
  }
  checkNew(at.names, resource, at);
  const kind = readResponseKind(record, reading, undefined, at);
  reading.resource = resource;
  reading.kind = kind;
  const entry: ResourceEntry = {
    group,
    version,
    resource,
    kind: kind === undefined ? '' : kind.kind,
    scope,
    singular: readText(record['singularResource'], at, 'singularResource'),
    shortNames: readTexts(record['shortNames'], at, 'shortNames', recent.shortNames),
    categories: readTexts(record['categories'], at, 'categories', recent.categories),
    verbs: readTexts(record['verbs'], at, 'verbs', recent.verbs),
    subresources: readEach(
      readList(record['subresources'], at, 'subresources'),
      reading.subresources,
      reading,
      readSubresource,
    ),
    freshness,
  };
  return withRareFields(entry, foreignKind(kind, reading), identityFields(record, at));
}

function readSubresource(item: unknown, at: Level, reading: AggregatedReading): SubresourceEntry {
  const record = readRecord(item, at);
  const subresource = readText(record['subresource'], at, 'subresource');
  checkSegments(subresource, at, 'subresource');
  checkNew(at.names, subresource, at);
  const responseKind = readResponseKind(record, reading, reading.kind, at);
  const acceptedTypes = readAcceptedTypes(record, reading, at);
  const verbs = readTexts(record['verbs'], at, 'verbs', reading.problems.recent.subresourceVerbs);
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
  place: Place,
): GroupVersionKind | undefined {
  const kind = record['responseKind'];
  if (kind === undefined || kind === null) return undefined;
  return readKind(readRecord(kind, place, 'responseKind'), reading, place, inResponseKind, known);
}

function readAcceptedTypes(record: JsonRecord, reading: AggregatedReading, place: Place): readonly GroupVersionKind[] {
  const types = readList(record['acceptedTypes'], place, 'acceptedTypes');
  if (types.length === 0) return none;
  const kinds = types.flatMap((type) => {
    if (!isJsonRecord(type)) throw new FieldProblem(place, 'acceptedTypes', 'holds something that is not an object');
    return readKind(type, reading, place, inAcceptedTypes) ?? [];
  });
  return Object.freeze(kinds);
}
