import type { ResourceEntry, SubresourceEntry } from '../catalog/entries.js';
import type { GroupVersion } from '../model/group-version.js';
import type { Scope } from '../model/rest-mapping.js';
import type { JsonRecord } from '../shared/json-record.js';
import { FieldProblem, none, readList, readRecord, readText, type Place } from './fields.js';
import { identityFields } from './identity-fields.js';
import { levelOf, nameIn, readEach, type Level, type Reading } from './level.js';
import { checkNew, checkSegments } from './names.js';
import type { DocumentProblems } from './problems.js';
import { withRareFields } from './rare-fields.js';
import { foreignKind, ownFields, readKind } from './response-kind.js';
import { readTexts } from './shared-lists.js';

/** What one item of a legacy list is: a resource, or a subresource of a parent that may not be listed itself. */
type Item =
  | { readonly entry: ResourceEntry; readonly subresource?: undefined }
  | { readonly parent: string; readonly scope: Scope; readonly subresource: SubresourceEntry };

/**
 * Reads the APIResourceList of one group-version into the entries that an aggregated document would give: names with
 * a slash become subresources of their parent, and resources stand by name. Entries that make no sense are left out and
 * noted; throws a FieldProblem when the document as a whole makes none.
 */
export function parseLegacyResources(
  body: JsonRecord,
  endpoint: GroupVersion,
  problems: DocumentProblems,
): readonly ResourceEntry[] {
  const items = readList(body['resources'], undefined, 'resources');
  const level = levelOf('resources', undefined, (item) => ({ ...endpoint, resource: nameIn(item, 'name') }));
  const parents = new Map<string, ResourceEntry>();
  const children = new Map<string, SubresourceEntry[]>();
  for (const item of readEach(items, level, { problems, ...endpoint, resource: '' }, readItem)) {
    if (item.subresource === undefined) {
      parents.set(item.entry.resource, item.entry);
      continue;
    }
    const { parent, scope, subresource } = item;
    if (!parents.has(parent)) parents.set(parent, orphansParent(endpoint, parent, scope));
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [subresource]);
    else siblings.push(subresource);
  }
  // Servers list custom resources in an order that changes, and all others by name already.
  const sorted = [...parents].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.freeze(
    sorted.map(([name, entry]) => {
      return Object.freeze({ ...entry, subresources: Object.freeze(children.get(name) ?? none) });
    }),
  );
}

function readItem(item: unknown, at: Level, endpoint: Reading): Item {
  const { recent } = endpoint.problems;
  const record = readRecord(item, at);
  const name = readText(record['name'], at, 'name');
  checkSegments(name, at, 'name');
  const scope = readScope(record, at);
  const kind = readKind(record, endpoint, at, ownFields);
  const verbs = readTexts(record['verbs'], at, 'verbs', recent.verbs);
  const slash = name.indexOf('/');
  if (slash !== -1) {
    checkNew(at.names, name, at);
    const [parent, subresource] = [name.slice(0, slash), name.slice(slash + 1)];
    const entry = { subresource, ...(kind && { responseKind: kind }), acceptedTypes: none, verbs };
    return { parent, scope, subresource: Object.freeze(entry) };
  }
  const entry: ResourceEntry = {
    group: endpoint.group,
    version: endpoint.version,
    resource: name,
    kind: kind?.kind ?? '',
    scope,
    singular: readText(record['singularName'], at, 'singularName'),
    shortNames: readTexts(record['shortNames'], at, 'shortNames', recent.shortNames),
    categories: readTexts(record['categories'], at, 'categories', recent.categories),
    verbs,
    subresources: none,
    freshness: 'Current',
  };
  checkNew(at.names, name, at);
  return { entry: withRareFields(entry, foreignKind(kind, endpoint), identityFields(record, at)) };
}

/** A parent that only its subresources speak of. */
function orphansParent({ group, version }: GroupVersion, resource: string, scope: Scope): ResourceEntry {
  const lists = { shortNames: none, categories: none, verbs: none, subresources: none };
  return { group, version, resource, kind: '', scope, singular: '', ...lists, freshness: 'Current' };
}

function readScope(record: JsonRecord, place: Place): Scope {
  const namespaced = record['namespaced'] ?? false;
  if (typeof namespaced !== 'boolean') throw new FieldProblem(place, 'namespaced', 'is not a boolean');
  return namespaced ? 'Namespaced' : 'Cluster';
}
