import type { Catalog } from '../../catalog/catalog.js';
import type { PatchType } from '../../representation/partial-shapes.js';
import { formatGroupVersion } from '../../model/group-version.js';
import type { ObjectLike } from '../../model/kube-object.js';
import { readAnswer, type ParsedAnswer } from '../../representation/parsed-answer.js';
import type { Representation, RepresentationOffer } from '../../representation/representation.js';
import type { Served, Shapes } from '../../representation/shapes.js';
import { wholeObjectIn } from '../../representation/whole-object.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { Connection, QueryParameters } from '../../transport/connection.js';
import { send } from '../call.js';
import { requireSubresource, requireVerb } from '../capabilities.js';
import { encodeBody, requireBody } from '../encode-body.js';
import { ObjectMismatchError } from '../errors.js';
import {
  optionTables,
  queryOf,
  type ApplyOptions,
  type CreateSubresourceOptions,
  type PatchOptions,
  type SubresourceChoice,
  type WriteOptions,
} from '../options.js';
import { listPath, objectPath, targetOf, type Target } from '../target.js';

const contentType = 'application/json';
/** What to do about a number in a body that JavaScript does not hold exactly. */
export const patchInstead = 'it may differ from the number that the server sent; patch the fields to change instead';
/** The same in an apply. */
export const leaveOut = 'the server would receive a different one; omit it';

const patchMediaTypes: ReadonlyMap<PatchType, string> = new Map([
  ['merge', 'application/merge-patch+json'],
  ['json', 'application/json-patch+json'],
  ['strategic', 'application/strategic-merge-patch+json'],
]);

/** The parts of a handle that writes use. */
export interface Writer {
  readonly connection: Connection;
  /** Called once the endpoint has been found. */
  readonly target: () => Target;
  readonly currentCatalog: () => Catalog | undefined;
}

/** Posts a whole object to its collection, or a body to a subresource of one object. */
export async function createObject<T extends ObjectLike>(
  writer: Writer,
  object: ObjectLike,
  options: Partial<CreateSubresourceOptions>,
): Promise<Served<T>> {
  const query = queryOf(optionTables.create, options);
  const { subresource, name = object.metadata?.name ?? '' } = options;
  if (subresource !== undefined) {
    const path = (at: Target): string => objectPath(at, name, subresource);
    return writeSubresource(writer, object, { method: 'POST', verb: 'create', subresource, path, query, options });
  }
  if (options.name !== undefined)
    throw new InvalidArgumentError('name', 'is only for subresources: set metadata.name instead');
  const at = writer.target();
  requireVerb(writer.currentCatalog(), at.mapping.resource, 'create');
  const { whole, at: narrowed } = prepare(at, object);
  const body = encodeBody('object', whole, patchInstead);
  const call = { method: 'POST', path: listPath(narrowed), query, contentType, body, options } as const;
  return decodeWritten<T>(readAnswer(await send(writer.connection, call), narrowed));
}

/** Replaces the object of the same name, or a subresource of it. */
export async function replaceObject<T extends ObjectLike>(
  writer: Writer,
  object: ObjectLike,
  options: WriteOptions & Partial<SubresourceChoice>,
): Promise<Served<T>> {
  const query = queryOf(optionTables.replace, options);
  const name = object.metadata?.name ?? '';
  const { subresource } = options;
  if (subresource !== undefined) {
    const path = (at: Target): string => objectPath(at, name, subresource);
    return writeSubresource(writer, object, { method: 'PUT', verb: 'update', subresource, path, query, options });
  }
  const at = writer.target();
  requireVerb(writer.currentCatalog(), at.mapping.resource, 'update');
  const { whole, at: narrowed } = prepare(at, object);
  const path = objectPath(narrowed, whole.metadata?.name ?? '');
  const body = encodeBody('object', whole, patchInstead);
  const call = { method: 'PUT', path, query, contentType, body, options } as const;
  return decodeWritten<T>(readAnswer(await send(writer.connection, call), narrowed));
}

/**
 * Applies the fields that a manager wants, creating the object if it is missing, and returns it in a representation.
 */
export async function applyObject<S extends Shapes>(
  { connection, target: boundTarget, currentCatalog }: Writer,
  representation: Representation<S>,
  { object, options }: { readonly object: ObjectLike; readonly options: ApplyOptions },
): Promise<S['one']> {
  const query = queryOf(optionTables.apply, options);
  if ((options.fieldManager as string | undefined) === undefined) {
    throw new InvalidArgumentError('fieldManager', 'is required: a fixed name for your program');
  }
  const { subresource } = options;
  const { whole, at } = prepare(boundTarget(), object);
  const path = objectPath(at, whole.metadata?.name ?? '', subresource);
  if (subresource === undefined) requireVerb(currentCatalog(), at.mapping.resource, 'patch');
  else requireSubresource(currentCatalog(), at.mapping.resource, { subresource, verb: 'patch' });
  if (whole.metadata !== undefined && Reflect.get(whole.metadata, 'managedFields') !== undefined) {
    throw new InvalidArgumentError('object', 'contains metadata.managedFields, which the server rejects: omit it');
  }
  // JSON is YAML, and every server accepts it under this media type; but YAML parsers reject some characters that JSON
  // allows, and take others for line breaks.
  const body = encodeBody('object', whole, leaveOut).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const call = { method: 'PATCH', path, query, contentType: 'application/apply-patch+yaml', body, options } as const;
  return representation.decodeOne(await send(connection, call, offerOfWrite(representation, at)), at);
}

interface SubresourceWrite {
  readonly method: 'POST' | 'PUT';
  readonly verb: 'create' | 'update';
  readonly subresource: string;
  readonly path: (at: Target) => string;
  readonly query: QueryParameters;
  readonly options: WriteOptions;
}

/** Subresources usually take and return kinds other than the resource's: an Eviction and a Status, for example. */
async function writeSubresource<T>(
  { connection, target, currentCatalog }: Writer,
  object: ObjectLike,
  { method, verb, subresource, path, query, options }: SubresourceWrite,
): Promise<Served<T>> {
  const at = targetOf(target(), requireBody('object', object));
  const url = path(at);
  const entry = requireSubresource(currentCatalog(), at.mapping.resource, { subresource, verb });
  const kind = entry?.acceptedTypes.length === 1 ? entry.acceptedTypes[0] : entry?.responseKind;
  const type = kind === undefined ? {} : { apiVersion: formatGroupVersion(kind), kind: kind.kind };
  const typed = object.apiVersion === undefined && object.kind === undefined ? { ...type, ...object } : object;
  const body = encodeBody('object', typed, patchInstead);
  const answer = readAnswer(await send(connection, { method, path: url, query, contentType, body, options }), at);
  return answer.body as Served<T>;
}

/** Changes a part of one object, and returns it in a representation. */
export async function patchObject<S extends Shapes>(
  { connection, target: boundTarget, currentCatalog }: Writer,
  representation: Representation<S>,
  { name, patch, options }: { readonly name: string; readonly patch: object; readonly options: PatchOptions },
): Promise<S['one']> {
  const query = queryOf(optionTables.patch, options);
  const target = boundTarget();
  const { subresource } = options;
  const path = objectPath(target, name, subresource);
  if (subresource === undefined) requireVerb(currentCatalog(), target.mapping.resource, 'patch');
  else requireSubresource(currentCatalog(), target.mapping.resource, { subresource, verb: 'patch' });
  const call = { method: 'PATCH', path, query, ...encodePatch(patch, options), options } as const;
  return representation.decodeOne(await send(connection, call, offerOfWrite(representation, target)), target);
}

/** A write cannot be repeated, so nothing is offered that may turn out to be unreadable. */
function offerOfWrite(representation: Representation<Shapes>, target: Target): RepresentationOffer {
  const { accept, jsonAccept = accept, query } = representation.offer('get', target);
  return { accept: jsonAccept, query };
}

/** Returns the media type and text of a patch; throws `InvalidArgumentError` if its form does not fit its type. */
function encodePatch(patch: object, { type }: PatchOptions): { contentType: string; body: string } {
  const mediaType = patchMediaTypes.get(type);
  if (mediaType === undefined) throw new InvalidArgumentError('type', 'must be "merge", "json" or "strategic"');
  const body = encodeBody('body', Array.isArray(patch) ? patch : requireBody('body', patch), leaveOut);
  if (Array.isArray(patch) !== (type === 'json')) {
    throw new InvalidArgumentError('body', type === 'json' ? 'must be an array of operations' : 'must not be an array');
  }
  return { contentType: mediaType, body };
}

function prepare(target: Target, object: ObjectLike): { whole: ObjectLike; at: Target } {
  return { whole: withTypeOf(target, requireBody('object', object)), at: targetOf(target, object) };
}

/**
 * Returns the object with the kind and apiVersion that the endpoint takes: the object itself if it has both, otherwise
 * a copy with the missing ones filled in. Throws {@link ObjectMismatchError} if the object has others.
 */
function withTypeOf({ mapping, objectKind }: Target, object: ObjectLike): ObjectLike {
  const kinds = [mapping.kind, ...(objectKind === undefined ? [] : [objectKind])];
  const apiVersion = object.apiVersion ?? undefined;
  const kind = object.kind ?? undefined;
  const fits = kinds.findLast(
    (each) =>
      (apiVersion ?? formatGroupVersion(each)) === formatGroupVersion(each) && (kind ?? each.kind) === each.kind,
  );
  if (fits === undefined) throw new ObjectMismatchError(mapping.kind, object);
  if (apiVersion !== undefined && kind !== undefined) return object;
  const type = { apiVersion: formatGroupVersion(fits), kind: fits.kind };
  return { ...type, ...object, ...type };
}

/** `T` is the caller's claim, as it is for reads. */
function decodeWritten<T extends ObjectLike>(answer: ParsedAnswer): Served<T> {
  const object: ObjectLike = wholeObjectIn(answer);
  return object as Served<T>;
}
