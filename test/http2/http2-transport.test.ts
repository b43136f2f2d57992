import { describe } from 'vitest';
import { createHttp2Transport } from '../../src/http2/http2-transport.js';
import { describeTransport } from '../transport/describe-transport.js';
import { serveHttp2, trusting } from './serve-http2.js';

describe('a transport on HTTP/2', () => {
  describeTransport({
    serve: (listener) => serveHttp2(listener),
    open: () => createHttp2Transport(),
    agent: trusting(),
  });
});
