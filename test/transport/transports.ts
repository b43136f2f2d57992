import { createDefaultTransport } from '../../src/core/transport/default-transport.js';
import { createFetchTransport } from '../../src/core/transport/fetch-transport.js';

/** What there is for HTTP/1.1: over Node's modules, which is the default here, and over `fetch`, which it is in browsers. */
export const transports = [
  { adapter: 'http', open: () => createDefaultTransport() },
  { adapter: 'fetch', open: createFetchTransport },
] as const;
