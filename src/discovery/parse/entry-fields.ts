import type { ResourceEntry } from '../../catalog/entries.js';
import type { GroupVersionKind } from '../../model/group-version-kind.js';
import type { GroupVersion } from '../../model/group-version.js';
import type { JsonRecord } from '../../shared/json-record.js';
import { readText } from './fields.js';
import type { DocumentPlace, DocumentReading } from './reading.js';

/** The fields of a kind, by the names that failures give them. */
type KindFields = Readonly<Record<keyof GroupVersionKind, string>>;

/** A kind that stands in the entry itself. */
export const ownFields: KindFields = { group: 'group', version: 'version', kind: 'kind' };

/** A kind that stands in a field of the entry. */
export function fieldsIn(field: string): KindFields {
  return { group: `${field}.group`, version: `${field}.version`, kind: `${field}.kind` };
}

/**
 * The kind that a document names for an endpoint, frozen; undefined where it names none. Most subresources have the kind of
 * their resource: given as `known`, it is answered itself.
 *
 * Built-in resources are published with group and version empty: then those of the endpoint hold. An empty group
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
    // The endpoint's own words, so that the document's thousands of copies can go.
    return Object.freeze({ group: reading.group, version: reading.version, kind });
  }
  return Object.freeze({ group, version: version === '' ? reading.version : version, kind });
}

/**
 * Adds the fields that few entries have: a kind in another group or version, and by what endpoints can be told to serve
 * the same objects. The others stay plain literals with the same keys in the same order, which keeps reading them fast:
 * engines lay out objects by the way they were made, and a spread makes each its own way.
 */
export function withRareFields(
  entry: ResourceEntry,
  kind: GroupVersionKind | undefined,
  record: JsonRecord,
  reading: DocumentReading,
  at: DocumentPlace,
): ResourceEntry {
  // Real servers write these into legacy documents alone, but one that writes them elsewhere is believed as well.
  const storageVersionHash = readText(record['storageVersionHash'], reading, at, 'storageVersionHash');
  // `resourceID` is the name that the design was given later.
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
