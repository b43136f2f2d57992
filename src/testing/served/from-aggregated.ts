import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import { kindOf, optionalRecordsIn, optionalText, recordsIn, textIn, textsOf } from './fields.js';
import {
  holdsCustomResources,
  saidKindOf,
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

function readVersion(group: string, said: JsonRecord, document: string): ServedVersion {
  const version = textIn(said, 'version', document);
  return {
    version,
    freshness: said['freshness'] === 'Stale' ? 'Stale' : 'Current',
    resources: optionalRecordsIn(said, 'resources', document).map((resource) =>
      readResource(group, version, resource, document),
    ),
  };
}

function readResource(group: string, version: string, said: JsonRecord, document: string): ServedResource {
  const gvr = { group, version, resource: textIn(said, 'resource', document) };
  const responseKind = kindOf(said['responseKind']);
  return {
    ...gvr,
    responseKind,
    objectKind: saidKindOf(responseKind, gvr),
    scope: said['scope'] === 'Namespaced' ? 'Namespaced' : 'Cluster',
    singular: optionalText(said['singularResource']) ?? '',
    shortNames: textsOf(said['shortNames']),
    categories: textsOf(said['categories']),
    verbs: textsOf(said['verbs']),
    subresources: optionalRecordsIn(said, 'subresources', document).map((subresource) => ({
      subresource: textIn(subresource, 'subresource', document),
      responseKind: kindOf(subresource['responseKind']),
      acceptedTypes: optionalRecordsIn(subresource, 'acceptedTypes', document).flatMap((type) => kindOf(type) ?? []),
      verbs: textsOf(subresource['verbs']),
    })),
    internalID: optionalText(said['internalID']) ?? optionalText(said['resourceID']),
    custom: holdsCustomResources(group),
  };
}
