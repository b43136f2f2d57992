import { createAxiosTransport } from './axios-transport.js';
import { createFetchTransport } from './fetch-transport.js';
import { createNodeAgents } from './node-agents.js';
import type { TransportOptions } from './options.js';
import type { Transport } from './transport.js';

/**
 * Makes the transport of every client that is not given another one: over Node's own modules, whose agents support
 * certificates and proxies, or over `fetch` without Node modules. It keeps its own pool of sockets per protocol.
 *
 * The package exposes it as `#default-transport`: bundlers for browsers and workers take `default-transport.browser.ts`
 * instead, which leaves axios out. If they do not, this one does the same with more bytes.
 */
export function createDefaultTransport(options: TransportOptions = {}): Transport {
  const agents = createNodeAgents(options);
  return agents === undefined ? createFetchTransport(options) : createAxiosTransport(agents);
}
