import { isKubeError } from '../core/errors.js';
import type { ObjectLike } from '../core/model/kube-object.js';
import type { Served } from '../core/representation/shapes.js';
import type { ObjectShapes } from '../core/representation/whole-object.js';
import type { CallOptions } from '../core/resource/options.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { requireBoolean, requireCallOptions, requireName } from '../core/shared/arguments.js';
import { recordIn, type JsonRecord } from '../core/shared/json-record.js';
import { editOf, isSameJson } from './edit-object.js';
import { EditRefusedError } from './errors.js';

/** An edit that has begun: see {@link startEdit}. */
export interface StartedEdit {
  /** The object as a person edits it: without what the server sets. */
  readonly before: JsonRecord;
  /** The uid of the object. */
  readonly uid: string;
  /** Whether its status is written elsewhere, and no part of the edit. */
  readonly hasStatus: boolean;
}

/** Options of {@link applyEdit}. */
export interface ApplyEditOptions extends Pick<CallOptions, 'signal'> {
  /** Under which name the server records who manages the fields: one for all pages of a kind. */
  readonly fieldManager: string;
  /** Takes the fields that others manage. @default false */
  readonly force?: boolean | undefined;
}

const setByServer = ['managedFields', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'selfLink'];

/** Returns an object as a person edits it: without what the server sets, and without a status that is written elsewhere. */
export function editable(object: JsonRecord, hasStatus: boolean): JsonRecord {
  const { status, metadata, ...rest } = object;
  const kept = Object.entries(metadata ?? {}).filter(([name]) => !setByServer.includes(name));
  return { ...rest, metadata: Object.fromEntries(kept), ...(status !== undefined && !hasStatus && { status }) };
}

/**
 * Reads an object for a person who edits it. Keep what it returns with the text of the person, for {@link applyEdit}.
 *
 * @param handle of whole objects
 * @throws as `handle.get`
 * @example
 * const started = await startEdit(handle, 'front');
 * console.log(formatYaml(started.before));
 */
export async function startEdit<T extends ObjectLike>(
  handle: ResourceHandle<ObjectShapes<T>>,
  name: string,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<StartedEdit> {
  const { signal } = requireCallOptions(options, { signal: true }, handle);
  const whole = handle as unknown as ResourceHandle;
  const object = await whole.get(name, { signal });
  const subresources = await whole.subresources({ signal });
  const hasStatus = subresources.some(({ subresource }) => subresource === 'status');
  return { before: editable({ ...object }, hasStatus), uid: object.metadata.uid, hasStatus };
}

/**
 * Writes what a person changed in an object, and nothing else: by server-side apply, which finds conflicts with the managers of the
 * same fields; or by a patch where an apply cannot say it (it removes nothing that others manage), of the very object that the
 * person saw. What belongs to other managers is taken only with `force`.
 *
 * @param edited the object as the person left it
 * @returns the object as it is now
 * @throws EditRefusedError, with the conflicts if there are any, and nothing is written; and as `handle.get` and `handle.apply`
 * @example
 * const started = await startEdit(handle, 'front');
 * const edited = { ...started.before, spec: { replicas: 3 } };
 * await applyEdit(handle, started, edited, { fieldManager: 'my-page' });
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
 */
export async function applyEdit<T extends ObjectLike>(
  handle: ResourceHandle<ObjectShapes<T>>,
  { before, uid, hasStatus }: StartedEdit,
  edited: JsonRecord,
  options: ApplyEditOptions,
): Promise<Served<T>> {
  const checks = { fieldManager: requireName, force: requireBoolean, signal: true } as const;
  const { fieldManager, force = false, signal } = requireCallOptions(options, checks, handle);
  // What a person writes may be of any fields, whatever type its object has.
  const whole = handle as unknown as ResourceHandle;
  requireIdentity(before, edited, hasStatus);
  const after = editable(edited, hasStatus);
  const name = String(inMetadata(before, 'name'));
  const present = { ...(await whole.get(name, { signal })) };
  if (present.metadata.uid !== uid) {
    throw new EditRefusedError('replaced', 'The object was deleted and created again in the meantime.');
  }
  const edit = editOf({ before, after, present, manager: fieldManager });
  if (edit === undefined) throw new EditRefusedError('unchanged', 'The edit changes nothing.');
  const { manifest, patch, conflicts, overtaken } = edit;
  const requireFree = (fields: typeof conflicts, cause?: unknown): void => {
    if (fields.length === 0 || force) return;
    const names = fields.map(({ field, manager }) => `${field} (${manager})`).join(', ');
    throw new EditRefusedError('managed-by-others', `Others manage these fields: ${names}.`, fields, cause);
  };
  requireFree(overtaken);
  if (manifest !== undefined) {
    try {
      return (await whole.apply(manifest, { fieldManager, force, signal })) as Served<T>;
    } catch (error) {
      if (!isKubeError(error) || error.code !== 'api') throw error;
      const isOwn = error.conflicts.length > 0 && error.conflicts.every(({ manager }) => manager === fieldManager);
      // What was patched under this name counts as another manager.
      if (isOwn) return (await whole.apply(manifest, { fieldManager, force: true, signal })) as Served<T>;
      requireFree(error.conflicts, error);
      // Some servers behind the aggregator know no apply.
      if (error.statusCode !== 415) throw error;
    }
  }
  if (!isSameJson(before, editable(present, hasStatus))) {
    throw new EditRefusedError('changed', 'The object was changed in the meantime.');
  }
  requireFree(conflicts);
  return (await whole.patch(name, patch, { type: 'merge', fieldManager, signal })) as Served<T>;
}

function requireIdentity(before: JsonRecord, edited: JsonRecord, hasStatus: boolean): void {
  const field = [
    ...['apiVersion', 'kind'].filter((field) => before[field] !== edited[field]),
    ...['name', 'namespace'].filter((field) => inMetadata(before, field) !== inMetadata(edited, field)),
    ...(hasStatus && edited['status'] !== undefined ? ['status'] : []),
  ][0];
  if (field !== undefined) throw new EditRefusedError('identity', `The ${field} cannot be changed here.`);
}

function inMetadata(object: JsonRecord, name: string): unknown {
  return recordIn(object, 'metadata')[name];
}
