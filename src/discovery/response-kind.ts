import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { GroupVersion } from '../model/group-version.js';
import type { JsonRecord } from '../shared/json-record.js';
import { readText } from './fields.js';

/**
 * The kind that a document names for an endpoint; undefined where it names none.
 *
 * Built-in resources are published with group and version empty: then those of the endpoint hold. An empty group
 * beside a version means the core group.
 */
export function readKind(record: JsonRecord, endpoint: GroupVersion, place: string): GroupVersionKind | undefined {
  const kind = readText(record, 'kind', place);
  if (kind === '') return undefined;
  const group = readText(record, 'group', place);
  const version = readText(record, 'version', place);
  if (version !== '') return { group, version, kind };
  return { group: group === '' ? endpoint.group : group, version: endpoint.version, kind };
}

/** The fields of a resource entry that tell its kind. */
export function kindFields(
  responseKind: GroupVersionKind | undefined,
  endpoint: GroupVersion,
): { readonly kind: string; readonly responseKind?: GroupVersionKind } {
  if (responseKind === undefined) return { kind: '' };
  const { group, version, kind } = responseKind;
  return group === endpoint.group && version === endpoint.version ? { kind } : { kind, responseKind };
}
