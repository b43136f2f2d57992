import type { DiscoveryFormat } from '../../../src/index.js';
import { ask, type Reachable } from './ask.js';

/** What to accept for each format of discovery alone. */
export const discoveryAccepts: Readonly<Record<DiscoveryFormat, string>> = {
  'aggregated/v2': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'aggregated/v2beta1': 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  legacy: 'application/json',
};

/** All formats, the best first. */
export const rankedFormats: readonly DiscoveryFormat[] = ['aggregated/v2', 'aggregated/v2beta1', 'legacy'];

/** Asks a server for each format of discovery alone: those that it does not speak are 406. */
export async function detectFormats(server: Reachable, token: string): Promise<DiscoveryFormat[]> {
  const found: DiscoveryFormat[] = [];
  for (const format of rankedFormats) {
    const { status } = await ask(server, { path: '/apis', token, headers: { accept: discoveryAccepts[format] } });
    if (status === 200) found.push(format);
  }
  return found;
}
