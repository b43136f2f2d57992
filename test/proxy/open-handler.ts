import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer, type ClientOptions } from 'ws';
import { createProxyHandler, type ProxyHandler, type ProxyHandlerOptions } from '../../src/proxy/index.js';

export const origin = 'https://dashboard.example.com';
export const host = 'dashboard.example.com';
export const pods = '/api/v1/namespaces/web/pods';
export const exec = `${pods}/front-0/exec?command=sh`;
/** The token of the proxy itself. */
export const ownToken = 'of-the-proxy-itself';

/** An API server that answers as a test says, and what reached it. */
export interface Upstream {
  readonly server: string;
  readonly asked: IncomingMessage[];
  /** The WebSockets that it has open. */
  readonly sockets: ReadonlySet<WebSocket>;
  /** How many of its answers are open. */
  readonly open: () => number;
}

async function port(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts an API server; it opens every WebSocket. */
export async function upstream(
  answer: RequestListener = (_, response) => response.setHeader('set-cookie', 'a=b').end('{}'),
): Promise<Upstream> {
  const asked: IncomingMessage[] = [];
  let open = 0;
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    asked.push(request);
    open += 1;
    response.once('close', () => (open -= 1));
    answer(request, response);
  });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    asked.push(request);
    sockets.handleUpgrade(request, socket, head, () => undefined);
  });
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
  });
  return { server: `http://127.0.0.1:${await port(server)}`, asked, sockets: sockets.clients, open: () => open };
}

/** A handler that listens. */
export interface OpenHandler {
  readonly handler: ProxyHandler;
  readonly port: number;
  readonly failures: unknown[];
  /** The sockets of upgrades that are open. */
  readonly open: ReadonlySet<Duplex>;
}

/** Serves a handler over HTTP/1.1. Whoever has the cookie `user=NAME` is NAME. */
export async function serve(api: Upstream, options: Partial<ProxyHandlerOptions> = {}): Promise<OpenHandler> {
  const failures: unknown[] = [];
  const handler = createProxyHandler({
    cluster: { server: api.server, token: ownToken },
    origins: [origin],
    credentialsFor: ({ headers }) => {
      const user = /^user=(.+)$/.exec(headers.get('cookie') ?? '')?.[1];
      return user === undefined ? undefined : { impersonate: { user, groups: ['dev'] } };
    },
    onFailure: (error) => failures.push(error),
    ...options,
  });
  const server = createServer(handler.node);
  const open = new Set<Duplex>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    handler.upgrade(request, socket, head);
  });
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    handler.close();
  });
  return { handler, port: await port(server), failures, open };
}

/** Writes bytes to a handler as they are. Returns all that it answers, to the end of the connection. */
export async function raw(to: OpenHandler, text: string): Promise<string> {
  const socket = connect(to.port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(text, 'latin1');
  return wholeOf(socket);
}

async function wholeOf(socket: Socket): Promise<string> {
  let text = '';
  try {
    for await (const piece of socket) {
      text += String(piece);
      if (text.startsWith('HTTP/1.1 101')) break;
    }
  } catch {
    // A server may reset the connection behind its refusal.
  }
  return text;
}

/** The text of a request of a page with the cookie of jane, but for what a test changes: `undefined` leaves out. */
export function requestText(
  path: string,
  { method = 'GET', body = '', ...changed }: { readonly [name: string]: string | undefined } = {},
): string {
  const headers = {
    host,
    cookie: 'user=jane',
    connection: 'close',
    ...(method !== 'GET' && { origin, 'content-length': String(Buffer.byteLength(body)) }),
    ...changed,
  };
  const lines = Object.entries(headers).flatMap(([name, value]: [string, string | undefined]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** The same for a WebSocket. */
export const upgradeText = (path: string, changed: { readonly [name: string]: string | undefined } = {}): string =>
  requestText(path, {
    origin,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': 'v5.channel.k8s.io',
    ...changed,
  });

/** A WebSocket of a page with the cookie of jane. */
export function pageSocket(to: OpenHandler, path: string, protocol = 'v5.channel.k8s.io', options: ClientOptions = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${to.port}${path}`, [protocol], {
    origin,
    headers: { host, cookie: 'user=jane' },
    ...options,
  });
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  return socket;
}
