import { isKubeError, type ResourceHandle } from 'kubeatlas';
import { formatYaml, objectsFromYaml } from 'kubeatlas/yaml';
import { editable, requireEdited } from './editable.js';
import { editOf, isSame, type ManagedByOthers } from './edit-object.js';

/** Under which name the server records what was edited here. */
const fieldManager = 'kubeatlas-dashboard';

const wayOut = 'copy what you need of your text, cancel, and edit it again.';

/** What is edited. */
export interface EditTarget {
  readonly handle: ResourceHandle;
  readonly name: string;
  /** Whether its status is written elsewhere. */
  readonly hasStatus: boolean;
}

/** An edit that has begun. */
export interface StartedEdit {
  readonly before: Readonly<Record<string, unknown>>;
  readonly uid: string;
  /** The YAML with which a person begins. */
  readonly text: string;
}

/** An edit takes fields from others. */
export class ManagedByOthersError extends Error {
  constructor(readonly conflicts: readonly ManagedByOthers[]) {
    super('Others manage these fields.');
  }
}

/** Reads an object to be edited. */
export async function startEdit({ handle, name, hasStatus }: EditTarget): Promise<StartedEdit> {
  const object = await handle.get(name);
  const text = formatYaml(editable({ ...object }, hasStatus));
  return { text, before: { ...objectsFromYaml(text)[0] }, uid: object.metadata.uid };
}

/**
 * Writes what a person changed in the text, and nothing else: by server-side apply, or else by a patch of the very object that the
 * person saw. What belongs to other managers is taken only with `force`.
 */
export async function applyEdit(target: EditTarget, { before, uid }: StartedEdit, text: string, force: boolean) {
  const { handle, name, hasStatus } = target;
  const after = requireEdited(objectsFromYaml(text), before, hasStatus);
  const found = await handle.get(name);
  if (found.metadata.uid !== uid) throw new Error(`The object was deleted and created anew meanwhile: ${wayOut}`);
  const present = { ...found };
  const edit = editOf({ before, after, present, manager: fieldManager });
  if (edit === undefined) throw new Error('Nothing is changed yet.');
  const { manifest, patch, conflicts, overtaken } = edit;
  if (overtaken.length > 0 && !force) throw new ManagedByOthersError(overtaken);
  if (manifest !== undefined) {
    try {
      return await handle.apply(manifest, { fieldManager, force });
    } catch (error) {
      if (!isKubeError(error) || error.code !== 'api') throw error;
      const isOwn = error.conflicts.length > 0 && error.conflicts.every(({ manager }) => manager === fieldManager);
      // What was patched here counts as another manager.
      if (isOwn) return handle.apply(manifest, { fieldManager, force: true });
      // Some servers behind the aggregator know no apply.
      if (error.statusCode !== 415) throw error;
    }
  }
  if (!isSame(before, editable(present, hasStatus))) {
    throw new Error(`The object was changed meanwhile: ${wayOut}`);
  }
  if (conflicts.length > 0 && !force) throw new ManagedByOthersError(conflicts);
  return handle.patch(name, patch, { type: 'merge', fieldManager });
}
