import { readDocuments, UnreadableYamlError } from '../../yaml/read-documents.js';
import { KubeconfigSyntaxError, KubeconfigMissingEntryError } from '../errors.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import { Section } from './section.js';
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
  const root = new Section(value, { file });
  for (const [field, expected] of Object.entries({ kind: 'Config', apiVersion: 'v1' })) {
    const given = root.text(field) ?? expected;
    if (given !== expected) throw root.invalid(field, `it is ${quote(given)}, not ${expected}`);
  }
  return {
    file,
    currentContext: root.text('current-context'),
    clusters: namedEntries(root, 'clusters', 'cluster'),
    contexts: namedEntries(root, 'contexts', 'context'),
    users: namedEntries(root, 'users', 'user'),
  };
}

/** Reads the entries of a list by their names. As in kubectl, one without a name, or nothing at all, is never used. */
function namedEntries(root: Section, list: string, item: string): ReadonlyMap<string, Section> {
  const entries = new Map<string, Section>();
  for (const named of root.sections(list)) {
    const name = named.text('name') ?? '';
    if (entries.has(name)) throw named.invalid('name', `${quote(name)} is listed twice`);
    const field = `${list}[${quote(name)}].${item}`;
    const content = new Section({ [field]: named.value[item] }, root.location).section(field);
    entries.set(name, content ?? new Section({}, root.at(field)));
  }
  entries.delete('');
  return entries;
}

/** The cluster and user of a context. They are empty if none is named. */
export type ChosenContext = ReturnType<typeof chooseContext>;

/**
 * Follows the requested context, or the current one, to its cluster and user. Throws a KubeconfigMissingEntryError if a
 * named entry does not exist. No context is needed if the options name a cluster or a server.
 */
export function chooseContext(kubeconfig: Kubeconfig, options: LoadKubeconfigOptions) {
  const { file, contexts, clusters, users, currentContext } = kubeconfig;
  const name = options.context || currentContext;
  const context = contexts.get(name ?? '');
  if (context === undefined && (name !== undefined || !(options.cluster || options.server))) {
    const location = { file, context: name, field: options.context ? 'options.context' : 'current-context' };
    const what = name === undefined ? 'it is not set, and no context was specified' : 'context not found';
    throw new KubeconfigMissingEntryError(`${what}${listOf(contexts)}`, location);
  }
  const from = new Section(context?.value ?? {}, { file, ...context?.location, context: name });
  const pick = (sections: Kubeconfig['users'], field: 'cluster' | 'user'): Section | undefined => {
    const wanted = options[field] || from.text(field);
    if (wanted === undefined) return undefined;
    const section = sections.get(wanted);
    if (section !== undefined) return new Section(section.value, { ...section.location, context: name });
    const location = options[field] ? { ...from.location, field: `options.${field}` } : from.at(field);
    throw new KubeconfigMissingEntryError(`${field} ${quote(wanted)} not found${listOf(sections)}`, location);
  };
  const cluster = pick(clusters, 'cluster');
  if (cluster === undefined && !options.server)
    throw new KubeconfigMissingEntryError('it is missing', from.at('cluster'));
  const nothing = new Section({}, { file, context: name });
  return {
    cluster: cluster ?? nothing,
    user: pick(users, 'user') ?? nothing,
    namespace: options.namespace || from.text('namespace'),
    /** The name of the user entry; undefined if none is named. */
    userName: options.user || from.text('user'),
  };
}

export function listOf(sections: ReadonlyMap<string, Section>): string {
  const names = [...sections.keys()];
  if (names.length === 0) return '; none are defined';
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return `; defined: ${names.slice(0, 10).map(quote).join(', ')}${more}`;
}
