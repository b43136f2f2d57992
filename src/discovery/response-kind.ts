import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { GroupVersion } from '../model/group-version.js';
import type { JsonRecord } from '../shared/json-record.js';
import { readText, type Place } from './fields.js';

/** The fields of a kind, by the names that problems give them. */
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
  endpoint: GroupVersion,
  place: Place,
  fields: KindFields,
  known?: GroupVersionKind,
): GroupVersionKind | undefined {
  const kind = readText(record['kind'], place, fields.kind);
  if (kind === '') return undefined;
  const group = readText(record['group'], place, fields.group);
  const version = readText(record['version'], place, fields.version);
  if ((version === '' && group === '') || isOf(endpoint, group, version)) {
    if (known !== undefined && known.kind === kind && isOf(endpoint, known.group, known.version)) return known;
    // The endpoint's own words, so that the document's thousands of copies can go.
    return Object.freeze({ group: endpoint.group, version: endpoint.version, kind });
  }
  return Object.freeze({ group, version: version === '' ? endpoint.version : version, kind });
}

/** The kind for the field of an entry that is there only when it is not of the endpoint's own group and version. */
export function foreignKind(
  kind: GroupVersionKind | undefined,
  endpoint: GroupVersion,
): { readonly responseKind: GroupVersionKind } | undefined {
  if (kind === undefined || isOf(endpoint, kind.group, kind.version)) return undefined;
  return { responseKind: kind };
}

function isOf(endpoint: GroupVersion, group: string, version: string): boolean {
  return group === endpoint.group && version === endpoint.version;
}
