import { groupVersionPath } from '../../model/api-path.js';
import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import type { CapturedDocument } from './captured-documents.js';
import { optionalText, recordsIn, textIn, textsOf } from './fields.js';
import {
  holdsCustomResources,
  saidKindOf,
  type SaidKind,
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
      versions: recordsIn(group, 'versions', '/apis').map((said) =>
        readVersion(name, textIn(said, 'version', '/apis'), documents),
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
  const entries = recordsIn(body, 'resources', document).map((said) => {
    const [resource = '', ...rest] = textIn(said, 'name', document).split('/');
    return { said, resource, subresource: rest.join('/') };
  });
  for (const { said, resource, subresource } of entries) {
    if (subresource !== '' || parents.has(resource)) continue;
    parents.set(resource, { parent: readResource({ group, version, resource }, said), subresources: [] });
  }
  for (const { said, resource, subresource } of entries) {
    if (subresource === '') continue;
    const family = parents.get(resource) ?? {
      parent: orphanParent({ group, version, resource }, said),
      subresources: [],
    };
    parents.set(resource, family);
    const responseKind = saidKind(said, { group, version, resource });
    family.subresources.push({ subresource, responseKind, acceptedTypes: [], verbs: textsOf(said['verbs']) });
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

function readResource(endpoint: Endpoint, said: JsonRecord): ServedResource {
  const responseKind = saidKind(said, endpoint);
  return {
    ...endpoint,
    responseKind,
    objectKind: saidKindOf(responseKind, endpoint),
    scope: said['namespaced'] === true ? 'Namespaced' : 'Cluster',
    singular: optionalText(said['singularName']) ?? '',
    shortNames: textsOf(said['shortNames']),
    categories: textsOf(said['categories']),
    verbs: textsOf(said['verbs']),
    subresources: [],
    storageVersionHash: optionalText(said['storageVersionHash']),
    internalID: optionalText(said['internalID']) ?? optionalText(said['resourceID']),
    custom: holdsCustomResources(endpoint.group),
  };
}

function orphanParent(endpoint: Endpoint, said: JsonRecord): ServedResource {
  return readResource(endpoint, { namespaced: said['namespaced'] });
}

/**
 * Fills in group and version as aggregated documents do: they are empty only for built-in resources, while legacy
 * documents leave them empty for all.
 */
function saidKind(said: JsonRecord, endpoint: Endpoint): SaidKind {
  const [group, version, kind] = [said['group'], said['version'], said['kind']].map((text) => optionalText(text) ?? '');
  if (version === '' && holdsCustomResources(endpoint.group)) {
    return { group: endpoint.group, version: endpoint.version, kind: kind ?? '' };
  }
  return { group: group ?? '', version: version ?? '', kind: kind ?? '' };
}
