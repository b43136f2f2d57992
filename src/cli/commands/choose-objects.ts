import type { ResourceHandle, RESTMapping } from '../../index.js';
import { UsageError } from '../errors.js';
import type { Session } from '../session.js';
import { findTargets, handleFor } from './object-targets.js';

/** The flags that select objects of a type. */
export interface ChoiceFlags {
  readonly selector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly all?: boolean | undefined;
  readonly allNamespaces?: boolean | undefined;
}

/** One object that a command works on. */
export interface ChosenObject {
  readonly mapping: RESTMapping;
  readonly name: string;
  /** Undefined for cluster-scoped objects. */
  readonly namespace: string | undefined;
  /** A handle of whole objects, bound to the namespace. */
  readonly handle: ResourceHandle;
}

/** The chosen objects. */
export interface Choice {
  readonly objects: readonly ChosenObject[];
  /** False if something could not be searched, which was reported: there may be more objects. */
  readonly isComplete: boolean;
}

/** Throws {@link UsageError} for words and flags that select nothing, or that select in two ways at once. */
export function checkChoice(words: readonly string[], flags: ChoiceFlags): void {
  const { all = false, allNamespaces = false } = flags;
  const selects = flags.selector !== undefined || flags.fieldSelector !== undefined;
  const isNamed = words.length > 1 || words.some((word) => word.includes('/'));
  if (isNamed && (selects || all)) throw new UsageError('Names cannot be combined with -l, --field-selector or --all.');
  if (isNamed && allNamespaces) {
    throw new UsageError('Names cannot be combined with --all-namespaces.');
  }
  if (selects && all) throw new UsageError('--all cannot be combined with a selector.');
  if (words.length === 0 && (selects || all || allNamespaces)) throw new UsageError('Specify the type: TYPE.');
  if (words.length > 0 && !isNamed && !selects && !all) {
    throw new UsageError('A type alone selects nothing: specify names, -l, --field-selector or --all.');
  }
}

/**
 * Returns the objects that words and flags select: the named ones, without reading them, or those in a list of
 * metadata.
 *
 * @param verb the verb that the resources must support
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
      const handle = handleFor(session, mapping, flags);
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
