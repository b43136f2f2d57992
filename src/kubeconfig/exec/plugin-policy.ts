import { homedir } from 'node:os';
import path from 'node:path';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import {
  ExecPluginRefusedError,
  KubeconfigInvalidFieldError,
  type KubeconfigLocation,
  KubeconfigSyntaxError,
} from '../errors.js';
import { readIfThere, invalidField, locationOf, sectionsOf, textOf, type Section } from '../file/section.js';
import { documentsIn } from '../file/parse.js';
import type { Environment, LoadKubeconfigOptions } from '../load-options.js';
import { findExecutable } from './run-command.js';

/** Which exec plugins may run, as a kuberc file says. */
export type PluginPolicy =
  | { readonly type: 'AllowAll' }
  | { readonly type: 'DenyAll'; readonly file: string }
  | { readonly type: 'Allowlist'; readonly file: string; readonly commands: readonly string[] };

/** A kuberc file, which need not exist unless it was asked for. */
export interface KubercFile {
  readonly file: string;
  readonly isRequired: boolean;
}

const maxBytes = 1024 * 1024;
const knownFields = ['apiVersion', 'kind', 'defaults', 'overrides', 'aliases'];
const policyField = 'credentialPluginPolicy';
const allowlistField = 'credentialPluginAllowlist';

/** Finds the kuberc file as kubectl does: the one that was asked for, or that of `KUBERC`, or `~/.kube/kuberc`. */
export function findKuberc({ kuberc = false }: LoadKubeconfigOptions, env: Environment): KubercFile | undefined {
  const requested = typeof kuberc === 'string' && kuberc !== '' ? kuberc : undefined;
  if (kuberc === false || /^(?:0|f|F|false|FALSE|False)$/.test(env['KUBECTL_KUBERC'] ?? '')) return undefined;
  const variable = env['KUBERC'] ?? '';
  if (variable === 'off') {
    if (requested === undefined) return undefined;
    throw new InvalidArgumentError('kuberc', 'is set, but the variable KUBERC is off: use only one of them');
  }
  const named = requested ?? variable;
  if (named !== '') return { file: path.resolve(named), isRequired: true };
  return { file: path.join(env['HOME'] || homedir(), '.kube', 'kuberc'), isRequired: false };
}

/**
 * Reads the policy of a kuberc file. kubectl ignores a file at the default path that it cannot read; here it is an error,
 * since it may hold a policy.
 *
 * @param onWarning called for a field that kubectl does not know, such as a misspelt policy
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-cli/3104-introduce-kuberc
 */
export async function readPluginPolicy(
  { file, isRequired }: KubercFile,
  onWarning: (text: string) => void,
): Promise<PluginPolicy> {
  const text = await readIfThere(file, maxBytes, isRequired);
  const preference = text === undefined ? undefined : preferenceIn(text, file);
  if (preference === undefined) return { type: 'AllowAll' };
  const known = [...knownFields, policyField, allowlistField];
  const unknown = Object.keys(preference.value).find((field) => !known.includes(field));
  if (unknown !== undefined) onWarning(`${file}: the field ${quote(unknown)} is unknown and was ignored`);
  return policyOf(preference, file);
}

/** Throws an ExecPluginRefusedError unless the policy allows a plugin, whose command led to `file`. */
export async function requireAllowed(
  policy: PluginPolicy,
  { command, location }: { readonly command: string; readonly location: KubeconfigLocation },
  file: string,
  env: Environment,
): Promise<void> {
  if (policy.type === 'AllowAll') return;
  if (policy.type === 'Allowlist') {
    if (policy.commands.includes(command) || policy.commands.includes(file)) return;
    // As in kubectl, a bare name and a path match if they lead to the same file.
    const alike = policy.commands.filter((each) => path.basename(each) === path.basename(file));
    for (const each of alike) if ((await findExecutable(each, env)) === file) return;
  }
  const why = policy.type === 'DenyAll' ? `${policyField} is DenyAll` : `it is not in ${allowlistField}`;
  const what = `the plugin ${quote(command)} is not allowed to run: ${why} of ${quote(policy.file)}`;
  throw new ExecPluginRefusedError(what, location, command, policy.file);
}

/** Returns the first preference; undefined for a text without documents. */
function preferenceIn(text: string, file: string): Section | undefined {
  const documents = [...documentsIn(text, file)].filter((each) => each !== null && each !== undefined);
  for (const value of documents) {
    if (!isJsonRecord(value) || value['kind'] !== 'Preference') continue;
    if (/^kubectl\.config\.k8s\.io\//.test(String(value['apiVersion']))) return { value, location: { file } };
  }
  if (documents.length === 0) return undefined;
  throw new KubeconfigSyntaxError('it contains no Preference of kubectl.config.k8s.io', { file });
}

function policyOf(preference: Section, file: string): PluginPolicy {
  const type = textOf(preference, policyField) ?? 'AllowAll';
  const location = locationOf(preference, allowlistField);
  const isListed = (preference.value[allowlistField] ?? undefined) !== undefined;
  switch (type) {
    case 'AllowAll':
    case 'DenyAll':
      if (isListed) throw new KubeconfigInvalidFieldError(`it is set, but ${policyField} is ${type}`, location);
      return { type, file };
    case 'Allowlist': {
      const commands = sectionsOf(preference, allowlistField).map(commandOf);
      if (commands.length > 0) return { type, file, commands };
      throw new KubeconfigInvalidFieldError(`it is empty, but ${policyField} is Allowlist`, location);
    }
    default:
      throw invalidField(preference, policyField, `it is ${quote(type)}; it must be AllowAll, DenyAll or Allowlist`);
  }
}

/** Reads an entry; `name` is the former name of `command`. */
function commandOf(entry: Section): string {
  const command = textOf(entry, 'command');
  const name = textOf(entry, 'name');
  if (command !== undefined && name !== undefined && command !== name) {
    throw new KubeconfigInvalidFieldError('name and command differ: specify only command', entry.location);
  }
  const given = command ?? name;
  if (given === undefined) throw new KubeconfigInvalidFieldError('it has no command', entry.location);
  const normal = path.normalize(given);
  if (normal !== given || (given.length > 1 && given.endsWith(path.sep))) {
    throw new KubeconfigInvalidFieldError(`${quote(given)} is not a normalized path: remove . and //`, entry.location);
  }
  return given;
}
