import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { createPageProxy, type PageProxyOptions } from '../../src/cli/page-proxy.js';
import { createClient } from '../../src/index.js';

export const token = 'a-token-of-the-test-0123456789';
export const channel = 'v5.channel.k8s.io';
export const exec = '/api/v1/namespaces/web/pods/front-0/exec?command=sh&command=-c';
export const bearer = `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`;

/** A proxy that listens. */
export interface OpenProxy {
  readonly port: number;
  readonly origin: string;
  readonly open: ReadonlySet<Duplex>;
}

/** Opens a proxy to a server until the test is finished. */
export async function openProxy(server: string, options: Partial<PageProxyOptions> = {}): Promise<OpenProxy> {
  const client = createClient({ server, token: 'of-the-kubeconfig' });
  const listening = createServer();
  const port = (): number => (listening.address() as AddressInfo).port;
  const open = new Set<Duplex>();
  const onUpgrade = createPageProxy({ client, token, port, ...options }).upgrade;
  listening.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    onUpgrade(request, socket, head);
  });
  await once(listening.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    listening.close();
    await client.close();
  });
  return { port: port(), origin: `http://127.0.0.1:${port()}`, open };
}

/** A WebSocket as a page of the proxy opens it. */
export function pageSocket({ port, origin }: OpenProxy, path = exec, options: ClientOptions = {}): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [channel, bearer], { origin, ...options });
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  return socket;
}

/** What a request for a WebSocket is answered: the whole text, as it stands on the wire. */
export async function answerTo(
  { port, origin }: OpenProxy,
  changed: Readonly<Record<string, string | undefined>>,
  path = exec,
  method = 'GET',
) {
  const headers = {
    host: `127.0.0.1:${port}`,
    origin,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': `${channel}, ${bearer}`,
    ...changed,
  };
  const lines = Object.entries(headers).flatMap(([name, value]: [string, string | undefined]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  const socket = connect(port, '127.0.0.1');
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return textOf(socket);
}

async function textOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const piece of socket) {
    text += String(piece);
    if (text.startsWith('HTTP/1.1 101')) break;
  }
  return text;
}

/** Whether a number stays the same for a while. */
export async function isStill(value: () => number): Promise<boolean> {
  const before = value();
  await new Promise((resolve) => setTimeout(resolve, 100));
  return before === value();
}
