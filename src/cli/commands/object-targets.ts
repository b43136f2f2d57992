import { formatGroupVersionResource, type Resolution, type ResourceHandle, type RESTMapping } from '../../index.js';
import { noteUnread, warnOfAlternatives } from './resolution-warnings.js';
import type { Session } from '../session.js';
import { UsageError } from '../errors.js';

/** Objects of one type: those with the given names, or all if there are no names. */
export interface ObjectTarget {
  readonly mapping: RESTMapping;
  readonly names: readonly string[];
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
  return [...targets.values()].map((target) => ({ mapping: target.mapping, names: [...target.names] }));
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

/** Returns a handle for the session's namespace, or for all namespaces. */
export function handleFor(
  { client, namespace }: Session,
  mapping: RESTMapping,
  { allNamespaces = false }: { readonly allNamespaces?: boolean | undefined } = {},
): ResourceHandle {
  const handle = client.handle(mapping);
  return mapping.scope === 'Namespaced' && !allNamespaces ? handle.namespace(namespace) : handle;
}

/** Returns the field selector of one name. */
export function selectorOfName(name: string): string {
  return `metadata.name=${name.replace(/[\\,=]/g, '\\$&')}`;
}
