import type { Transport, TransportAnswer, TransportRequest } from './transport.js';

// Loaded with the first stream. It imports types alone: with values in common, a bundler would cut the rest of a bundle
// into pieces that weigh more than this file.

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
/** What is sent there leaves the machine by no network. */
const onThisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

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
    if (page?.visibilityState === 'hidden')
      throw new TooManyStreamsError(0, 'the tab is hidden, and leaves the connections to others');
    const free = await takePlace(origin, most);
    if (free === undefined)
      throw new TooManyStreamsError(
        most,
        `the tabs of this origin have ${most} streams open, which leaves connections for requests`,
      );
    const ending = new AbortController();
    const { signal } = request;
    const abort = (): void => ending.abort(signal?.reason);
    const hide = (): void => {
      if (page?.visibilityState === 'hidden') end(failure('the tab is hidden, and leaves the connections to others'));
    };
    const end = (reason?: Error): void => {
      signal?.removeEventListener('abort', abort);
      page?.removeEventListener('visibilitychange', hide);
      ending.abort(reason);
      free();
    };
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort);
    page?.addEventListener('visibilitychange', hide);
    try {
      const answer = await send({ ...request, signal: ending.signal });
      const reader = answer.body === null ? undefined : (answer.body as ReadableStream<Uint8Array>).getReader();
      if (reader === undefined) end();
      const body = reader && piecesOf(reader, end);
      return { ...answer, body: body ?? null };
    } catch (error) {
      end();
      throw error;
    }
  };

  return async (request) => {
    const url = new URL(request.url, 'location' in globalThis ? location.href : undefined);
    const isFew = !speaksHttp2(url);
    const protocols = isFew ? protocolsFor(request, url, bearerProtocol) : undefined;
    let hasFailed = false;
    const bySocket = async (): Promise<TransportAnswer | undefined> => {
      if (protocols === undefined || isBlocked || hasFailed || !takesSockets()) return undefined;
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

/** Returns the subprotocols to offer; undefined for a request with headers that a WebSocket cannot have. */
function protocolsFor({ headers }: TransportRequest, url: URL, bearerProtocol: boolean): string[] | undefined {
  if (typeof WebSocket === 'undefined') return undefined;
  const { accept: _accept, 'user-agent': _agent, authorization, ...others } = headers;
  if (Object.keys(others).length > 0) return undefined;
  if (authorization === undefined) return [protocol];
  const token = /^Bearer (.+)$/i.exec(String(authorization))?.[1];
  const isSafe = url.protocol === 'https:' || onThisMachine.test(url.hostname);
  if (!bearerProtocol || token === undefined || !isSafe) return undefined;
  const encoded = btoa(token).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return [protocol, `base64url.bearer.authorization.k8s.io.${encoded}`];
}

/** Reads the answer of a GET over a WebSocket; undefined if the server does not agree, which a browser does not explain. */
function openBySocket(
  { headers, signal }: TransportRequest,
  url: URL,
  protocols: string[],
): Promise<TransportAnswer | undefined> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const socket = new WebSocket(url.href.replace(/^http/, 'ws'), protocols);
    socket.binaryType = 'arraybuffer';
    let state: 'opening' | 'agreed' | 'answered' | 'over' = 'opening';
    let body: ReadableStreamDefaultController<Uint8Array>;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller;
      },
      // Each asks for another piece: what the page has not read yet stays at the server.
      pull() {
        if (socket.readyState === WebSocket.OPEN) socket.send('');
      },
      cancel: () => leave(),
    });
    const leave = (): void => {
      state = 'over';
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      // A browser complains of a connection that is given up before it is open.
      if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
      else socket.close();
    };
    const end = (reason?: Error): void => {
      if (state === 'over') return;
      const before = state;
      leave();
      if (before === 'answered') {
        if (reason === undefined) body.close();
        else body.error(reason);
      } else if (before === 'opening' && signal?.aborted !== true) resolve(undefined);
      else reject(reason ?? failure('the stream ended before its answer'));
    };
    const abort = (): void => end(signal?.reason as Error);
    const timer = setTimeout(() => end(), patienceMs);
    signal?.addEventListener('abort', abort);
    // Says nothing that the end does not say.
    socket.onerror = () => undefined;
    socket.onclose = ({ code }) => end(code === 1000 ? undefined : failure('the stream broke off'));
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (state === 'opening') {
        clearTimeout(timer);
        if (data !== protocol) return end();
        state = 'agreed';
        socket.send(String(headers['accept'] ?? '*/*'));
      } else if (state === 'agreed') {
        const head = typeof data === 'string' ? headOf(data) : undefined;
        if (head === undefined) return end(failure('the stream began with no answer'));
        state = 'answered';
        resolve({ ...head, body: stream });
      } else if (state === 'answered' && typeof data !== 'string') body.enqueue(new Uint8Array(data));
    };
  });
}

function headOf(text: string): Pick<TransportAnswer, 'status' | 'headers'> | undefined {
  try {
    const { status, headers } = Object(JSON.parse(text)) as Partial<TransportAnswer>;
    return typeof status === 'number' && typeof headers === 'object' ? { status, headers } : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a body; the end of it, or leaving it early, ends its request. */
function piecesOf(reader: ReadableStreamDefaultReader<Uint8Array>, end: () => void): AsyncIterable<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      try {
        const { done, value } = await reader.read();
        if (!done) return { done: false, value };
        end();
        return { done: true, value: undefined };
      } catch (error) {
        end();
        throw error;
      }
    },
    return() {
      end();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

function failure(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET' });
}
