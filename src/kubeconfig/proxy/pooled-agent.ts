import type { Agent, AgentOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { limitConnecting } from '../../core/shared/limit-connecting.js';
import { unprintable } from '../unprintable.js';
import type { Proxy } from './proxy.js';
import type { TunnelTarget } from './tunnel.js';

/** How these agents keep their sockets. */
export const poolOptions = {
  keepAlive: true,
  // The client limits the number of concurrent requests: a limit here would let watches starve requests.
  maxFreeSockets: 16,
  // Below the idle timeout of servers and load balancers (60 seconds and more), so that the client closes the socket.
  timeout: 30_000,
} as const satisfies AgentOptions;

/**
 * Completes an agent: limits how long it may take to connect, and keeps its contents out of logs and JSON. Its sockets
 * hold the headers of the requests under way, credentials included, so they are not enumerable either.
 */
export function finishAgent<A extends Agent>(agent: A, connectTimeoutMs: number, proxy: Proxy | undefined): A {
  const what = proxy === undefined ? 'the connection' : `the connection through the proxy ${proxy.host}:${proxy.port}`;
  limitConnecting(agent, connectTimeoutMs, what);
  for (const name of ['sockets', 'freeSockets', 'requests']) {
    Object.defineProperty(agent, name, { enumerable: false });
  }
  return unprintable(agent, 'Agent {}');
}

/** Lets an agent finish the requests under way, and closes its idle sockets. */
export function retire(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}

/** Makes an agent open its sockets through tunnels; an https agent then speaks TLS to the server inside of them. */
export function throughTunnels<A extends Agent>(
  agent: A,
  { secure, open }: { readonly secure: boolean; readonly open: (target: TunnelTarget) => Promise<Duplex> },
): A {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const done = callback as ((error: Error | null, socket?: Duplex | null) => void) | undefined;
    const opened = async (): Promise<Duplex | null | undefined> => {
      const socket = await open({ host: options.host ?? 'localhost', port: Number(options.port) });
      return secure ? connect(Object.assign({}, options, { socket })) : socket;
    };
    opened().then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error),
    );
    return undefined;
  };
  return agent;
}
