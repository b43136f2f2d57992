import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { ClusterError } from '../../src/fleet/index.js';
import { contextClusters } from '../../src/kubeconfig/index.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { capturedDocuments } from '../testing/support.js';
import { fleetOf } from './fleets.js';

/** A port that accepts connections and says nothing. */
async function silence(): Promise<number> {
  const silent = createServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  return (silent.address() as AddressInfo).port;
}

it('five of fifty contexts that are dead in five ways hold up none of the others', async () => {
  const documents = capturedDocuments('kube-1.36-v2');
  const alive = await startFakeApiServer(createFakeApiServer({ documents }));
  const closed = await startFakeApiServer(createFakeApiServer({ documents, users: {} }));
  onTestFinished(async () => {
    await Promise.all([alive.close(), closed.close()]);
  });
  const port = await silence();
  const dead = {
    refused: 'http://127.0.0.1:1',
    silent: `http://127.0.0.1:${port}`,
    'silent TLS': `https://127.0.0.1:${port}`,
    unauthorized: closed.url,
    nowhere: 'http://nowhere.invalid',
  };
  const servers = [
    ...Object.entries(dead),
    ...Array.from({ length: 45 }, (_, index) => [`c-${index}`, alive.url] as const),
  ];
  const text = JSON.stringify({
    clusters: servers.map(([name, server]) => ({ name, cluster: { server } })),
    contexts: servers.map(([name]) => ({ name, context: { cluster: name } })),
  });
  const fleet = fleetOf(contextClusters({ text, env: {} }), { client: { retry: { limit: 0 } } });
  const failed = new Map<string, ClusterError>();
  const order: string[] = [];
  for await (const { cluster, error } of fleet.each((client) => client.resource('pods').list(), {
    timeoutMs: 60_000,
  })) {
    order.push(cluster);
    if (error !== undefined) failed.set(cluster, error);
    // The silent ones would take all of their time: what ends them is the end of this loop.
    if (order.length === servers.length - 2) break;
  }
  expect([...failed.keys()].sort()).toEqual(['nowhere', 'refused', 'unauthorized']);
  for (const [name, error] of failed) expect(error.message).toContain(`cluster "${name}" (context "${name}"): `);
});
