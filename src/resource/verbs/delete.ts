import type { KubeObject } from '../../model/kube-object.js';
import type { Status } from '../../model/status.js';
import { shapeOf } from '../../representation/answer-shape.js';
import { readAnswer } from '../../representation/parsed-answer.js';
import { wholeObjectIn } from '../../representation/whole-object.js';
import type { Connection } from '../../transport/connection.js';
import { send } from '../call.js';
import { optionTables, queryOf, type DeleteOptions } from '../options.js';
import { objectPath, type Target } from '../target.js';

/**
 * The outcome of a delete, as the server tells it: a `Status`, or the object as it was last. An object does not mean
 * that something is left: finalizers or a grace period may keep it, but services, for one, answer it and are gone.
 */
export type DeleteResult =
  | { readonly status: Status; readonly object?: undefined }
  | { readonly object: KubeObject; readonly status?: undefined };

/** Deletes one object; tells by the answer whether it is gone or going. */
export async function deleteObject(
  connection: Connection,
  target: Target,
  name: string,
  options: DeleteOptions,
): Promise<DeleteResult> {
  const query = queryOf(optionTables.delete, options);
  const path = objectPath(target, name);
  const body = deleteOptionsOf(options);
  const call = {
    method: 'DELETE',
    path,
    query,
    ...(body === undefined ? {} : { contentType: 'application/json', body: JSON.stringify(body) }),
    options,
  } as const;
  const answer = readAnswer(await send(connection, call), target);
  return shapeOf(answer, 'one') === 'status' ? { status: answer.body } : { object: wholeObjectIn(answer) };
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
