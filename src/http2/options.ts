import { longestTimerMs } from '../core/shared/abort.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { requireCount, requireKnownOptions, type OptionNames } from '../core/shared/arguments.js';
import { defaultConnectTimeoutMs } from '../core/shared/limit-connecting.js';

/** Options of {@link createHttp2Transport}. Times are in milliseconds. */
export interface Http2TransportOptions {
  /**
   * How many connections may be open at once for one agent and one server. Each holds as many streams as the server
   * allows (100 for kube-apiserver); a request beyond that fails with the code `ERR_HTTP2_MAX_CONNECTIONS`.
   * @default 32
   */
  readonly maxConnections?: number | undefined;
  /**
   * How long connecting may take: TCP, a proxy's handshake, TLS, and the server's first SETTINGS. It applies to a given
   * agent as well, in addition to the agent's own limit.
   * @default 30_000
   */
  readonly connectTimeoutMs?: number | undefined;
  /** How long a connection with streams may be silent before the client sends a PING. @default 30_000 */
  readonly pingAfterMs?: number | undefined;
  /** How long the silence may last after the PING; then the connection and all its streams are lost. @default 15_000 */
  readonly pingTimeoutMs?: number | undefined;
  /** How long a connection without streams is kept. It never keeps the process alive. @default 30_000 */
  readonly idleMs?: number | undefined;
}

/** {@link Http2TransportOptions} with all defaults filled in. */
export interface Http2Limits {
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly pingAfterMs: number;
  readonly pingTimeoutMs: number;
  readonly idleMs: number;
}

/** Fills in the defaults: client-go's for PING, the idle time of the HTTP/1.1 agents. Throws `InvalidArgumentError`. */
export function http2Limits(options: Http2TransportOptions): Http2Limits {
  const {
    maxConnections = 32,
    connectTimeoutMs,
    pingAfterMs,
    pingTimeoutMs,
    idleMs,
  } = requireKnownOptions(options, names);
  return {
    maxConnections: requireCount('maxConnections', maxConnections),
    connectTimeoutMs: requireMs('connectTimeoutMs', connectTimeoutMs ?? defaultConnectTimeoutMs),
    pingAfterMs: requireMs('pingAfterMs', pingAfterMs ?? 30_000),
    pingTimeoutMs: requireMs('pingTimeoutMs', pingTimeoutMs ?? 15_000),
    idleMs: requireMs('idleMs', idleMs ?? 30_000),
  };
}

const names: OptionNames<Http2TransportOptions> = {
  maxConnections: true,
  connectTimeoutMs: true,
  pingAfterMs: true,
  pingTimeoutMs: true,
  idleMs: true,
};

/** Checks a time, and caps it at the maximum of a timer. */
function requireMs(argument: string, value: unknown): number {
  if (typeof value === 'number' && value > 0) return Math.min(value, longestTimerMs);
  throw new InvalidArgumentError(argument, 'must be a number of milliseconds greater than 0');
}
