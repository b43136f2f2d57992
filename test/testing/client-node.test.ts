import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../src/testing/node.js';
import { createHeldTimers } from './held-timers.js';
import { ask, capturedDocuments, configMap } from './support.js';

const maps = '/api/v1/namespaces/default/configmaps';
let running: RunningFakeApiServer | undefined;
let stop: (() => Promise<void>) | undefined;

afterEach(async () => {
  await stop?.();
  await running?.close();
  running = undefined;
  stop = undefined;
});

/** The informer of @kubernetes/client-node as it is, with what it has told so far. */
async function start() {
  const timers = createHeldTimers();
  const documents = capturedDocuments('kube-1.36-v2');
  const server = createFakeApiServer({ documents, objects: [configMap('a')], timers });
  running = await startFakeApiServer(server);
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ name: 'fake', server: running.url, skipTLSVerify: true }, { name: 'nobody' });
  const api = config.makeApiClient(CoreV1Api);
  const informer = makeInformer(config, maps, () => api.listNamespacedConfigMap({ namespace: 'default' }));
  const reported: string[] = [];
  for (const verb of ['add', 'update', 'delete'] as const) {
    informer.on(verb, (object) => reported.push(`${verb} ${object.metadata?.name ?? ''}`));
  }
  informer.on('error', (error: unknown) => reported.push(`error ${String(error)}`));
  stop = () => informer.stop();
  await informer.start();
  const until = (expected: readonly string[]): Promise<void> => expect.poll(() => reported).toEqual(expected);
  return { server, timers, until };
}

describe("client-node's informer", () => {
  it('lists, then follows every change', async () => {
    const { server, until } = await start();
    await until(['add a']);
    server.put(configMap('b'));
    await ask(server, `${maps}/b`, {
      method: 'PATCH',
      contentType: 'application/merge-patch+json',
      body: { data: { x: '1' } },
    });
    server.remove(configMap('a'));
    await until(['add a', 'add b', 'update b', 'delete a']);
  });

  it('goes on where a watch ended', async () => {
    const { server, until } = await start();
    await expect.poll(() => server.openWatches).toBe(1);
    server.endWatches();
    server.put(configMap('b'));
    await until(['add a', 'add b']);
    const lists = server.requests.filter(({ path }) => !path.includes('watch='));
    expect(lists).toHaveLength(1);
  });

  it('lists anew when its version is too old', async () => {
    const { server, timers, until } = await start();
    await expect.poll(() => server.openWatches).toBe(1);
    server.fail(({ query }) => query.has('watch'), { delayMs: 1000, times: 1 });
    server.endWatches();
    await expect.poll(() => timers.pending()).toBe(1);
    server.put(configMap('b'));
    server.remove(configMap('a'));
    server.expireHistory();
    timers.advance(1000);
    await until(['add a', 'delete a', 'add b']);
    expect(server.unusedFaults).toEqual([]);
  });
});
