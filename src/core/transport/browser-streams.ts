import { openInBrowser, protocolsOf, socketFailure, urlOf } from './browser-web-socket.js';
import type { Transport, TransportAnswer, TransportRequest } from './transport.js';

// Loaded with the first stream.

/** The subprotocol of `kubeatlas/proxy`, and the first message in it: API servers agree to any name. */
const protocol = 'stream.kubeatlas';
/** How long a server may take to agree, before the stream is a request instead. */
const patienceMs = 10_000;
/** A browser opens six connections to an origin over HTTP/1.1, for all its tabs together: two of them are left for requests. */
const mostOverHttp1 = 4;
/** Servers allow a hundred streams and more on the one connection of HTTP/2. */
const mostOverHttp2 = 50;
/** Where tabs cannot agree (pages over http from another machine), each that is shown has so many. */
const mostAlone = 2;
const hidden = 'the tab is hidden and leaves the connections to other tabs';

/** What the transport of the requests knows. */
export interface StreamContext {
  readonly send: Transport['send'];
  /** Whether an answer of the server has said that it takes streams over WebSockets. */
  readonly takesSockets: () => boolean;
  readonly bearerProtocol: boolean;
  /** The error where no connection is free for a stream. */
  readonly TooManyStreamsError: new (most: number, problem: string) => Error;
}

/** A stream that is open: its head, and how to end it. */
type Open = (request: TransportRequest) => Promise<TransportAnswer>;

/**
 * Opens streams in browsers so that they leave connections for requests: over WebSockets where the server takes them; otherwise over
 * HTTP/1.1 four at most of all tabs, which agree by locks, and none of a tab that is hidden.
 */
export function createBrowserStreams({ send, takesSockets, bearerProtocol, TooManyStreamsError }: StreamContext): Open {
  /** Set where a WebSocket failed and a request did not: something in between lets none through. */
  let isBlocked = false;
  let alone = 0;

  /** Takes one of the connections. Returns what frees it; undefined if none is free. */
  const takePlace = async (origin: string, most: number): Promise<(() => void) | undefined> => {
    const { locks } = navigator as { readonly locks?: LockManager };
    if (locks === undefined) {
      if (alone >= mostAlone) return undefined;
      alone += 1;
      return () => (alone -= 1);
    }
    for (let place = 1; place <= most; place += 1) {
      const free = await new Promise<(() => void) | undefined>((resolve, reject) => {
        const hold = (lock: unknown): Promise<void> | undefined => {
          if (lock !== null) return new Promise((done) => resolve(done));
          resolve(undefined);
          return undefined;
        };
        locks.request(`kubeatlas stream ${place} ${origin}`, { ifAvailable: true }, hold).catch(reject);
      });
      if (free !== undefined) return free;
    }
    return undefined;
  };

  const openByRequest = async (request: TransportRequest, origin: string, isFew: boolean): Promise<TransportAnswer> => {
    const most = isFew ? mostOverHttp1 : mostOverHttp2;
    const page = isFew && 'document' in globalThis ? document : undefined;
    if (page?.visibilityState === 'hidden') throw new TooManyStreamsError(0, hidden);
    const free = await takePlace(origin, most);
    if (free === undefined)
      throw new TooManyStreamsError(
        most,
        `the tabs of this origin have ${most} streams open, and the other connections are for requests`,
      );
    const ending = new AbortController();
    const { signal } = request;
    const abort = (): void => end(signal?.reason as Error);
    const hide = (): void => {
      if (page?.visibilityState === 'hidden') end(socketFailure(hidden, 'ECONNRESET'));
    };
    const end = (reason?: Error): void => {
      if (ending.signal.aborted) return;
      ending.abort(reason);
      free();
    };
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort, { signal: ending.signal });
    page?.addEventListener('visibilitychange', hide, { signal: ending.signal });
    try {
      const answer = await send({ ...request, signal: ending.signal });
      const reader = (answer.body as ReadableStream<Uint8Array> | null)?.getReader();
      if (reader === undefined) end();
      const next = async (): Promise<Uint8Array | undefined> => (await reader?.read())?.value;
      return { ...answer, body: answer.body && bodyOf(next, end) };
    } catch (error) {
      end();
      throw error;
    }
  };

  return async (request) => {
    const url = urlOf(request);
    const isFew = !speaksHttp2(url);
    const protocols = protocolsOf({ headers: request.headers, protocols: [protocol], bearerProtocol }, url);
    const mayUseSockets = isFew && typeof WebSocket !== 'undefined' && typeof protocols !== 'string';
    let hasFailed = false;
    const bySocket = async (): Promise<TransportAnswer | undefined> => {
      if (!mayUseSockets || isBlocked || hasFailed || !takesSockets()) return undefined;
      const answer = await openBySocket(request, url, protocols);
      hasFailed = answer === undefined;
      return answer;
    };
    const answer = await bySocket();
    if (answer !== undefined) return answer;
    const opened = await openByRequest(request, url.origin, isFew);
    if (opened.status >= 300) return opened;
    isBlocked ||= hasFailed;
    // The first answer of all is that of a stream.
    const better = await bySocket();
    if (better === undefined) return opened;
    const { body } = opened;
    if (body !== null && Symbol.asyncIterator in body) await body[Symbol.asyncIterator]().return?.();
    return better;
  };
}

/** Whether requests and streams share one connection that has room for all. */
function speaksHttp2({ protocol, origin }: URL): boolean {
  if (protocol !== 'https:') return false;
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  const spoken = entries.flatMap((entry) => {
    const hop: unknown = Reflect.get(entry, 'nextHopProtocol');
    return entry.name.startsWith(`${origin}/`) && typeof hop === 'string' && hop !== '' ? [hop] : [];
  });
  return /^h[23]/.test(spoken.at(-1) ?? '');
}

/** Reads the answer of a GET over a WebSocket; undefined if the server does not agree, which a browser does not explain. */
async function openBySocket(
  { headers, signal }: TransportRequest,
  url: URL,
  protocols: readonly string[],
): Promise<TransportAnswer | undefined> {
  const { socket, next, closed, leave } = openInBrowser(url, protocols, { signal });
  const timer = setTimeout(leave, patienceMs);
  const greeting = await next().catch(() => undefined);
  clearTimeout(timer);
  signal?.throwIfAborted();
  if (greeting !== protocol) {
    leave();
    return undefined;
  }
  socket.send(String(headers['accept'] ?? '*/*'));
  const head = headOf(await next());
  if (head === undefined) {
    leave();
    throw socketFailure('the stream began without an answer', 'ECONNRESET');
  }
  const nextPiece = async (): Promise<Uint8Array | undefined> => {
    const piece = await next();
    if (piece === undefined && closed().code !== 1000) throw socketFailure('the stream broke off', 'ECONNRESET');
    // Asks for another one: what the page has not read yet stays at the server.
    if (piece !== undefined && socket.readyState === socket.OPEN) socket.send('');
    return piece as Uint8Array | undefined;
  };
  return { ...head, body: bodyOf(nextPiece, leave) };
}

function headOf(text: unknown): Pick<TransportAnswer, 'status' | 'headers'> | undefined {
  try {
    const { status, headers } = Object(typeof text === 'string' && JSON.parse(text)) as Partial<TransportAnswer>;
    return typeof status === 'number' && typeof headers === 'object' ? { status, headers } : undefined;
  } catch {
    return undefined;
  }
}

/** Makes a body of what `next` returns, up to undefined. The end of it, or leaving it early, ends its request. */
function bodyOf(next: () => Promise<Uint8Array | undefined>, end: () => void): AsyncIterable<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      let value: Uint8Array | undefined;
      try {
        value = await next();
      } finally {
        if (value === undefined) end();
      }
      return value === undefined ? { done: true, value } : { done: false, value };
    },
    return() {
      end();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
