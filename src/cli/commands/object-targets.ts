import {
  formatGroupVersionResource,
  isObjectNotFound,
  type Resolution,
  type ResourceHandle,
  type RESTMapping,
} from '../../index.js';
import { noteUnread, warnOfAlternatives } from './resolution-warnings.js';
import type { Session } from '../session.js';
import { UsageError } from '../errors.js';

/** Objects of one type: the named ones, or all if none is named. */
export interface ObjectTarget {
  readonly mapping: RESTMapping;
  readonly named: readonly NamedObject[];
}

/** An object that words or a manifest name. */
export interface NamedObject {
  readonly name: string;
  /** That of a manifest. @default the session's */
  readonly namespace?: string | undefined;
}

/** The verbs that resources must support to be candidates. */
export interface RequiredVerbs {
  /** If objects are named. */
  readonly named: readonly string[];
  /** If all objects are meant. */
  readonly all: readonly string[];
}

/**
 * Reads `TYPE[,TYPE...] [NAME...]` or `TYPE/NAME...` as kubectl does, each type once, in the order of the words.
 * Reports a type that does not exist, and still returns the others. Throws {@link UsageError} for words that make no
 * sense together.
 */
export async function findTargets(
  session: Session,
  words: readonly string[],
  verbs: RequiredVerbs,
): Promise<readonly ObjectTarget[]> {
  const targets = new Map<string, { readonly mapping: RESTMapping; readonly names: Set<string> }>();
  const add = ({ mapping, name }: Resolution, names: readonly string[]): void => {
    const key = formatGroupVersionResource(mapping.resource);
    const target = targets.get(key) ?? { mapping, names: new Set() };
    for (const each of name === undefined ? names : [name]) target.names.add(each);
    targets.set(key, target);
  };

  const { types, names } = readWords(words);
  const { signal } = session.calls;
  for (const type of types) {
    const named = names.length > 0 || type.includes('/');
    const options = { verbs: named ? verbs.named : verbs.all, signal };
    const found = await session.attempt(() => session.client.resolveAll(type, options));
    if (found === undefined) continue;
    for (const resolution of found.resolutions) {
      add(resolution, names);
      await warnOfAlternatives(session, type, resolution);
    }
    await noteUnread(session, type, found);
  }
  return [...targets.values()].map((target) => ({
    mapping: target.mapping,
    named: [...target.names].map((name) => ({ name })),
  }));
}

function readWords(words: readonly string[]): { readonly types: readonly string[]; readonly names: readonly string[] } {
  if (!words.some((word) => word.includes('/'))) {
    const [types = '', ...names] = words;
    return { types: types.split(',').filter((type) => type !== ''), names };
  }
  for (const word of words) {
    const [type = '', name = '', ...rest] = word.split('/');
    if (!word.includes('/'))
      throw new UsageError('Use TYPE/NAME for each object, or TYPE followed by names, not both.');
    if (type === '' || type.includes(',') || name === '' || rest.length > 0) {
      throw new UsageError(`${JSON.stringify(word)} does not have the form TYPE/NAME.`);
    }
  }
  return { types: words, names: [] };
}

/** Returns a handle for a namespace, the session's if none is given, or for all namespaces. */
export function handleFor(
  session: Session,
  mapping: RESTMapping,
  {
    allNamespaces = false,
    namespace = session.namespace,
  }: { readonly allNamespaces?: boolean | undefined; readonly namespace?: string | undefined } = {},
): ResourceHandle {
  const handle = session.client.handle(mapping);
  return mapping.scope === 'Namespaced' && !allNamespaces ? handle.namespace(namespace) : handle;
}

/**
 * Reads the named objects of a target, one after the other. One that cannot be read is reported, and one that does not
 * exist only without `ignoreNotFound`.
 */
export async function* readNamed<T>(
  session: Session,
  { mapping, named }: ObjectTarget,
  { ignoreNotFound }: { readonly ignoreNotFound?: boolean | undefined },
  read: (handle: ResourceHandle, name: string) => Promise<T>,
): AsyncGenerator<T, void, undefined> {
  for (const { name, namespace } of named) {
    const found = await session.attempt(async () => {
      try {
        return await read(handleFor(session, mapping, { namespace }), name);
      } catch (error) {
        if (ignoreNotFound === true && isObjectNotFound(error)) return undefined;
        throw error;
      }
    });
    if (found !== undefined) yield found;
  }
}

/** Returns the field selector of one name. */
export function selectorOfName(name: string): string {
  return `metadata.name=${name.replace(/[\\,=]/g, '\\$&')}`;
}
