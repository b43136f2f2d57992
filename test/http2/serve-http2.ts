import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type SecureServerOptions,
  type ServerHttp2Session,
} from 'node:http2';
import { Agent } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { createHttp2Transport } from '../../src/http2/http2-transport.js';
import type { Http2TransportOptions } from '../../src/http2/options.js';
import type { Transport } from '../../src/core/transport/transport.js';
import { selfSigned } from '../transport/self-signed.js';

/** A server that speaks HTTP/2 on 127.0.0.1 and ends with the test. */
export interface Http2Server {
  readonly url: string;
  readonly server: Http2SecureServer;
  /** Every session that was ever opened, in order. */
  readonly sessions: readonly ServerHttp2Session[];
  /** TLS connections that are open now. */
  readonly open: () => number;
  /** What was chosen on each TLS connection, in order. */
  readonly protocols: readonly (string | false | null)[];
}

/** Trusts the servers of these tests. */
export function trusting(): Agent {
  return new Agent({ ca: selfSigned.cert });
}

/** Listens on loopback until the test ends; answers the URL. */
export async function listening(server: Server, sockets: ReadonlySet<{ destroy(): unknown }>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server; its requests have the shape that those of `node:http` have. */
export async function serveHttp2(listener?: RequestListener, options: SecureServerOptions = {}): Promise<Http2Server> {
  const server = createSecureServer({ ...selfSigned, ...options });
  if (listener !== undefined) server.on('request', listener as never);
  const sessions: ServerHttp2Session[] = [];
  const sockets = new Set<TLSSocket>();
  const protocols: (string | false | null)[] = [];
  server.on('session', (session) => {
    sessions.push(session);
    session.on('error', () => undefined);
  });
  server.on('stream', (stream) => stream.on('error', () => undefined));
  server.on('secureConnection', (socket: TLSSocket) => {
    sockets.add(socket);
    protocols.push(socket.alpnProtocol);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  const url = await listening(server, sockets);
  return { url, server, sessions, open: () => sockets.size, protocols };
}

/** A transport that is closed when the test ends. */
export function openTransport(options?: Http2TransportOptions): Transport {
  const transport = createHttp2Transport(options);
  onTestFinished(() => {
    transport.close();
  });
  return transport;
}
