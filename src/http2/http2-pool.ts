import { onAbort, reasonOf } from '../core/shared/abort.js';
import { singleFlight } from '../core/shared/single-flight.js';
import { Http2Failure } from './failure.js';
import { createHttp2Connection, type BegunStream, type Http2Connection, type StreamHead } from './http2-connection.js';
import { openSession, type Opening } from './open-session.js';
import type { Http2Limits } from './options.js';

/** The connections to one server through one agent. */
export interface Http2Pool {
  /**
   * Begins a stream on a connection with capacity, or on a new one; resolves with undefined if the server speaks
   * HTTP/1.1. Rejects with a connection failure, `ERR_HTTP2_MAX_CONNECTIONS` at the limit, or the reason of the signal.
   */
  begin(head: StreamHead, signal: AbortSignal | undefined): Promise<BegunStream | undefined>;
}

/** How long a server counts as limited to HTTP/1.1 before HTTP/2 is offered again. */
const http1MemoryMs = 5 * 60_000;
/** This many connections in a row that accept no stream are no accident. */
const maxUseless = 5;

/** The agent and server of a pool. */
export interface ConnectionTarget extends Pick<Opening, 'agent' | 'origin'> {
  /** When aborted, ends every connection, including those being opened, with its reason. */
  readonly closing: AbortSignal;
}

/** Makes an empty pool; nothing is opened before the first stream. */
export function createHttp2Pool({ agent, origin, closing }: ConnectionTarget, limits: Http2Limits): Http2Pool {
  const { maxConnections, connectTimeoutMs } = limits;
  /** Connections that take streams. All others are left alone, and end with their last stream. */
  const connections = new Set<Http2Connection>();
  let http1Until = -Infinity;

  const opening = singleFlight(async (signal): Promise<Http2Connection | undefined> => {
    const combined = AbortSignal.any([signal, closing]);
    const opened = await openSession({ agent, origin, connectTimeoutMs }, combined);
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

  return {
    async begin(head, signal) {
      for (let useless = 0; ;) {
        closing.throwIfAborted();
        if (performance.now() < http1Until) return undefined;
        for (const each of connections) if (each.isGone()) connections.delete(each);
        const connection = [...connections].find((each) => each.hasCapacity());
        if (connection !== undefined) return connection.begin(head);
        if (connections.size >= maxConnections) throw allTaken(maxConnections);
        const opened = await opening.run(signal);
        if (opened === undefined || opened.hasCapacity() || opened.wasUsed()) continue;
        useless += 1;
        if (useless >= maxUseless) throw noStreams();
      }
    },
  };
}

function allTaken(maxConnections: number): Http2Failure {
  const message = `all ${maxConnections} connections (maxConnections) have as many streams as the server allows; end some, or increase maxConnections`;
  return new Http2Failure('ERR_HTTP2_MAX_CONNECTIONS', message);
}

function noStreams(): Http2Failure {
  return new Http2Failure('ERR_HTTP2_NO_STREAMS', `the server allowed no streams on ${maxUseless} connections`);
}
