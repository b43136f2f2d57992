import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface LoopbackServer {
  readonly url: string;
  readonly host: string;
  /** Sockets that were ever opened. */
  readonly opened: () => number;
  /** Sockets that are open now. */
  readonly open: () => number;
  /** Resolves when a socket has closed. */
  readonly nextClose: () => Promise<void>;
}

/** A server on 127.0.0.1 that ends with the test. */
export async function serve(
  listener: RequestListener,
  tls?: { readonly key: string; readonly cert: string },
): Promise<LoopbackServer> {
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let opened = 0;
  server.keepAliveTimeout = 60_000;
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      for (const resolve of waiting.splice(0)) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host}`,
    host,
    opened: () => opened,
    open: () => sockets.size,
    nextClose: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

export function answerJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Request headers as they came over the wire, name and value in turn. */
export function rawHeaders(request: IncomingMessage, name: string): string[] {
  return request.rawHeaders.flatMap((header, index, all) =>
    index % 2 === 0 && header.toLowerCase() === name ? [all[index + 1] ?? ''] : [],
  );
}
