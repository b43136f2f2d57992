// Everything exported here is public API of 'kubeatlas/testing/node'.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FakeApiServer } from './server/fake-api-server.js';

/** Where to listen. */
export interface StartFakeApiServerOptions {
  /** @default 0, any free one */
  readonly port?: number | undefined;
  /** @default '127.0.0.1' */
  readonly host?: string | undefined;
  /** What stands before `/api` in `url` and in every request. @default '' */
  readonly basePath?: string | undefined;
}

/** A fake API server that listens. */
export interface RunningFakeApiServer {
  /** What a client is given as `server`. */
  readonly url: string;
  /** Ends every connection and stops. */
  close(): Promise<void>;
}

/** What real servers take by default, in bytes. */
const largestBody = 3 * 1024 * 1024;

/**
 * Listens for HTTP on loopback and lets a fake API server answer. Rejects when the port is taken.
 */
export async function startFakeApiServer(
  server: FakeApiServer,
  { port = 0, host = '127.0.0.1', basePath = '' }: StartFakeApiServerOptions = {},
): Promise<RunningFakeApiServer> {
  const listener = createServer((incoming, outgoing) => {
    exchange(server, basePath, incoming, outgoing).catch(() => {
      outgoing.destroy();
    });
  });
  listener.listen(port, host);
  await once(listener, 'listening');
  const address = listener.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${actual}${basePath.replace(/\/+$/, '')}`,
    close: async () => {
      const closed = once(listener, 'close');
      listener.close();
      listener.closeAllConnections();
      await closed;
    },
  };
}

async function exchange(
  server: FakeApiServer,
  basePath: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => {
    gone.abort();
  });
  const body = await readBody(incoming);
  if (body === undefined) {
    refuse(outgoing, 413, 'RequestEntityTooLarge', `Request entity too large: limit is ${largestBody}`);
    return;
  }
  const request = toRequest(incoming, body, gone.signal);
  if (request === undefined) {
    refuse(outgoing, 400, 'BadRequest', 'the request is no HTTP request that a Kubernetes API server takes');
    return;
  }
  const response = await server.handle(request, { basePath });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body !== null) {
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!outgoing.write(part.value)) await once(outgoing, 'drain', { signal: gone.signal });
    }
  }
  outgoing.end();
}

/** Undefined when it is too large. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= largestBody) parts.push(part);
  }
  return size > largestBody ? undefined : Buffer.concat(parts);
}

/** Undefined for what no Request can stand for: TRACE, a URL that is none. */
function toRequest(incoming: IncomingMessage, body: Buffer, signal: AbortSignal): Request | undefined {
  const { method = 'GET', url = '/', headersDistinct } = incoming;
  try {
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(headersDistinct)) {
      for (const value of values) headers.append(name, value);
    }
    const bodiless = method === 'GET' || method === 'HEAD';
    const target = new URL(url.startsWith('/') ? `http://localhost${url}` : url);
    return new Request(target, { method, headers, signal, body: bodiless ? null : new Uint8Array(body) });
  } catch {
    return undefined;
  }
}

function refuse(outgoing: ServerResponse, code: number, reason: string, message: string): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' };
  outgoing.writeHead(code, headers).end(`${JSON.stringify(status)}\n`);
}
