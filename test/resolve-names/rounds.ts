import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import type { Discovery } from '../../src/core/discovery/discovery.js';
import type { Resolution, Resolutions, ResolveOptions } from '../../src/core/mapper/resolution.js';
import type { RESTMapper } from '../../src/core/mapper/create-mapper.js';
import { createNameResolver } from '../../src/core/resolve-names.js';
import { replay } from '../discovery/replay-connection.js';

const empty = { body: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items: [] } };

/** A discovery by a clock of the test, which calls `round` each time that it asks the server. */
export function discoveryOf(round: () => Promise<unknown>, now: () => number): Discovery {
  const apis = async (): Promise<typeof empty> => {
    await round();
    return empty;
  };
  return createDiscovery(replay({ '/api': empty, '/apis': apis }), {}, { now });
}

type Options = ResolveOptions & { readonly signal?: AbortSignal };

/** `resolve` and `resolveAll` as a client has them, over a discovery and the mapper at hand. */
export function resolverOf(parts: {
  readonly discovery: Pick<Discovery, 'refresh'>;
  readonly mapper: (signal?: AbortSignal) => Promise<RESTMapper>;
}) {
  const answer = createNameResolver(parts.discovery, parts.mapper);
  return {
    resolve: (word: string, { signal, ...options }: Options = {}): Promise<Resolution> =>
      answer(signal, (mapper) => mapper.resolve(word, options)),
    resolveAll: (words: string | readonly string[], { signal, ...options }: Options = {}): Promise<Resolutions> =>
      answer(signal, (mapper) => mapper.resolveAll(words, options)),
  };
}
