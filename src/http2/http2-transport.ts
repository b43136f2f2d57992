import { Agent } from 'node:https';
import { delay, reasonOf } from '../shared/abort.js';
import { createDefaultTransport } from '../transport/default-transport.js';
import type { Transport, TransportRequest } from '../transport/transport.js';
import { exchange, streamHeadOf } from './exchange.js';
import { Http2Failure, NotBegunFailure } from './failure.js';
import { createHttp2Pool, type Http2Pool } from './http2-pool.js';
import { http2Limits, type Http2TransportOptions } from './options.js';

/** So often a request that the server has not begun is sent again. */
const mostResent = 4;
/** Before the second time; it doubles. The first time is at once: a server that shuts down says so in this way. */
const firstPauseMs = 50;

/**
 * A transport that speaks HTTP/2: many watches and requests share one connection, which is cheaper for both sides where
 * there are many of them. Give each client one of its own, which `client.close()` closes. Take the default transport
 * for a few long lists, and where nothing is to be won: it is no slower there.
 *
 * Connections are made by the agent that `authenticate()` gives, with its certificates and through its proxy. Each
 * agent has connections of its own: after a certificate was renewed, say, new requests open new ones, and those of
 * before end when they are idle. Requests go over HTTP/1.1 where the server chooses it (it is asked again after five
 * minutes), where it is reached without TLS, and where the agent is no plain `https.Agent` of Node, or sets
 * `ALPNProtocols` or `socketPath`.
 *
 * A connection that is silent while requests wait is asked for a sign of life, and where none comes it is lost with all
 * of them. Requests that the server has not begun (GOAWAY, REFUSED_STREAM) are sent again, writes included, four times
 * at most.
 *
 * @throws InvalidArgumentError for limits that are no numbers above 0
 * @example
 * const client = createClient({ ...(await loadKubeconfig()), transport: createHttp2Transport() });
 */
export function createHttp2Transport(options: Http2TransportOptions = {}): Transport {
  const limits = http2Limits(options);
  const http1 = createDefaultTransport({ connectTimeoutMs: limits.connectTimeoutMs });
  const ownAgent = new Agent();
  /** By agent and origin; what was made for an agent goes with it. */
  const pools = new WeakMap<Agent, Map<string, Http2Pool>>();
  const closing = new AbortController();

  const poolFor = ({ url, agent = ownAgent }: TransportRequest): Http2Pool | undefined => {
    const origin = URL.canParse(url) ? new URL(url) : undefined;
    if (origin?.protocol !== 'https:' || !isPlainAgent(agent)) return undefined;
    const ofAgent = pools.get(agent) ?? new Map<string, Http2Pool>();
    const pool = ofAgent.get(origin.host) ?? createHttp2Pool({ agent, origin, closing: closing.signal }, limits);
    pools.set(agent, ofAgent.set(origin.host, pool));
    return pool;
  };

  return {
    async send(request) {
      const { signal } = request;
      const pool = poolFor(request);
      if (pool === undefined) return http1.send(request);
      const head = streamHeadOf(request);
      for (let resent = 0; ; resent += 1) {
        if (signal?.aborted === true) throw reasonOf(signal);
        const begun = await pool.begin(head, signal);
        if (begun === undefined) return http1.send(request);
        try {
          return await exchange(begun, request);
        } catch (error) {
          if (!(error instanceof NotBegunFailure) || resent === mostResent) throw error;
        }
        if (resent > 0) await delay(firstPauseMs * 2 ** (resent - 1), signal);
      }
    },

    close() {
      closing.abort(new Http2Failure('ERR_HTTP2_CLOSED', 'the transport was closed'));
      http1.close();
    },
  };
}

/**
 * True for an agent that is known to open its sockets by `createConnection` and to leave the protocol open: subclasses do as
 * they like, and the proxies of Node's own environment are put in when a request is made.
 */
function isPlainAgent(agent: object): agent is Agent {
  if (Object.getPrototypeOf(agent) !== Agent.prototype) return false;
  const { ALPNProtocols, socketPath, proxyEnv } = (agent as Agent).options as Readonly<Record<string, unknown>>;
  return ALPNProtocols === undefined && socketPath === undefined && proxyEnv === undefined;
}
