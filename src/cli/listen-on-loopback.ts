import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Session } from './session.js';

/** Listens on 127.0.0.1 until the command is interrupted. */
export async function listenOnLoopback(
  { calls: { signal } }: Session,
  port: number,
  {
    listenerFor,
    onListening,
  }: {
    /** Makes the listener, given what tells the port once the server listens. */
    readonly listenerFor: (port: () => number) => RequestListener;
    readonly onListening: (url: string) => Promise<void>;
  },
): Promise<void> {
  const server = createServer();
  const listening = (): number => (server.address() as AddressInfo).port;
  server.on('request', listenerFor(listening));
  server.on('upgrade', (_request, socket) => {
    socket.end('HTTP/1.1 501 Not Implemented\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening', { signal });
  try {
    await onListening(`http://127.0.0.1:${listening()}`);
    await once(server, 'close', { signal });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
