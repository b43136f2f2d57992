import type { DiscoveryOptions } from './discovery/options.js';
import {
  numberCheck,
  requireBoolean,
  requireFunction,
  requirePositive,
  type OptionChecks,
} from './shared/arguments.js';
import type { ConnectionOptions } from './transport/options.js';

/**
 * Options of `createClient`. `loadKubeconfig()` of `kubeatlas/kubeconfig` makes them from a kubeconfig file; behind
 * `kubectl proxy` a server alone is enough.
 */
export interface ClientOptions extends ConnectionOptions {
  /** The context's namespace, exposed as `client.defaultNamespace`. No call applies it by itself. @default none */
  readonly namespace?: string | undefined;
  /** How the client learns the catalog, and where it keeps it. @default the defaults of each option */
  readonly discovery?: DiscoveryOptions | undefined;
}

const requireCountOrInfinity = /* @__PURE__ */ numberCheck(
  'an integer greater than 0, or Infinity',
  (n) => n === Infinity || (Number.isSafeInteger(n) && n > 0),
);

/** The checks of the options of `createClient`. */
export const clientOptionChecks: OptionChecks<ClientOptions> = {
  server: true,
  namespace: true,
  authenticate: requireFunction,
  token: true,
  impersonate: true,
  retry: true,
  timeoutMs: requirePositive,
  silenceTimeoutMs: requirePositive,
  connectTimeoutMs: requirePositive,
  maxSockets: requireCountOrInfinity,
  maxStreams: requireCountOrInfinity,
  bearerProtocol: requireBoolean,
  maxAnswerBytes: requirePositive,
  userAgent: true,
  onWarning: requireFunction,
  onExchange: requireFunction,
  onUnauthorized: requireFunction,
  onClose: requireFunction,
  transport: true,
  discovery: true,
  configLocations: true,
};
