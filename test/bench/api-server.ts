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
  /** The process id of kube-apiserver, for its processor time. */
  readonly pid: number;
}

/** The output of the process that runs the server. */
export interface ApiServerTold {
  /** Undefined if kube-apiserver has not been built. */
  readonly access: ApiServerAccess | undefined;
}

/** The number of pods. */
export const podCount = 5000;

/** Shown in a table if there is no server. */
export const noServer = 'no kube-apiserver here: build it with npm run suite -- e2e';

let started: Promise<Child<ApiServerTold>> | undefined;

/** Returns the server of this run, started at the first call; undefined if it has not been built. */
export async function apiServer(): Promise<ApiServerAccess | undefined> {
  const program = 'test/bench/api-server-process.ts';
  started ??= startChild(process.execPath, ['--import', 'tsx', program, String(podCount)]);
  return (await started).told.access;
}

/** Stops the server. */
export async function stopApiServer(): Promise<void> {
  await (await started)?.stop();
  started = undefined;
}

/** A client, and the agent that it uses, so that others can use it too. */
export interface Connected {
  readonly client: Client;
  readonly agent: Agent;
  readonly close: () => Promise<void>;
}

/** Creates a client of the server. */
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
