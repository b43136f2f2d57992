import { readDocuments, UnreadableYamlError } from '../../yaml/read-documents.js';
import { KubeconfigSyntaxError, KubeconfigMissingEntryError } from '../errors.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import { invalidField, locationOf, type Section, sectionOf, sectionsOf, textOf } from './section.js';
import type { LoadKubeconfigOptions } from '../load-options.js';

/** More than people write: hostile text must not take seconds. */
const maxTokens = 150_000;

/**
 * Yields the documents of a file in YAML or JSON, read as kubectl reads it.
 *
 * @throws KubeconfigSyntaxError that names the line and the column, and quotes nothing of the text
 */
export function* documentsIn(text: string, file: string | undefined): Generator {
  try {
    for (const { value } of readDocuments(text, { lastKeyCounts: true, maxTokens })) yield value;
  } catch (error) {
    if (!(error instanceof UnreadableYamlError)) throw error;
    const { problem, line, column } = error;
    const where = line === undefined ? '' : ` (line ${line}, column ${column})`;
    throw new KubeconfigSyntaxError(`${problem}${where}`, { file });
  }
}

/** The content of one kubeconfig file, or of several merged. */
export interface Kubeconfig {
  /** The file, or all merged files, as in `KUBECONFIG`; undefined without a file. */
  readonly file: string | undefined;
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, Section>;
  readonly contexts: ReadonlyMap<string, Section>;
  readonly users: ReadonlyMap<string, Section>;
}

/** A kubeconfig without any entries. */
export const emptyKubeconfig: Kubeconfig = {
  file: undefined,
  currentContext: undefined,
  clusters: new Map(),
  contexts: new Map(),
  users: new Map(),
};

/**
 * Parses the text of a kubeconfig file, YAML or JSON. Checks only the file as a whole; the fields of an entry are
 * checked when it is used.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export function parseKubeconfig(text: string, file: string | undefined): Kubeconfig {
  // As in kubectl, further documents do not count.
  const [first] = documentsIn(text, file);
  const value = first ?? {};
  if (!isJsonRecord(value))
    throw new KubeconfigSyntaxError('it is not a kubeconfig: the top level is not a mapping', { file });
  const root: Section = { value, location: { file } };
  const kind = textOf(root, 'kind');
  if (kind !== undefined && kind !== 'Config') throw invalidField(root, 'kind', `it is ${quote(kind)}, not Config`);
  const apiVersion = textOf(root, 'apiVersion');
  if (apiVersion !== undefined && apiVersion !== 'v1')
    throw invalidField(root, 'apiVersion', `it is ${quote(apiVersion)}, not v1`);
  return {
    file,
    currentContext: textOf(root, 'current-context'),
    clusters: namedEntries(root, 'clusters', 'cluster'),
    contexts: namedEntries(root, 'contexts', 'context'),
    users: namedEntries(root, 'users', 'user'),
  };
}

/** Reads the entries of a list by their names. As in kubectl, one without a name, or nothing at all, is never used. */
function namedEntries(root: Section, list: string, item: string): ReadonlyMap<string, Section> {
  const entries = new Map<string, Section>();
  for (const named of sectionsOf(root, list)) {
    const name = textOf(named, 'name') ?? '';
    if (entries.has(name)) throw invalidField(named, 'name', `${quote(name)} is listed twice`);
    const field = `${list}[${quote(name)}].${item}`;
    const content = sectionOf({ ...root, value: { [field]: named.value[item] } }, field);
    entries.set(name, content ?? { value: {}, location: locationOf(root, field) });
  }
  entries.delete('');
  return entries;
}

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

export function listOf(sections: ReadonlyMap<string, Section>): string {
  const names = [...sections.keys()];
  if (names.length === 0) return '; none are defined';
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return `; defined: ${names.slice(0, 10).map(quote).join(', ')}${more}`;
}
