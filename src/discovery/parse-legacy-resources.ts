import type { ResourceEntry, SubresourceEntry } from '../catalog/entries.js';
import type { GroupVersion } from '../model/group-version.js';
import type { Scope } from '../model/rest-mapping.js';
import type { JsonRecord } from '../shared/json-record.js';
import { FieldProblem, none, readList, readRecord, readText, readTexts } from './fields.js';
import { identityFields } from './identity-fields.js';
import { checkNew, checkSegment, nameIn, readOrNote, type DocumentProblems } from './problems.js';
import { kindFields, readKind } from './response-kind.js';

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
  if (!Array.isArray(body['resources'] ?? none)) throw new FieldProblem('resources is not a list');
  const parents = new Map<string, ResourceEntry | OrphanParent>();
  const children = new Map<string, SubresourceEntry[]>();
  const seen = new Set<string>();

  for (const [index, item] of readList(body, 'resources', '').entries()) {
    const place = `resources[${index}]`;
    readOrNote(problems, { ...endpoint, resource: nameIn(item, 'name') }, () => {
      const record = readRecord(item, place);
      const [name = '', ...rest] = readText(record, 'name', place).split('/');
      for (const segment of [name, ...rest]) checkSegment(segment, `${place}.name`);
      const scope = readScope(record, place);
      if (rest.length === 0) {
        const entry = readResource(record, place, name, scope, endpoint);
        checkNew(seen, name, 'the resource');
        parents.set(name, entry);
      } else {
        const subresource = readSubresource(record, place, rest.join('/'), endpoint);
        checkNew(seen, `${name}/${subresource.subresource}`, 'the subresource');
        if (!parents.has(name)) parents.set(name, { scope });
        const siblings = children.get(name);
        if (siblings === undefined) children.set(name, [subresource]);
        else siblings.push(subresource);
      }
    });
  }

  return Object.freeze(
    [...parents].map(([name, parent]): ResourceEntry => {
      const subresources = Object.freeze(children.get(name) ?? none);
      if ('resource' in parent) return Object.freeze({ ...parent, subresources });
      return Object.freeze({ ...orphan, ...endpoint, resource: name, scope: parent.scope, subresources });
    }),
  );
}

/** What is known of a parent that only its subresources speak of. */
interface OrphanParent {
  readonly scope: Scope;
}

const orphan = {
  kind: '',
  singular: '',
  shortNames: none,
  categories: none,
  verbs: none,
  freshness: 'Current',
} as const;

function readScope(record: JsonRecord, place: string): Scope {
  const namespaced = record['namespaced'] ?? false;
  if (typeof namespaced !== 'boolean') throw new FieldProblem(`${place}.namespaced is not a boolean`);
  return namespaced ? 'Namespaced' : 'Cluster';
}

function readResource(
  record: JsonRecord,
  place: string,
  resource: string,
  scope: Scope,
  endpoint: GroupVersion,
): ResourceEntry {
  return {
    ...endpoint,
    resource,
    ...kindFields(readKind(record, endpoint, place), endpoint),
    scope,
    singular: readText(record, 'singularName', place),
    shortNames: readTexts(record, 'shortNames', place),
    categories: readTexts(record, 'categories', place),
    verbs: readTexts(record, 'verbs', place),
    subresources: none,
    freshness: 'Current',
    ...identityFields(record, place),
  };
}

function readSubresource(
  record: JsonRecord,
  place: string,
  subresource: string,
  endpoint: GroupVersion,
): SubresourceEntry {
  const responseKind = readKind(record, endpoint, place);
  return Object.freeze({
    subresource,
    ...(responseKind && { responseKind }),
    acceptedTypes: none,
    verbs: readTexts(record, 'verbs', place),
  });
}
