import { cutManagedFields, formatObjects, withSortedKeys } from '../terminal/documents.js';
import { exactObjects } from './exact-objects.js';
import type { GetFlags } from './get-flags.js';
import type { ObjectTarget } from './object-targets.js';
import { readObjects, type FoundObject } from './read-objects.js';
import type { Session } from '../session.js';

/**
 * `-o json` and `-o yaml`: one object alone where one was named, else a `List` of all, as kubectl prints them. Nothing is
 * printed when none of the objects asked for is there.
 */
export async function printDocuments(
  session: Session,
  targets: readonly ObjectTarget[],
  flags: GetFlags & { readonly output: 'json' | 'yaml' },
): Promise<void> {
  const prepare = (object: FoundObject): object =>
    withSortedKeys(flags.showManagedFields === true ? object : cutManagedFields(object));
  const { objects, isComplete, isSingle } = await readObjects(session, targets, flags, exactObjects);
  if (objects.length === 0 && !isComplete) return;
  await session.print(formatObjects(objects.map(prepare), { isSingle, format: flags.output }));
}
