import type { AnswerShapes } from '../../representations/index.js';
import type { KubeObject, ListMeta, PartialObjectMetadata, Representation } from '../../index.js';
import type { Session } from '../session.js';
import { listOptions, type GetFlags } from './get-flags.js';
import { sortObjects } from './get-sort.js';
import { handleFor, type ObjectTarget } from './object-targets.js';

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
  /** Whether a single object was requested by name. */
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
    if (done === undefined || objects.length - before < target.names.length) isComplete = false;
  }
  const { sortBy } = flags;
  return {
    objects: sortBy === undefined ? objects : sortObjects(objects, sortBy, (object) => object),
    isComplete,
    isSingle: targets.length === 1 && targets[0]?.names.length === 1,
  };
}

async function* readTarget(
  session: Session,
  { mapping, names }: ObjectTarget,
  flags: GetFlags,
  form: Representation<ObjectForms>,
): AsyncGenerator<FoundObject, void, undefined> {
  const handle = handleFor(session, mapping, flags);
  const objects = flags.metadata === true ? handle.as('PartialObjectMetadata') : handle.as(form);
  for (const name of names) {
    const object = await session.attempt<FoundObject>(() => objects.get(name, session.calls));
    if (object !== undefined) yield object;
  }
  if (names.length === 0) yield* objects.items(listOptions(session, flags));
}
