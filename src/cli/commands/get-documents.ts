import { toManifest, type KubeObject, type PartialObjectMetadata } from '../../index.js';
import { cutManagedFields, formatDocument, formatObjects, withSortedKeys } from '../terminal/documents.js';
import { exactObjects } from './exact-objects.js';
import { listOptions, type GetFlags } from './get-flags.js';
import { handleFor, type ObjectTarget } from './object-targets.js';
import type { Session } from '../session.js';

type Found = KubeObject | PartialObjectMetadata;

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
  const objects: object[] = [];
  let complete = true;
  for (const target of targets) {
    const before = objects.length;
    const done = await session.attempt(async () => {
      for await (const object of read(session, target, flags)) objects.push(prepared(object, flags));
      return true;
    });
    if (done === undefined || objects.length - before < target.names.length) complete = false;
  }
  if (objects.length === 0 && !complete) return;
  if (flags.output === 'manifest') {
    return session.print(objects.map((object) => formatDocument(object, 'yaml')).join('---\n'));
  }
  const isSingle = targets.length === 1 && targets[0]?.names.length === 1;
  await session.print(formatObjects(objects, { isSingle, format: flags.output }));
}

/** An object as it is printed, its keys in the order of the alphabet. */
export function prepared(object: Found, { output, showManagedFields }: GetFlags): object {
  if (output === 'manifest') return withSortedKeys(toManifest(object as KubeObject));
  return withSortedKeys(showManagedFields === true ? object : cutManagedFields(object));
}

async function* read(
  session: Session,
  { mapping, names }: ObjectTarget,
  flags: GetFlags,
): AsyncGenerator<Found, void, undefined> {
  const handle = await handleFor(session, mapping, flags);
  const objects = flags.metadata === true ? handle.as('PartialObjectMetadata') : handle.as(exactObjects);
  for (const name of names) {
    const object = await session.attempt<Found>(() => objects.get(name, session.calls));
    if (object !== undefined) yield object;
  }
  if (names.length === 0) yield* objects.items(listOptions(session, flags));
}
