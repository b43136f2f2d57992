import type { ResourceEntry } from '../../catalog/entries.js';
import type { GroupVersionKind } from '../../model/group-version-kind.js';
import type { GroupVersion } from '../../model/group-version.js';
import type { JsonRecord } from '../../shared/json-record.js';
import { readText } from './fields.js';
import type { DocumentPlace, DocumentReading } from './reading.js';

/** The fields of a kind, by their names in failures. */
type KindFields = Readonly<Record<keyof GroupVersionKind, string>>;

/** The fields of a kind held by the entry itself. */
export const ownFields: KindFields = { group: 'group', version: 'version', kind: 'kind' };

/** Returns the fields of a kind held in a field of the entry. */
export function fieldsIn(field: string): KindFields {
  return { group: `${field}.group`, version: `${field}.version`, kind: `${field}.kind` };
}

/**
 * Returns the kind that a document names for an endpoint, frozen, or undefined if it names none. Most subresources have
 * the kind of their resource: if it equals `known`, `known` itself is returned.
 *
 * Built-in resources are published with empty group and version, which then are those of the endpoint. An empty group
 * beside a version means the core group.
 */
export function readKind(
  record: JsonRecord,
  reading: DocumentReading,
  at: DocumentPlace,
  fields: KindFields,
  known?: GroupVersionKind,
): GroupVersionKind | undefined {
  const kind = readText(record['kind'], reading, at, fields.kind);
  if (kind === '') return undefined;
  const group = readText(record['group'], reading, at, fields.group);
  const version = readText(record['version'], reading, at, fields.version);
  if ((version === '' && group === '') || isOf(reading, group, version)) {
    if (known !== undefined && known.kind === kind && isOf(reading, known.group, known.version)) return known;
    // The endpoint's own strings, so that the document's thousands of copies can be collected.
    return Object.freeze({ group: reading.group, version: reading.version, kind });
  }
  return Object.freeze({ group, version: version === '' ? reading.version : version, kind });
}

/**
 * Adds the fields that few entries have: a kind in another group or version, and the fields that show whether endpoints
 * serve the same objects. All other entries stay plain literals with the same keys in the same order, which keeps
 * reading them fast: engines lay out objects by the way they were made, and a spread gives each its own layout.
 */
export function withRareFields(
  entry: ResourceEntry,
  kind: GroupVersionKind | undefined,
  record: JsonRecord,
  reading: DocumentReading,
  at: DocumentPlace,
): ResourceEntry {
  // Real servers write these into legacy documents only, but they are accepted anywhere.
  const storageVersionHash = readText(record['storageVersionHash'], reading, at, 'storageVersionHash');
  // `resourceID` is a later name of the design for it.
  const internalID =
    readText(record['internalID'], reading, at, 'internalID') ||
    readText(record['resourceID'], reading, at, 'resourceID');
  const isForeign = kind !== undefined && !isOf(entry, kind.group, kind.version);
  if (!isForeign && storageVersionHash === '' && internalID === '') return entry;
  return {
    ...entry,
    ...(isForeign && { responseKind: kind }),
    ...(storageVersionHash !== '' && { storageVersionHash }),
    ...(internalID !== '' && { internalID }),
  };
}

function isOf(endpoint: GroupVersion, group: string, version: string): boolean {
  return group === endpoint.group && version === endpoint.version;
}
