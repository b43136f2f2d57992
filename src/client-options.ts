import type { DiscoveryOptions } from './discovery/options.js';
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
