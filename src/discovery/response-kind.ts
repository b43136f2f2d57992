import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { GroupVersion } from '../model/group-version.js';
import type { JsonRecord } from '../shared/json-record.js';
import { readText, type Place } from './fields.js';

/**
 * The kind that a document names for an endpoint; undefined where it names none. `field` is the one that holds it, ''
 * for the entry itself.
 *
 * Built-in resources are published with group and version empty: then those of the endpoint hold. An empty group
 * beside a version means the core group.
 */
export function readKind(
  record: JsonRecord,
  endpoint: GroupVersion,
  place: Place,
  field: string,
): GroupVersionKind | undefined {
  const prefix = field === '' ? '' : `${field}.`;
  const kind = readText(record, 'kind', place, prefix + 'kind');
  if (kind === '') return undefined;
  const group = readText(record, 'group', place, prefix + 'group');
  const version = readText(record, 'version', place, prefix + 'version');
  if (version !== '') return { group, version, kind };
  return { group: group === '' ? endpoint.group : group, version: endpoint.version, kind };
}

/** The kind for the field of an entry that is there only when it is not of the endpoint's own group and version. */
export function foreignKind(
  kind: GroupVersionKind | undefined,
  endpoint: GroupVersion,
): { readonly responseKind: GroupVersionKind } | undefined {
  if (kind === undefined || (kind.group === endpoint.group && kind.version === endpoint.version)) return undefined;
  return { responseKind: kind };
}
