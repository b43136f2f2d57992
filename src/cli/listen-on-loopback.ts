import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Session } from './session.js';

/** What answers the requests of a server, and the requests to speak something else. */
export interface LoopbackListeners {
  readonly onRequest: RequestListener;
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Listens on 127.0.0.1 until the command is interrupted. */
export async function listenOnLoopback(
  { calls: { signal } }: Pick<Session, 'calls'>,
  port: number,
  {
    listenersFor,
    onListening,
  }: {
    /** Makes the listeners, given what tells the port once the server listens. */
    readonly listenersFor: (port: () => number) => LoopbackListeners;
    readonly onListening: (url: string) => Promise<void>;
  },
): Promise<void> {
  const server = createServer();
  const listening = (): number => (server.address() as AddressInfo).port;
  const { onRequest, onUpgrade } = listenersFor(listening);
  server.on('request', onRequest);
  /** Node's server forgets the connections that were upgraded. */
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    onUpgrade(request, socket, head);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening', { signal });
  try {
    await onListening(`http://127.0.0.1:${listening()}`);
    await once(server, 'close', { signal });
  } finally {
    server.close();
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
  }
}
