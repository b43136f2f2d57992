import { toManifest } from '../../index.js';
import { cutManagedFields, formatDocument, formatObjects, withSortedKeys } from '../terminal/documents.js';
import { exactObjects } from './exact-objects.js';
import type { GetFlags } from './get-flags.js';
import type { ObjectTarget } from './object-targets.js';
import { readObjects, type FoundObject } from './read-objects.js';
import type { Session } from '../session.js';

/** The forms in which objects are printed whole. */
export type DocumentOutput = 'json' | 'yaml' | 'manifest';

/**
 * `-o json` and `-o yaml`: one object alone where one was named, else a `List` of all, as kubectl prints them; `-o manifest`: a
 * document of YAML for each. Nothing is printed when none of the objects asked for is there.
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

/** An object as it is printed, its keys in the order of the alphabet. */
export function prepared(object: FoundObject, { output, showManagedFields }: GetFlags): object {
  if (output === 'manifest') return withSortedKeys(toManifest(object));
  return withSortedKeys(showManagedFields === true ? object : cutManagedFields(object));
}
