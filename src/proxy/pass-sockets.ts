import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ApiSocket } from '../index.js';
import { onAbort } from '../core/shared/abort.js';
import { parametersOf, type Passed } from './pass-requests.js';
import { passStream, streamProtocol } from './pass-streams.js';
import type { ProxyRefusal } from './refusals.js';
import type { Upstream } from './upstream.js';

/** Where Kubernetes reads a token that a browser cannot send as a header. It reaches no API server. */
const bearerPrefix = 'base64url.bearer.authorization.k8s.io.';

/** The largest message of a page, and the most that a proxy holds of it. */
const mostMessageBytes = 16 * 1024 * 1024;

/** What waits for a page that takes nothing, above which its pings get no answer. */
const mostWaitingBytes = 64 * 1024;

/** Servers in between close a connection on which nothing has come for a minute. */
const pingMs = 25_000;

/** How a subprotocol has to look. */
const isToken = /^[\w!#$%&'*+.^`|~-]+$/;

/** How a connection breaks off, to the page: nothing of the error, which may name what is not for pages. */
const brokenOff = 1011;

/** How a connection ends whose user may no longer use it. */
const loginEnded = 1008;

/** Refuses what is no handshake of a WebSocket. Before anything runs: the library looks at it once the connection to the API server is open. */
export function socketRefusal(request: IncomingMessage, head: Uint8Array): ProxyRefusal | undefined {
  const { method, headers } = request;
  const isWebSocket =
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/\dA-Z]{22}==$/i.test(headers['sec-websocket-key'] ?? '') &&
    protocolsOf(request).every((protocol, index, all) => isToken.test(protocol) && all.indexOf(protocol) === index);
  if (!isWebSocket) return { status: 400, message: 'only upgrades to WebSocket are forwarded' };
  // A page says nothing before it is answered.
  const hasBody =
    head.byteLength > 0 || headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return hasBody ? { status: 400, message: 'a request for a WebSocket must not have a body' } : undefined;
}

/** A WebSocket that may be opened. */
interface Accepted {
  readonly upstream: Upstream;
  readonly path: string;
  readonly signal: AbortSignal;
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  /** To be called before anything is written to the socket. */
  readonly opened: () => void;
  /** What the page is told where a stream cannot be opened. */
  readonly answerOf: (error: unknown) => Passed;
}

/**
 * Opens a WebSocket to the API server and to the page, and passes messages on in both directions: commands in containers, and ports. Or
 * answers a GET over it, where the page offers `stream.kubeatlas`. What a slow side has not taken yet is not read from the other.
 */
export async function acceptSocket(accepted: Accepted): Promise<void> {
  const { upstream, path, signal, request, socket, head, opened } = accepted;
  const { WebSocketServer } = await import('ws');
  const upgrade = (protocol: string): Promise<WebSocket> => {
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: mostMessageBytes,
      handleProtocols: () => (protocol === '' ? false : protocol),
    });
    opened();
    return new Promise((resolve) => {
      server.handleUpgrade(request, socket, head, (page) => {
        page.on('error', () => undefined);
        keepAlive(page);
        // A page that does not say goodbye is not waited for.
        const unfollow = onAbort(signal, () => {
          page.close(loginEnded);
          setImmediate(() => page.terminate());
        });
        page.once('close', unfollow);
        resolve(page);
      });
    });
  };
  if (protocolsOf(request).includes(streamProtocol)) {
    passStream(await upgrade(streamProtocol), accepted);
    return;
  }
  const { pathname, searchParams } = new URL(path, 'http://relative.invalid');
  const connection = await upstream.connect({
    path: pathname,
    query: parametersOf(searchParams),
    protocols: protocolsOf(request).filter((protocol) => !protocol.toLowerCase().startsWith(bearerPrefix)),
    maxMessageBytes: mostMessageBytes,
    signal,
  });
  if (socket.destroyed) return connection.close();
  // Emits nothing else: the request was one of a WebSocket, or is refused by the library itself.
  socket.once('close', () => connection.close());
  join(await upgrade(connection.protocol), connection);
}

/** Passes messages on in both directions, until one side ends. */
function join(page: WebSocket, upstream: ApiSocket): void {
  page.once('close', () => upstream.close());
  page.on('ping', (data) => {
    if (page.bufferedAmount < mostWaitingBytes) page.pong(data);
  });

  let taken = Promise.resolve();
  let waiting = 0;
  page.on('message', (message: Buffer) => {
    // What was read at once with it still comes.
    page.pause();
    waiting += 1;
    taken = taken
      .then(() => upstream.send(new Uint8Array(message)))
      .then(() => {
        waiting -= 1;
        if (waiting === 0) page.resume();
      })
      .catch(() => page.close(brokenOff));
  });

  const send = (message: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      page.send(message, { binary: true }, (error) => (error ? reject(error) : resolve()));
    });
  const passBack = async (): Promise<void> => {
    for await (const message of upstream.messages) await send(message);
    const { code, reason } = await upstream.closed;
    page.close(isSendable(code) ? code : 1000, reason);
  };
  passBack().catch(() => {
    upstream.close();
    page.close(brokenOff);
  });
}

/** Shows everything in between that the connection is in use. */
function keepAlive(page: WebSocket): void {
  const timer = setInterval(() => {
    if (page.bufferedAmount < mostWaitingBytes) page.ping();
  }, pingMs);
  timer.unref();
  page.once('close', () => clearInterval(timer));
}

/** Codes that say that there was none must not be sent. */
function isSendable(code: number): boolean {
  return (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);
}

/** Whether a page wants the answer of a GET over its WebSocket. */
export function offersStream(headers: Headers): boolean {
  return protocolsIn(headers.get('sec-websocket-protocol') ?? '').includes(streamProtocol);
}

function protocolsOf({ headers }: IncomingMessage): string[] {
  return protocolsIn(headers['sec-websocket-protocol'] ?? '');
}

function protocolsIn(list: string): string[] {
  return list === '' ? [] : list.split(',').map((protocol) => protocol.trim());
}
