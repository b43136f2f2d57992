import type { Freshness, GroupEntry, ResourceEntry, SubresourceEntry, VersionEntry } from '../catalog/entries.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { GroupVersion } from '../model/group-version.js';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import { FieldProblem, none, readList, readRecord, readText, readTexts, type Place } from './fields.js';
import { identityFields } from './identity-fields.js';
import {
  checkGroupName,
  checkNew,
  checkSegment,
  nameIn,
  readEach,
  readOrNote,
  type DocumentProblems,
} from './problems.js';
import { withRareFields } from './rare-fields.js';
import { foreignKind, readKind } from './response-kind.js';

/**
 * Reads an APIGroupDiscoveryList, v2 or v2beta1: groups, versions and resources in its order. Entries that make no
 * sense are left out and noted in `problems`; throws a FieldProblem when the document as a whole makes none.
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/3352-aggregated-discovery
 */
export function parseAggregated(body: JsonRecord, problems: DocumentProblems): readonly GroupEntry[] {
  const seen = new Set<string>();
  const items = readList(body, 'items', undefined);
  return readEach(problems, { items, name: 'items', subjectOf: () => ({}) }, (item, place) =>
    readGroup(readRecord(item, place), place, seen, problems),
  );
}

function readGroup(record: JsonRecord, place: Place, seen: Set<string>, problems: DocumentProblems): GroupEntry {
  const name = readText(readRecord(record['metadata'] ?? {}, place, 'metadata'), 'name', place, 'metadata.name');
  checkGroupName(name, place, 'metadata.name', problems);
  checkNew(seen, name, place);
  const subjectOf = () => ({ group: name });
  const items = readOrNote(problems, subjectOf(), () => readList(record, 'versions', place)) ?? none;
  const seenVersions = new Set<string>();
  const versions = readEach(problems, { items, name: 'versions', up: place, subjectOf }, (item, at) =>
    readVersion(readRecord(item, at), at, name, seenVersions, problems),
  );
  const preferred = versions.find((version) => version.freshness === 'Current');
  return { name, versions, preferredVersion: preferred?.version };
}

function readVersion(
  record: JsonRecord,
  place: Place,
  group: string,
  seen: Set<string>,
  problems: DocumentProblems,
): VersionEntry {
  const version = readText(record, 'version', place);
  checkSegment(version, place, 'version');
  checkNew(seen, version, place);
  const endpoint = { group, version };

  const freshness = readOrNote(problems, endpoint, () => readFreshness(record, place));
  if (freshness === 'Stale') {
    const { root, document, failures } = problems;
    const message = 'the server marks it stale: the backend that serves it does not answer';
    failures.push({ class: 'stale', root, document, ...endpoint, message });
  }
  const items = freshness && readOrNote(problems, endpoint, () => readList(record, 'resources', place));
  if (freshness === undefined || items === undefined) return { group, version, freshness: 'Stale', resources: none };
  return { group, version, freshness, resources: readResources(items, place, endpoint, freshness, problems) };
}

function readFreshness(record: JsonRecord, place: Place): Freshness {
  const freshness = readText(record, 'freshness', place);
  if (freshness === 'Stale') return 'Stale';
  if (freshness === 'Current' || freshness === '') return 'Current';
  throw new FieldProblem(place, 'freshness', `is ${quote(freshness)}, which is neither Current nor Stale`);
}

function readResources(
  items: readonly unknown[],
  up: Place,
  { group, version }: GroupVersion,
  freshness: Freshness,
  problems: DocumentProblems,
): readonly ResourceEntry[] {
  const seen = new Set<string>();
  const subjectOf = (item: unknown) => ({ group, version, resource: nameIn(item, 'resource') });
  return readEach(problems, { items, name: 'resources', up, subjectOf }, (item, place): ResourceEntry => {
    const record = readRecord(item, place);
    const resource = readText(record, 'resource', place);
    checkSegment(resource, place, 'resource');
    const scope = record['scope'];
    if (scope !== 'Namespaced' && scope !== 'Cluster') {
      throw new FieldProblem(place, 'scope', `is ${quote(String(scope))}, which is neither Namespaced nor Cluster`);
    }
    checkNew(seen, resource, place);
    const endpoint = { group, version, resource };
    const responseKind = readResponseKind(record, endpoint, place);
    const entry: ResourceEntry = {
      group,
      version,
      resource,
      kind: responseKind?.kind ?? '',
      scope,
      singular: readText(record, 'singularResource', place),
      shortNames: readTexts(record, 'shortNames', place),
      categories: readTexts(record, 'categories', place),
      verbs: readTexts(record, 'verbs', place),
      subresources: readSubresources(record, place, endpoint, problems),
      freshness,
    };
    return withRareFields(entry, foreignKind(responseKind, endpoint), identityFields(record, place));
  });
}

function readSubresources(
  parent: JsonRecord,
  up: Place,
  endpoint: GroupVersion & { readonly resource: string },
  problems: DocumentProblems,
): readonly SubresourceEntry[] {
  const items = readList(parent, 'subresources', up);
  if (items.length === 0) return none;
  const { group, version } = endpoint;
  const seen = new Set<string>();
  const subjectOf = (item: unknown) => {
    return { group, version, resource: `${endpoint.resource}/${nameIn(item, 'subresource') ?? ''}` };
  };
  return readEach(problems, { items, name: 'subresources', up, subjectOf }, (item, place): SubresourceEntry => {
    const record = readRecord(item, place);
    const subresource = readText(record, 'subresource', place);
    for (const segment of subresource.split('/')) checkSegment(segment, place, 'subresource');
    checkNew(seen, subresource, place);
    const responseKind = readResponseKind(record, endpoint, place);
    const acceptedTypes = readAcceptedTypes(record, endpoint, place);
    const verbs = readTexts(record, 'verbs', place);
    return responseKind ? { subresource, responseKind, acceptedTypes, verbs } : { subresource, acceptedTypes, verbs };
  });
}

function readResponseKind(record: JsonRecord, endpoint: GroupVersion, place: Place): GroupVersionKind | undefined {
  const kind = record['responseKind'] ?? undefined;
  return kind === undefined
    ? undefined
    : readKind(readRecord(kind, place, 'responseKind'), endpoint, place, 'responseKind');
}

function readAcceptedTypes(record: JsonRecord, endpoint: GroupVersion, place: Place): readonly GroupVersionKind[] {
  const types = readList(record, 'acceptedTypes', place);
  if (types.length === 0) return none;
  return types.flatMap((type) => {
    if (!isJsonRecord(type)) throw new FieldProblem(place, 'acceptedTypes', 'holds something that is not an object');
    return readKind(type, endpoint, place, 'acceptedTypes') ?? [];
  });
}
