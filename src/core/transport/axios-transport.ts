import type { AxiosRequestConfig, AxiosStatic } from 'axios';
import { onAbort } from '../shared/abort.js';
import { requireAbsoluteUrl, plainHeaders } from './request-head.js';
import { unsent } from './connection-failure.js';
import { idleMs, type NodeAgents } from './node-agents.js';
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
  let lastUse = Date.now();
  return {
    async send({ url, method, headers, body, signal, agent }) {
      requireAbsoluteUrl(url);
      // Loaded with the first request, so that importing the package without sending anything stays fast. Only once: a
      // module of a bundle that failed to load is half a module at the next try.
      const axios = await (loading ??= loadAxios());
      const opening = new AbortController();
      let stream: NodeStream | undefined = undefined;
      if (signal?.aborted === true) opening.abort(signal.reason);
      // A stream that is left while it arrives: axios would destroy its socket with an error, after which the agent drops
      // the TLS session, and the next connection costs a full handshake.
      if (signal !== undefined) onAbort(signal, () => (stream ? stream.destroy() : opening.abort(signal.reason)));
      // An axios error carries the whole request, credentials included: callers keep only its code and message.
      const pools: readonly object[] = agent === undefined ? [agents.httpAgent, agents.httpsAgent] : [agent];
      // Timers stand still while a process is frozen, so that its idle sockets may be long dead when it goes on.
      if (Date.now() - lastUse > idleMs) pools.forEach(dropIdle);
      lastUse = Date.now();
      const sending = axios.request<NodeStream>({
        ...asItIs,
        httpAgent: agent ?? agents.httpAgent,
        httpsAgent: agent ?? agents.httpsAgent,
        headers: { ...noDefaultHeaders, ...(headers as Record<string, string | string[]>) },
        url,
        method,
        data: body === undefined || typeof body === 'string' ? body : bufferOf(body),
        signal: opening.signal,
      });
      const answer = await sending.catch((error: unknown) => {
        throw lostRequest(error, pools);
      });
      stream = answer.data;
      return { status: answer.status, headers: plainHeaders(answer.headers), body: answer.data };
    },

    connect: async (request) => (await import('./node-web-socket.js')).connectInNode(request, agents),

    close() {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
}

/** What Node's request tells of how far it came. */
interface NodeRequest {
  readonly reusedSocket?: boolean;
  readonly socket?: { readonly secureConnecting?: boolean } | null;
}

/**
 * Returns the error of a request without an answer, marked if nothing of it left. If it was sent on a socket that had
 * been idle, the others are as dead: they are dropped, so that one request fails at most.
 */
function lostRequest(error: unknown, pools: readonly object[]): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const request = Reflect.get(error, 'request') as NodeRequest | undefined;
  if (request?.reusedSocket === true) pools.forEach(dropIdle);
  const isUnsent = request !== undefined && (request.socket ?? { secureConnecting: true }).secureConnecting === true;
  return Object.assign(error, { [unsent]: isUnsent });
}

/** Closes the idle sockets of an agent. */
function dropIdle(agent: object): void {
  const idle = Reflect.get(agent, 'freeSockets') as
    Readonly<Record<string, readonly Pick<NodeStream, 'destroy'>[] | undefined>> | undefined;
  for (const sockets of Object.values(idle ?? {})) for (const socket of [...(sockets ?? [])]) socket.destroy();
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

/** The Node adapter of axios takes an ArrayBuffer, and no view except a Buffer. */
function bufferOf(body: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : Uint8Array.from(body).buffer;
}
