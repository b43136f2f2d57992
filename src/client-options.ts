import type { DiscoveryOptions } from './discovery/options.js';
import type { ConnectionOptions } from './transport/options.js';

/**
 * Everything that `createClient` takes. `loadKubeconfig()` of `kubeatlas/kubeconfig` makes one from a kubeconfig
 * file; a server and nothing else is enough behind `kubectl proxy`.
 */
export interface ClientOptions extends ConnectionOptions {
  /** The context's namespace, to be read as `client.defaultNamespace`. It is never applied silently. @default none */
  readonly namespace?: string | undefined;
  /** How the catalog is learned, and where it is kept. @default the defaults of each option */
  readonly discovery?: DiscoveryOptions | undefined;
}
