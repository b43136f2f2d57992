import type { GroupEntry, ResourceEntry, SubresourceEntry, VersionEntry } from '../../catalog/entries.js';
import type { GroupVersion } from '../../model/group-version.js';
import type { Scope } from '../../model/rest-mapping.js';
import type { JsonRecord } from '../../shared/json-record.js';
import { ownFields, readKind, withRareFields } from './entry-fields.js';
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
  type DocumentReading,
  type ListDepth,
} from './reading.js';
import { isRepeatedGroup, joinRepeated, keepRepeated, type RepeatedGroups } from './repeated-groups.js';

interface RootReading extends DocumentReading {
  readonly versions: ListDepth;
  readonly repeated: RepeatedGroups;
}

/**
 * Reads the answer of a legacy root: APIVersions at `/api`, APIGroupList at `/apis`. It names group-versions, each of
 * which has a document for its resources: until that is read, they are stale and empty. Malformed entries are left out and
 * noted; throws a DocumentProblem if the document as a whole is malformed.
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#unaggregated-discovery
 */
export function parseLegacyRoot(body: JsonRecord, document: DocumentReading): readonly GroupEntry[] {
  const isCore = document.root === 'api';
  const groups = listDepth('groups', undefined, () => ({}));
  const versionsDepth = listDepth('versions', isCore ? undefined : groups, (_item, { group }) => ({ group }));
  const reading: RootReading = Object.assign(document, {
    versions: versionsDepth,
    repeated: new Map<string, VersionEntry[]>(),
  });
  const field = isCore ? 'versions' : 'groups';
  const items = readList(body[field], reading, undefined, field);
  throwIfFlawed(reading);
  if (isCore) {
    const versions = readEach(items, versionsDepth, reading, readCoreVersion);
    return Object.freeze([Object.freeze({ name: '', versions, preferredVersion: versions[0]?.version })]);
  }
  const outlines = readEach(items, groups, reading, readGroup);
  return joinRepeated(outlines, reading.repeated, ({ name, preferredVersion }, versions) => {
    return { name, versions, preferredVersion: preferredVersion ?? versions[0]?.version };
  });
}

function readGroup(item: unknown, at: ListDepth, reading: RootReading): GroupEntry | undefined {
  const record = readRecord(item, reading, at);
  const name = readText(record['name'], reading, at, 'name');
  checkGroupName(name, reading, at, 'name');
  if (isFlawed(reading)) return undefined;
  const isRepeated = isRepeatedGroup(name, reading, at);
  const group = { group: name };
  const items = readList(record['versions'], reading, at, 'versions');
  if (isFlawed(reading)) noteFlaw(reading, group);
  reading.group = name;
  const versions = readEach(items, reading.versions, reading, readVersion);
  const preference = readRecord(record['preferredVersion'] ?? {}, reading, at, 'preferredVersion');
  const preferred = readText(preference['version'], reading, at, 'preferredVersion.version');
  if (isFlawed(reading)) noteFlaw(reading, group);
  if (isRepeated) {
    keepRepeated(reading.repeated, name, versions);
    return undefined;
  }
  const isListed = versions.some(({ version }) => version === preferred);
  return { name, versions, preferredVersion: isListed ? preferred : versions[0]?.version };
}

function readVersion(item: unknown, at: ListDepth, reading: DocumentReading): VersionEntry | undefined {
  return newVersion(readText(readRecord(item, reading, at)['version'], reading, at, 'version'), at, reading);
}

function readCoreVersion(item: unknown, at: ListDepth, reading: DocumentReading): VersionEntry | undefined {
  if (typeof item === 'string') return newVersion(item, at, reading);
  refuseEntry(reading, at, undefined, 'is not a string');
  return undefined;
}

function newVersion(version: string, at: ListDepth, reading: DocumentReading): VersionEntry | undefined {
  checkSegment(version, reading, at);
  checkNewName(version, reading, at);
  return isFlawed(reading) ? undefined : { group: reading.group, version, freshness: 'Stale', resources: none };
}

/** An item of a legacy list: a resource, or a subresource of a parent that may not be listed itself. */
type LegacyItem =
  | { readonly entry: ResourceEntry; readonly subresource?: undefined }
  | { readonly parent: string; readonly scope: Scope; readonly subresource: SubresourceEntry };

/**
 * Reads the APIResourceList of one group-version into the entries that an aggregated document would give: names with a
 * slash become subresources of their parent, and resources are sorted by name. Malformed entries are left out and
 * noted; throws a DocumentProblem if the document as a whole is malformed.
 */
export function parseLegacyResources(body: JsonRecord, reading: DocumentReading): readonly ResourceEntry[] {
  const { group, version } = reading;
  const items = readList(body['resources'], reading, undefined, 'resources');
  throwIfFlawed(reading);
  const depth = listDepth('resources', undefined, (item) => ({ group, version, resource: nameIn(item, 'name') }));
  const parents = new Map<string, ResourceEntry>();
  const children = new Map<string, SubresourceEntry[]>();
  for (const item of readEach(items, depth, reading, readItem)) {
    if (item.subresource === undefined) {
      parents.set(item.entry.resource, item.entry);
      continue;
    }
    const { parent, scope, subresource } = item;
    if (!parents.has(parent)) parents.set(parent, orphansParent({ group, version }, parent, scope));
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [subresource]);
    else siblings.push(subresource);
  }
  // Servers list custom resources in changing order, and all others sorted by name already.
  const sorted = [...parents].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.freeze(
    sorted.map(([name, entry]) => {
      return Object.freeze({ ...entry, subresources: Object.freeze(children.get(name) ?? none) });
    }),
  );
}

function readItem(item: unknown, at: ListDepth, reading: DocumentReading): LegacyItem | undefined {
  const { group, version, recent } = reading;
  const record = readRecord(item, reading, at);
  const name = readText(record['name'], reading, at, 'name');
  checkSegments(name, reading, at, 'name');
  const scope = readScope(record, reading, at);
  const kind = readKind(record, reading, at, ownFields);
  const verbs = readTexts(record['verbs'], reading, at, 'verbs', recent.verbs);
  if (isFlawed(reading)) return undefined;
  const slash = name.indexOf('/');
  if (slash !== -1) {
    checkNewName(name, reading, at);
    const [parent, subresource] = [name.slice(0, slash), name.slice(slash + 1)];
    const entry = { subresource, ...(kind && { responseKind: kind }), acceptedTypes: none, verbs };
    return { parent, scope, subresource: Object.freeze(entry) };
  }
  const entry: ResourceEntry = {
    group,
    version,
    resource: name,
    kind: kind?.kind ?? '',
    scope,
    singular: readText(record['singularName'], reading, at, 'singularName'),
    shortNames: readTexts(record['shortNames'], reading, at, 'shortNames', recent.shortNames),
    categories: readTexts(record['categories'], reading, at, 'categories', recent.categories),
    verbs,
    subresources: none,
    freshness: 'Current',
  };
  checkNewName(name, reading, at);
  return { entry: withRareFields(entry, kind, record, reading, at) };
}

/** Creates the entry of a parent that only its subresources mention. */
function orphansParent({ group, version }: GroupVersion, resource: string, scope: Scope): ResourceEntry {
  const lists = { shortNames: none, categories: none, verbs: none, subresources: none };
  return { group, version, resource, kind: '', scope, singular: '', ...lists, freshness: 'Current' };
}

function readScope(record: JsonRecord, reading: DocumentReading, at: ListDepth): Scope {
  const namespaced = record['namespaced'] ?? false;
  if (typeof namespaced !== 'boolean') refuseEntry(reading, at, 'namespaced', 'is not a boolean');
  return namespaced === true ? 'Namespaced' : 'Cluster';
}
