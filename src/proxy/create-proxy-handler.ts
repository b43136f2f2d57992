import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isKubeError } from '../index.js';
import { abandonOnAbort, longestTimerMs, onAbort } from '../core/shared/abort.js';
import { requireCallback, requireKnownOptions } from '../core/shared/arguments.js';
import { callQuietly } from '../core/shared/call-quietly.js';
import { optionChecks, requireOrigins, type ProxyHandlerOptions, type ProxyRequest } from './options.js';
import { passOn, returnedHeaders, type Passed } from './pass-requests.js';
import { acceptSocket, offersStream, socketRefusal } from './pass-sockets.js';
import {
  addressRefusal,
  methods,
  needsSocket,
  requestRefusal,
  type ProxyRefusal,
  type ProxyRules,
} from './refusals.js';
import { createUpstreams, CredentialsError, type Upstream } from './upstream.js';

/** The request of Node's `http` and `https` servers, and of frameworks on them: an `IncomingMessage`. */
export interface NodeRequest {
  /** The HTTP method. */
  readonly method?: string | undefined;
  /** The address, which a framework may have shortened. */
  readonly url?: string | undefined;
  /** All headers, as they came. */
  readonly rawHeaders: readonly string[];
}

/** The answer of Node's servers: a `ServerResponse`. */
export interface NodeResponse {
  /** Whether the head was sent. */
  readonly headersSent: boolean;
}

/** The socket of an upgrade of Node's servers: a `Duplex`. */
export interface NodeSocket {
  /** Whether the connection has ended. */
  readonly destroyed: boolean;
}

/** Passes requests of pages on, in the forms of servers. */
export interface ProxyHandler {
  /** A listener for requests of Node's servers, and a handler of Express. It has to see the body first: put no parser before it. */
  readonly node: (this: void, request: NodeRequest, response: NodeResponse) => void;
  /** A listener for upgrades of Node's servers: `server.on('upgrade', handler.upgrade)`. Without it there are no WebSockets. */
  readonly upgrade: (this: void, request: NodeRequest, socket: NodeSocket, head: Uint8Array) => void;
  /** A handler of Hono, Next.js, Deno and Bun. It streams, and answers upgrades with 426. */
  readonly fetch: (this: void, request: Request) => Promise<Response>;
  /** Ends all that is open, and refuses what comes. */
  readonly close: (this: void) => void;
}

/** Headers of every answer, which is no page: nothing in it may run, be framed or be kept. */
const always = {
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Tells the client in the page that streams may be WebSockets. */
const streamsHeader = { 'kubeatlas-streams': 'websocket' };

const reasons: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };

interface Answer extends Passed {
  /** To be called when the answer has been sent, or its page has left. */
  readonly end: () => void;
  /** Aborted when the login ends. */
  readonly signal?: AbortSignal | undefined;
}

/** A request that may be passed on, until `end()`. */
interface Admitted {
  readonly upstream: Upstream;
  /** The path and the query of the API server. */
  readonly path: string;
  /** Aborted when the page leaves, the login ends, or the handler is closed. */
  readonly signal: AbortSignal;
  readonly end: () => void;
  /** Returns what the page is told of a failure. */
  readonly refusalOf: (error: unknown) => ProxyRefusal;
}

/**
 * Creates a handler that passes requests of pages on to an API server, each with the credentials of its own user: for pages that
 * teams build. On one machine, for oneself, take `kubeatlas proxy`. Pages of other origins, names that lead here and were not meant to, the
 * proxies of pods, services and nodes, and headers that would make somebody else of a user are refused or left out; answers are kept
 * nowhere. Watches and followed logs may be WebSockets, which `createClient()` in the page uses by itself.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const handler = createProxyHandler({
 *   cluster: { server: 'https://kubernetes.example:6443' }, // or loadKubeconfig()
 *   origins: ['https://dashboard.example.com'],
 *   // Of your login: undefined is a 401.
 *   credentialsFor: ({ headers }) => (headers.get('cookie') === 'session=s3cret' ? { token: 'of-jane' } : undefined),
 * });
 * // createServer(handler.node).on('upgrade', handler.upgrade)
 * const request = new Request('https://dashboard.example.com/version');
 * console.log((await handler.fetch(request)).status); // 401
 */
export function createProxyHandler(options: ProxyHandlerOptions): ProxyHandler {
  requireKnownOptions(options, optionChecks);
  requireCallback('credentialsFor', options.credentialsFor);
  requireOrigins('origins', options.origins);
  const { credentialsFor, origins, prefix = '', allowSystem = [], onFailure } = options;
  const { credentialsTimeoutMs = 10_000, maxOpen = 10_000, maxBodyBytes = 3 * 1024 * 1024 } = options;
  const rules: ProxyRules = {
    origins: typeof origins === 'function' ? origins : () => origins,
    hosts: options.hosts ?? (typeof origins === 'function' ? undefined : origins.map((one) => new URL(one).host)),
    readOnly: options.readOnly ?? false,
    allowMissingOrigin: options.allowMissingOrigin ?? false,
  };
  const upstreams = createUpstreams(options.cluster, allowSystem);
  const closing = new AbortController();
  let open = 0;

  const tell = (error: unknown, request: ProxyRequest): void => {
    if (onFailure !== undefined) callQuietly(() => onFailure(error, request));
  };

  /** Checks a request, and finds out whose it is. Nothing is sent before. */
  const admit = async (
    request: ProxyRequest,
    isUpgrade: boolean,
    leaving: AbortSignal,
  ): Promise<Admitted | ProxyRefusal> => {
    const { method, headers, url } = request;
    const address = addressRefusal(rules, { method, headers, isUpgrade });
    if (address !== undefined) return address;
    if (!url.startsWith(`${prefix}/`))
      return { status: prefix === '' ? 400 : 404, message: 'there is no API server at this path' };
    const path = url.slice(prefix.length);
    const isStream = isUpgrade && offersStream(headers);
    const refusal = requestRefusal(rules, { method, headers, path, isUpgrade, isStream });
    if (refusal !== undefined) return refusal;
    if (open >= maxOpen) return { status: 503, message: `${maxOpen} requests are open (maxOpen)` };

    const ending = new AbortController();
    const leave = (signal: AbortSignal): (() => void) => onAbort(signal, () => ending.abort(signal.reason));
    const unfollow = [leave(leaving), leave(closing.signal)];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    open += 1;
    const end = (): void => {
      if (isEnded) return;
      isEnded = true;
      open -= 1;
      clearTimeout(timer);
      for (const each of unfollow) each();
    };
    const expired = (): void => ending.abort(new CredentialsError('the credentials have expired'));
    try {
      if (leaving.aborted || closing.signal.aborted) throw new CredentialsError('the handler is closed');
      if (credentialsTimeoutMs <= longestTimerMs) {
        timer = setTimeout(() => {
          ending.abort(new CredentialsError('credentialsFor() took too long (credentialsTimeoutMs)'));
        }, credentialsTimeoutMs);
      }
      const asking = (async () => credentialsFor(request))();
      const credentials = await abandonOnAbort(asking, ending.signal);
      clearTimeout(timer);
      if (credentials === undefined) throw new CredentialsError('credentialsFor() returned no credentials');
      const upstream = upstreams.of(credentials);
      const { signal, expiresAt } = credentials;
      if (signal?.aborted === true) throw new CredentialsError('the credentials have ended');
      if (signal !== undefined) unfollow.push(onAbort(signal, expired));
      if (expiresAt !== undefined) {
        const leftMs = expiresAt.getTime() - Date.now();
        if (leftMs <= 0) throw new CredentialsError('the credentials have expired');
        // What lasts longer than 24 days is cut off then, and asked for again.
        timer = setTimeout(expired, Math.min(leftMs, longestTimerMs));
      }
      const refusalOf = (error: unknown): ProxyRefusal => {
        if (!leaving.aborted) tell(error, request);
        const refusal = refusalOfFailure(error);
        // It is not the user's login that the API server refuses.
        const isOurs = refusal.status === 401 && credentials.impersonate !== undefined && isKubeError(error);
        return isOurs ? { status: 502, message: 'the API server refuses the credentials of this server' } : refusal;
      };
      return { upstream, path, signal: ending.signal, end, refusalOf };
    } catch (error) {
      end();
      if (!leaving.aborted) tell(error, request);
      return refusalOfCredentials(error);
    }
  };

  const corsOf = ({ headers }: ProxyRequest): Record<string, string> => {
    const origin = headers.get('origin');
    if (origin === null || !rules.origins(headers.get('host') ?? '').includes(origin)) return {};
    return {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': [...returnedHeaders, ...Object.keys(streamsHeader)].join(', '),
      vary: 'origin',
    };
  };

  /** Answers a request, whatever becomes of it. */
  const answer = async (
    request: ProxyRequest,
    readBody: () => Promise<Uint8Array | undefined>,
    leaving: AbortSignal,
  ): Promise<Answer> => {
    const cors = corsOf(request);
    const refused = (refusal: ProxyRefusal): Answer => refuse(refusal, cors);
    if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method')) {
      const refusal = addressRefusal(rules, { ...request, isUpgrade: false });
      if (refusal !== undefined) return refused(refusal);
      return { status: 204, headers: { ...always, ...cors, ...preflight }, body: undefined, end: () => undefined };
    }
    const admitted = await admit(request, false, leaving);
    if ('status' in admitted) return refused(admitted);
    const { upstream, path, signal, end, refusalOf } = admitted;
    try {
      const body = await abandonOnAbort(readBody(), signal);
      if (body === undefined) {
        end();
        return refused({ status: 413, message: `the body is larger than ${maxBodyBytes} bytes (maxBodyBytes)` });
      }
      const passed = await passOn(upstream, path, {
        method: request.method as 'GET',
        accept: request.headers.get('accept') ?? undefined,
        contentType: request.headers.get('content-type') ?? undefined,
        ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
        ...(body.byteLength > 0 && { body }),
        signal,
      });
      return { ...passed, headers: { ...always, ...cors, ...passed.headers }, end, signal };
    } catch (error) {
      end();
      return refused(refusalOf(error));
    }
  };

  const onUpgrade = async (raw: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const request = requestOfNode(raw);
    const leaving = new AbortController();
    const leave = (): void => {
      leaving.abort();
      socket.destroy();
    };
    // Only who reads learns that a page has left; and before it is answered, it says nothing.
    const watched = ['data', 'end', 'close'];
    for (const event of watched) socket.once(event, leave);
    const opened = (): void => {
      for (const event of watched) socket.off(event, leave);
    };
    const refuseSocket = (refusal: ProxyRefusal): void => {
      opened();
      refuseUpgrade(socket, refuse(refusal, {}));
    };
    const early = request === undefined ? { status: 400, message: 'a header is sent twice' } : socketRefusal(raw, head);
    if (early !== undefined || request === undefined) return refuseSocket(early as ProxyRefusal);
    const admitted = await admit(request, true, leaving.signal);
    if ('status' in admitted) return refuseSocket(admitted);
    const { end, refusalOf } = admitted;
    socket.once('close', end);
    try {
      const answerOf = (error: unknown): Passed => refuse(refusalOf(error), {});
      await acceptSocket({ ...admitted, request: raw, socket, head, opened, answerOf });
    } catch (error) {
      refuseSocket(refusalOf(error));
    }
  };

  return {
    node(given, givenResponse) {
      const raw = given as unknown as IncomingMessage;
      const response = givenResponse as unknown as ServerResponse;
      const leaving = new AbortController();
      response.on('close', () => leaving.abort());
      const respond = async (): Promise<void> => {
        const request = requestOfNode(raw);
        const isUpgrade = /^websocket$/i.test(raw.headers.upgrade ?? '');
        const answered =
          request === undefined
            ? refuse({ status: 400, message: 'a header is sent twice' }, {})
            : isUpgrade
              ? refuse({ status: 426, message: "WebSockets need server.on('upgrade', handler.upgrade)" }, {})
              : await answer(request, () => bodyOf(raw, maxBodyBytes), leaving.signal);
        await sendByNode(response, answered, raw.httpVersionMajor === 1);
      };
      respond().catch(() => response.destroy());
    },

    upgrade(raw, given, head) {
      const socket = given as unknown as Duplex;
      socket.on('error', () => undefined);
      onUpgrade(raw as unknown as IncomingMessage, socket, Buffer.from(head)).catch(() => socket.destroy());
    },

    async fetch(given) {
      const { method, headers } = given;
      const { pathname, search } = new URL(given.url);
      // Not every runtime shows the Host.
      const shown = new Headers(headers);
      if (!shown.has('host')) shown.set('host', new URL(given.url).host);
      // A page that was refused a WebSocket asks once more for the reason.
      if (/^websocket$/i.test(headers.get('upgrade') ?? '') || (method === 'GET' && needsSocket(pathname))) {
        return responseOf(
          refuse({ status: 426, message: 'WebSockets need the handler for Node' }, { upgrade: 'websocket' }),
        );
      }
      const request = { method, url: pathname + search, headers: shown, source: given };
      const body = (given.body ?? []) as AsyncIterable<Uint8Array>;
      const leaving = new AbortController();
      onAbort(given.signal, () => leaving.abort());
      return responseOf(await answer(request, () => bodyOf(body, maxBodyBytes), leaving.signal), leaving);
    },

    close() {
      closing.abort(new CredentialsError('the handler is closed'));
      upstreams.close();
    },
  };
}

const preflight = {
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': 'authorization, accept, content-type, if-none-match',
  'access-control-max-age': '600',
};

/** Returns the request as the checks and `credentialsFor` see it; undefined if what decides is there twice. */
function requestOfNode(raw: IncomingMessage): ProxyRequest | undefined {
  const headers = new Headers();
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const given = raw.rawHeaders[at] ?? '';
    const name = given === ':authority' ? 'host' : given;
    if (name.startsWith(':')) continue;
    // Who stands before this server might go by the other one. Browsers send cookies one by one over HTTP/2.
    const once = raw.httpVersionMajor === 1 ? /^(host|origin|authorization|cookie)$/i : /^(host|origin|authorization)$/;
    if (once.test(name) && headers.has(name)) return undefined;
    headers.append(name, raw.rawHeaders[at + 1] ?? '');
  }
  // Express shortens the address to what is below a path.
  const whole: unknown = Reflect.get(raw, 'originalUrl');
  const url = typeof whole === 'string' ? whole : (raw.url ?? '');
  return { method: raw.method ?? '', url, headers, source: raw };
}

/** Reads the body of a request; undefined if it is too large. */
async function bodyOf(body: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Answers with a Status, as an API server does. */
function refuse({ status, message }: ProxyRefusal, headers: Readonly<Record<string, string>>): Answer {
  const reason = reasons[status];
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code: status };
  return {
    status,
    headers: { ...always, ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    end: () => undefined,
  };
}

function refusalOfCredentials(error: unknown): ProxyRefusal {
  if (error instanceof CredentialsError && error.status === 403) {
    return { status: 403, message: 'these users and groups may not be impersonated' };
  }
  return { status: 401, message: 'the request has no valid login' };
}

/** What a page is told of a failure: neither addresses nor words of what is behind this server. */
function refusalOfFailure(error: unknown): ProxyRefusal {
  if (error instanceof CredentialsError) return refusalOfCredentials(error);
  if (!isKubeError(error)) return { status: 502, message: 'the request could not be forwarded' };
  if (error.code === 'api') return { status: error.statusCode, message: error.message };
  const code = 'reasonCode' in error ? error.reasonCode : error.code;
  return { status: 502, message: `the API server could not be reached (${String(code)})` };
}

async function sendByNode(
  response: ServerResponse,
  { status, headers, body, end, signal }: Answer,
  mayClose: boolean,
): Promise<void> {
  const isRefusal = typeof body === 'string';
  const sent: OutgoingHttpHeaders = {
    ...headers,
    ...streamsHeader,
    // What is left of the body is not read.
    ...(isRefusal && mayClose && { connection: 'close' }),
  };
  try {
    response.writeHead(status, sent);
    if (isRefusal || body === undefined) response.end(body);
    else {
      response.flushHeaders();
      await pipeline(Readable.from(body, { objectMode: false }), response, signal && { signal });
    }
  } catch {
    response.destroy();
  } finally {
    end();
  }
}

function responseOf({ status, headers, body, end }: Answer, leaving?: AbortController): Response {
  if (body === undefined || typeof body === 'string' || [204, 205, 304].includes(status)) {
    end();
    if (typeof body === 'object') leaving?.abort();
    return new Response(typeof body === 'string' ? body : null, { status, headers });
  }
  const pieces = body[Symbol.asyncIterator]();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      // Next.js sends the head with the first piece, for which a watch may wait a minute.
      controller.enqueue(new Uint8Array());
    },
    async pull(controller) {
      try {
        const piece = await pieces.next();
        if (piece.done !== true) return controller.enqueue(piece.value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end();
    },
    cancel() {
      leaving?.abort();
      end();
    },
  });
  return new Response(stream, { status, headers });
}

function refuseUpgrade(socket: Duplex, { status, headers, body }: Answer): void {
  const text = typeof body === 'string' ? body : '';
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': Buffer.byteLength(text) });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
  );
  // A peer that does not close keeps nothing open.
  socket.once('finish', () => socket.destroy());
}
