// Everything exported here is public API of 'kubeatlas/http2'.

export { createHttp2Transport } from './http2-transport.js';
export type { Http2TransportOptions } from './options.js';
