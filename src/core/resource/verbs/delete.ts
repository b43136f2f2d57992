import type { KubeList, KubeObject } from '../../model/kube-object.js';
import type { Status } from '../../model/status.js';
import { readAnswer, shapeOf } from '../../representation/parsed-answer.js';
import { wholeObject, wholeObjectIn } from '../../representation/whole-object.js';
import { send } from '../call.js';
import { requireVerb } from '../capabilities.js';
import { NamespaceRequiredError } from '../errors.js';
import { type DeleteCollectionOptions, type DeleteOptions, optionTables, queryOf } from '../options.js';
import { listPath, objectPath } from '../target.js';
import type { Writer } from './write.js';

/**
 * The server's answer to a delete: a `Status`, or the last state of the object. An object does not mean that it still
 * exists: finalizers or a grace period may keep it, but a service, for example, is returned and already gone.
 */
export type DeleteResult =
  | { readonly status: Status; readonly object?: undefined }
  | { readonly object: KubeObject; readonly status?: undefined };

/**
 * The server's answer to a delete of many objects: their last states, or a `Status`. An object in the list may or may
 * not still exist.
 */
export type DeleteCollectionResult =
  { readonly list: KubeList; readonly status?: undefined } | { readonly status: Status; readonly list?: undefined };

/** Deletes the objects that selectors choose, in one namespace or of a cluster-scoped resource. */
export async function deleteObjects(
  { connection, target, currentCatalog }: Writer,
  options: DeleteCollectionOptions,
): Promise<DeleteCollectionResult> {
  const query = queryOf(optionTables.deleteCollection, options);
  const at = target();
  const { resource, scope } = at.mapping;
  requireVerb(currentCatalog(), resource, 'deletecollection');
  if (scope === 'Namespaced' && at.namespace === undefined) throw new NamespaceRequiredError(resource);
  const call = { method: 'DELETE', path: listPath(at), query, ...bodyOf(options), options } as const;
  const body = await send(connection, call);
  const answer = readAnswer(body, at);
  if (shapeOf(answer, 'many') === 'status') return { status: answer.body };
  return { list: wholeObject().decodeMany(body, at) };
}

/** Deletes one object, and returns the server's answer. */
export async function deleteObject(
  { connection, target, currentCatalog }: Writer,
  name: string,
  options: DeleteOptions,
): Promise<DeleteResult> {
  const query = queryOf(optionTables.delete, options);
  const at = target();
  requireVerb(currentCatalog(), at.mapping.resource, 'delete');
  const call = { method: 'DELETE', path: objectPath(at, name), query, ...bodyOf(options), options } as const;
  const answer = readAnswer(await send(connection, call), at);
  return shapeOf(answer, 'one') === 'status' ? { status: answer.body } : { object: wholeObjectIn(answer) };
}

/** The options are sent in the body, because servers read all of them there. */
function bodyOf(options: DeleteOptions): { readonly contentType?: string; readonly body?: string } {
  const body = deleteOptionsOf(options);
  return body === undefined ? {} : { contentType: 'application/json', body: JSON.stringify(body) };
}

function deleteOptionsOf(options: DeleteOptions): object | undefined {
  const { dryRun, gracePeriodSeconds, propagationPolicy, preconditions } = options;
  const given = [dryRun, gracePeriodSeconds, propagationPolicy, preconditions];
  if (given.every((value) => value === undefined)) return undefined;
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    gracePeriodSeconds,
    propagationPolicy,
    preconditions: preconditions && { uid: preconditions.uid, resourceVersion: preconditions.resourceVersion },
    dryRun: dryRun === undefined ? undefined : [dryRun],
  };
}
