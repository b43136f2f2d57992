import type { KubeObject, ResourceHandle } from 'kubeatlas';
import { applyEdit, startEdit, type StartedEdit } from 'kubeatlas/views';
import { formatYaml, objectsFromYaml } from 'kubeatlas/yaml';
import { requireOne } from './edited-text.js';

/** Under which name the server records what was edited here. */
const fieldManager = 'kubeatlas-dashboard';

/** An edit that has begun, with the YAML with which a person begins. */
export interface StartedText extends StartedEdit {
  readonly text: string;
}

/** Reads an object to be edited. */
export async function startText(handle: ResourceHandle, name: string): Promise<StartedText> {
  const started = await startEdit(handle, name);
  const text = formatYaml(started.before);
  // As the text will be read.
  return { ...started, text, before: { ...objectsFromYaml(text)[0] } };
}

/** Writes what a person changed in the text. What belongs to other managers is taken only with `force`. */
export function applyText(
  handle: ResourceHandle,
  started: StartedEdit,
  text: string,
  force: boolean,
): Promise<KubeObject> {
  return applyEdit(handle, started, requireOne(objectsFromYaml(text)), { fieldManager, force });
}
