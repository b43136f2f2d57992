import type { Transport, TransportConnectRequest, TransportUpgrade } from './transport.js';
import type { SocketClose } from './web-socket.js';

// Loaded with the first WebSocket or stream. It imports types alone: with values in common, a bundler would cut the rest of a
// bundle into pieces that weigh more than this file.

/** What a browser sends by itself. */
const sentAnyway = new Set(['accept', 'user-agent']);
const brokenOff = 'the connection ended without a close frame';
/** Above this, what was sent waits for the network. */
const fullBytes = 1024 * 1024;
/** A browser does not tell when it has sent something. */
const pauseMs = 10;
/** A GET of these without the upgrade runs nothing, and gets the refusal that a WebSocket does not show. */
const harmless = /\/api\/v1\/namespaces\/[^/]+\/pods\/[^/]+\/(?:exec|attach|portforward)$/;

/** What is sent there leaves the machine by no network. */
const onThisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Opens a WebSocket. A browser reads on whether or not anybody takes the messages: they wait up to a number of bytes. */
export function openInBrowser(
  url: URL,
  protocols: readonly string[],
  { signal, maxBufferedBytes = Infinity }: Partial<Pick<TransportConnectRequest, 'signal' | 'maxBufferedBytes'>>,
) {
  signal?.throwIfAborted();
  const socket = new WebSocket(url.href.replace(/^http/i, 'ws'), [...protocols]);
  socket.binaryType = 'arraybuffer';
  const waiting: (string | Uint8Array)[] = [];
  let bufferedBytes = 0;
  let end: { readonly close: SocketClose } | { readonly failure: Error } | undefined;
  const readers: (() => void)[] = [];
  const wake = (): void => {
    for (const resume of readers.splice(0)) resume();
  };
  let ended = (): void => undefined;
  const over = new Promise<void>((resolve) => (ended = resolve));
  const finish = (how: NonNullable<typeof end>): void => {
    end ??= how;
    signal?.removeEventListener('abort', stop);
    // A browser complains of a connection that is given up before it is open.
    if (socket.readyState === socket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
    wake();
    ended();
  };
  const stop = (): void => finish({ failure: signal?.reason as Error });
  signal?.addEventListener('abort', stop);
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    const message = typeof data === 'string' ? data : new Uint8Array(data);
    bufferedBytes += message.length;
    waiting.push(message);
    wake();
    if (bufferedBytes <= maxBufferedBytes) return;
    finish({
      failure: socketFailure(`more than ${maxBufferedBytes} bytes are unread (maxBufferedBytes): read faster`),
    });
  };
  // Says nothing that the end does not say.
  socket.onerror = () => undefined;
  socket.onclose = ({ code, reason }) =>
    finish(code === 1006 ? { failure: socketFailure(brokenOff, 'ECONNRESET') } : { close: { code, reason } });
  const closed = (): SocketClose => {
    if (end !== undefined && 'close' in end) return end.close;
    throw end?.failure ?? socketFailure(brokenOff);
  };
  return {
    socket,
    /** Resolves at the end. */
    over,
    /** How the server closed; throws if the connection broke. */
    closed,
    /** Returns the next message; undefined once the server has closed. Rejects if the connection breaks. */
    async next(this: void): Promise<string | Uint8Array | undefined> {
      while (waiting.length === 0 && end === undefined) await new Promise<void>((resolve) => readers.push(resolve));
      const message = waiting.shift();
      if (message === undefined) closed();
      bufferedBytes -= message?.length ?? 0;
      return message;
    },
    /** Ends the connection. */
    leave: (): void => finish({ close: { code: 1000, reason: '' } }),
  };
}

/** The error for headers that cannot be sent. */
type HeadersError = new (argument: string, what: string) => Error;

/** Opens a WebSocket as a client hands it over, for browsers and workers. */
export async function connectInBrowser(
  request: TransportConnectRequest,
  send: Transport['send'],
  InvalidArgumentError: HeadersError,
): Promise<TransportUpgrade> {
  const { headers, signal } = request;
  signal?.throwIfAborted();
  const url = urlOf(request);
  const offered = protocolsOf(request, url);
  if (typeof offered === 'string') throw new InvalidArgumentError('headers', offered);
  const { socket, next, over, closed } = openInBrowser(url, offered, request);
  const isOpen = await Promise.race([new Promise((resolve) => (socket.onopen = resolve)), over.then(() => false)]);
  if (isOpen === false) {
    signal?.throwIfAborted();
    if (harmless.test(url.pathname)) {
      const answer = await send({ method: 'GET', url: request.url, headers, signal });
      if (answer.status >= 400) return answer;
    }
    throw socketFailure('the WebSocket was refused; browsers do not report the reason');
  }

  async function* messages(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let message = await next(); message !== undefined; message = await next()) {
      yield typeof message === 'string' ? new TextEncoder().encode(message) : message;
    }
  }

  return {
    status: 101,
    headers: {},
    body: null,
    socket: {
      protocol: socket.protocol,
      messages: { [Symbol.asyncIterator]: messages },
      async send(message) {
        while (socket.readyState === socket.OPEN && socket.bufferedAmount > fullBytes) {
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
        if (socket.readyState === socket.OPEN) socket.send(message);
        else throw socketFailure('the connection is closed', 'ERR_WEBSOCKET_CLOSED');
      },
      close() {
        socket.close(1000);
      },
      closed: over.then(closed),
    },
  };
}

/** Returns the URL of a request, which is relative to the page if it begins with a slash. */
export function urlOf({ url }: { readonly url: string }): URL {
  return new URL(url, 'location' in globalThis ? location.href : undefined);
}

/**
 * Returns the subprotocols to offer, the token among them as Kubernetes reads it; for headers that a browser cannot send, what
 * is wrong.
 */
export function protocolsOf(
  { headers, protocols, bearerProtocol }: Pick<TransportConnectRequest, 'headers' | 'protocols' | 'bearerProtocol'>,
  url: URL,
): readonly string[] | string {
  const { authorization, ...others } = headers;
  const [other] = Object.keys(others).filter((name) => !sentAnyway.has(name));
  if (other !== undefined) return `has ${other}, which a browser cannot send with a WebSocket: let a proxy add it`;
  if (authorization === undefined) return protocols;
  const token = /^Bearer (.+)$/i.exec(String(authorization))?.[1];
  if (!bearerProtocol || token === undefined) {
    return 'has authorization, which a browser cannot send with a WebSocket: let a proxy add it, or set bearerProtocol for a token';
  }
  if (url.protocol !== 'https:' && !onThisMachine.test(url.hostname)) {
    return 'has a token, which would be sent over plain http: use https';
  }
  if (protocols.length === 0) return 'has a token, which requires at least one entry in protocols';
  const encoded = btoa(token).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return [...protocols, `base64url.bearer.authorization.k8s.io.${encoded}`];
}

/** Makes the failure of a WebSocket, or of a stream, with the code that tells which. */
export function socketFailure(message: string, code = 'ERR_WEBSOCKET'): Error {
  return Object.assign(new Error(message), { code });
}
