import { toManifest } from '../../representations/index.js';
import {
  cutManagedFields,
  formatDocument,
  formatObjects,
  withSortedKeys,
  type DocumentFormat,
} from '../terminal/documents.js';
import { exactObjects } from './exact-objects.js';
import type { GetFlags } from './get-flags.js';
import type { ObjectTarget } from './object-targets.js';
import { readObjects, type FoundObject } from './read-objects.js';
import type { Session } from '../session.js';

/** The formats in which whole objects are printed. */
export type DocumentOutput = DocumentFormat | 'manifest';

/**
 * Prints `-o json`, `-o yaml` and `-o kyaml` as kubectl does: the object itself if one was named, otherwise a `List`; `-o manifest`
 * as a YAML document for each object. Prints nothing if none of the requested objects exists.
 */
export async function printDocuments(
  session: Session,
  targets: readonly ObjectTarget[],
  flags: GetFlags & { readonly output: DocumentOutput },
): Promise<void> {
  const found = await readObjects(session, targets, flags, exactObjects);
  const { isComplete, isSingle } = found;
  if (found.objects.length === 0 && !isComplete) return;
  const objects = found.objects.map((object) => prepared(object, flags));
  if (flags.output === 'manifest') {
    return session.print(objects.map((object) => formatDocument(object, 'yaml')).join('---\n'));
  }
  await session.print(formatObjects(objects, { isSingle, format: flags.output }));
}

/** Prepares an object for printing, with its keys in alphabetical order. */
export function prepared(object: FoundObject, { output, showManagedFields }: GetFlags): object {
  if (output === 'manifest') return withSortedKeys(toManifest(object));
  return withSortedKeys(showManagedFields === true ? object : cutManagedFields(object));
}
