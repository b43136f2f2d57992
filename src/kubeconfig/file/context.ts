import { quote } from '../../core/shared/quote.js';
import { KubeconfigMissingEntryError } from '../errors.js';
import type { LoadKubeconfigOptions } from '../load-options.js';
import type { Kubeconfig } from './parse.js';
import { locationOf, textOf, type Section } from './section.js';

/** The cluster and user of a context. They are empty if none is named. */
export interface ChosenContext {
  readonly cluster: Section;
  readonly user: Section;
  readonly namespace: string | undefined;
  /** The name of the user entry; undefined if none is named. */
  readonly userName: string | undefined;
}

/**
 * Follows the requested context, or the current one, to its cluster and user. Throws a KubeconfigMissingEntryError if a
 * named entry does not exist. No context is needed if the options name a cluster or a server.
 */
export function chooseContext(kubeconfig: Kubeconfig, options: LoadKubeconfigOptions): ChosenContext {
  const { file, contexts, clusters, users, currentContext } = kubeconfig;
  const name = options.context || currentContext;
  const context = name === undefined ? undefined : contexts.get(name);
  if (context === undefined && name !== undefined) {
    const location = { file, context: name, field: options.context ? 'options.context' : 'current-context' };
    throw new KubeconfigMissingEntryError(`context not found${listOf(contexts)}`, location);
  }
  if (context === undefined && !options.cluster && !options.server) {
    const location = { file, field: 'current-context' };
    throw new KubeconfigMissingEntryError(`it is not set, and no context was specified${listOf(contexts)}`, location);
  }
  const from: Section = context ?? { value: {}, location: { file } };
  const named = { ...from, location: { ...from.location, context: name } };
  const cluster = pick(clusters, named, 'cluster', options.cluster);
  if (cluster === undefined && !options.server)
    throw new KubeconfigMissingEntryError('it is missing', locationOf(named, 'cluster'));
  const nothing: Section = { value: {}, location: { file, context: name } };
  return {
    cluster: cluster ?? nothing,
    user: pick(users, named, 'user', options.user) ?? nothing,
    namespace: options.namespace || textOf(named, 'namespace'),
    userName: options.user || textOf(named, 'user'),
  };
}

function pick(
  sections: ReadonlyMap<string, Section>,
  context: Section,
  field: 'cluster' | 'user',
  requested: string | undefined,
): Section | undefined {
  const name = requested || textOf(context, field);
  if (name === undefined) return undefined;
  const section = sections.get(name);
  if (section !== undefined)
    return { ...section, location: { ...section.location, context: context.location.context } };
  const location = requested ? { ...context.location, field: `options.${field}` } : locationOf(context, field);
  throw new KubeconfigMissingEntryError(`${field} ${quote(name)} not found${listOf(sections)}`, location);
}

function listOf(sections: ReadonlyMap<string, Section>): string {
  const names = [...sections.keys()];
  if (names.length === 0) return '; none are defined';
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return `; defined: ${names.slice(0, 10).map(quote).join(', ')}${more}`;
}
