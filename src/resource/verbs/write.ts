import { formatGroupVersion } from '../../model/group-version.js';
import type { ObjectLike } from '../../model/kube-object.js';
import { readAnswer, type ParsedAnswer } from '../../representation/parsed-answer.js';
import type { Representation } from '../../representation/representation.js';
import type { Served, Shapes } from '../../representation/shapes.js';
import { wholeObjectIn } from '../../representation/whole-object.js';
import { requireObject } from '../../shared/arguments.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { Connection } from '../../transport/connection.js';
import { send } from '../call.js';
import { encodeBody } from '../encode-body.js';
import { ObjectMismatchError } from '../errors.js';
import { optionTables, queryOf, type PatchOptions, type PatchType, type WriteOptions } from '../options.js';
import { listPath, objectPath, targetOf, type Target } from '../target.js';

const contentType = 'application/json';
const patchInstead = 'it may not be the number that the server sent; patch the fields that you want to change instead';
const leaveOut = 'the server would get another one; leave it out';

const patchMediaTypes: ReadonlyMap<PatchType, string> = new Map([
  ['merge', 'application/merge-patch+json'],
  ['json', 'application/json-patch+json'],
  ['strategic', 'application/strategic-merge-patch+json'],
]);

/** Posts a whole object to its collection. */
export async function createObject<T extends ObjectLike>(
  connection: Connection,
  target: Target,
  object: ObjectLike,
  options: WriteOptions,
): Promise<Served<T>> {
  const { whole, at } = prepare(target, object);
  const body = encodeBody('object', whole, patchInstead);
  const query = queryOf(optionTables.write, options);
  const call = { method: 'POST', path: listPath(at), query, contentType, body, options } as const;
  return decodeWritten<T>(readAnswer(await send(connection, call), at));
}

/** Puts a whole object in the place of the one with its name. */
export async function replaceObject<T extends ObjectLike>(
  connection: Connection,
  target: Target,
  object: ObjectLike,
  options: WriteOptions,
): Promise<Served<T>> {
  const { whole, at } = prepare(target, object);
  const path = objectPath(at, whole.metadata?.name ?? '');
  const body = encodeBody('object', whole, patchInstead);
  const query = queryOf(optionTables.write, options);
  const call = { method: 'PUT', path, query, contentType, body, options } as const;
  return decodeWritten<T>(readAnswer(await send(connection, call), at));
}

/** Changes a part of one object, and answers in a representation. */
export async function patchObject<S extends Shapes>(
  connection: Connection,
  representation: Representation<S>,
  target: Target,
  { name, patch, options }: { readonly name: string; readonly patch: object; readonly options: PatchOptions },
): Promise<S['one']> {
  const query = queryOf(optionTables.patch, options);
  const path = objectPath(target, name, options.subresource);
  const call = { method: 'PATCH', path, query, ...encodePatch(patch, options), options } as const;
  const { accept, jsonAccept = accept, query: more } = representation.offer('get', target);
  return representation.decodeOne(await send(connection, call, { accept: jsonAccept, query: more }), target);
}

/** The media type and text of a patch; throws `InvalidArgumentError` when its form does not fit its type. */
function encodePatch(patch: object, { type }: PatchOptions): { contentType: string; body: string } {
  const mediaType = patchMediaTypes.get(type);
  if (mediaType === undefined) throw new InvalidArgumentError('type', 'has to be "merge", "json" or "strategic"');
  const body = encodeBody('body', patch, leaveOut);
  if (Array.isArray(patch) !== (type === 'json')) {
    throw new InvalidArgumentError('body', type === 'json' ? 'has to be an array of operations' : 'cannot be an array');
  }
  return { contentType: mediaType, body };
}

function prepare(target: Target, object: ObjectLike): { whole: ObjectLike; at: Target } {
  return { whole: withTypeOf(target, requireObject('object', object)), at: targetOf(target, object) };
}

/**
 * The object with the kind and apiVersion of what the endpoint takes: itself where it has them, a copy with them filled in
 * where they are missing. Throws {@link ObjectMismatchError} when it says otherwise.
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

/** `T` is a promise of the caller, as for what is read. */
function decodeWritten<T extends ObjectLike>(answer: ParsedAnswer): Served<T> {
  const object: ObjectLike = wholeObjectIn(answer);
  return object as Served<T>;
}
