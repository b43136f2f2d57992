import type { ResourceHandle, RESTMapping } from '../../index.js';
import { UsageError } from '../errors.js';
import { hasManifests, type ManifestFlags } from '../manifests/manifest-flags.js';
import { requireNamespaces, targetOfManifest } from '../manifests/manifest-target.js';
import { readManifests, type ManifestEntry } from '../manifests/read-manifests.js';
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
  /** Their types, and those that have no objects. */
  readonly mappings: readonly RESTMapping[];
  /** False if something could not be searched, which was reported: there may be more objects. */
  readonly isComplete: boolean;
}

/**
 * Throws {@link UsageError} for words and flags that select nothing, or that select in two ways at once.
 *
 * @param typeAlone whether a type alone selects all of its objects
 */
export function checkChoice(
  words: readonly string[],
  flags: ChoiceFlags & ManifestFlags,
  { typeAlone = false }: { readonly typeAlone?: boolean | undefined } = {},
): void {
  const { all = false, allNamespaces = false } = flags;
  const selects = flags.selector !== undefined || flags.fieldSelector !== undefined;
  if (hasManifests(flags)) {
    if (words.length === 0 && !selects && !all && !allNamespaces) return;
    throw new UsageError('-f and -k cannot be combined with other ways to select objects.');
  }
  if (words.length === 0 && !selects && !all && !allNamespaces) {
    const type = typeAlone ? 'TYPE' : 'TYPE with a selector';
    throw new UsageError(`Specify the objects: TYPE/NAME, TYPE NAME, ${type}, -f FILE or -k FOLDER.`);
  }
  const isNamed = words.length > 1 || words.some((word) => word.includes('/'));
  if (isNamed && (selects || all)) throw new UsageError('Names cannot be combined with a selector or --all.');
  if (isNamed && allNamespaces) {
    throw new UsageError('Names cannot be combined with --all-namespaces.');
  }
  if (selects && all) throw new UsageError('--all cannot be combined with a selector.');
  if (words.length === 0 && (selects || all || allNamespaces)) throw new UsageError('Specify the type: TYPE.');
  if (!typeAlone && words.length > 0 && !isNamed && !selects && !all) {
    throw new UsageError('A type alone selects nothing: specify names, a selector or --all.');
  }
}

/**
 * Returns the objects that words and flags select: the named ones and those of manifests, without reading them, or those
 * in a list of metadata.
 *
 * @param verb the verb that the resources must support
 */
export async function chooseObjects(
  session: Session,
  words: readonly string[],
  flags: ChoiceFlags & ManifestFlags,
  verb: string,
): Promise<Choice> {
  if (hasManifests(flags)) return chooseByManifests(session, flags);
  const targets = await findTargets(session, words, { named: [verb], all: [verb, 'list'] });
  const objects: ChosenObject[] = [];
  let isComplete = targets.length > 0;
  for (const { mapping, named } of targets) {
    const namespace = mapping.scope === 'Namespaced' ? session.namespace : undefined;
    const done = await session.attempt(async () => {
      const handle = handleFor(session, mapping, flags);
      objects.push(...named.map(({ name }) => ({ mapping, name, namespace, handle })));
      if (named.length > 0) return true;
      const { selector = '', fieldSelector } = flags;
      const options = {
        ...session.calls,
        labelSelector: selector === '' ? undefined : selector,
        fieldSelector,
        limit: 500,
      };
      for await (const { metadata } of handle.as('PartialObjectMetadata').items(options)) {
        const own = namespace === undefined ? undefined : metadata.namespace;
        const bound = own === undefined || handle.boundNamespace !== undefined ? handle : handle.namespace(own);
        objects.push({ mapping, name: metadata.name, namespace: own, handle: bound });
      }
      return true;
    });
    isComplete &&= done === true;
  }
  return { objects, mappings: targets.map(({ mapping }) => mapping), isComplete };
}

/**
 * Returns the objects of manifests, as they are on the server.
 *
 * @param inOrder sorts them
 */
export async function chooseByManifests(
  session: Session,
  flags: ManifestFlags,
  inOrder: (manifests: readonly ManifestEntry[]) => readonly ManifestEntry[] = (manifests) => manifests,
): Promise<Choice> {
  const objects: ChosenObject[] = [];
  const manifests = await readManifests(session, flags);
  requireNamespaces(manifests, session.givenNamespace);
  for (const manifest of inOrder(manifests)) {
    const target = await session.attempt(() => targetOfManifest(session, manifest));
    if (target !== undefined) objects.push({ ...target, name: manifest.object.metadata.name });
  }
  return { objects, mappings: objects.map(({ mapping }) => mapping), isComplete: objects.length > 0 };
}
