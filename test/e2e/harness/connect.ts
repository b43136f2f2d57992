import { Agent } from 'node:https';
import { createClient, type Client, type ClientOptions } from '../../../src/index.js';
import type { Reachable } from './ask.js';

/** Options of a client in a test. */
export interface ConnectOptions extends Omit<ClientOptions, 'server' | 'authenticate'> {
  /** A bearer token; without one the client is anonymous. */
  readonly token: string | undefined;
  /** An address other than that of the server, such as a proxy in front of it. */
  readonly url?: string | undefined;
}

const opened: { readonly client: Client; readonly agent: Agent }[] = [];

/** Creates a kubeatlas client of a server, verifying TLS. `closeClients` closes it. */
export function connect(server: Reachable, options: ConnectOptions): Client {
  const { token, url = server.url, ...others } = options;
  const agent = new Agent({ ca: server.ca, keepAlive: true });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const client = createClient({ ...others, server: url, authenticate: async () => ({ headers, agent }) });
  opened.push({ client, agent });
  return client;
}

/** Closes all clients of a test file: `afterAll(closeClients)`. */
export async function closeClients(): Promise<void> {
  for (const { client, agent } of opened.splice(0)) {
    await client.close();
    agent.destroy();
  }
}
