import { groupVersionPath } from '../../core/model/api-path.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import { FakeApiServerError } from '../errors.js';
import type { CapturedDocument } from './captured-documents.js';
import { groupsFromAggregated } from './from-aggregated.js';
import { coreFromLegacy, groupsFromLegacy, resourcesFromLegacy } from './from-legacy.js';
import type { RootName, ServedGroup, ServedResource, ServedRoot } from './served.js';

/** Reads one root in whichever format it was captured; undefined if it was not captured or was 404. */
export function rootFromDocuments(
  root: RootName,
  documents: ReadonlyMap<string, CapturedDocument>,
): (ServedRoot & { readonly groups: Map<string, ServedGroup> }) | undefined {
  const path = `/${root}`;
  const document = documents.get(path);
  if (document === undefined || document.status === 404) return undefined;
  if (document.status !== 200) return { groups: new Map(), failure: document };
  if (!isJsonRecord(document.body)) {
    throw new FakeApiServerError(`The captured document ${quote(path)} cannot be read: its body is not a JSON object.`);
  }
  const groups = new Map<string, ServedGroup>();
  for (const group of readGroups(root, document.body, documents)) {
    if (!groups.has(group.name)) groups.set(group.name, group);
  }
  return { groups };
}

function readGroups(root: RootName, body: JsonRecord, documents: ReadonlyMap<string, CapturedDocument>): ServedGroup[] {
  switch (body['kind']) {
    case 'APIGroupDiscoveryList':
      return groupsFromAggregated(body, `/${root}`).map((group) => withLegacyFields(group, documents));
    case 'APIVersions':
      return coreFromLegacy(body, documents);
    case 'APIGroupList':
      return groupsFromLegacy(body, documents);
    default:
      throw new FakeApiServerError(
        `The captured document ${quote(`/${root}`)} is of kind ${quote(String(body['kind']))}; expected ` +
          'APIGroupDiscoveryList, APIVersions or APIGroupList.',
      );
  }
}

/**
 * Adds hashes and ids, which only legacy documents have, if legacy documents were captured along with an aggregated
 * root.
 */
function withLegacyFields(group: ServedGroup, documents: ReadonlyMap<string, CapturedDocument>): ServedGroup {
  const versions = group.versions.map((version) => {
    const path = groupVersionPath({ group: group.name, version: version.version });
    const body = documents.get(path)?.body;
    if (!isJsonRecord(body) || !Array.isArray(body['resources'])) return version;
    const legacy = new Map(
      resourcesFromLegacy(group.name, version.version, body, path).map((resource) => [resource.resource, resource]),
    );
    return {
      ...version,
      resources: version.resources.map((resource) => joined(resource, legacy.get(resource.resource))),
    };
  });
  return { ...group, versions };
}

function joined(resource: ServedResource, legacy: ServedResource | undefined): ServedResource {
  if (legacy === undefined) return resource;
  const { storageVersionHash, internalID } = legacy;
  return { ...resource, storageVersionHash, internalID: internalID ?? resource.internalID };
}
