import type { PatchType } from '../../representation/partial-shapes.js';
import type { GroupVersionKind } from '../../model/group-version-kind.js';
import { formatGroupVersion } from '../../model/group-version.js';
import type { ObjectLike } from '../../model/kube-object.js';
import { readAnswer } from '../../representation/parsed-answer.js';
import type { Served, Shapes } from '../../representation/shapes.js';
import { wholeObjectIn } from '../../representation/whole-object.js';
import { requireTextOrNone, readArgument, requireObject } from '../../shared/arguments.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import { jsonEscapeOf } from '../../shared/quote.js';
import {
  begin,
  listPath,
  locate,
  objectPath,
  send,
  targetIn,
  type Call,
  type HandleParts,
  type Target,
} from '../call.js';
import { requireSubresource, requireVerb } from '../capabilities.js';
import { ObjectMismatchError } from '../errors.js';
import type { SubresourceEntry } from '../../catalog/entries.js';
import { optionTables, type ApplyOptions, type CreateSubresourceOptions, type PatchOptions } from '../options.js';

const contentType = 'application/json';
/** What to do about a number in a body that JavaScript does not hold exactly. */
const patchInstead = 'it may differ from the number that the server sent; patch only the fields that change';
/** The same in an apply. */
const leaveOut = 'the server would receive a different one; omit it';

const patchMediaTypes: Readonly<Record<PatchType, string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

/** An object to write, as it was when the call began. */
interface Written {
  readonly type: { readonly apiVersion?: string | undefined; readonly kind?: string | undefined };
  readonly name: string;
  /** Empty for none. */
  readonly namespace: string;
  /** The object in JSON; without its kind and apiVersion if it lacks one of them. */
  readonly text: string;
}

function encodeObject(object: ObjectLike, advice = patchInstead): Written {
  const { apiVersion, kind, ...rest } = requireBody('object', object);
  const { name, namespace } = object.metadata ?? {};
  requireTextOrNone('object.metadata.name', name ?? undefined);
  requireTextOrNone('object.metadata.namespace', namespace ?? undefined);
  const type = { apiVersion: apiVersion ?? undefined, kind: kind ?? undefined };
  const isTyped = type.apiVersion !== undefined && type.kind !== undefined;
  return {
    type,
    name: name ?? '',
    namespace: namespace ?? '',
    text: encodeBody('object', isTyped ? object : rest, advice),
  };
}

/**
 * Returns the JSON with the kind and apiVersion that the endpoint takes: missing ones are filled in. Throws
 * {@link ObjectMismatchError} if the object has others.
 */
function typedText({ mapping, objectKind }: Target, { type, text }: Written): string {
  const { apiVersion, kind } = type;
  const kinds = [mapping.kind, ...(objectKind === undefined ? [] : [objectKind])];
  const fits = kinds.findLast(
    (each) =>
      (apiVersion ?? formatGroupVersion(each)) === formatGroupVersion(each) && (kind ?? each.kind) === each.kind,
  );
  if (fits === undefined) throw new ObjectMismatchError(mapping.kind, type);
  return apiVersion !== undefined && kind !== undefined ? text : withType(text, typeOf(fits));
}

/** Puts kind and apiVersion in front of the other fields of an object. */
function withType(text: string, type: Written['type']): string {
  const fields = JSON.stringify(type);
  if (fields === '{}') return text;
  return text === '{}' ? fields : `${fields.slice(0, -1)},${text.slice(1)}`;
}

function typeOf(kind: GroupVersionKind): Required<Written['type']> {
  return { apiVersion: formatGroupVersion(kind), kind: kind.kind };
}

const writes = {
  create: { method: 'POST', verb: 'create' },
  replace: { method: 'PUT', verb: 'update' },
} as const;

/** Posts a whole object to its collection, or puts it in the place of the one of its name; or the same to a subresource. */
export async function writeObject<T extends ObjectLike>(
  parts: HandleParts,
  how: 'create' | 'replace',
  object: ObjectLike,
  options: Partial<CreateSubresourceOptions>,
): Promise<Served<T>> {
  const { connection, discovery } = parts;
  const { method, verb } = writes[how];
  const { query, limits } = begin(connection, optionTables[how], options);
  const written = encodeObject(object);
  const { subresource, name = written.name } = options;
  if (subresource === undefined && options.name !== undefined)
    throw new InvalidArgumentError('name', 'is only for subresources: set metadata.name instead');
  const found = await locate(parts, limits);
  const { resource } = found.mapping;
  if (subresource === undefined) requireVerb(discovery.current, resource, verb);
  const body =
    subresource === undefined
      ? typedText(found, written)
      : textAsIs(written, requireSubresource(discovery.current, resource, { subresource, verb }));
  const at = targetIn(found, written.namespace);
  const path = subresource === undefined && how === 'create' ? listPath(at) : objectPath(at, name, subresource);
  const answer = readAnswer(await send(connection, { method, path, query, contentType, body, options: limits }), at);
  // `T` is the caller's claim, as it is for reads.
  return (subresource === undefined ? wholeObjectIn(answer) : answer.body) as ObjectLike as Served<T>;
}

/**
 * Returns the JSON for a subresource, which usually takes and returns kinds other than the resource's: an Eviction and a
 * Status, for example. If the object has neither kind nor apiVersion, those of discovery are filled in.
 */
function textAsIs({ type, text }: Written, entry: SubresourceEntry | undefined): string {
  const taken = entry?.acceptedTypes.length === 1 ? entry.acceptedTypes[0] : entry?.responseKind;
  const { apiVersion, kind } = type;
  if (apiVersion !== undefined && kind !== undefined) return text;
  // One of the two alone is sent as it is: the server says what is missing.
  const isBare = apiVersion === undefined && kind === undefined;
  return withType(text, isBare && taken !== undefined ? typeOf(taken) : type);
}

/**
 * Applies the fields that a manager wants, creating the object if it is missing, and returns it in a representation.
 */
export async function applyObject<S extends Shapes>(
  parts: HandleParts<S>,
  object: ObjectLike,
  options: ApplyOptions,
): Promise<S['one']> {
  const { query, limits } = begin(parts.connection, optionTables.apply, options);
  if ((options.fieldManager as string | undefined) === undefined) {
    throw new InvalidArgumentError('fieldManager', 'is required: use a fixed name for your program');
  }
  const written = encodeObject(object, leaveOut);
  if (object.metadata !== undefined && Reflect.get(object.metadata, 'managedFields') !== undefined) {
    throw new InvalidArgumentError('object', 'contains metadata.managedFields, which the server rejects: omit it');
  }
  const found = await locate(parts, limits);
  const whole = typedText(found, written);
  const at = targetIn(found, written.namespace);
  // JSON is YAML, and every server accepts it under this media type; but YAML parsers reject some characters that JSON
  // allows, and take others for line breaks.
  const body = whole.replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, jsonEscapeOf);
  const sent = { contentType: 'application/apply-patch+yaml', body, query, options: limits };
  return sendPatch(parts, at, sent, { ...options, name: written.name });
}

/** Changes a part of one object, and returns it in a representation. */
export async function patchObject<S extends Shapes>(
  parts: HandleParts<S>,
  { name, patch, options }: { readonly name: string; readonly patch: object; readonly options: PatchOptions },
): Promise<S['one']> {
  const { query, limits } = begin(parts.connection, optionTables.patch, options);
  const sent = { ...encodePatch(patch, options), query, options: limits };
  return sendPatch(parts, await locate(parts, limits), sent, { ...options, name });
}

async function sendPatch<S extends Shapes>(
  { connection, discovery, representation }: HandleParts<S>,
  at: Target,
  sent: Omit<Call, 'method' | 'path'>,
  { name, subresource }: { readonly name: string; readonly subresource?: string | undefined },
): Promise<S['one']> {
  const path = objectPath(at, name, subresource);
  const { resource } = at.mapping;
  if (subresource === undefined) requireVerb(discovery.current, resource, 'patch');
  else requireSubresource(discovery.current, resource, { subresource, verb: 'patch' });
  // A write cannot be repeated, so nothing is offered that may turn out to be unreadable.
  const { accept, jsonAccept = accept, query } = representation.offer('get', at);
  const answer = await send(connection, { method: 'PATCH', path, ...sent }, { accept: jsonAccept, query });
  return representation.decodeOne(answer, at);
}

/** Returns the media type and text of a patch; throws `InvalidArgumentError` if its form does not fit its type. */
function encodePatch(patch: object, { type }: PatchOptions): { contentType: string; body: string } {
  const body = encodeBody('body', Array.isArray(patch) ? patch : requireBody('body', patch), leaveOut);
  if (Array.isArray(patch) !== (type === 'json')) {
    throw new InvalidArgumentError('body', type === 'json' ? 'must be an array of operations' : 'must not be an array');
  }
  return { contentType: patchMediaTypes[type], body };
}

/** A value in a body that cannot be sent as it is, and where it is: `.spec.ports[0].port`. */
interface Flaw {
  readonly path: string;
  readonly problem: 'number' | 'depth' | 'lost';
}

const lost: Flaw = { path: '', problem: 'lost' };

/** Go's JSON decoder stops at 10,000 levels, and JavaScript earlier; real objects have a few dozen. */
const deepest = 1000;

/** Values that JSON would drop or write as an empty object, so that a server would remove fields. */
const unwritable = /^\[object (?:Map|Set|WeakMap|WeakSet|Promise|RegExp|Error|(?:Shared)?ArrayBuffer)\]$/;

/**
 * Writes a body as JSON. Throws {@link InvalidArgumentError} for a body that cannot be written as JSON, for values that would be lost (a Map, a promise, a function, bytes), and for numbers that JavaScript
 * does not hold exactly: an integer beyond 2^53 - 1 was rounded when it was read, and a number that is not finite would
 * be sent as null.
 *
 * @param advice what to do about such a number
 */
function encodeBody(argument: string, body: object, advice: string): string {
  return readArgument(argument, () => {
    const flaw = flawOf(body, '', deepest);
    if (flaw !== undefined) throw new InvalidArgumentError(argument, wordsFor(flaw, advice));
    return JSON.stringify(body);
  });
}

/** Requires the object to write. The copy of a promise, a Map or a Date would be an empty object. */
function requireBody<T>(argument: string, value: T): T & object {
  const body = requireObject(argument, value);
  if (Object.prototype.toString.call(body) === '[object Object]') return body;
  throw new InvalidArgumentError(argument, 'must be a plain object');
}

function wordsFor({ path, problem }: Flaw, advice: string): string {
  const at = path.replace(/^\./, '') || 'its root';
  switch (problem) {
    case 'depth':
      return `cannot be sent: it is nested more than ${deepest} levels deep or is circular`;
    case 'number':
      return `contains a number that JavaScript cannot represent exactly, at ${at}: ${advice}`;
    case 'lost':
      return `contains a value that JSON does not have, at ${at}: use plain objects, arrays and strings`;
  }
}

/** Returns the first flaw in the JSON form of a value, if there is one. */
function flawOf(value: unknown, key: string | number, levels: number): Flaw | undefined {
  if (typeof value === 'number') {
    const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return isExact ? undefined : { path: '', problem: 'number' };
  }
  if (typeof value === 'function' || typeof value === 'symbol') return lost;
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return { path: '', problem: 'depth' };
  if (hasToJson(value) && !ArrayBuffer.isView(value)) return flawOf(value.toJSON(String(key)), key, levels - 1);
  if (ArrayBuffer.isView(value) || unwritable.test(Object.prototype.toString.call(value))) return lost;
  const isList = Array.isArray(value);
  for (const [name, inner] of isList ? value.entries() : Object.entries(value)) {
    // In an array, undefined would be written as null.
    const flaw = isList && inner === undefined ? lost : flawOf(inner, name, levels - 1);
    if (flaw !== undefined) return within(flaw, name);
  }
  return undefined;
}

/** Puts a key in front of the path; one that is not a plain word is in brackets. */
function within({ path, problem }: Flaw, key: string | number): Flaw {
  const isPlain = typeof key === 'string' && /^[\w-]+$/.test(key);
  return { path: `${isPlain ? `.${key}` : `[${JSON.stringify(key)}]`}${path}`, problem };
}

function hasToJson(value: object): value is { toJSON(key: string): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
