import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { isKubeError, type Client, type ResourceHandle } from '../../../src/index.js';
import { keepBusy } from '../harness/busy-objects.js';
import { closeClients, connect } from '../harness/connect.js';
import { expectToAgree, followSet } from '../harness/followed-sets.js';
import { createObject, namespace } from '../harness/objects.js';
import { randomOf, seedOfRun } from '../harness/random.js';
import { startServer, type TestServer } from '../harness/start-server.js';

const seed = seedOfRun();
const restarts = Number(process.env['KUBEATLAS_RESTARTS'] ?? 3);
const place = 'restarts';
let server: TestServer;
let client: Client;
let configMaps: ResourceHandle;

beforeAll(async () => {
  process.stdout.write(`watch-restart: seed ${seed}, ${restarts} restarts\n`);
  server = await startServer(inject('server').kind);
  await createObject(server, '/api/v1/namespaces', namespace(place));
  client = connect(server, { token: server.tokens.admin });
  configMaps = client.resource('configmaps').namespace(place);
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

/** A watch that ends as expired, or by its signal; each version may come once. Its first event tells that it is open. */
async function watchAll(
  resourceVersion: string,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<{ end: string; twice: number }> {
  const versions = new Set<string>();
  let twice = 0;
  try {
    for await (const { object } of configMaps.watch({ resourceVersion, signal })) {
      onOpen();
      const { resourceVersion: version = '' } = object.metadata as { resourceVersion?: string };
      if (versions.has(version)) twice += 1;
      versions.add(version);
    }
    return { end: 'ended', twice };
  } catch (error) {
    if (error === signal.reason) return { end: 'left', twice };
    return { end: isKubeError(error) && error.code === 'watch-ended' ? error.end : String(error), twice };
  }
}

it(
  'kill -9 and restart under 20 followers and 20 watches while objects change: nothing is lost, nothing told twice',
  async () => {
    const random = randomOf(seed);
    const controller = new AbortController();
    const { signal } = controller;
    const sets = Array.from({ length: 20 }, () => followSet(configMaps, { signal }));
    const { metadata } = await configMaps.list({ limit: 1 });
    await configMaps.create({ metadata: { name: 'first' } });
    const watches: Promise<{ end: string; twice: number }>[] = [];
    // A watch whose first attempt fails says so at once: here each is to have begun.
    await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise<void>((onOpen) => {
            watches.push(watchAll(metadata.resourceVersion!, signal, onOpen));
          }),
      ),
    );
    const perTurn = Math.ceil(2000 / (restarts + 1));
    for (let turn = 0; turn < restarts; turn += 1) {
      const busy = keepBusy(configMaps, { names: 300, changes: perTurn, random });
      await new Promise((resolve) => setTimeout(resolve, random() * 1500));
      await server.kill();
      await new Promise((resolve) => setTimeout(resolve, random() * 500));
      await server.restart();
      await busy;
    }
    await keepBusy(configMaps, { names: 300, changes: perTurn, random });
    await expectToAgree(sets, configMaps, 60_000);
    expect(Math.min(...sets.map(({ interruptions }) => interruptions))).toBeGreaterThan(0);
    controller.abort(new Error('over'));
    await Promise.all(sets.map(({ ended }) => ended));
    for (const { end, twice } of await Promise.all(watches)) {
      expect(twice).toBe(0);
      expect(['expired', 'left']).toContain(end);
    }
  },
  60_000 + restarts * 60_000,
);
