import type { DiscoveryOptions } from './discovery/options.js';
import { requireFunction, requireKnownOptions, requireObject, type OptionNames } from './shared/arguments.js';
import { InvalidArgumentError } from './shared/invalid-argument-error.js';
import type { ConnectionOptions } from './transport/options.js';

/**
 * Options of `createClient`. `loadKubeconfig()` of `kubeatlas/kubeconfig` makes them from a kubeconfig file; behind
 * `kubectl proxy` a server alone is enough.
 */
export interface ClientOptions extends ConnectionOptions {
  /** The context's namespace, exposed as `client.defaultNamespace`. It is never applied silently. @default none */
  readonly namespace?: string | undefined;
  /** How the client learns the catalog, and where it keeps it. @default the defaults of each option */
  readonly discovery?: DiscoveryOptions | undefined;
}

const names: OptionNames<ClientOptions> = {
  server: true,
  namespace: true,
  authenticate: true,
  token: true,
  impersonate: true,
  retry: true,
  timeoutMs: true,
  silenceTimeoutMs: true,
  connectTimeoutMs: true,
  maxSockets: true,
  maxStreams: true,
  maxAnswerBytes: true,
  userAgent: true,
  onWarning: true,
  onExchange: true,
  onClose: true,
  transport: true,
  discovery: true,
  configLocations: true,
};

/** Throws `InvalidArgumentError` for what is no object, and for options that `createClient` does not have. */
export function requireClientOptions(options: ClientOptions): void {
  if (typeof (requireObject('options', options) as { then?: unknown }).then === 'function')
    throw new InvalidArgumentError('options', 'is a promise: await it, as in createClient(await loadKubeconfig())');
  requireKnownOptions(options, names);
  for (const name of ['authenticate', 'onWarning', 'onExchange', 'onClose'] as const)
    requireFunction(name, options[name]);
}
