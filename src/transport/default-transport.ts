import { createAxiosTransport } from './axios-transport.js';
import { createFetchTransport } from './fetch-transport.js';
import { createNodeAgents, type NodeAgentOptions } from './node-agents.js';
import type { Transport } from './transport.js';

/**
 * Makes the transport that every client has unless it is given another: over Node's own modules, whose agents know
 * certificates and proxies, and over `fetch` where there are none. It keeps one pool of sockets per protocol for itself.
 *
 * In the package it stands behind `#default-transport`: bundlers for browsers and workers take `default-transport.browser.ts`
 * in its place, and so leave axios out. Where they do not, this one does the same with more bytes.
 */
export function createDefaultTransport(options: NodeAgentOptions = {}): Transport {
  const agents = createNodeAgents(options);
  return agents === undefined ? createFetchTransport() : createAxiosTransport(agents);
}
