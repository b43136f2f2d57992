import type { AxiosRequestConfig, AxiosStatic } from 'axios';
import { onAbort } from '../shared/abort.js';
import { requireAbsoluteUrl } from './base-url.js';
import type { NodeAgents } from './node-agents.js';
import type { Transport } from './transport.js';

/** Every answer counts, unchanged: nothing is parsed, followed, limited or decided here. */
const asItIs = {
  adapter: 'http',
  responseType: 'stream',
  transformRequest: [],
  transformResponse: [],
  validateStatus: null,
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

/** The stream that the Node adapter of axios answers with. */
interface NodeStream extends AsyncIterable<Uint8Array> {
  destroy(): void;
}

/** Makes a transport over Node's own modules. `close()` destroys its agents; the agent of a request is left alone. */
export function createAxiosTransport(agents: NodeAgents): Transport {
  let loading: Promise<AxiosStatic> | undefined;
  return {
    async send({ url, method, headers, body, signal, agent }) {
      requireAbsoluteUrl(url);
      // Loaded with the first request, so that importing the package without sending anything stays fast. Only once: a
      // module of a bundle that failed to load is half a module at the next try.
      const axios = await (loading ??= loadAxios());
      const opening = new AbortController();
      const arrived: { stream?: NodeStream } = {};
      if (signal?.aborted === true) opening.abort(signal.reason);
      if (signal !== undefined) {
        onAbort(signal, () => {
          // A stream that is left while it arrives: axios would destroy its socket with an error, after which the agent
          // drops the TLS session, and the next connection costs a full handshake.
          if (arrived.stream === undefined) opening.abort(signal.reason);
          else arrived.stream.destroy();
        });
      }
      // An axios error carries the whole request, credentials included: callers keep only its code and message.
      const answer = await axios.request<NodeStream>({
        ...asItIs,
        httpAgent: agent ?? agents.httpAgent,
        httpsAgent: agent ?? agents.httpsAgent,
        headers: { ...noDefaultHeaders, ...(headers as Record<string, string | string[]>) },
        url,
        method,
        data: body === undefined || typeof body === 'string' ? body : bufferOf(body),
        signal: opening.signal,
      });
      arrived.stream = answer.data;
      return { status: answer.status, headers: plainHeaders(answer.headers), body: answer.data };
    },

    connect: async (request) => (await import('./node-web-socket.js')).connectInNode(request, agents),

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

function plainHeaders(headers: object): Record<string, string> {
  const plain: [string, string][] = [];
  for (const [name, value] of Object.entries(headers) as [string, unknown][]) {
    plain.push([name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value)]);
  }
  return Object.fromEntries(plain);
}

/** The Node adapter of axios takes an ArrayBuffer, and no view except a Buffer. */
function bufferOf(body: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : Uint8Array.from(body).buffer;
}
