import { parseMediaType } from '../../media/media-type.js';
import { formatGroupVersion } from '../../model/group-version.js';
import type { KubeObject, ObjectMeta } from '../../model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import { quote } from '../../shared/quote.js';
import { badRequest, unsupportedMediaType } from '../http/refusal.js';
import type { ServedResource } from '../served/served.js';

const deepest = 1000;

/** The type of a body, which must be one of those; without a Content-Type it is taken for the first. */
export function bodyType(contentType: string | null, accepted: readonly [string, ...string[]]): string {
  if (contentType === null || contentType === '') return accepted[0];
  const type = parseMediaType(contentType)?.type;
  if (type === undefined || !accepted.includes(type)) throw unsupportedMediaType(accepted);
  return type;
}

/** Parses JSON; 400 for anything else, and for what is nested too deeply to be an object of Kubernetes. */
export function parseJson(body: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badRequest(`the body of the request cannot be read: json parse error in ${quote(body.slice(0, 60))}`);
  }
  if (isTooDeep(value)) throw badRequest('the body of the request cannot be read: exceeded max depth');
  return value;
}

/** Whether a value is nested so deeply that to walk it could exhaust the stack. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((item): unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

/**
 * Reads an object for this endpoint, as JSON. What a typed server fills in (apiVersion and kind of built-in resources)
 * is filled in; 400 for another kind, and for metadata of wrong types.
 */
export function readObject(value: unknown, resource: ServedResource): KubeObject {
  if (!isJsonRecord(value)) throw badRequest('the body of the request is no JSON object');
  const apiVersion = formatGroupVersion(resource.objectKind);
  const { kind } = resource.objectKind;
  const given = { apiVersion: textOr(value['apiVersion'], 'apiVersion'), kind: textOr(value['kind'], 'kind') };
  if (resource.custom && (given.apiVersion === undefined || given.kind === undefined)) {
    throw badRequest(
      `Object '${given.kind === undefined ? 'Kind' : 'apiVersion'}' is missing in the body of the request`,
    );
  }
  if ((given.apiVersion ?? apiVersion) !== apiVersion) {
    throw badRequest(
      `the API version in the data (${quote(given.apiVersion ?? '')}) does not match the expected API version (${apiVersion})`,
    );
  }
  if ((given.kind ?? kind) !== kind) {
    throw badRequest(`${quote(given.kind ?? '')} in version "${apiVersion}" cannot be handled as a ${kind}`);
  }
  return { ...value, apiVersion, kind, metadata: readMetadata(value['metadata']) };
}

const texts = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp'];

/** Checks the fields that the server itself works with; nulls are left out, as servers do. */
export function readMetadata(value: unknown): ObjectMeta {
  if (value === undefined || value === null) return {};
  if (!isJsonRecord(value)) throw wrongType('metadata', 'an object');
  const metadata: JsonRecord = Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
  for (const field of texts) textOr(metadata[field], `metadata.${field}`);
  for (const field of ['labels', 'annotations']) {
    const map = metadata[field] ?? {};
    if (!isJsonRecord(map) || !Object.values(map).every((text) => typeof text === 'string')) {
      throw wrongType(`metadata.${field}`, 'an object of strings');
    }
  }
  const finalizers = metadata['finalizers'] ?? [];
  if (!Array.isArray(finalizers) || !finalizers.every((text) => typeof text === 'string')) {
    throw wrongType('metadata.finalizers', 'an array of strings');
  }
  const owners = metadata['ownerReferences'] ?? [];
  if (!Array.isArray(owners) || !owners.every(isJsonRecord)) {
    throw wrongType('metadata.ownerReferences', 'an array of objects');
  }
  return metadata;
}

function textOr(value: unknown, field: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw wrongType(field, 'a string');
}

function wrongType(field: string, expected: string): Error {
  return badRequest(`the body of the request cannot be read: ${field} must be ${expected}`);
}
