import type { DiscoveryFormat } from '../catalog/failures.js';
import type { ApiPrefixes } from '../model/api-path.js';

/** How long one document may take to arrive unless an option says otherwise; client-go has the same figure. */
export const defaultTimeoutMs = 32_000;

/** How the catalog is learned. */
export interface DiscoveryOptions {
  /**
   * What to offer, whatever the order here; the server picks the best that it has. `['legacy']` forbids aggregated
   * documents. @default ['aggregated/v2', 'aggregated/v2beta1', 'legacy']
   */
  readonly formats?: readonly DiscoveryFormat[] | undefined;
  /**
   * `nopeer` asks for what this replica of the API server serves, without what its peers add during an upgrade
   * (KEP-4020). Servers that do not know it ignore it.
   */
  readonly profile?: 'nopeer' | undefined;
  /** @default { api: '/api', apis: '/apis' } */
  readonly prefixes?: ApiPrefixes | undefined;
  /** How long one document may take to arrive, retries included, in milliseconds. @default 32_000 */
  readonly timeoutMs?: number | undefined;
}
