import { Agent } from 'node:https';
import { createClient, type Client, type Transport } from '../../src/index.js';
import { startChild, type Child } from './child.js';

/** A real kube-apiserver with many pods. */
export interface ApiServerAccess {
  readonly url: string;
  /** PEM. */
  readonly ca: string;
  readonly token: string;
  readonly version: string;
  /** Of kube-apiserver, for what it takes itself. */
  readonly pid: number;
}

/** What the process that runs it says. */
export interface ApiServerTold {
  /** Undefined where it has not been built. */
  readonly access: ApiServerAccess | undefined;
}

/** How many pods there are. */
export const podCount = 5000;

/** Stands in a table where there is no server. */
export const noServer = 'no kube-apiserver here: build it with npm run test:e2e';

let started: Promise<Child<ApiServerTold>> | undefined;

/** The one of this run, started when it is first asked for; undefined where it has not been built. */
export async function apiServer(): Promise<ApiServerAccess | undefined> {
  const program = 'test/bench/api-server-process.ts';
  started ??= startChild(process.execPath, ['--import', 'tsx', program, String(podCount)]);
  return (await started).told.access;
}

/** Ends it. */
export async function stopApiServer(): Promise<void> {
  await (await started)?.stop();
  started = undefined;
}

/** A client, and the agent that it sends through, for others to send through it as well. */
export interface Connected {
  readonly client: Client;
  readonly agent: Agent;
  readonly close: () => Promise<void>;
}

/** Makes a client of the server. */
export function connectTo({ url, ca, token }: ApiServerAccess, transport?: Transport): Connected {
  const agent = new Agent({ ca, keepAlive: true });
  const headers = { authorization: `Bearer ${token}` };
  const client = createClient({ server: url, transport, authenticate: async () => ({ headers, agent }) });
  return {
    client,
    agent,
    async close() {
      await client.close();
      agent.destroy();
    },
  };
}
