import type { KubeList, KubeObject } from '../../model/kube-object.js';
import type { Status } from '../../model/status.js';
import { ParsedAnswer } from '../../representation/parsed-answer.js';
import { wholeObject, wholeObjectIn } from '../../representation/whole-object.js';
import { begin, listPath, objectPath, reach, send, type HandleParts } from '../call.js';
import { NamespaceRequiredError } from '../errors.js';
import { type DeleteCollectionOptions, type DeleteOptions, optionTables } from '../options.js';

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
  parts: HandleParts,
  options: DeleteCollectionOptions,
): Promise<DeleteCollectionResult> {
  const call = begin(parts.connection, optionTables.deleteCollection, options);
  const sent = bodyOf(options);
  const at = await reach(parts, 'deletecollection', call);
  const { resource, scope } = at.mapping;
  if (scope === 'Namespaced' && at.namespace === undefined) throw new NamespaceRequiredError(resource);
  const body = await send(parts.connection, { ...call.request, ...sent, method: 'DELETE', path: listPath(at) });
  const answer = new ParsedAnswer(body, at);
  if (answer.requireShape('many', 'status', 'list') === 'status') return { status: answer.body };
  return { list: wholeObject().decodeMany(body, at) };
}

/** Deletes one object, and returns the server's answer. */
export async function deleteObject(parts: HandleParts, name: string, options: DeleteOptions): Promise<DeleteResult> {
  const call = begin(parts.connection, optionTables.delete, options);
  const sent = bodyOf(options);
  const at = await reach(parts, 'delete', call);
  const request = { ...call.request, ...sent, method: 'DELETE', path: objectPath(at, name) } as const;
  const answer = new ParsedAnswer(await send(parts.connection, request), at);
  return answer.requireShape('one', 'status', 'object') === 'status'
    ? { status: answer.body }
    : { object: wholeObjectIn(answer) };
}

/** The options are sent in the body, because servers read all of them there. */
function bodyOf({ dryRun, gracePeriodSeconds, propagationPolicy, preconditions }: DeleteOptions) {
  const given = [dryRun, gracePeriodSeconds, propagationPolicy, preconditions];
  if (given.every((value) => value === undefined)) return {};
  const body = {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    gracePeriodSeconds,
    propagationPolicy,
    preconditions: preconditions && { uid: preconditions.uid, resourceVersion: preconditions.resourceVersion },
    dryRun: dryRun === undefined ? undefined : [dryRun],
  };
  return { contentType: 'application/json', body: JSON.stringify(body) };
}
