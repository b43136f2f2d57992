import type { ResourceEntry, SubresourceEntry } from '../catalog/entries.js';
import type { GroupVersion } from '../model/group-version.js';
import type { Scope } from '../model/rest-mapping.js';
import type { JsonRecord } from '../shared/json-record.js';
import { FieldProblem, none, readList, readRecord, readText, readTexts, type Place } from './fields.js';
import { identityFields } from './identity-fields.js';
import { checkNew, checkSegment, nameIn, readEach, type DocumentProblems } from './problems.js';
import { withRareFields } from './rare-fields.js';
import { foreignKind, readKind } from './response-kind.js';

/** What one item of a legacy list is: a resource, or a subresource of a parent that may not be listed itself. */
type Item =
  | { readonly entry: ResourceEntry; readonly subresource?: undefined }
  | { readonly parent: string; readonly scope: Scope; readonly subresource: SubresourceEntry };

/**
 * Reads the APIResourceList of one group-version into the entries that an aggregated document would give: names with
 * a slash become subresources of their parent. Entries that make no sense are left out and noted; throws a
 * FieldProblem when the document as a whole makes none.
 */
export function parseLegacyResources(
  body: JsonRecord,
  endpoint: GroupVersion,
  problems: DocumentProblems,
): readonly ResourceEntry[] {
  const items = readList(body, 'resources', undefined);
  const seen = new Set<string>();
  const subjectOf = (item: unknown) => ({ ...endpoint, resource: nameIn(item, 'name') });
  const read = readEach(problems, { items, name: 'resources', subjectOf }, (item, place) =>
    readItem(readRecord(item, place), place, endpoint, seen),
  );

  const parents = new Map<string, ResourceEntry>();
  const children = new Map<string, SubresourceEntry[]>();
  for (const item of read) {
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
  return [...parents].map(([name, entry]) => ({ ...entry, subresources: children.get(name) ?? none }));
}

function readItem(record: JsonRecord, place: Place, endpoint: GroupVersion, seen: Set<string>): Item {
  const name = readText(record, 'name', place);
  const segments = name.split('/');
  for (const segment of segments) checkSegment(segment, place, 'name');
  const [resource = '', ...rest] = segments;
  const scope = readScope(record, place);
  const kind = readKind(record, endpoint, place, '');
  const verbs = readTexts(record, 'verbs', place);
  if (rest.length > 0) {
    checkNew(seen, name, place);
    const subresource = rest.join('/');
    return {
      parent: resource,
      scope,
      subresource: { subresource, ...(kind && { responseKind: kind }), acceptedTypes: none, verbs },
    };
  }
  const entry: ResourceEntry = {
    group: endpoint.group,
    version: endpoint.version,
    resource,
    kind: kind?.kind ?? '',
    scope,
    singular: readText(record, 'singularName', place),
    shortNames: readTexts(record, 'shortNames', place),
    categories: readTexts(record, 'categories', place),
    verbs,
    subresources: none,
    freshness: 'Current',
  };
  checkNew(seen, name, place);
  return { entry: withRareFields(entry, foreignKind(kind, endpoint), identityFields(record, place)) };
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
