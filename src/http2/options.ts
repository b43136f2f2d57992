import { longestTimerMs } from '../core/shared/abort.js';
import { requireCount, requireKnownOptions, requireMilliseconds, type OptionChecks } from '../core/shared/arguments.js';
import { defaultConnectTimeoutMs } from '../core/shared/node-sockets.js';

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
export type Http2Limits = { readonly [Option in keyof Http2TransportOptions]-?: number };

/** Fills in the defaults: client-go's for PING, the idle time of the HTTP/1.1 agents. Throws `InvalidArgumentError`. */
export function http2Limits(options: Http2TransportOptions): Http2Limits {
  const given = requireKnownOptions(options, checks);
  const timer = (ms: number): number => Math.min(ms, longestTimerMs);
  return {
    maxConnections: given.maxConnections ?? 32,
    connectTimeoutMs: timer(given.connectTimeoutMs ?? defaultConnectTimeoutMs),
    pingAfterMs: timer(given.pingAfterMs ?? 30_000),
    pingTimeoutMs: timer(given.pingTimeoutMs ?? 15_000),
    idleMs: timer(given.idleMs ?? 30_000),
  };
}

const checks: OptionChecks<Http2TransportOptions> = {
  maxConnections: requireCount,
  connectTimeoutMs: requireMilliseconds,
  pingAfterMs: requireMilliseconds,
  pingTimeoutMs: requireMilliseconds,
  idleMs: requireMilliseconds,
};
