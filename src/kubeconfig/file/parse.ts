import { requireKnownOptions } from '../../core/shared/arguments.js';
import { type BoundedDocument, type BoundedYaml, readBoundedYaml } from '../../yaml/bounded-yaml.js';
import { InvalidYamlError, KubeconfigInvalidFieldError, KubeconfigSyntaxError } from '../errors.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import { locationOf, type Section, textOf } from './section.js';

/** Limits of {@link readYaml}. */
export interface ReadYamlOptions {
  /** The maximum number of documents in the text. @default 1_000 */
  readonly maxDocuments?: number | undefined;
}

/** More than people or controllers write: an object in etcd has at most 1.5 MiB. */
const maxLength = 2 * 1024 * 1024;
/** Few enough for the stack of any caller; Kubernetes objects have 20 levels, schemas of CRDs may have 60. */
const maxDepth = 200;
const maxTokens = 150_000;

/**
 * Returns the values of a text in YAML or JSON, one for each document. Time and memory are bounded even for hostile
 * text: length (2 MiB), depth (200), documents, tokens (150,000), anchors and aliases (10,000) and what aliases
 * repeat (100,000 values) are limited before anything is built, and reading ends at the first error. Keys of mappings
 * must be scalars, as everywhere in Kubernetes; of two equal keys the last one counts, as in kubectl.
 *
 * For your own files, the `yaml` package itself says more about mistakes.
 *
 * @throws InvalidYamlError that names the line, the column and the limit, and quotes nothing of the text
 * @example
 * const [first] = readYaml('kind: Pod\nmetadata: { name: front-0 }');
 * console.log(first); // { kind: 'Pod', metadata: { name: 'front-0' } }
 */
export function readYaml(text: string, options: ReadYamlOptions = {}): readonly unknown[] {
  const { maxDocuments = 1_000 } = requireKnownOptions(options, { maxDocuments: true });
  const values: unknown[] = [];
  for (const { value, document, fail } of documentsIn(text)) {
    if (values.length === maxDocuments) {
      const many = maxDocuments === 1 ? 'more than one document' : `more than ${maxDocuments} documents`;
      fail(many, document);
    }
    values.push(value);
  }
  return values;
}

function* documentsIn(
  text: string,
  options?: BoundedYaml['options'],
): Generator<BoundedDocument & { readonly value: unknown }> {
  if (text.length > maxLength)
    throw new InvalidYamlError(`it is longer than ${maxLength} characters, too long to be parsed`);
  const failure: BoundedYaml['failure'] = ({ problem, isSyntax, position }) => {
    const { line, column } = position;
    const what = isSyntax ? 'it is not valid YAML' : 'it cannot be read as YAML';
    return new InvalidYamlError(`${what} (line ${line}, column ${column}: ${problem})`, position);
  };
  const bounds = { maxDepth, maxTokens, isStrict: false, failure, ...(options && { options }) };
  try {
    for (const each of readBoundedYaml(text, bounds))
      yield { ...each, value: each.document.toJS({ maxAliasCount: -1 }) as unknown };
  } catch (error) {
    if (error instanceof InvalidYamlError) throw error;
    // The messages of the YAML library quote the text.
    throw new InvalidYamlError('it cannot be read as YAML');
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

/** The booleans of YAML 1.1, without quotes, which kubectl reads. */
const flags = {
  identify: () => false,
  default: true,
  tag: 'tag:yaml.org,2002:bool',
  test: /^(?:[yYnN]|[yY]es|YES|[nN]o|NO|[oO]n|ON|[oO]ff|OFF)$/,
  resolve: (text: string) => /^(?:y|on)/i.test(text),
} as const;

/** Reads the first document; as in kubectl, the others do not count. */
function parseYaml(text: string, file: string | undefined): unknown {
  try {
    for (const { value } of documentsIn(text, { customTags: (tags) => [flags, ...tags] })) return value;
    return undefined;
  } catch (error) {
    if (error instanceof InvalidYamlError) throw new KubeconfigSyntaxError(error.message, { file });
    throw error;
  }
}

/** Reads the entries of a list by their names. As in kubectl, one without a name, or nothing at all, is never used. */
function namedEntries(root: Section, list: string, item: string): ReadonlyMap<string, Section> {
  const { file } = root.location;
  const items = root.value[list] ?? [];
  if (!Array.isArray(items)) throw new KubeconfigInvalidFieldError('it is not a list', { file, field: list });
  const entries = new Map<string, Section>();
  for (const [index, each] of (items as unknown[]).entries()) {
    const named: Section = {
      value: recordAt(each ?? {}, `${list}[${index}]`, file),
      location: { file, field: `${list}[${index}]` },
    };
    const name = textOf(named, 'name') ?? '';
    if (entries.has(name))
      throw new KubeconfigInvalidFieldError(`${quote(name)} is listed twice`, locationOf(named, 'name'));
    const field = `${list}[${quote(name)}].${item}`;
    entries.set(name, { value: recordAt(named.value[item] ?? {}, field, file), location: { file, field } });
  }
  entries.delete('');
  return entries;
}

function recordAt(value: unknown, field: string, file: string | undefined): JsonRecord {
  if (!isJsonRecord(value)) throw new KubeconfigInvalidFieldError('it is not a mapping', { file, field });
  return value;
}
