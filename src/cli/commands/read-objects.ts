import type { AnswerShapes } from '../../representations/index.js';
import type { KubeObject, ListMeta, PartialObjectMetadata, Representation, ResourceHandle } from '../../index.js';
import { hasManifests } from '../manifests/manifest-flags.js';
import type { Session } from '../session.js';
import { isOneSource, listOptions, type GetFlags } from './get-flags.js';
import { sortObjects } from './get-sort.js';
import { handleFor, readNamed, type ObjectTarget } from './object-targets.js';

/** Whole objects, or their metadata. */
export type FoundObject = KubeObject | PartialObjectMetadata;

/** The shapes of a representation of whole objects. */
export interface ObjectForms extends AnswerShapes {
  readonly one: KubeObject;
  readonly many: { readonly items: readonly KubeObject[]; readonly metadata: ListMeta };
  readonly item: KubeObject;
  readonly event: { readonly type: string; readonly object: KubeObject };
}

export interface FoundObjects {
  readonly objects: readonly FoundObject[];
  /** False if some could not be read, which was reported. */
  readonly isComplete: boolean;
  /** Whether it is to be printed by itself, and not in a list: one was named, or a file has one. */
  readonly isSingle: boolean;
}

/**
 * Reads all objects of the targets, sorted if `--sort-by` is given.
 *
 * @param form the representation to request unless `--metadata` is given
 */
export async function readObjects(
  session: Session,
  targets: readonly ObjectTarget[],
  flags: GetFlags,
  form: Representation<ObjectForms>,
): Promise<FoundObjects> {
  const objects: FoundObject[] = [];
  let isComplete = true;
  for (const target of targets) {
    const before = objects.length;
    const done = await session.attempt(async () => {
      for await (const object of readTarget(session, target, flags, form)) objects.push(object);
      return true;
    });
    if (done === undefined || objects.length - before < target.named.length) isComplete = false;
  }
  const { sortBy } = flags;
  return {
    objects: sortBy === undefined ? objects : sortObjects(objects, sortBy, (object) => object),
    isComplete,
    isSingle: hasManifests(flags)
      ? isOneSource(flags) && objects.length === 1
      : targets.length === 1 && targets[0]?.named.length === 1,
  };
}

async function* readTarget(
  session: Session,
  target: ObjectTarget,
  flags: GetFlags,
  form: Representation<ObjectForms>,
): AsyncGenerator<FoundObject, void, undefined> {
  const objectsOf = (handle: ResourceHandle) =>
    flags.metadata === true ? handle.as('PartialObjectMetadata') : handle.as(form);
  yield* readNamed<FoundObject>(session, target, flags, (handle, name) => objectsOf(handle).get(name, session.calls));
  if (target.named.length > 0) return;
  yield* objectsOf(handleFor(session, target.mapping, flags)).items(listOptions(session, flags));
}
