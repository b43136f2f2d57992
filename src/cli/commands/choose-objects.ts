import type { ResourceHandle, RESTMapping } from '../../index.js';
import { UsageError } from '../errors.js';
import type { Session } from '../session.js';
import { findTargets, handleFor } from './object-targets.js';

/** The flags that choose objects of a type. */
export interface ChoiceFlags {
  readonly selector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly all?: boolean | undefined;
  readonly allNamespaces?: boolean | undefined;
}

/** One object that a command is about. */
export interface ChosenObject {
  readonly mapping: RESTMapping;
  readonly name: string;
  /** Undefined for what has none. */
  readonly namespace: string | undefined;
  /** Of whole objects, bound to the namespace. */
  readonly handle: ResourceHandle;
}

/** The objects that were chosen. */
export interface Choice {
  readonly objects: readonly ChosenObject[];
  /** False where not everything could be looked through, which was told then: what was not found may be there. */
  readonly isComplete: boolean;
}

/** Throws {@link UsageError} for words and flags that choose nothing, or in two ways at once. */
export function checkChoice(words: readonly string[], flags: ChoiceFlags): void {
  const { all = false, allNamespaces = false } = flags;
  const selects = flags.selector !== undefined || flags.fieldSelector !== undefined;
  const isNamed = words.length > 1 || words.some((word) => word.includes('/'));
  if (isNamed && (selects || all)) throw new UsageError('Give names, or -l, --field-selector or --all, not both.');
  if (isNamed && allNamespaces) {
    throw new UsageError('An object of a name is in one namespace: give names or --all-namespaces, not both.');
  }
  if (selects && all) throw new UsageError('Give --all or a selector, not both.');
  if (words.length === 0 && (selects || all || allNamespaces)) throw new UsageError('Say of which type: TYPE.');
  if (words.length > 0 && !isNamed && !selects && !all) {
    throw new UsageError('A type was given, and no name: give names, -l, --field-selector or --all.');
  }
}

/**
 * The objects that words and flags choose: those of the names, unread, or all that a list of metadata tells.
 *
 * @param verb what the resources must be able to do
 */
export async function chooseObjects(
  session: Session,
  words: readonly string[],
  flags: ChoiceFlags,
  verb: string,
): Promise<Choice> {
  const targets = await findTargets(session, words, { named: [verb], all: [verb, 'list'] });
  const objects: ChosenObject[] = [];
  let isComplete = targets.length > 0;
  for (const { mapping, names } of targets) {
    const namespace = mapping.scope === 'Namespaced' ? session.namespace : undefined;
    const done = await session.attempt(async () => {
      const handle = await handleFor(session, mapping, flags);
      objects.push(...names.map((name) => ({ mapping, name, namespace, handle })));
      if (names.length > 0) return true;
      const { selector: labelSelector, fieldSelector } = flags;
      const options = { ...session.calls, labelSelector, fieldSelector, limit: 500 };
      for await (const { metadata } of handle.as('PartialObjectMetadata').items(options)) {
        const own = namespace === undefined ? undefined : metadata.namespace;
        const bound = own === undefined || handle.boundNamespace !== undefined ? handle : handle.namespace(own);
        objects.push({ mapping, name: metadata.name, namespace: own, handle: bound });
      }
      return true;
    });
    isComplete &&= done === true;
  }
  return { objects, isComplete };
}
