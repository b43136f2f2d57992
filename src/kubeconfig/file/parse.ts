import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import { InvalidYamlError, KubeconfigInvalidFieldError, KubeconfigSyntaxError } from '../errors.js';
import { readYaml } from './read-yaml.js';
import { locationOf, textOf, type Section } from './section.js';

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
  const value = parseYaml(text, file) ?? {};
  if (!isJsonRecord(value))
    throw new KubeconfigSyntaxError('it is not a kubeconfig: the top level is not a mapping', { file });
  const root: Section = { value, location: { file } };
  const kind = textOf(root, 'kind');
  if (kind !== undefined && kind !== 'Config')
    throw new KubeconfigInvalidFieldError(`it is ${quote(kind)}, not Config`, locationOf(root, 'kind'));
  return {
    file,
    currentContext: textOf(root, 'current-context'),
    clusters: namedEntries(root, 'clusters', 'cluster'),
    contexts: namedEntries(root, 'contexts', 'context'),
    users: namedEntries(root, 'users', 'user'),
  };
}

function parseYaml(text: string, file: string | undefined): unknown {
  try {
    return readYaml(text, { maxDocuments: 1 })[0];
  } catch (error) {
    if (error instanceof InvalidYamlError) throw new KubeconfigSyntaxError(error.message, { file });
    throw error;
  }
}

function namedEntries(root: Section, list: string, item: string): ReadonlyMap<string, Section> {
  const { file } = root.location;
  const items = root.value[list] ?? [];
  if (!Array.isArray(items)) throw new KubeconfigInvalidFieldError('it is not a list', { file, field: list });
  const entries = new Map<string, Section>();
  for (const [index, each] of (items as unknown[]).entries()) {
    const named: Section = {
      value: recordAt(each, `${list}[${index}]`, file),
      location: { file, field: `${list}[${index}]` },
    };
    const name = textOf(named, 'name');
    if (name === undefined) throw new KubeconfigInvalidFieldError('it is missing', locationOf(named, 'name'));
    if (entries.has(name))
      throw new KubeconfigInvalidFieldError(`${quote(name)} is listed twice`, locationOf(named, 'name'));
    const field = `${list}[${quote(name)}].${item}`;
    entries.set(name, { value: recordAt(named.value[item] ?? {}, field, file), location: { file, field } });
  }
  return entries;
}

function recordAt(value: unknown, field: string, file: string | undefined): JsonRecord {
  if (!isJsonRecord(value)) throw new KubeconfigInvalidFieldError('it is not a mapping', { file, field });
  return value;
}
