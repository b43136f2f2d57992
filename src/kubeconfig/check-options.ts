import { requireFunction, requireKnownOptions, requireObject, type OptionNames } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { LoadKubeconfigOptions } from './load-options.js';

// Callers in JavaScript may pass any type. Values are not shown: they may be credentials.

const loadTexts = [
  'path',
  'context',
  'cluster',
  'user',
  'namespace',
  'server',
  'tlsServerName',
  'certificateAuthority',
  'token',
  'username',
  'password',
  'clientCertificate',
  'clientKey',
  'as',
  'asUid',
] as const satisfies readonly (keyof LoadKubeconfigOptions)[];

const loadNames: OptionNames<LoadKubeconfigOptions> = {
  path: true,
  context: true,
  cluster: true,
  user: true,
  namespace: true,
  server: true,
  tlsServerName: true,
  certificateAuthority: true,
  insecureSkipTLSVerify: true,
  token: true,
  username: true,
  password: true,
  clientCertificate: true,
  clientKey: true,
  as: true,
  asUid: true,
  asGroups: true,
  interactive: true,
  execTimeoutMs: true,
  connectTimeoutMs: true,
  onWarning: true,
  signal: true,
  env: true,
};

/** Throws an InvalidArgumentError for unknown options of `loadKubeconfig`, and for options of a wrong type. */
export function checkLoadOptions(options: LoadKubeconfigOptions): void {
  // One that is misspelt would be read as if it were left out: `contxt` as the current context, another cluster perhaps.
  requireKnownOptions(options, loadNames);
  requireTexts(options, loadTexts);
  for (const flag of ['insecureSkipTLSVerify', 'interactive'] as const) {
    const value: unknown = options[flag];
    if (value !== undefined && typeof value !== 'boolean')
      throw new InvalidArgumentError(`options.${flag}`, 'must be true or false');
  }
  const groups: unknown = options.asGroups;
  if (groups !== undefined && !(Array.isArray(groups) && groups.every((group) => typeof group === 'string')))
    throw new InvalidArgumentError('options.asGroups', 'must be a list of strings');
  const execTimeoutMs: unknown = options.execTimeoutMs;
  if (execTimeoutMs !== undefined && typeof execTimeoutMs !== 'number')
    throw new InvalidArgumentError('options.execTimeoutMs', 'must be a number');
  const onWarning: unknown = options.onWarning;
  if (onWarning !== undefined && typeof onWarning !== 'function')
    throw new InvalidArgumentError('options.onWarning', 'must be a function');
  checkCommon(options);
}

/** Throws an InvalidArgumentError for options of `inClusterOptions` that have a wrong type. */
export function checkInClusterOptions(options: Common & { readonly folder?: unknown }): void {
  requireKnownOptions(options, { folder: true, env: true, signal: true, connectTimeoutMs: true });
  requireTexts(options, ['folder']);
  checkCommon(options);
}

/** Throws an InvalidArgumentError for a value that is not a KubeConfig, or for options that have a wrong type. */
export function checkClientNodeOptions(
  kubeConfig: object,
  options: Omit<Common, 'env'> & { readonly namespace?: unknown },
): void {
  requireObject('kubeConfig', kubeConfig);
  for (const name of ['getCurrentCluster', 'applyToHTTPSOptions'] as const) {
    if (typeof Reflect.get(kubeConfig, name) !== 'function')
      throw new InvalidArgumentError('kubeConfig', `must be a KubeConfig with the method ${name}`);
  }
  for (const name of ['getCurrentContext', 'getContextObject', 'getCurrentUser'] as const)
    requireFunction(`kubeConfig.${name}`, Reflect.get(kubeConfig, name));
  requireKnownOptions(options, { namespace: true, signal: true, connectTimeoutMs: true });
  requireTexts(options, ['namespace']);
  checkCommon(options);
}

interface Common {
  readonly env?: unknown;
  readonly signal?: unknown;
  readonly connectTimeoutMs?: unknown;
}

function checkCommon({ env, signal, connectTimeoutMs }: Common): void {
  if (env !== undefined) requireObject('options.env', env);
  if (
    signal !== undefined &&
    typeof Reflect.get(requireObject('options.signal', signal), 'throwIfAborted') !== 'function'
  )
    throw new InvalidArgumentError('options.signal', 'must be an AbortSignal');
  if (connectTimeoutMs !== undefined && !(typeof connectTimeoutMs === 'number' && connectTimeoutMs > 0))
    throw new InvalidArgumentError('options.connectTimeoutMs', 'must be a number of milliseconds greater than 0');
}

function requireTexts<Options extends object>(options: Options, names: readonly (keyof Options & string)[]): void {
  for (const name of names) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== 'string')
      throw new InvalidArgumentError(`options.${name}`, 'must be a string');
  }
}
