import { homedir } from 'node:os';
import path from 'node:path';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import { ExecPluginRefusedError, KubeconfigInvalidFieldError, KubeconfigSyntaxError } from '../errors.js';
import { readIfThere, Section } from '../file/section.js';
import { documentsIn } from '../file/parse.js';
import type { Environment, LoadKubeconfigOptions } from '../load-options.js';
import { findExecutable } from './run-command.js';

/** Which exec plugins may run, as a kuberc file says; without one, all may. */
export interface PluginPolicy {
  readonly file: string;
  /** Those that may run; none with DenyAll. */
  readonly commands: readonly string[];
}

const maxBytes = 1024 * 1024;
const policyField = 'credentialPluginPolicy';
const allowlistField = 'credentialPluginAllowlist';
const knownFields = ['apiVersion', 'kind', 'defaults', 'overrides', 'aliases', policyField, allowlistField];

/**
 * Reads the policy of the kuberc file that kubectl would find: the one that was asked for, or that of `KUBERC`, or
 * `~/.kube/kuberc`. The last one matters only to users with a plugin. kubectl ignores it if it cannot be read; here that is
 * an error, since it may hold a policy. Warns of a field that kubectl does not know, such as a misspelt policy.
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-cli/3104-introduce-kuberc
 */
export async function pluginPolicyFor(
  user: Section,
  { kuberc = false, env = process.env, onWarning }: LoadKubeconfigOptions,
): Promise<PluginPolicy | undefined> {
  const requested = typeof kuberc === 'string' && kuberc !== '' ? kuberc : undefined;
  if (kuberc === false || /^(?:0|f|F|false|FALSE|False)$/.test(env['KUBECTL_KUBERC'] ?? '')) return undefined;
  const variable = env['KUBERC'] ?? '';
  if (variable === 'off') {
    if (requested === undefined) return undefined;
    throw new InvalidArgumentError('kuberc', 'is set, but the variable KUBERC is off: use only one of them');
  }
  const named = requested ?? variable;
  if (named === '' && user.section('exec') === undefined) return undefined;
  const file = named === '' ? path.join(env['HOME'] || homedir(), '.kube', 'kuberc') : path.resolve(named);
  const text = await readIfThere(file, maxBytes, named !== '');
  const preference = text === undefined ? undefined : preferenceIn(text, file);
  if (preference === undefined) return undefined;
  const unknown = Object.keys(preference.value).find((field) => !knownFields.includes(field));
  if (unknown !== undefined) onWarning?.(`${file}: the field ${quote(unknown)} is unknown and was ignored`);
  return policyOf(preference, file);
}

/** Throws an ExecPluginRefusedError unless the policy allows a plugin, whose command led to `file`. */
export async function requireAllowed(
  { file: kuberc, commands }: PluginPolicy,
  { command, location }: { readonly command: string; readonly location: Section['location'] },
  file: string,
  env: Environment,
): Promise<void> {
  if (commands.includes(command) || commands.includes(file)) return;
  // As in kubectl, a bare name and a path match if they lead to the same file.
  const alike = commands.filter((each) => path.basename(each) === path.basename(file));
  for (const each of alike) if ((await findExecutable(each, env)) === file) return;
  const why = commands.length === 0 ? `${policyField} is DenyAll` : `it is not in ${allowlistField}`;
  const what = `the plugin ${quote(command)} is not allowed to run: ${why} of ${quote(kuberc)}`;
  throw new ExecPluginRefusedError(what, location, command, kuberc);
}

/** Returns the first preference; undefined for a text without documents. */
function preferenceIn(text: string, file: string): Section | undefined {
  const documents = [...documentsIn(text, file)].filter((each) => each !== null && each !== undefined);
  for (const value of documents) {
    if (!isJsonRecord(value) || value['kind'] !== 'Preference') continue;
    if (/^kubectl\.config\.k8s\.io\//.test(String(value['apiVersion']))) return new Section(value, { file });
  }
  if (documents.length === 0) return undefined;
  throw new KubeconfigSyntaxError('it contains no Preference of kubectl.config.k8s.io', { file });
}

function policyOf(preference: Section, file: string): PluginPolicy | undefined {
  const type = preference.text(policyField) ?? 'AllowAll';
  const commands = preference.sections(allowlistField).map(commandOf);
  if (type === 'Allowlist') {
    if (commands.length > 0) return { file, commands };
    throw preference.invalid(allowlistField, `it is empty, but ${policyField} is Allowlist`);
  }
  if (type !== 'AllowAll' && type !== 'DenyAll')
    throw preference.invalid(policyField, `it is ${quote(type)}; it must be AllowAll, DenyAll or Allowlist`);
  if ((preference.value[allowlistField] ?? undefined) !== undefined)
    throw preference.invalid(allowlistField, `it is set, but ${policyField} is ${type}`);
  return type === 'AllowAll' ? undefined : { file, commands: [] };
}

/** Reads an entry; `name` is the former name of `command`. */
function commandOf(entry: Section): string {
  const invalid = (what: string): Error => new KubeconfigInvalidFieldError(what, entry.location);
  const [command, name] = [entry.text('command'), entry.text('name')];
  if (command !== undefined && name !== undefined && command !== name)
    throw invalid('name and command differ: specify only command');
  const given = command ?? name;
  if (given === undefined) throw invalid('it has no command');
  if (path.normalize(given) !== given || (given.length > 1 && given.endsWith(path.sep)))
    throw invalid(`${quote(given)} is not a normalized path: remove . and //`);
  return given;
}
