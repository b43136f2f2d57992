import type { KubeObject, PartialObjectMetadata, ResourceHandle } from '../../index.js';
import { formatObjects } from '../terminal/documents.js';
import { listOptions, type GetFlags } from './get-flags.js';
import { handleFor, type Target } from './object-targets.js';
import type { Session } from '../session.js';

type Found = KubeObject | PartialObjectMetadata;

/**
 * `-o json` and `-o yaml`: one object alone where one was named, else a `List` of all, as kubectl prints them. Nothing is
 * printed when none of the objects asked for is there.
 */
export async function printDocuments(
  session: Session,
  targets: readonly Target[],
  flags: GetFlags & { readonly output: 'json' | 'yaml' },
): Promise<void> {
  const objects: Found[] = [];
  let complete = true;
  for (const target of targets) {
    const before = objects.length;
    const done = await session.attempt(async () => {
      const handle = await handleFor(session, target.mapping, flags);
      const shape = flags.metadata === true ? handle.as('PartialObjectMetadata') : handle;
      for await (const object of read(session, shape, target, flags)) objects.push(object);
      return true;
    });
    if (done === undefined || objects.length - before < target.names.length) complete = false;
  }
  if (objects.length === 0 && !complete) return;
  const shown = flags.showManagedFields === true ? objects : objects.map(withoutManagedFields);
  const isSingle = targets.length === 1 && targets[0]?.names.length === 1;
  await session.print(formatObjects(shown, { isSingle, format: flags.output }));
}

async function* read(
  session: Session,
  handle: ResourceHandle<Found, unknown, Found>,
  { names }: Target,
  flags: GetFlags,
): AsyncGenerator<Found, void, undefined> {
  for (const name of names) {
    const object = await session.attempt(() => handle.get(name, session.calls));
    if (object !== undefined) yield object;
  }
  if (names.length === 0) yield* handle.items(listOptions(session, flags));
}

/** They are most of the text and tell a reader little. */
function withoutManagedFields(object: Found): Found {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
