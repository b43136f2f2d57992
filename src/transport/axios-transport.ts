import axios, { type AxiosRequestConfig } from 'axios';
import { onAbort } from '../shared/abort.js';
import { InvalidOptionError } from './errors.js';
import { runtimeUserAgent } from './headers.js';
import { createNodeAgents, type NodeAgents } from './node-agents.js';
import type { HttpHeaders, Transport, TransportAnswer, TransportRequest } from './transport.js';

/** What {@link createAxiosTransport} takes. */
export interface AxiosTransportOptions {
  /** How many idle sockets a pool keeps. Node only. @default 16 */
  readonly maxSockets?: number | undefined;
  /** How long connecting may take, in milliseconds. Node only. @default 30_000 */
  readonly connectTimeoutMs?: number | undefined;
  /** `http` stands on Node's modules, `fetch` on the runtime's own. @default 'http' where there are Node modules */
  readonly adapter?: 'http' | 'fetch' | undefined;
}

/** Any answer is an answer, as it is: nothing is parsed, followed, limited or decided here. */
const asItIs = {
  transformRequest: (data: unknown): unknown => data,
  transformResponse: (data: unknown): unknown => data,
  validateStatus: () => true,
  maxRedirects: 0,
  maxContentLength: -1,
  maxBodyLength: -1,
  decompress: true,
  proxy: false,
  timeout: 0,
  withXSRFToken: false,
  xsrfCookieName: '',
} satisfies AxiosRequestConfig;

/** The statuses of answers without a body. */
const nullBodyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/** As the runtime's, but browsers give an empty stream with a 304, and axios cannot make a Response of the two again. */
async function fetchAnswer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await globalThis.fetch(input, init);
  return nullBodyStatuses.has(response.status) ? new Response(null, response) : response;
}

/** What axios would send of its own accord. */
const noDefaultHeaders = { accept: false, 'content-type': false, 'user-agent': false };

/**
 * The transport that every client has unless it is given another. In Node it keeps one pool of sockets per protocol
 * for itself; `close()` destroys it. Where a request brings an agent, that one's pool is used and left alone.
 */
export function createAxiosTransport({ maxSockets, connectTimeoutMs, adapter }: AxiosTransportOptions = {}): Transport {
  const agents = adapter === 'fetch' ? undefined : createNodeAgents({ maxIdleSockets: maxSockets, connectTimeoutMs });

  return {
    async send(request) {
      checkUrl(request.url, agents);
      const opening = followSignal(request.signal);
      // An error of axios carries the whole request, credentials included: whoever calls keeps its code and words alone.
      const { status, headers, data } = await axios.request<unknown>({
        ...asItIs,
        ...(agents === undefined ? forFetch(request) : forNode(request, agents)),
        url: request.url,
        method: request.method,
        data: dataOf(request.body),
        env: { fetch: fetchAnswer },
        responseType: 'stream',
        ...(opening !== undefined && { signal: opening.signal }),
      });
      if (opening !== undefined && isDestroyable(data)) opening.instead(() => data.destroy());
      if (status === 0) throw new Error('the server redirects to another place, which is not followed');
      return { status, headers: plainHeaders(headers), body: bodyOf(data) };
    },

    close() {
      agents?.destroy();
    },
  };
}

/** A signal that is aborted with another one, until something else is to be done at its abort. */
function followSignal(signal: AbortSignal | undefined) {
  if (signal === undefined) return undefined;
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  const unfollow = onAbort(signal, abort);
  return {
    signal: controller.signal,
    /**
     * For a stream of Node that is left while it arrives: axios would break its socket by an error, after which an agent
     * forgets the TLS session, and the next connection costs a whole handshake.
     */
    instead(act: () => void): void {
      unfollow();
      onAbort(signal, act);
    },
  };
}

function isDestroyable(data: unknown): data is { destroy(): unknown } {
  return typeof data === 'object' && data !== null && typeof Reflect.get(data, 'destroy') === 'function';
}

function forNode(request: TransportRequest, { httpAgent, httpsAgent }: NodeAgents): AxiosRequestConfig {
  return {
    // The second one is for a bundle that was made for browsers and runs beside Node modules (Electron).
    adapter: ['http', 'fetch'],
    httpAgent: request.agent ?? httpAgent,
    httpsAgent: request.agent ?? httpsAgent,
    headers: { ...noDefaultHeaders, ...axiosHeaders(request.headers) },
  };
}

function forFetch(request: TransportRequest): AxiosRequestConfig {
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => {
    if (typeof value === 'string') return [name, value];
    // fetch would join them with a comma, which means something else: one group of that name, say.
    if (value.length > 1) {
      throw new InvalidOptionError('headers', `this runtime cannot send several values of the header ${name}`);
    }
    return [name, value[0] ?? ''];
  });
  // A browser names itself; a name set by a script would need the server's consent (CORS).
  const allowed = headers.filter(([name]) => name !== 'user-agent' || runtimeUserAgent() === undefined);
  return { adapter: 'fetch', headers: { ...noDefaultHeaders, ...Object.fromEntries(allowed) } };
}

function axiosHeaders(headers: HttpHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
}

function plainHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]: [string, unknown]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  );
}

/** Its adapter for Node takes an ArrayBuffer, and no other view than a Buffer. */
function dataOf(body: TransportRequest['body']): string | ArrayBuffer | undefined {
  if (body === undefined || typeof body === 'string') return body;
  const { buffer, byteLength } = body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : Uint8Array.from(body).buffer;
}

function checkUrl(url: string, agents: NodeAgents | undefined): void {
  if (url.startsWith('/') && agents !== undefined && !('location' in globalThis)) {
    throw new InvalidOptionError('server', 'a relative URL works in browsers only; give it with its scheme and host');
  }
}

/** A web stream, a Node stream, or nothing for an empty body. */
function bodyOf(data: unknown): TransportAnswer['body'] {
  return isWebStream(data) || isAsyncIterable(data) ? data : null;
}

function isWebStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && typeof Reflect.get(body, 'getReader') === 'function';
}

function isAsyncIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
