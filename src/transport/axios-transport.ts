import axios, { type AxiosRequestConfig } from 'axios';
import { ClientClosedError } from './client-closed-error.js';
import { ConnectionError } from './connection-error.js';
import { connectionErrorOf } from './connection-failure.js';
import { InvalidOptionError } from './invalid-option-error.js';
import { createNodeAgents, type NodeAgents } from './node-agents.js';
import { createRequestScopes, type RequestScope } from './request-scope.js';
import { createSlots } from './slots.js';
import { chunksOf, guardBody } from './stream-body.js';
import type { HttpHeaders, Transport, TransportRequest } from './transport.js';
import { runtimeUserAgent } from './user-agent.js';

/** What {@link createAxiosTransport} takes. */
export interface AxiosTransportOptions {
  /** Ordinary requests under way at once, each on a socket of its own; streams are not counted. Node only. @default 16 */
  readonly maxSockets?: number | undefined;
  /** `http` stands on Node's modules, `fetch` on the runtime's own. @default 'http' where there are Node modules */
  readonly adapter?: 'http' | 'fetch' | undefined;
}

/** Any answer is an answer, as it is: nothing is parsed, followed, or decided here. */
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

/** What axios would send of its own accord. */
const noDefaultHeaders = { accept: false, 'content-type': false, 'user-agent': false };

/**
 * The transport that every client has unless it is given another. In Node it keeps one pool of sockets per protocol
 * for itself; `close()` destroys it. Where a request brings an agent, that one's pool is used and left alone.
 */
export function createAxiosTransport({ maxSockets = 16, adapter }: AxiosTransportOptions = {}): Transport {
  if (!(maxSockets >= 1)) throw new InvalidOptionError('maxSockets', 'it must be 1 or more');
  const agents = adapter === 'fetch' ? undefined : createNodeAgents(maxSockets);
  const slots = createSlots(agents === undefined ? Infinity : maxSockets);
  const scopes = createRequestScopes();

  async function exchange(request: TransportRequest, scope: RequestScope, responseType: 'text' | 'stream') {
    const { signal } = scope;
    try {
      const response = await axios.request<unknown>({
        ...asItIs,
        ...(agents === undefined ? forFetch(request) : forNode(request, agents)),
        url: request.url,
        method: request.method,
        data: request.body,
        responseType,
        signal,
      });
      if (response.status === 0) throw new Error('the server redirects to another place, which is not followed');
      return { status: response.status, headers: plainHeaders(response.headers), data: response.data };
    } catch (error) {
      throw translate(error, request, signal, isAnswered(error));
    }
  }

  return {
    async send(request) {
      const scope = scopes.open(request);
      try {
        checkUrl(request.url, agents);
        const release = await slots.take(scope.signal);
        try {
          const { status, headers, data } = await exchange(request, scope, 'text');
          return { status, headers, body: typeof data === 'string' ? data : '' };
        } finally {
          release();
        }
      } finally {
        scope.end();
      }
    },

    async stream(request) {
      const scope = scopes.open(request);
      try {
        checkUrl(request.url, agents);
        const { status, headers, data } = await exchange(request, scope, 'stream');
        const body = guardBody(chunksOf(data), scope, (error) => translate(error, request, scope.signal, true));
        return { status, headers, body };
      } catch (error) {
        scope.end();
        throw error;
      }
    },

    close() {
      scopes.closeAll(new ClientClosedError());
      agents?.destroy();
    },
  };
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

function checkUrl(url: string, agents: NodeAgents | undefined): void {
  if (url.startsWith('/') && agents !== undefined && !('location' in globalThis)) {
    throw new InvalidOptionError('server', 'a relative URL works in browsers only; give it with its scheme and host');
  }
}

function isAnswered(error: unknown): boolean {
  return axios.isAxiosError(error) && error.response !== undefined;
}

/** An error of axios carries the whole request, credentials included; it must not leave this file. */
function translate(error: unknown, request: TransportRequest, signal: AbortSignal, answered: boolean): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof InvalidOptionError || error instanceof ConnectionError) return error;
  return connectionErrorOf(error, request, { answered });
}
