import { defaultConnectTimeoutMs, limitConnecting } from '../shared/node-sockets.js';
import type { TransportOptions } from './options.js';

/** A pool of sockets for each protocol. The agents are `http.Agent` and `https.Agent`, opaque here. */
export interface NodeAgents {
  readonly httpAgent: Agent;
  readonly httpsAgent: Agent;
}

/** Below the idle timeout of servers and load balancers (60 seconds and more), so that the client closes the socket. */
export const idleMs = 30_000;

/**
 * Makes the keep-alive pools of one client, each of which keeps `maxSockets` idle; returns undefined without Node modules (in browsers). The modules are taken
 * from the running process instead of imported, so that bundles for browsers contain nothing of Node.
 */
export function createNodeAgents({
  maxSockets = 16,
  connectTimeoutMs = defaultConnectTimeoutMs,
}: TransportOptions): NodeAgents | undefined {
  if (!hasNodeModules()) return undefined;
  const options = { keepAlive: true, maxFreeSockets: maxSockets, timeout: idleMs };
  const agentOf = (name: string): Agent =>
    limitConnecting(new (builtinModule(name) as AgentModule).Agent(options), connectTimeoutMs);
  return { httpAgent: agentOf('node:http'), httpsAgent: agentOf('node:https') };
}

/** Reports whether Node modules are available. They are not in browsers, which limit connections. */
export function hasNodeModules(): boolean {
  return builtinModule('node:http') !== undefined;
}

/** Closes every socket, used or idle. */
type Agent = { destroy(): void };
type AgentModule = { readonly Agent: new (options: object) => Agent };

/** Takes a module from the running process; undefined in browsers. Nothing is imported. */
export function builtinModule(name: string): unknown {
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: string): unknown } | null };
  return process?.getBuiltinModule?.(name);
}
