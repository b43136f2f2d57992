import type { Freshness, GroupEntry, ResourceEntry, SubresourceEntry, VersionEntry } from '../catalog/entries.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { GroupVersion } from '../model/group-version.js';
import type { JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import { FieldProblem, none, readList, readRecord, readText, readTexts } from './fields.js';
import { identityFields } from './identity-fields.js';
import { checkGroupName, checkNew, checkSegment, nameIn, readOrNote, type DocumentProblems } from './problems.js';
import { kindFields, readKind } from './response-kind.js';

/**
 * Reads an APIGroupDiscoveryList, v2 or v2beta1: groups, versions and resources in its order. Entries that make no
 * sense are left out and noted in `problems`; throws a FieldProblem when the document as a whole makes none.
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/3352-aggregated-discovery
 */
export function parseAggregated(body: JsonRecord, problems: DocumentProblems): readonly GroupEntry[] {
  const seen = new Set<string>();
  const groups: GroupEntry[] = [];
  if (!Array.isArray(body['items'] ?? none)) throw new FieldProblem('items is not a list');
  for (const [index, item] of readList(body, 'items', '').entries()) {
    const group = readOrNote(problems, {}, () => readGroup(item, `items[${index}]`, seen, problems));
    if (group !== undefined) groups.push(group);
  }
  return groups;
}

function readGroup(item: unknown, place: string, seen: Set<string>, problems: DocumentProblems): GroupEntry {
  const record = readRecord(item, place);
  const name = readText(readRecord(record['metadata'] ?? {}, `${place}.metadata`), 'name', `${place}.metadata`);
  checkGroupName(name, `${place}.metadata.name`, problems);
  checkNew(seen, name, 'the group');
  const versions: VersionEntry[] = [];
  const seenVersions = new Set<string>();
  const read = readOrNote(problems, { group: name }, () => readList(record, 'versions', place)) ?? none;
  for (const [index, value] of read.entries()) {
    const at = `${place}.versions[${index}]`;
    const version = readOrNote(problems, { group: name }, () => readVersion(value, at, name, seenVersions, problems));
    if (version !== undefined) versions.push(version);
  }
  const preferred = versions.find((version) => version.freshness === 'Current');
  return { name, versions, preferredVersion: preferred?.version };
}

function readVersion(
  value: unknown,
  place: string,
  group: string,
  seen: Set<string>,
  problems: DocumentProblems,
): VersionEntry {
  const record = readRecord(value, place);
  const version = readText(record, 'version', place);
  checkSegment(version, `${place}.version`);
  checkNew(seen, version, `the version of group ${quote(group)}`);
  const groupVersion = { group, version };
  const stale = { ...groupVersion, freshness: 'Stale' as const, resources: none };

  const freshness = readOrNote(problems, groupVersion, () => readFreshness(record, place));
  if (freshness === undefined) return stale;
  if (freshness === 'Stale') {
    const { root, document, failures } = problems;
    const message = 'the server marks it stale: the backend that serves it does not answer';
    failures.push({ class: 'stale', root, document, ...groupVersion, message });
  }
  const items = readOrNote(problems, groupVersion, () => readList(record, 'resources', place));
  if (items === undefined) return stale;
  return {
    ...groupVersion,
    freshness,
    resources: readResources(items, `${place}.resources`, groupVersion, freshness, problems),
  };
}

function readFreshness(record: JsonRecord, place: string): Freshness {
  const freshness = readText(record, 'freshness', place);
  if (freshness === 'Stale') return 'Stale';
  if (freshness === 'Current' || freshness === '') return 'Current';
  throw new FieldProblem(`${place}.freshness is ${quote(freshness)}, which is neither Current nor Stale`);
}

function readResources(
  items: readonly unknown[],
  place: string,
  endpoint: GroupVersion,
  freshness: Freshness,
  problems: DocumentProblems,
): readonly ResourceEntry[] {
  const seen = new Set<string>();
  const resources: ResourceEntry[] = [];
  for (const [index, item] of items.entries()) {
    const at = `${place}[${index}]`;
    const subject = { ...endpoint, resource: nameIn(item, 'resource') };
    const entry = readOrNote(problems, subject, (): ResourceEntry => {
      const record = readRecord(item, at);
      const resource = readText(record, 'resource', at);
      checkSegment(resource, `${at}.resource`);
      const scope = record['scope'];
      if (scope !== 'Namespaced' && scope !== 'Cluster') {
        throw new FieldProblem(`${at}.scope is ${quote(String(scope))}, which is neither Namespaced nor Cluster`);
      }
      checkNew(seen, resource, 'the resource');
      return Object.freeze({
        ...endpoint,
        resource,
        ...kindFields(readResponseKind(record, endpoint, at), endpoint),
        scope,
        singular: readText(record, 'singularResource', at),
        shortNames: readTexts(record, 'shortNames', at),
        categories: readTexts(record, 'categories', at),
        verbs: readTexts(record, 'verbs', at),
        subresources: readSubresources(record, at, { ...endpoint, resource }, problems),
        freshness,
        ...identityFields(record, at),
      });
    });
    if (entry !== undefined) resources.push(entry);
  }
  return Object.freeze(resources);
}

function readSubresources(
  parent: JsonRecord,
  place: string,
  endpoint: GroupVersion & { readonly resource: string },
  problems: DocumentProblems,
): readonly SubresourceEntry[] {
  const items = readList(parent, 'subresources', place);
  if (items.length === 0) return none;
  const seen = new Set<string>();
  const subresources: SubresourceEntry[] = [];
  for (const [index, item] of items.entries()) {
    const at = `${place}.subresources[${index}]`;
    const resource = `${endpoint.resource}/${nameIn(item, 'subresource') ?? ''}`;
    const { group, version } = endpoint;
    const entry = readOrNote(problems, { group, version, resource }, (): SubresourceEntry => {
      const record = readRecord(item, at);
      const subresource = readText(record, 'subresource', at);
      subresource.split('/').forEach((segment) => {
        checkSegment(segment, `${at}.subresource`);
      });
      checkNew(seen, subresource, `the subresource of ${quote(endpoint.resource)}`);
      const responseKind = readResponseKind(record, endpoint, at);
      return Object.freeze({
        subresource,
        ...(responseKind && { responseKind }),
        acceptedTypes: readAcceptedTypes(record, endpoint, at),
        verbs: readTexts(record, 'verbs', at),
      });
    });
    if (entry !== undefined) subresources.push(entry);
  }
  return Object.freeze(subresources);
}

function readResponseKind(record: JsonRecord, endpoint: GroupVersion, place: string): GroupVersionKind | undefined {
  const at = `${place}.responseKind`;
  return readKind(readRecord(record['responseKind'] ?? {}, at), endpoint, at);
}

function readAcceptedTypes(record: JsonRecord, endpoint: GroupVersion, place: string): readonly GroupVersionKind[] {
  const types = readList(record, 'acceptedTypes', place);
  if (types.length === 0) return none;
  const at = `${place}.acceptedTypes`;
  return Object.freeze(types.flatMap((type) => readKind(readRecord(type, at), endpoint, at) ?? []));
}
