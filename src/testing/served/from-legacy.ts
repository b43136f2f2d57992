import { groupVersionPath } from '../../core/model/api-path.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { CapturedDocument } from './captured-documents.js';
import { optionalText, recordsIn, textIn, textsOf } from './fields.js';
import {
  holdsCustomResources,
  kindOfObjects,
  type ResponseKind,
  type ServedGroup,
  type ServedResource,
  type ServedSubresource,
  type ServedVersion,
} from './served.js';

/** Reads `/api` (APIVersions) together with the documents of its versions. */
export function coreFromLegacy(body: JsonRecord, documents: ReadonlyMap<string, CapturedDocument>): ServedGroup[] {
  const versions = textsOf(body['versions']);
  if (versions.length === 0) return [];
  return [{ name: '', metadata: {}, versions: versions.map((version) => readVersion('', version, documents)) }];
}

/** Reads `/apis` (APIGroupList) together with the documents of its group-versions. */
export function groupsFromLegacy(body: JsonRecord, documents: ReadonlyMap<string, CapturedDocument>): ServedGroup[] {
  return recordsIn(body, 'groups', '/apis').map((group) => {
    const name = textIn(group, 'name', '/apis');
    const preferred = group['preferredVersion'];
    return {
      name,
      metadata: { name },
      versions: recordsIn(group, 'versions', '/apis').map((entry) =>
        readVersion(name, textIn(entry, 'version', '/apis'), documents),
      ),
      preferredVersion: isJsonRecord(preferred) ? optionalText(preferred['version']) : undefined,
    };
  });
}

/** Reads the resources of an APIResourceList. A subresource without a parent gets a parent without a kind. */
export function resourcesFromLegacy(
  group: string,
  version: string,
  body: JsonRecord,
  document: string,
): ServedResource[] {
  const parents = new Map<string, { parent: ServedResource; subresources: ServedSubresource[] }>();
  const entries = recordsIn(body, 'resources', document).map((entry) => {
    const [resource = '', ...rest] = textIn(entry, 'name', document).split('/');
    return { entry, resource, subresource: rest.join('/') };
  });
  for (const { entry, resource, subresource } of entries) {
    if (subresource !== '' || parents.has(resource)) continue;
    parents.set(resource, { parent: readResource({ group, version, resource }, entry), subresources: [] });
  }
  for (const { entry, resource, subresource } of entries) {
    if (subresource === '') continue;
    const family = parents.get(resource) ?? {
      parent: orphanParent({ group, version, resource }, entry),
      subresources: [],
    };
    parents.set(resource, family);
    const responseKind = readKind(entry, { group, version, resource });
    family.subresources.push({ subresource, responseKind, acceptedTypes: [], verbs: textsOf(entry['verbs']) });
  }
  return [...parents.values()].map(({ parent, subresources }) => ({ ...parent, subresources }));
}

function readVersion(group: string, version: string, documents: ReadonlyMap<string, CapturedDocument>): ServedVersion {
  const path = groupVersionPath({ group, version });
  const document = documents.get(path);
  if (document?.status !== 200 || !isJsonRecord(document.body)) {
    return { version, freshness: 'Stale', resources: [], failure: document };
  }
  return { version, freshness: 'Current', resources: resourcesFromLegacy(group, version, document.body, path) };
}

type Endpoint = Pick<ServedResource, 'group' | 'version' | 'resource'>;

function readResource(endpoint: Endpoint, entry: JsonRecord): ServedResource {
  const responseKind = readKind(entry, endpoint);
  return {
    ...endpoint,
    responseKind,
    objectKind: kindOfObjects(responseKind, endpoint),
    scope: entry['namespaced'] === true ? 'Namespaced' : 'Cluster',
    singular: optionalText(entry['singularName']) ?? '',
    shortNames: textsOf(entry['shortNames']),
    categories: textsOf(entry['categories']),
    verbs: textsOf(entry['verbs']),
    subresources: [],
    storageVersionHash: optionalText(entry['storageVersionHash']),
    internalID: optionalText(entry['internalID']) ?? optionalText(entry['resourceID']),
    custom: holdsCustomResources(endpoint.group),
  };
}

function orphanParent(endpoint: Endpoint, entry: JsonRecord): ServedResource {
  return readResource(endpoint, { namespaced: entry['namespaced'] });
}

/**
 * Fills in group and version as aggregated documents do: they are empty only for built-in resources, while legacy
 * documents leave them empty for all.
 */
function readKind(entry: JsonRecord, endpoint: Endpoint): ResponseKind {
  const [group, version, kind] = [entry['group'], entry['version'], entry['kind']].map(
    (text) => optionalText(text) ?? '',
  );
  if (version === '' && holdsCustomResources(endpoint.group)) {
    return { group: endpoint.group, version: endpoint.version, kind: kind ?? '' };
  }
  return { group: group ?? '', version: version ?? '', kind: kind ?? '' };
}
