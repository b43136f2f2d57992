import type { ObjectLike } from '../model/kube-object.js';
import { readAnswer } from '../representation/answer.js';
import { shapeOf } from '../representation/answer-shape.js';
import { wholeObject } from '../representation/whole-object.js';
import type { Connection } from '../transport/connection.js';
import { callForJson } from './call.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { encodeBody } from './encode-body.js';
import { withTypeOf } from './object-mismatch-error.js';
import type { DeleteOptions, PatchOptions, PatchType, WriteOptions } from './options.js';
import { writeQuery } from './query.js';
import type { DeleteResult } from './resource-handle.js';
import { listPath, objectPath, targetOf, type Target } from './target.js';

const contentType = 'application/json';

const patchMediaTypes: ReadonlyMap<PatchType, string> = new Map([
  ['merge', 'application/merge-patch+json'],
  ['json', 'application/json-patch+json'],
  ['strategic', 'application/strategic-merge-patch+json'],
]);

/** Posts a whole object to its collection. */
export async function createObject<T extends ObjectLike>(
  connection: Connection,
  target: Target,
  object: T,
  options: WriteOptions,
): Promise<T> {
  const { whole, at } = prepare(target, object);
  const body = encodeBody('object', whole);
  const query = writeQuery(options);
  const answer = await callForJson(connection, {
    method: 'POST',
    path: listPath(at),
    query,
    contentType,
    body,
    options,
  });
  return wholeObject<T>().decodeOne(answer, at);
}

/** Puts a whole object in the place of the one with its name. */
export async function replaceObject<T extends ObjectLike>(
  connection: Connection,
  target: Target,
  object: T,
  options: WriteOptions,
): Promise<T> {
  const { whole, at } = prepare(target, object);
  const path = objectPath(at, whole.metadata?.name ?? '');
  const body = encodeBody('object', whole);
  const query = writeQuery(options);
  const answer = await callForJson(connection, { method: 'PUT', path, query, contentType, body, options });
  return wholeObject<T>().decodeOne(answer, at);
}

/** Deletes one object; tells by the answer whether it is gone or going. */
export async function deleteObject(
  connection: Connection,
  target: Target,
  name: string,
  options: DeleteOptions,
): Promise<DeleteResult> {
  const path = objectPath(target, name);
  const body = deleteOptionsOf(options);
  const answer = await callForJson(connection, {
    method: 'DELETE',
    path,
    ...(body === undefined ? {} : { contentType, body: JSON.stringify(body) }),
    options,
  });
  if (shapeOf(readAnswer(answer, target)) === 'status') return { status: answer };
  return { object: wholeObject().decodeOne(answer, target) };
}

/** The media type and text of a patch; throws `InvalidArgumentError` when its form does not fit its type. */
export function encodePatch(patch: object, { type }: PatchOptions): { contentType: string; body: string } {
  const mediaType = patchMediaTypes.get(type);
  if (mediaType === undefined) throw new InvalidArgumentError('type', 'has to be "merge", "json" or "strategic"');
  const body = encodeBody('body', patch);
  if (Array.isArray(patch) !== (type === 'json')) {
    throw new InvalidArgumentError('body', type === 'json' ? 'has to be an array of operations' : 'cannot be an array');
  }
  return { contentType: mediaType, body };
}

function prepare<T extends ObjectLike>(target: Target, object: T): { whole: T; at: Target } {
  const given: unknown = object;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidArgumentError('object', 'has to be an object');
  }
  return { whole: withTypeOf(target.mapping.kind, object), at: targetOf(target, object) };
}

function deleteOptionsOf(options: DeleteOptions): object | undefined {
  const { dryRun, gracePeriodSeconds, propagationPolicy, preconditions } = options;
  const { uid, resourceVersion } = preconditions ?? {};
  const given = [dryRun, gracePeriodSeconds, propagationPolicy, uid, resourceVersion];
  if (given.every((value) => value === undefined)) return undefined;
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    gracePeriodSeconds,
    propagationPolicy,
    preconditions: uid === undefined && resourceVersion === undefined ? undefined : { uid, resourceVersion },
    dryRun: dryRun === undefined ? undefined : [dryRun],
  };
}
