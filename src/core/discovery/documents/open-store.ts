import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import { trimEnd } from '../../shared/trim-end.js';
import type { DiscoveryOptions, DiscoverySettings } from '../options.js';
import type { DiscoveryClock } from '../read-documents.js';
import type { OpeningCodec } from './store-codec.js';

/** A store as discovery uses it: it never throws, and no call takes longer than 2 seconds. */
export type OpenStore = ReturnType<OpeningCodec['open']>;

/** Opens the store of a server at this URL; undefined if there is none. Throws `InvalidArgumentError`. */
export function openStore(
  { store, storeKey, onStoreFailure: onFailure }: DiscoveryOptions,
  { accept, prefixes }: Pick<DiscoverySettings, 'accept' | 'prefixes'>,
  server: string,
  clock: DiscoveryClock,
): OpenStore | undefined {
  if (store === undefined) return undefined;
  const codec = store.codec as OpeningCodec;
  if (storeKey === undefined && codec.isOfProcess !== true) {
    const why = 'is required, so that the store can distinguish clusters and users: loadKubeconfig() returns one';
    throw new InvalidArgumentError('discovery.storeKey', why);
  }
  const path = URL.canParse(server) ? new URL(server).pathname : server;
  const scope = [storeKey ?? server, trimEnd(path, '/')];
  return codec.open({ store, scope, accept, prefixes, onFailure, clock });
}
