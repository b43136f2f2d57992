import { LineCounter, parseDocument } from 'yaml';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import { KubeconfigInvalidFieldError } from './entry-errors.js';
import { KubeconfigSyntaxError } from './file-errors.js';
import { placeOf, textOf, type Section } from './section.js';

/** What one kubeconfig file holds, or several merged. */
export interface Kubeconfig {
  /** The file, or all files that were merged, as in `KUBECONFIG`; undefined for what no file holds. */
  readonly file: string | undefined;
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, Section>;
  readonly contexts: ReadonlyMap<string, Section>;
  readonly users: ReadonlyMap<string, Section>;
}

/** More than any kubeconfig has, few enough that aliases of aliases cannot grow without bounds. */
const maxAliasCount = 100;

/**
 * Reads the text of a kubeconfig file, YAML or JSON. Only what holds for the file as a whole is checked here; the
 * fields of an entry are checked when it is used.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export function parseKubeconfig(text: string, file: string): Kubeconfig {
  const value = parseYaml(text, file) ?? {};
  if (!isJsonRecord(value)) throw new KubeconfigSyntaxError('it is not a mapping, so it is no kubeconfig', { file });
  const root: Section = { value, place: { file } };
  const kind = textOf(root, 'kind');
  if (kind !== undefined && kind !== 'Config')
    throw new KubeconfigInvalidFieldError(`it is ${quote(kind)} and not Config`, placeOf(root, 'kind'));
  return {
    file,
    currentContext: textOf(root, 'current-context'),
    clusters: namedEntries(root, 'clusters', 'cluster'),
    contexts: namedEntries(root, 'contexts', 'context'),
    users: namedEntries(root, 'users', 'user'),
  };
}

/** The messages of the YAML library quote the text, which may be a token: only the position is told. */
function parseYaml(text: string, file: string): unknown {
  const lineCounter = new LineCounter();
  try {
    // Keys are not checked for being unique, as that takes quadratic time; the last one counts, as in kubectl.
    const document = parseDocument(text, {
      lineCounter,
      merge: true,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    });
    const [error] = document.errors;
    if (error === undefined) return document.toJS({ maxAliasCount });
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new KubeconfigSyntaxError(`it is not YAML (line ${line}, column ${col}: ${error.code})`, { file });
  } catch (error) {
    if (error instanceof KubeconfigSyntaxError) throw error;
    throw new KubeconfigSyntaxError('it is not YAML that can be read: nested too deeply, or too many aliases', {
      file,
    });
  }
}

function namedEntries(root: Section, list: string, item: string): ReadonlyMap<string, Section> {
  const { file } = root.place;
  const items = root.value[list] ?? [];
  if (!Array.isArray(items)) throw new KubeconfigInvalidFieldError('it is not a list', { file, field: list });
  const entries = new Map<string, Section>();
  for (const [index, each] of (items as unknown[]).entries()) {
    const named: Section = {
      value: recordAt(each, `${list}[${index}]`, file),
      place: { file, field: `${list}[${index}]` },
    };
    const name = textOf(named, 'name');
    if (name === undefined) throw new KubeconfigInvalidFieldError('it is missing', placeOf(named, 'name'));
    if (entries.has(name))
      throw new KubeconfigInvalidFieldError(`${quote(name)} is listed twice`, placeOf(named, 'name'));
    const field = `${list}[${quote(name)}].${item}`;
    entries.set(name, { value: recordAt(named.value[item] ?? {}, field, file), place: { file, field } });
  }
  return entries;
}

function recordAt(value: unknown, field: string, file: string | undefined): JsonRecord {
  if (!isJsonRecord(value)) throw new KubeconfigInvalidFieldError('it is not a mapping', { file, field });
  return value;
}
