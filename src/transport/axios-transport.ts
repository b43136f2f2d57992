import axios, { type AxiosRequestConfig } from 'axios';
import { onAbort } from '../shared/abort.js';
import { requireAbsoluteUrl } from './base-url.js';
import type { NodeAgents } from './node-agents.js';
import type { HttpHeaders, Transport, TransportRequest } from './transport.js';

/** Any answer is an answer, as it is: nothing is parsed, followed, limited or decided here. */
const asItIs = {
  adapter: 'http',
  responseType: 'stream',
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
 * A transport over Node's own modules. `close()` destroys the agents; where a request brings one, that is used, and left alone.
 */
export function createAxiosTransport(agents: NodeAgents): Transport {
  return {
    async send({ url, method, headers: wanted, body, signal, agent }) {
      requireAbsoluteUrl(url);
      const opening = followSignal(signal);
      // An error of axios carries the whole request, credentials included: whoever calls keeps its code and words alone.
      const { status, headers, data } = await axios.request<unknown>({
        ...asItIs,
        httpAgent: agent ?? agents.httpAgent,
        httpsAgent: agent ?? agents.httpsAgent,
        headers: { ...noDefaultHeaders, ...axiosHeaders(wanted) },
        url,
        method,
        data: dataOf(body),
        ...(opening !== undefined && { signal: opening.signal }),
      });
      if (opening !== undefined && isDestroyable(data)) opening.instead(() => data.destroy());
      return { status, headers: plainHeaders(headers), body: isAsyncIterable(data) ? data : null };
    },

    close() {
      agents.destroy();
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
     * For a stream that is left while it arrives: axios would break its socket by an error, after which an agent
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

function isAsyncIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
