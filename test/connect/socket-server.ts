import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { createClient, type ClientOptions, type ResourceHandle } from '../../src/index.js';

const v5 = 'v5.channel.k8s.io';
/** Messages as the server received them: a channel and bytes. */
type Received = [channel: number, data: string];

/** Such a server, and what it was sent. */
export interface SocketServer {
  readonly pods: ResourceHandle;
  readonly received: Received[];
  readonly urls: string[];
  readonly url: string;
  /** The protocols that each session was offered. */
  readonly offered: string[];
  /** Words with which the next sessions are refused, as for a node that cannot be reached. */
  readonly refusals: string[];
  /** How many WebSockets are open. */
  readonly sessions: () => number;
  /** How many sockets are open. */
  readonly connections: () => Promise<number>;
  /** Closes the client. */
  readonly close: () => Promise<void>;
}

/** What the server answers to every GET. */
const pod = {
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-0', namespace: 'shop' } },
  ...{ spec: { containers: [{ name: 'main' }, { name: 'side' }] }, status: { phase: 'Running' } },
};

/** A server that does with each session what a test says. */
export async function serve(
  onSession: (socket: WebSocket) => void,
  protocol = v5,
  options: Partial<ClientOptions> = {},
): Promise<SocketServer> {
  const received: Received[] = [];
  const refusals: string[] = [];
  const urls: string[] = [];
  const offered: string[] = [];
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(pod));
  });
  const sockets = new WebSocketServer({ noServer: true });
  // ws itself refuses names with a slash.
  sockets.on('headers', (lines) => {
    if (protocol !== '') lines.push(`Sec-WebSocket-Protocol: ${protocol}`);
  });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const refused = refusals.shift();
    if (refused !== undefined) {
      const { length } = refused;
      socket.end(`HTTP/1.1 502 Bad Gateway\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${refused}`);
      return;
    }
    urls.push(request.url ?? '');
    offered.push(String(request.headers['sec-websocket-protocol']));
    delete request.headers['sec-websocket-protocol'];
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('message', (data: Buffer) => received.push([data[0] ?? -1, data.subarray(1).toString('latin1')]));
      onSession(opened);
    });
  });
  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ server: url, ...options });
  onTestFinished(async () => {
    await client.close();
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  const mapping = {
    resource: { group: '', version: 'v1', resource: 'pods' },
    kind: { group: '', version: 'v1', kind: 'Pod' },
    scope: 'Namespaced',
  } as const;
  return {
    pods: client.handle(mapping).namespace('shop'),
    received,
    urls,
    offered,
    url,
    refusals,
    ...{ sessions: () => sockets.clients.size, close: () => client.close(), connections },
  };
}

/** Sends text on a channel. */
export function say(socket: WebSocket, channel: number, text: string): void {
  socket.send(Buffer.concat([Buffer.from([channel]), Buffer.from(text)]));
}
