import type { KubeObject } from '../../core/model/kube-object.js';
import type { ServedResource } from '../served/served.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { badRequest, notFakedType, unprocessable, unsupportedMediaType } from '../wire/refusals.js';
import { apply, serverSideApply } from './apply/apply.js';
import { warningsOfFields } from './deprecations.js';
import { applyJsonPatch } from './json-patch.js';
import { knownFields } from './known-fields.js';
import { existing } from './read.js';
import { isTooDeep, parseJson, readPatched } from './read-body.js';
import { asServed, type Backend, type ObjectRequest, type Part, type VerbResult } from './resource-request.js';
import { mergeStrategically } from './strategic-merge.js';
import { requireAddress, store } from './update.js';
import { readPatchOptions } from './write-options.js';

/** RFC 7386. */
const mergePatch = 'application/merge-patch+json';
/** RFC 6902. */
const jsonPatch = 'application/json-patch+json';

const strategicMergePatch = 'application/strategic-merge-patch+json';

/** The patch types of built-in resources on real servers. */
export const knownPatchTypes = [jsonPatch, mergePatch, strategicMergePatch, serverSideApply];
const customPatchTypes = [jsonPatch, mergePatch, serverSideApply];

/** Returns the type of a Content-Type without its parameters; it must match exactly. */
export function patchTypeOf(contentType: string | null): string {
  return (contentType ?? '').replace(/ *;.*$/s, '');
}

const maxOperations = 10_000;

/** The verb `patch`: JSON patch, merge patch, strategic merge patch for built-in resources, and apply. */
export function patch(request: ObjectRequest, backend: Backend, part: Part): VerbResult {
  const { resource, contentType } = request;
  if (patchTypeOf(contentType) === serverSideApply) return apply(request, backend, part);
  const { change, dryRun } = readPatch(request);
  const old = existing(request, backend);
  const next = readPatched(change(asServed(old, resource)), resource);
  requireAddress(next, request);
  const { object, warnings } = knownFields(next, request, backend, 'patched');
  const stored = store(old, object, { ...request, dryRun }, backend, part);
  return { code: 200, object: stored, warnings: [...warnings, ...warningsOfFields(stored, resource, old)] };
}

export interface ReadPatch {
  /** Returns the patched object. */
  readonly change: (old: KubeObject) => unknown;
  readonly dryRun: boolean;
}

/** Reads type, options and body of a patch, in this order. */
export function readPatch({ resource, contentType, query, body }: ObjectRequest): ReadPatch {
  const type = patchTypeOf(contentType);
  if (resource.custom && !customPatchTypes.includes(type)) throw unsupportedMediaType(customPatchTypes);
  const { dryRun } = readPatchOptions(query, type === serverSideApply);
  if (type === serverSideApply) throw notFakedType(type);
  return { change: readChange(type, body, resource), dryRun };
}

function readChange(type: string, body: string, resource: ServedResource): ReadPatch['change'] {
  const undecodable = (why: string): Error => badRequest(`error decoding patch: ${why}`);
  if (type === mergePatch && body.trim() === '') throw badRequest('invalid JSON patch');
  const value = parseJson(body, undecodable);
  if (type === mergePatch) {
    if (!isJsonRecord(value)) throw undecodable('a merge patch is a JSON object');
    return (old) => mergeInto(old, value);
  }
  if (type === strategicMergePatch) {
    if (!isJsonRecord(value)) throw undecodable('a strategic merge patch is a JSON object');
    return (old) => mergeStrategically(old, withoutKind(value), resource);
  }
  if (!Array.isArray(value) || !value.every(isJsonRecord)) {
    throw undecodable('a JSON patch is an array of operations');
  }
  if (value.length > maxOperations) {
    throw badRequest(`The allowed maximum operations in a JSON patch is ${maxOperations}, got ${value.length}`);
  }
  return (old) => {
    const patched = applyJsonPatch(old, value);
    if (patched === undefined || isTooDeep(patched)) throw unprocessable();
    return patched;
  };
}

/** Leaves out the kind that a strategic merge patch names: servers read the result as the kind of the endpoint. */
function withoutKind(change: JsonRecord): JsonRecord {
  const isKind = (name: string, value: unknown): boolean =>
    (name === 'apiVersion' || name === 'kind') && (typeof value === 'string' || value === null);
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => !isKind(name, value)));
}

/** Applies a merge patch (RFC 7386): null removes, objects are merged, anything else replaces. */
export function mergeInto(target: unknown, change: JsonRecord): JsonRecord {
  const merged = new Map(isJsonRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key);
    else merged.set(key, isJsonRecord(value) ? mergeInto(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}
