import { delay, onAbort, reasonOf } from '../core/shared/abort.js';
import { singleFlight } from '../core/shared/concurrency.js';
import { Http2Failure, notBegunCode } from './failure.js';
import { type BegunStream, createHttp2Connection, type Http2Connection } from './http2-connection.js';
import { openSession } from './open-session.js';
import { type Http2Limits, http2Limits, type Http2TransportOptions } from './options.js';
import { Agent } from 'node:https';
import { createDefaultTransport } from '../core/transport/default-transport.js';
import type { Transport, TransportRequest } from '../core/transport/transport.js';
import { exchange } from './exchange.js';

/**
 * Begins a stream to one server through one agent, on a connection with capacity, or on a new one; resolves with undefined
 * if the server speaks HTTP/1.1. Rejects with a connection failure, `ERR_HTTP2_MAX_CONNECTIONS` at the limit, or the reason
 * of the signal.
 */
type BeginStream = (request: TransportRequest) => Promise<BegunStream | undefined>;

/** How long a server counts as limited to HTTP/1.1 before HTTP/2 is offered again. */
const http1MemoryMs = 5 * 60_000;
/** This many connections in a row that accept no stream are no accident. */
const maxUseless = 5;

/**
 * Makes an empty pool of connections; nothing is opened before the first stream. `closing`, when aborted, ends every
 * connection, including those being opened, with its reason.
 */
function createPool(agent: Agent, origin: URL, closing: AbortSignal, limits: Http2Limits): BeginStream {
  const { maxConnections, connectTimeoutMs } = limits;
  /** Connections that take streams. All others are left alone, and end with their last stream. */
  const connections = new Set<Http2Connection>();
  let http1Until = -Infinity;

  const opening = singleFlight(async (signal): Promise<Http2Connection | undefined> => {
    const combined = AbortSignal.any([signal, closing]);
    const opened = await openSession(agent, origin, connectTimeoutMs, combined);
    if (opened === undefined) {
      http1Until = performance.now() + http1MemoryMs;
      return undefined;
    }
    const connection = createHttp2Connection(opened, limits);
    connections.add(connection);
    const end = (): void => connection.destroy(reasonOf(closing));
    opened.session.once('close', onAbort(closing, end));
    if (closing.aborted) end();
    return connection;
  });

  return async (request) => {
    for (let useless = 0; useless < maxUseless;) {
      closing.throwIfAborted();
      if (performance.now() < http1Until) return undefined;
      for (const each of connections) if (each.isGone()) connections.delete(each);
      const connection = [...connections].find((each) => each.hasCapacity());
      if (connection !== undefined) return connection.begin(request);
      if (connections.size >= maxConnections) {
        const what = `all ${maxConnections} connections (maxConnections) have as many streams as the server allows`;
        throw new Http2Failure('ERR_HTTP2_MAX_CONNECTIONS', `${what}; close streams, or increase maxConnections`);
      }
      const opened = await opening.run(request.signal);
      if (opened !== undefined && !opened.hasCapacity() && !opened.wasUsed()) useless += 1;
    }
    throw new Http2Failure('ERR_HTTP2_NO_STREAMS', `the server allowed no streams on ${maxUseless} connections`);
  };
}

/** How many times a request that the server has not begun is sent again. */
const maxResent = 4;
/** The pause before the second resend, doubled after that. The first is immediate: servers that shut down cause it. */
const firstPauseMs = 50;

/**
 * Makes a transport that speaks HTTP/2: many watches and requests share one connection, which is cheaper for both sides
 * if there are many of them. Give each client its own transport, which `client.close()` closes. Use the default
 * transport for a few long lists, or if there is nothing to gain: it is no slower there.
 *
 * Connections are made by the agent from `authenticate()`, with its certificates and through its proxy. Each agent has
 * its own connections: after a certificate was renewed, for example, new requests open new connections, and the old
 * ones end when they are idle. Requests go over HTTP/1.1 if the server chooses it (HTTP/2 is offered again after five
 * minutes), if the server is reached without TLS, and if the agent is not a plain `https.Agent` of Node or sets
 * `ALPNProtocols`, `socketPath` or `proxyEnv`.
 *
 * If a connection is silent while requests wait, the transport sends a PING, and without any reaction the connection is
 * lost with all of them. Requests that the server has not begun (GOAWAY, REFUSED_STREAM) are sent again, writes
 * included, at most four times.
 *
 * @throws InvalidArgumentError for limits that are not numbers above 0
 * @example
 * const client = createClient({ ...(await loadKubeconfig()), transport: createHttp2Transport() });
 */
export function createHttp2Transport(options: Http2TransportOptions = {}): Transport {
  const limits = http2Limits(options);
  const http1 = createDefaultTransport({ connectTimeoutMs: limits.connectTimeoutMs });
  const ownAgent = new Agent();
  /** By agent and origin; entries of an agent are dropped with it. */
  const pools = new WeakMap<Agent, Map<string, BeginStream>>();
  const closing = new AbortController();

  const poolFor = ({ url, agent = ownAgent }: TransportRequest): BeginStream | undefined => {
    const origin = URL.canParse(url) ? new URL(url) : undefined;
    if (origin?.protocol !== 'https:' || !isPlainAgent(agent)) return undefined;
    const agentPools = pools.get(agent) ?? new Map<string, BeginStream>();
    const pool = agentPools.get(origin.host) ?? createPool(agent, origin, closing.signal, limits);
    pools.set(agent, agentPools.set(origin.host, pool));
    return pool;
  };

  return {
    async send(request) {
      const { signal } = request;
      const begin = poolFor(request);
      if (begin === undefined) return http1.send(request);
      for (let resent = 0; ; resent += 1) {
        if (signal?.aborted === true) throw reasonOf(signal);
        const begun = await begin(request);
        if (begun === undefined) return http1.send(request);
        try {
          return await exchange(begun, request);
        } catch (error) {
          if (!(error instanceof Http2Failure) || error.code !== notBegunCode || resent === maxResent) throw error;
        }
        if (resent > 0) await delay(firstPauseMs * 2 ** (resent - 1), signal);
      }
    },

    // A WebSocket needs an HTTP/1.1 connection of its own.
    ...(http1.connect && { connect: http1.connect.bind(http1) }),

    close() {
      closing.abort(new Http2Failure('ERR_HTTP2_CLOSED', 'the transport was closed'));
      http1.close();
    },
  };
}

/**
 * Reports whether an agent is known to open its sockets by `createConnection` and to leave the protocol open:
 * subclasses do as they like, and the proxies of Node's own environment apply only when a request is made.
 */
function isPlainAgent(agent: object): agent is Agent {
  if (Object.getPrototypeOf(agent) !== Agent.prototype) return false;
  const { ALPNProtocols, socketPath, proxyEnv } = (agent as Agent).options as Readonly<Record<string, unknown>>;
  return ALPNProtocols === undefined && socketPath === undefined && proxyEnv === undefined;
}
