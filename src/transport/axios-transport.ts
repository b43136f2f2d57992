import type { AxiosRequestConfig, AxiosStatic } from 'axios';
import { onAbort } from '../shared/abort.js';
import { requireAbsoluteUrl } from './base-url.js';
import type { NodeAgents } from './node-agents.js';
import type { HttpHeaders, Transport, TransportRequest } from './transport.js';

/** Every answer counts, unchanged: nothing is parsed, followed, limited or decided here. */
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

/** The headers that axios would send by default. */
const noDefaultHeaders = { accept: false, 'content-type': false, 'user-agent': false };

/** Makes a transport over Node's own modules. `close()` destroys its agents; the agent of a request is left alone. */
export function createAxiosTransport(agents: NodeAgents): Transport {
  let loading: Promise<AxiosStatic> | undefined;
  return {
    async send({ url, method, headers: wanted, body, signal, agent }) {
      requireAbsoluteUrl(url);
      // Loaded with the first request, so that importing the package without sending anything stays fast. Only once: a
      // module of a bundle that failed to load is half a module at the next try.
      const axios = await (loading ??= loadAxios());
      const opening = followSignal(signal);
      // An axios error carries the whole request, credentials included: callers keep only its code and message.
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

async function loadAxios(): Promise<AxiosStatic> {
  const loaded = import('axios').then((module) => module.default);
  return loaded.catch((error: unknown) => {
    const words = error instanceof Error ? error.message : 'unknown reason';
    // Without the cause, whose message would be shown instead.
    throw new Error(
      `axios could not be loaded (${words}): if the program is bundled, see "A program in one file" in docs/guides/scripts-and-ci.md`,
    );
  });
}

/** Makes a signal that follows another one until `instead` replaces what happens on abort. */
function followSignal(signal: AbortSignal | undefined) {
  if (signal === undefined) return undefined;
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  const unfollow = onAbort(signal, abort);
  return {
    signal: controller.signal,
    /**
     * For a stream that is abandoned while it arrives: axios would destroy its socket with an error, after which the
     * agent drops the TLS session, and the next connection costs a full handshake.
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

/** The Node adapter of axios takes an ArrayBuffer, and no view except a Buffer. */
function dataOf(body: TransportRequest['body']): string | ArrayBuffer | undefined {
  if (body === undefined || typeof body === 'string') return body;
  const { buffer, byteLength } = body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : Uint8Array.from(body).buffer;
}

function isAsyncIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
