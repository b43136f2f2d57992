import type { PatchType } from '../../representation/partial-shapes.js';
import type { GroupVersionKind } from '../../model/group-version-kind.js';
import { formatGroupVersion } from '../../model/group-version.js';
import type { ObjectLike } from '../../model/kube-object.js';
import { ParsedAnswer } from '../../representation/parsed-answer.js';
import type { Served, Shapes } from '../../representation/shapes.js';
import { wholeObjectIn } from '../../representation/whole-object.js';
import { requireTextOrNone, readArgument, requireObject } from '../../shared/arguments.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import { jsonEscapeOf } from '../../shared/quote.js';
import type { ApiRequest } from '../../transport/connection.js';
import { begin, listPath, objectPath, reach, send, targetIn, type HandleParts, type Target } from '../call.js';
import { subresourceIn } from '../capabilities.js';
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

/** Posts a whole object to its collection, or puts it in the place of the one of its name; or the same to a subresource. */
export async function writeObject<T extends ObjectLike>(
  parts: HandleParts,
  how: 'create' | 'replace',
  object: ObjectLike,
  options: Partial<CreateSubresourceOptions>,
): Promise<Served<T>> {
  const call = begin(parts.connection, optionTables[how], options);
  const written = encodeObject(object);
  const { subresource, name = written.name } = options;
  if (subresource === undefined && options.name !== undefined)
    throw new InvalidArgumentError('name', 'is only for subresources: set metadata.name instead');
  const found = await reach(parts, how === 'create' ? 'create' : 'update', call);
  const body =
    subresource === undefined
      ? typedText(found, written)
      : textAsIs(written, subresourceIn(parts.discovery.current, found.mapping.resource, subresource));
  const at = targetIn(found, written.namespace);
  const path = subresource === undefined && how === 'create' ? listPath(at) : objectPath(at, name, subresource);
  const method = how === 'create' ? 'POST' : 'PUT';
  const answer = new ParsedAnswer(
    await send(parts.connection, { ...call.request, method, path, contentType, body }),
    at,
  );
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
  const call = begin(parts.connection, optionTables.apply, options);
  if ((options.fieldManager as string | undefined) === undefined) {
    throw new InvalidArgumentError('fieldManager', 'is required: use a fixed name for your program');
  }
  const written = encodeObject(object, leaveOut);
  if (object.metadata !== undefined && Reflect.get(object.metadata, 'managedFields') !== undefined) {
    throw new InvalidArgumentError('object', 'contains metadata.managedFields, which the server rejects: omit it');
  }
  const found = await reach(parts, 'patch', call);
  const whole = typedText(found, written);
  const at = targetIn(found, written.namespace);
  // JSON is YAML, and every server accepts it under this media type; but YAML parsers reject some characters that JSON
  // allows, and take others for line breaks.
  const body = whole.replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, jsonEscapeOf);
  const path = objectPath(at, written.name, call.subresource);
  return sendPatch(parts, at, { ...call.request, path, contentType: 'application/apply-patch+yaml', body });
}

/** Changes a part of one object, and returns it in a representation. */
export async function patchObject<S extends Shapes>(
  parts: HandleParts<S>,
  { name, patch, options }: { readonly name: string; readonly patch: object; readonly options: PatchOptions },
): Promise<S['one']> {
  const call = begin(parts.connection, optionTables.patch, options);
  const sent = encodePatch(patch, options);
  const at = await reach(parts, 'patch', call);
  return sendPatch(parts, at, { ...call.request, ...sent, path: objectPath(at, name, call.subresource) });
}

async function sendPatch<S extends Shapes>(
  { connection, representation }: HandleParts<S>,
  at: Target,
  request: ApiRequest,
): Promise<S['one']> {
  // A write cannot be repeated, so nothing is offered that may turn out to be unreadable.
  const { accept, jsonAccept = accept, query } = representation.offer('get', at);
  const answer = await send(connection, { ...request, method: 'PATCH' }, { accept: jsonAccept, query });
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
  const path: (string | number)[] = [];
  const refuse = (problem: string, advice: string): never => {
    const place = path.map(stepOf).join('').replace(/^\./, '') || 'its root';
    throw new InvalidArgumentError(argument, `contains a ${problem}, at ${place}: ${advice}`);
  };
  const check = (given: unknown): void => {
    const value = hasToJson(given) && !ArrayBuffer.isView(given) ? given.toJSON(String(path.at(-1) ?? '')) : given;
    if (typeof value === 'number') {
      const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
      if (!isExact) refuse('number that JavaScript cannot represent exactly', advice);
    }
    const isItem = typeof path.at(-1) === 'number';
    if (isLost(value, isItem)) refuse('value that JSON does not have', 'use plain objects, arrays and strings');
    if (typeof value !== 'object' || value === null) return;
    if (path.length === deepest) {
      const problem = `cannot be sent: it is nested more than ${deepest} levels deep or is circular`;
      throw new InvalidArgumentError(argument, problem);
    }
    for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      path.push(key);
      check(inner);
      path.pop();
    }
  };
  return readArgument(argument, () => {
    check(body);
    return JSON.stringify(body);
  });
}

/** In an array, undefined would be written as null. */
function isLost(value: unknown, isItem: boolean): boolean {
  if (value === undefined) return isItem;
  if (typeof value !== 'object') return typeof value === 'function' || typeof value === 'symbol';
  return ArrayBuffer.isView(value) || unwritable.test(Object.prototype.toString.call(value));
}

/** A key that is not a plain word is in brackets: `.spec.ports[0]["a.b"]`. */
function stepOf(key: string | number): string {
  return typeof key === 'string' && /^[\w-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}

/** Requires the object to write. The copy of a promise, a Map or a Date would be an empty object. */
function requireBody<T>(argument: string, value: T): T & object {
  const body = requireObject(argument, value);
  if (Object.prototype.toString.call(body) === '[object Object]') return body;
  throw new InvalidArgumentError(argument, 'must be a plain object');
}
