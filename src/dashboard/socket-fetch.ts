import { awaitStream } from './late-streams.js';

/** In which the process behind the page sends the answer of a GET. */
const protocol = 'stream.kubeatlas';

/**
 * Returns a `fetch` that reads what has no end, watches and logs that are followed, over a WebSocket each: a browser opens at most six
 * connections to an origin for all tabs together, but hundreds of WebSockets.
 */
export function socketFetch(plain: typeof fetch): typeof fetch {
  return (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const isEndless = ['watch', 'follow'].some((name) => url.searchParams.has(name));
    return isEndless ? fetchBySocket(url, init) : plain(input, init);
  };
}

function fetchBySocket(url: URL, { headers, signal }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const given = new Headers(headers);
    const socket = new WebSocket(url.href.replace(/^http/, 'ws'), [protocol, ...bearerOf(given)]);
    socket.binaryType = 'arraybuffer';
    const answered = awaitStream(url.pathname);
    let isOver = false;
    const close = (): void => {
      // A browser complains of a connection that is given up before it is open.
      if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
      else socket.close();
    };
    let body: ReadableStreamDefaultController<Uint8Array>;
    const end = (failure?: Error): void => {
      if (isOver) return;
      isOver = true;
      answered();
      signal?.removeEventListener('abort', abort);
      close();
      if (failure === undefined) body.close();
      else body.error(failure);
      // Says nothing if the answer has begun.
      reject(failure ?? new TypeError('the stream ended before its answer'));
    };
    const abort = (): void => end(signal?.reason as Error);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller;
      },
      // Each asks for another piece: what the page has not read yet stays at the server.
      pull() {
        if (socket.readyState === WebSocket.OPEN) socket.send('');
      },
      cancel() {
        isOver = true;
        signal?.removeEventListener('abort', abort);
        socket.close();
      },
    });
    signal?.addEventListener('abort', abort);
    socket.onopen = () => socket.send(given.get('accept') ?? '*/*');
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (isOver) return;
      if (typeof data !== 'string') {
        body.enqueue(new Uint8Array(data));
        return;
      }
      answered();
      resolve(new Response(stream, JSON.parse(data) as ResponseInit));
    };
    socket.onclose = ({ code }) => end(code === 1000 ? undefined : new TypeError('the stream broke off'));
  });
}

/** A browser cannot send a header with a WebSocket: Kubernetes' way is a protocol. */
function bearerOf(headers: Headers): string[] {
  const token = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1];
  if (token === undefined) return [];
  const encoded = btoa(token).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return [`base64url.bearer.authorization.k8s.io.${encoded}`];
}
