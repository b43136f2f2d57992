import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { kindOf, optionalRecordsIn, optionalText, recordsIn, textIn, textsOf } from './fields.js';
import {
  holdsCustomResources,
  kindOfObjects,
  type ServedGroup,
  type ServedResource,
  type ServedVersion,
} from './served.js';

/** Reads an APIGroupDiscoveryList of v2 or v2beta1. */
export function groupsFromAggregated(body: JsonRecord, document: string): ServedGroup[] {
  return recordsIn(body, 'items', document).map((item) => {
    const metadata = isJsonRecord(item['metadata']) ? item['metadata'] : {};
    const name = optionalText(metadata['name']) ?? '';
    const versions = optionalRecordsIn(item, 'versions', document);
    return { name, metadata, versions: versions.map((version) => readVersion(name, version, document)) };
  });
}

function readVersion(group: string, entry: JsonRecord, document: string): ServedVersion {
  const version = textIn(entry, 'version', document);
  return {
    version,
    freshness: entry['freshness'] === 'Stale' ? 'Stale' : 'Current',
    resources: optionalRecordsIn(entry, 'resources', document).map((resource) =>
      readResource(group, version, resource, document),
    ),
  };
}

function readResource(group: string, version: string, entry: JsonRecord, document: string): ServedResource {
  const gvr = { group, version, resource: textIn(entry, 'resource', document) };
  const responseKind = kindOf(entry['responseKind']);
  return {
    ...gvr,
    responseKind,
    objectKind: kindOfObjects(responseKind, gvr),
    scope: entry['scope'] === 'Namespaced' ? 'Namespaced' : 'Cluster',
    singular: optionalText(entry['singularResource']) ?? '',
    shortNames: textsOf(entry['shortNames']),
    categories: textsOf(entry['categories']),
    verbs: textsOf(entry['verbs']),
    subresources: optionalRecordsIn(entry, 'subresources', document).map((subresource) => ({
      subresource: textIn(subresource, 'subresource', document),
      responseKind: kindOf(subresource['responseKind']),
      acceptedTypes: optionalRecordsIn(subresource, 'acceptedTypes', document).flatMap((type) => kindOf(type) ?? []),
      verbs: textsOf(subresource['verbs']),
    })),
    internalID: optionalText(entry['internalID']) ?? optionalText(entry['resourceID']),
    custom: holdsCustomResources(group),
  };
}
