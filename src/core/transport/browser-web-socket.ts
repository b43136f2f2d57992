import type { Transport, TransportConnectRequest, TransportUpgrade } from './transport.js';
import type { SocketClose } from './web-socket.js';

// Loaded with the first WebSocket. It imports types alone: with values in common, a bundler would cut the rest of a bundle
// into pieces that weigh more than this file.

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

/** The error for headers that cannot be sent. */
type HeadersError = new (argument: string, what: string) => Error;

/** Opens a WebSocket of the runtime, for browsers and workers. */
export async function connectInBrowser(
  request: TransportConnectRequest,
  transport: Transport,
  InvalidArgumentError: HeadersError,
): Promise<TransportUpgrade> {
  const refuse = (what: string): Error => new InvalidArgumentError('headers', what);
  const { headers, protocols, signal, maxBufferedBytes } = request;
  signal?.throwIfAborted();
  const url = new URL(request.url, 'location' in globalThis ? location.href : undefined);
  const socket = new WebSocket(url.href.replace(/^http/i, 'ws'), [...protocols, ...bearerOf(request, url, refuse)]);
  socket.binaryType = 'arraybuffer';
  const waiting: Uint8Array[] = [];
  let bufferedBytes = 0;
  let end: { readonly close: SocketClose } | { readonly failure: Error } | undefined;
  let wake = (): void => undefined;
  const finish = (how: typeof end): void => {
    end ??= how;
    wake();
  };
  const fail = (failure: Error): void => {
    finish({ failure });
    socket.close();
    ended();
  };
  const stop = (): void => fail(signal?.reason as Error);
  signal?.addEventListener('abort', stop);
  let ended = (): void => undefined;
  const over = new Promise<void>((resolve) => (ended = resolve));
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    const message = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data);
    bufferedBytes += message.byteLength;
    waiting.push(message);
    wake();
    if (bufferedBytes <= maxBufferedBytes) return;
    fail(socketFailure(`more than ${maxBufferedBytes} bytes wait for their reader (maxBufferedBytes)`));
  };
  // Says nothing that the end does not say.
  socket.onerror = () => undefined;
  socket.onclose = ({ code, reason }) => {
    signal?.removeEventListener('abort', stop);
    finish(code === 1006 ? { failure: socketFailure(brokenOff, 'ECONNRESET') } : { close: { code, reason } });
    ended();
  };
  const isOpen = await Promise.race([new Promise((resolve) => (socket.onopen = resolve)), over.then(() => false)]);
  if (isOpen === false) {
    signal?.throwIfAborted();
    if (harmless.test(url.pathname)) {
      const answer = await transport.send({ method: 'GET', url: request.url, headers, signal });
      if (answer.status >= 400) return answer;
    }
    throw socketFailure('the WebSocket was refused; a browser does not tell why');
  }
  const closed = over.then(() => {
    if (end !== undefined && 'close' in end) return end.close;
    throw end?.failure ?? socketFailure(brokenOff);
  });

  async function* messages(): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const message = waiting.shift();
      if (message !== undefined) {
        bufferedBytes -= message.byteLength;
        yield message;
      } else if (end !== undefined) {
        if ('failure' in end) throw end.failure;
        return;
      } else await new Promise<void>((resolve) => (wake = resolve));
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
        while (socket.readyState === WebSocket.OPEN && socket.bufferedAmount > fullBytes) {
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
        if (socket.readyState === WebSocket.OPEN) socket.send(message);
        else throw socketFailure('the connection is closed', 'ERR_WEBSOCKET_CLOSED');
      },
      close() {
        socket.close(1000);
      },
      closed,
    },
  };
}

/** Returns the token as Kubernetes reads it from the protocols. Throws for headers that a browser cannot send. */
function bearerOf(
  { headers, protocols, bearerProtocol }: TransportConnectRequest,
  url: URL,
  refuse: (what: string) => Error,
): string[] {
  const { authorization, ...others } = headers;
  const [other] = Object.keys(others).filter((name) => !sentAnyway.has(name));
  if (other !== undefined)
    throw refuse(`has ${other}, which a browser cannot send with a WebSocket: let a proxy add it`);
  if (authorization === undefined) return [];
  const token = /^Bearer (.+)$/i.exec(String(authorization))?.[1];
  if (!bearerProtocol || token === undefined) {
    throw refuse(
      'has authorization, which a browser cannot send with a WebSocket: let a proxy add it, or set bearerProtocol for a token',
    );
  }
  if (url.protocol !== 'https:' && !onThisMachine.test(url.hostname)) {
    throw refuse('has a token, which would be sent over plain http');
  }
  if (protocols.length === 0) throw refuse('has a token, which needs one of protocols beside it');
  const encoded = btoa(token).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return [`base64url.bearer.authorization.k8s.io.${encoded}`];
}

function socketFailure(message: string, code = 'ERR_WEBSOCKET'): Error {
  return Object.assign(new Error(message), { code });
}
