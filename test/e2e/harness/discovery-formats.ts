import type { DiscoveryFormat } from '../../../src/index.js';
import { ask, type Reachable } from './ask.js';

/** The Accept header that requests only one format of discovery, by format. */
export const discoveryAccepts: Readonly<Record<DiscoveryFormat, string>> = {
  'aggregated/v2': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'aggregated/v2beta1': 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  legacy: 'application/json',
};

/** All formats, best first. */
export const rankedFormats: readonly DiscoveryFormat[] = ['aggregated/v2', 'aggregated/v2beta1', 'legacy'];

/** Requests each format of discovery separately; a server answers 406 for a format that it does not support. */
export async function detectFormats(server: Reachable, token: string): Promise<DiscoveryFormat[]> {
  const found: DiscoveryFormat[] = [];
  for (const format of rankedFormats) {
    const { status } = await ask(server, { path: '/apis', token, headers: { accept: discoveryAccepts[format] } });
    if (status === 200) found.push(format);
  }
  return found;
}
