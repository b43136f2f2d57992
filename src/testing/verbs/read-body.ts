import { json, parseMediaType } from '../../core/media/media-type.js';
import { formatGroupVersion, parseGroupVersion } from '../../core/model/group-version.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import {
  badRequest,
  invalid,
  notFakedType,
  unprocessable,
  unsupportedMediaType,
  writtenTypes,
} from '../wire/refusals.js';
import type { ServedResource } from '../served/served.js';
import { isTimestamp, readMetadata } from './read-metadata.js';

const maxDepth = 1000;
/** The message for a body that is nested too deeply. */
export const tooDeep = 'exceeded max depth';

/** Refuses a Content-Type other than JSON; a body without one is taken for JSON. */
export function requireJson(contentType: string | null): void {
  if (contentType === null || contentType === '') return;
  const type = parseMediaType(contentType)?.type ?? '';
  if (type === json.type) return;
  throw writtenTypes.includes(type) ? notFakedType(type) : unsupportedMediaType(writtenTypes);
}

/** Parses JSON. `fail` creates the error for invalid syntax, or for a depth that no object has. */
export function parseJson(body: string, fail: (why: string) => Error): unknown {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw fail(body.trim() === '' ? 'unexpected end of JSON input' : 'the body is no JSON');
  }
  if (isTooDeep(value)) throw fail(tooDeep);
  return value;
}

/** Reports whether a value is nested so deeply that walking it could exhaust the stack. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((item): unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

/**
 * Reads the body of a create or a replace. Throws 400 for anything that is not an object of this endpoint. For built-in
 * resources, fills in apiVersion and kind as a typed server does. The kind of a custom resource is left to
 * {@link requireKind}.
 */
export function readObject(body: string, resource: ServedResource): KubeObject {
  const { custom, objectKind } = resource;
  const unrecognized = (why: string): Error =>
    badRequest(`the object provided is unrecognized (must be of type ${objectKind.kind}): ${why} (${summaryOf(body)})`);
  const parsed = parseJson(body, (why) => unrecognized(`couldn't get version/kind; json parse error: ${why}`));
  // Typed servers read null as an object without fields.
  const value = parsed === null && !custom ? {} : parsed;
  if (value === null) throw unrecognized("Object 'Kind' is missing in 'null'");
  if (!isJsonRecord(value)) throw unrecognized("couldn't get version/kind; json parse error: the body is no object");
  const own = formatGroupVersion(objectKind);
  const { apiVersion = custom ? '' : own, kind = custom ? '' : objectKind.kind } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
    throw unrecognized("couldn't get version/kind; json parse error: apiVersion and kind must be strings");
  }
  if (kind === '') throw unrecognized(`Object 'Kind' is missing in '${body}'`);
  if (apiVersion === '') throw unrecognized(`Object 'apiVersion' is missing in '${body}'`);
  const unusable = (why: string): Error => {
    const version = parseGroupVersion(apiVersion)?.version ?? apiVersion;
    return badRequest(`${kind} in version "${version}" cannot be handled as a ${objectKind.kind}: ${why}`);
  };
  if (!custom && (apiVersion !== own || kind !== objectKind.kind)) {
    throw unusable(`no kind "${kind}" is known here in version "${apiVersion}"`);
  }
  const metadata = readMetadata(value['metadata'], unusable);
  if (!isTimestamp(metadata.creationTimestamp) || !isTimestamp(metadata.deletionTimestamp)) {
    throw unusable('a time is not in the form of RFC 3339');
  }
  if (apiVersion !== own) {
    throw badRequest(`the API version in the data (${apiVersion}) does not match the expected API version (${own})`);
  }
  return { ...value, apiVersion, kind, metadata };
}

/** Reads the result of a patch. Throws 422 if it is no longer an object of this endpoint. */
export function readPatched(value: unknown, resource: ServedResource): KubeObject {
  if (!isJsonRecord(value)) throw unprocessable();
  const own = formatGroupVersion(resource.objectKind);
  const unusable = (why: string): Error => {
    const message = `Invalid value: the patched object: ${why}`;
    return invalid({ group: '', kind: '' }, [{ reason: 'FieldValueInvalid', message, field: 'patch' }]);
  };
  const { apiVersion, kind } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') throw unusable('apiVersion and kind must be strings');
  if (!resource.custom && (apiVersion !== own || kind !== resource.objectKind.kind)) {
    throw unusable(`no kind "${kind}" is known here in version "${apiVersion}"`);
  }
  return { ...value, apiVersion, kind, metadata: readMetadata(value['metadata'], unusable) };
}

/** Throws 422 for a custom resource of another kind or version. */
export function requireKind({ apiVersion, kind, metadata }: KubeObject, { objectKind }: ServedResource): void {
  const own = formatGroupVersion(objectKind);
  const subject = { group: parseGroupVersion(apiVersion)?.group ?? '', kind, name: metadata.name };
  const wrong = (field: string, value: string, right: string): Error => {
    const message = `Invalid value: ${JSON.stringify(value)}: must be ${right}`;
    return invalid(subject, [{ reason: 'FieldValueInvalid', message, field }]);
  };
  if (kind !== objectKind.kind) throw wrong('kind', kind, objectKind.kind);
  if (apiVersion !== own) throw wrong('apiVersion', apiVersion, own);
}

/** Returns the start of a body, as messages of servers quote it. */
function summaryOf(body: string): string {
  if (body === '') return '<empty>';
  const isObject = body.startsWith('{');
  const bytes = new TextEncoder().encode(body);
  const start = isObject ? body.slice(0, 30) : Array.from(bytes.slice(0, 30), hexOf).join('');
  return bytes.length > 30 ? `${start} ...` : start;
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
