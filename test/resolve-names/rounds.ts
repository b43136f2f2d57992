import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import type { Discovery } from '../../src/core/discovery/discovery.js';
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
