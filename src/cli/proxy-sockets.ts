import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { isKubeError, type ApiSocket } from '../index.js';
import {
  addressRefusal,
  pathRefusal,
  isSame,
  parametersOf,
  type ProxyOptions,
  type ProxyRefusal,
} from './proxy-requests.js';
import { passStream, streamProtocol } from './proxy-streams.js';

/** Where Kubernetes reads a token that a browser cannot send as a header. */
const bearerPrefix = 'base64url.bearer.authorization.k8s.io.';

/** The largest message of a page, and the most that a proxy holds of it. */
const mostMessageBytes = 16 * 1024 * 1024;

/** What waits for a page that takes nothing, above which its pings get no answer. */
const mostWaitingBytes = 64 * 1024;

/** How a subprotocol has to look. */
const isToken = /^[\w!#$%&'*+.^`|~-]+$/;

/** How a connection breaks off, to the page: nothing of the error, which may name what is not for pages. */
const brokenOff = 1011;

/**
 * Creates a listener for upgrades, which passes WebSockets of a page to an API server: commands in containers, and ports. It has the
 * checks of {@link createRequestProxy}, with the token as a subprotocol, as browsers cannot send a header; and since browsers let every page
 * open WebSockets, the Origin has to be there. What a slow side has not taken yet is not read from the other.
 */
export function createSocketProxy(
  options: ProxyOptions,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: mostMessageBytes,
    handleProtocols: (_, request) => chosen.get(request) ?? false,
  });
  const chosen = new WeakMap<IncomingMessage, string>();

  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const refusal = socketRefusal(options, request);
    if (refusal !== undefined) return refuseUpgrade(socket, refusal);
    if (isStream(request)) {
      const { url = '' } = request;
      chosen.set(request, streamProtocol);
      server.handleUpgrade(request, socket, head, (page) => passStream(page, options.client, url));
      return;
    }
    const ending = new AbortController();
    const leave = (): void => {
      ending.abort();
      socket.destroy();
    };
    // Only who reads learns that a page has left; and before it is answered, it says nothing.
    const watched = ['data', 'end', 'close'];
    for (const event of watched) socket.once(event, leave);
    let upstream: ApiSocket;
    try {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://relative.invalid');
      upstream = await options.client.connect({
        path: pathname,
        query: parametersOf(searchParams),
        protocols: protocolsOf(request).filter((protocol) => !protocol.startsWith(bearerPrefix)),
        maxMessageBytes: mostMessageBytes,
        signal: ending.signal,
      });
    } catch (error) {
      return refuseUpgrade(socket, refusalOf(error));
    } finally {
      for (const event of watched) socket.off(event, leave);
    }
    if (socket.destroyed) return upstream.close();
    if (upstream.protocol !== '') chosen.set(request, upstream.protocol);
    // Emits nothing else: the request was one of a WebSocket, or is refused by the library itself.
    socket.once('close', () => upstream.close());
    server.handleUpgrade(request, socket, head, (page) => join(page, upstream));
  };
  return (request, socket, head) => {
    socket.on('error', () => undefined);
    open(request, socket, head).catch(() => socket.destroy());
  };
}

/** Passes messages on in both directions, until one side ends. */
function join(page: WebSocket, upstream: ApiSocket): void {
  page.on('error', () => undefined);
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

/** Codes that say that there was none must not be sent. */
function isSendable(code: number): boolean {
  return (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);
}

function socketRefusal(options: ProxyOptions, request: IncomingMessage): ProxyRefusal | undefined {
  const refusal = addressRefusal(options, request);
  if (refusal !== undefined) return refusal;
  const { method, headers, url = '' } = request;
  const { origin, host = '' } = headers;
  if (origin === undefined || (origin !== options.allowOrigin && origin !== `http://${host}`)) {
    return { status: 403, message: 'WebSockets are for pages of this server, whose Origin they show' };
  }
  if (!showsToken(options, request)) {
    return { status: 401, message: `the token of this server is missing: the protocol ${bearerPrefix}...` };
  }
  // Before anything runs: the library looks at these once the connection to the API server is open.
  const isWebSocket =
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/\dA-Z]{22}==$/i.test(headers['sec-websocket-key'] ?? '') &&
    protocolsOf(request).every((protocol, index, all) => isToken.test(protocol) && all.indexOf(protocol) === index);
  if (!isWebSocket) return { status: 400, message: 'only WebSockets are passed on' };
  if (options.readOnly === true && !isStream(request))
    return { status: 403, message: 'this server is read-only (--read-only)' };
  return pathRefusal(url);
}

/** Whether it is a GET of which the page reads the answer over a WebSocket. */
function isStream(request: IncomingMessage): boolean {
  return protocolsOf(request).includes(streamProtocol);
}

/** Whether the token is there: once, as a protocol; or as a header, which a development server in between can add. */
function showsToken({ token }: ProxyOptions, request: IncomingMessage): boolean {
  const [given = '', ...more] = protocolsOf(request).filter((protocol) => protocol.startsWith(bearerPrefix));
  if (more.length > 0) return false;
  if (given === '') return isSame(request.headers.authorization ?? '', `Bearer ${token}`);
  return isSame(given, bearerPrefix + Buffer.from(token).toString('base64url'));
}

function protocolsOf({ headers }: IncomingMessage): string[] {
  const list = headers['sec-websocket-protocol'] ?? '';
  return list === '' ? [] : list.split(',').map((protocol) => protocol.trim());
}

function refusalOf(error: unknown): ProxyRefusal {
  if (isKubeError(error) && error.code === 'api') return { status: error.statusCode, message: error.message };
  return { status: 502, message: isKubeError(error) ? error.message : 'the request could not be passed on' };
}

function refuseUpgrade(socket: Duplex, { status, message }: ProxyRefusal): void {
  const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code: status });
  const lines = [
    `HTTP/1.1 ${status} Refused`,
    'connection: close',
    'cache-control: no-store',
    'content-type: application/json',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // A peer that does not close keeps nothing open.
  socket.once('finish', () => socket.destroy());
}
