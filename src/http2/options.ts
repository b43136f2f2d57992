import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { requireCount, requireObject } from '../shared/arguments.js';
import { defaultConnectTimeoutMs } from '../shared/limit-connecting.js';

/** What {@link createHttp2Transport} takes. Times are milliseconds. */
export interface Http2TransportOptions {
  /**
   * How many connections may be open at once for one agent and one server. Each holds as many streams as the server allows
   * (100 of kube-apiserver); a request more than all of them hold fails with the code `ERR_HTTP2_MAX_CONNECTIONS`.
   * @default 32
   */
  readonly maxConnections?: number | undefined;
  /**
   * How long connecting may take: TCP, a proxy's handshake, TLS, and the first word of HTTP/2. It holds where an agent is
   * given as well, beside the agent's own limit.
   * @default 30_000
   */
  readonly connectTimeoutMs?: number | undefined;
  /** After how long a silence of a connection that has streams the server is asked for a sign of life (PING). @default 30_000 */
  readonly pingAfterMs?: number | undefined;
  /** How long that sign may take; then the connection is lost, with all its streams. @default 15_000 */
  readonly pingTimeoutMs?: number | undefined;
  /** How long a connection without streams is kept. It never keeps the process alive. @default 30_000 */
  readonly idleMs?: number | undefined;
}

/** The options with nothing left out. */
export interface Http2Limits {
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly pingAfterMs: number;
  readonly pingTimeoutMs: number;
  readonly idleMs: number;
}

/** What a timer can count. */
const longestTimerMs = 2 ** 31 - 1;

/** Fills in the defaults: client-go's for PING, the idle time of the HTTP/1.1 agents. Throws an `InvalidArgumentError`. */
export function http2Limits(options: Http2TransportOptions): Http2Limits {
  const {
    maxConnections = 32,
    connectTimeoutMs,
    pingAfterMs,
    pingTimeoutMs,
    idleMs,
  } = requireObject('options', options);
  return {
    maxConnections: requireCount('maxConnections', maxConnections),
    connectTimeoutMs: requireMs('connectTimeoutMs', connectTimeoutMs ?? defaultConnectTimeoutMs),
    pingAfterMs: requireMs('pingAfterMs', pingAfterMs ?? 30_000),
    pingTimeoutMs: requireMs('pingTimeoutMs', pingTimeoutMs ?? 15_000),
    idleMs: requireMs('idleMs', idleMs ?? 30_000),
  };
}

/** More than a timer counts is its longest time. */
function requireMs(argument: string, value: unknown): number {
  if (typeof value === 'number' && value > 0) return Math.min(value, longestTimerMs);
  throw new InvalidArgumentError(argument, 'has to be milliseconds, more than 0');
}
