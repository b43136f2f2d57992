import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { ApiRequest, Connection } from '../../src/core/transport/connection.js';
import { closedPort, serve } from './loopback-server.js';
import { selfSigned } from './self-signed.js';
import type { Transport } from '../../src/core/transport/transport.js';

const token = 'tok3n-that-nobody-may-see';
const authenticate = () => Promise.resolve({ headers: { authorization: `Bearer ${token}`, cookie: `id=${token}` } });
const read: ApiRequest = {
  method: 'GET',
  path: '/api/v1/secrets',
  query: { continue: 'c0ntinue' },
  accept: 'application/json',
};

/** Everything that a log could show of an error. */
function shown(error: unknown): string {
  const parts: unknown[] = [inspect(error, { depth: 10, showHidden: true }), JSON.stringify(error), String(error)];
  for (let link = error; link instanceof Error; link = link.cause) parts.push(link.message, link.stack, link);
  return parts.map((part) => (typeof part === 'string' ? part : inspect(part, { depth: 10 }))).join('\n');
}

const scenarios: [name: string, code: string, run: () => Promise<unknown>][] = [
  ['a refused connection', 'connection-refused', async () => ask(`http://127.0.0.1:${await closedPort()}`)],
  [
    'a reset',
    'connection',
    async () => {
      const server = await serve((incoming) => incoming.socket.destroy());
      return ask(server.url);
    },
  ],
  ['an unknown host', 'host-not-found', () => ask('http://no-such-host.invalid')],
  [
    'a certificate',
    'untrusted-server',
    async () => {
      const server = await serve((_, response) => response.end('{}'), selfSigned);
      return ask(server.url);
    },
  ],
  [
    'a body that breaks off',
    'connection',
    async () => {
      const server = await serve((_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{', () => response.destroy());
      });
      return ask(server.url);
    },
  ],
  [
    'a stream that breaks',
    'connection',
    async () => {
      const server = await serve((_, response) => {
        response.write('{', () => response.destroy());
      });
      const { body } = await connect(server.url).stream(read);
      for await (const chunk of body) expect(chunk.byteLength).toBe(1);
    },
  ],
  [
    'a page that repeats every header',
    'api',
    async () => {
      const server = await serve((incoming, response) => {
        response.writeHead(502, { 'content-type': 'text/html' });
        response.end(`<html>${JSON.stringify(incoming.headers)}</html>`);
      });
      return ask(server.url);
    },
  ],
  [
    'a refused token',
    'api',
    async () => {
      const server = await serve((_, response) => response.writeHead(401).end('Unauthorized'));
      return ask(server.url);
    },
  ],
  [
    'a time limit',
    'timeout',
    async () => {
      const server = await serve(() => undefined);
      return connect(server.url).request({ ...read, timeoutMs: 20 });
    },
  ],
  [
    'a closed client',
    'closed',
    async () => {
      const server = await serve(() => void connection.close());
      const connection = connect(server.url);
      return connection.request(read);
    },
  ],
  [
    'a transport whose error holds the request',
    'connection',
    () => {
      const failing = (sent: object) =>
        Promise.reject(Object.assign(new Error(`failed with Bearer ${token}`), { config: sent, cause: sent }));
      const transport: Transport = { send: failing, close: () => undefined };
      return createConnection({ server: 'http://127.0.0.1', authenticate, transport }).request(read);
    },
  ],
  [
    'a header with a line break',
    'invalid-argument',
    () => {
      const broken = () => Promise.resolve({ headers: { authorization: `Bearer ${token}\n` } });
      return createConnection({ server: 'http://127.0.0.1', authenticate: broken }).request(read);
    },
  ],
  [
    'a password in the base URL',
    'invalid-argument',
    async () => createConnection({ server: `https://admin:${token}@127.0.0.1`, authenticate }).request(read),
  ],
];

describe('no credential and no query is shown by', () => {
  it.each(scenarios)('%s', async (_, code, run) => {
    const error: unknown = await run().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code });
    expect(shown(error)).not.toContain(token);
    expect(shown(error)).not.toContain('c0ntinue');
    expect(shown(error)).not.toMatch(/AxiosError|ClientRequest|IncomingMessage|Socket \{/);
  });
});

function connect(server: string): Connection {
  return createConnection({ server, authenticate, retry: { limit: 0 } });
}

function ask(server: string): Promise<unknown> {
  return connect(server).request(read);
}
