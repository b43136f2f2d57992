import path from 'node:path';
import { quote } from '../../core/shared/quote.js';
import { KubeconfigInvalidFieldError, type KubeconfigLocation } from '../errors.js';
import { flagOf, locationOf, sectionOf, sectionsOf, textOf, textListOf, type Section } from '../file/section.js';

/** Whether a plugin may prompt a person at the terminal. */
export type InteractiveMode = 'Never' | 'IfAvailable' | 'Always';

/** The `exec` of a user entry. */
export interface ExecConfig {
  readonly location: KubeconfigLocation;
  /** A name to look up on the PATH, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Variables in addition to the environment of this process; of two with the same name the last one counts. */
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly apiVersion: string;
  readonly interactiveMode: InteractiveMode;
  readonly provideClusterInfo: boolean;
  readonly installHint: string | undefined;
}

const group = 'client.authentication.k8s.io';
const apiVersions: readonly string[] = [`${group}/v1`, `${group}/v1beta1`];
const interactiveModes: readonly string[] = ['Never', 'IfAvailable', 'Always'] satisfies InteractiveMode[];

/**
 * Reads the exec plugin of a user entry; returns undefined if there is none. Throws a KubeconfigInvalidFieldError for a
 * plugin that can never run.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/#ExecConfig
 */
export function execConfigOf(user: Section): ExecConfig | undefined {
  const exec = sectionOf(user, 'exec');
  if (exec === undefined) return undefined;
  const apiVersion = required(exec, 'apiVersion');
  if (!apiVersions.includes(apiVersion)) {
    const what = `${quote(apiVersion)} is not supported: supported versions are ${apiVersions.join(' and ')}; a newer release of the plugin may support them`;
    throw new KubeconfigInvalidFieldError(what, locationOf(exec, 'apiVersion'));
  }
  return {
    location: exec.location,
    command: commandOf(exec),
    args: textListOf(exec, 'args').map((arg) => withoutNul(arg, locationOf(exec, 'args'))),
    env: sectionsOf(exec, 'env').map((variable) => {
      const value = withoutNul(textOf(variable, 'value') ?? '', locationOf(variable, 'value'));
      return [withoutNul(required(variable, 'name'), locationOf(variable, 'name')), value];
    }),
    apiVersion,
    interactiveMode: interactiveModeOf(exec, apiVersion),
    provideClusterInfo: flagOf(exec, 'provideClusterInfo'),
    installHint: textOf(exec, 'installHint'),
  };
}

/** As in kubectl, a path is relative to the folder of the kubeconfig, and a bare name is looked up on the PATH. */
function commandOf(exec: Section): string {
  const command = withoutNul(required(exec, 'command'), locationOf(exec, 'command'));
  const { file } = exec.location;
  const isPath = command.includes('/') || command.includes(path.sep);
  return isPath ? path.resolve(file === undefined ? '.' : path.dirname(file), command) : command;
}

function interactiveModeOf(exec: Section, apiVersion: string): InteractiveMode {
  const mode = textOf(exec, 'interactiveMode') ?? (apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : undefined);
  if (mode !== undefined && isInteractiveMode(mode)) return mode;
  const what = mode === undefined ? `it is missing, but ${apiVersion} requires it` : `it is ${quote(mode)}`;
  const location = locationOf(exec, 'interactiveMode');
  throw new KubeconfigInvalidFieldError(`${what}; it must be one of ${interactiveModes.join(', ')}`, location);
}

function isInteractiveMode(mode: string): mode is InteractiveMode {
  return interactiveModes.includes(mode);
}

function required(section: Section, field: string): string {
  const value = textOf(section, field);
  if (value === undefined) throw new KubeconfigInvalidFieldError('it is missing', locationOf(section, field));
  return value;
}

/** Refuses NUL characters: Node would refuse the text with an error that shows it. */
function withoutNul(text: string, location: KubeconfigLocation): string {
  if (text.includes('\0')) throw new KubeconfigInvalidFieldError('it contains a NUL character', location);
  return text;
}
