import { readFileSync } from 'node:fs';
import { createClient, type Client } from 'kubeatlas';
import {
  createFakeApiServer,
  type CapturedDocuments,
  type FakeApiServer,
  type FakeApiServerOptions,
} from 'kubeatlas/testing';
import { startFakeApiServer } from 'kubeatlas/testing/node';

/** A fake API server on loopback that serves the resources of a kube-apiserver 1.36, and a client for it. */
export interface Cluster {
  readonly client: Client;
  readonly fake: FakeApiServer;
  close(): Promise<void>;
}

/**
 * Starts a cluster with more resources and objects. For your own cluster, use `createClient(await loadKubeconfig())`.
 */
export async function startCluster(options: Pick<FakeApiServerOptions, 'resources' | 'objects'>): Promise<Cluster> {
  const fake = createFakeApiServer({ documents: captured('kube-1.36-legacy'), ...options });
  const server = await startFakeApiServer(fake);
  const client = createClient({ server: server.url });
  return {
    client,
    fake,
    async close() {
      await client.close();
      await server.close();
    },
  };
}

function captured(name: string): CapturedDocuments {
  const url = new URL(`../test/fixtures/documents/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as CapturedDocuments;
}
