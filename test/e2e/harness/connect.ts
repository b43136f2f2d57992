import { Agent } from 'node:https';
import { createClient, type Client, type ClientOptions } from '../../../src/index.js';
import type { Reachable } from './ask.js';

/** How a client of a test is made. */
export interface ConnectOptions extends Omit<ClientOptions, 'server' | 'authenticate'> {
  /** A bearer token; without one the client is nobody. */
  readonly token: string | undefined;
  /** Another address than the server's own: a proxy before it. */
  readonly url?: string | undefined;
}

const opened: { readonly client: Client; readonly agent: Agent }[] = [];

/** Makes a kubeatlas client of a server, TLS verified. `closeClients` ends it. */
export function connect(server: Reachable, options: ConnectOptions): Client {
  const { token, url = server.url, ...others } = options;
  const agent = new Agent({ ca: server.ca, keepAlive: true });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const client = createClient({ ...others, server: url, authenticate: async () => ({ headers, agent }) });
  opened.push({ client, agent });
  return client;
}

/** Ends all clients of a test file: `afterAll(closeClients)`. */
export async function closeClients(): Promise<void> {
  for (const { client, agent } of opened.splice(0)) {
    await client.close();
    agent.destroy();
  }
}
