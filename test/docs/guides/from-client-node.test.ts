import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { fencesBelow, guideRows, moduleOf, partial, tableLines } from '../client-node/guide.js';
import { answersOf, definitions, linesOf, objects, runGuideProgram } from '../client-node/world.js';
import { problemsOf } from '../compile-blocks.js';

const log = '/api/v1/namespaces/shop/pods/front-0/log';

/** A fake server with the world of the guide. */
async function world(): Promise<{ api: FakeApiServer; kubeconfig: string; restore: () => Promise<void> }> {
  const api = createFakeApiServer({ documents: kubernetes(), objects: [...definitions, ...objects] });
  const server = await startFakeApiServer(api);
  onTestFinished(() => server.close());
  const restore = async (): Promise<void> => {
    api.reset();
    api.fail(log, { status: 200, body: 'ready\n' });
  };
  return { api, kubeconfig: kubeconfigOf(server.url), restore };
}

function kubeconfigOf(server: string): string {
  // Without a word on its certificate, client-node speaks to no server over plain HTTP.
  const cluster = { server, 'insecure-skip-tls-verify': true };
  const other = { server: 'http://127.0.0.1:1', 'insecure-skip-tls-verify': true };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'here', cluster },
      { name: 'there', cluster: other },
    ],
    users: [{ name: 'me', user: {} }],
    contexts: [
      { name: 'here', context: { cluster: 'here', user: 'me', namespace: 'shop' } },
      { name: 'staging', context: { cluster: 'there', user: 'me' } },
    ],
    'current-context': 'here',
  });
}

describe('the guide from client-node', () => {
  it('has code for both clients in every line of its tables', () => {
    expect(guideRows).toHaveLength(tableLines);
    expect(tableLines).toBeGreaterThan(40);
  });

  it.each(guideRows)('gets the same answer from both clients: $table, $task', async (row) => {
    const { clientNode, kubeatlas } = await answersOf(row, await world());
    expect(clientNode).toBeDefined();
    if (partial.has(row.task)) expect(kubeatlas).toMatchObject(clientNode as object);
    else expect(kubeatlas).toEqual(clientNode);
  });

  it('watches the same with both clients, and only one of them ends', async () => {
    const { api, kubeconfig } = await world();
    const events = async (): Promise<void> => change(api);
    const { clientNode, kubeatlas } = await linesOf('Watch', kubeconfig, { events, count: 4 });
    expect(kubeatlas).toEqual(['ADDED late', 'ADDED other', 'DELETED late', 'MODIFIED late']);
    expect(clientNode).toEqual(kubeatlas);

    const programs = await Promise.all(
      (['clientNode', 'kubeatlas'] as const).map(async (side) => {
        const program = runGuideProgram(fencesBelow('Watch')[side], kubeconfig);
        await expect.poll(() => program.printed.length).toBe(1);
        return program;
      }),
    );
    api.endWatches();
    await expect.poll(() => programs[0]?.printed.at(-1)).toMatch(/^the watch has ended/);
    api.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'after', namespace: 'shop', labels } });
    await expect.poll(() => programs[1]?.printed).toEqual(['ADDED other', 'ADDED after']);
    expect(programs[0]?.printed).toHaveLength(2);
  });

  it('keeps the same objects with the informers of both', async () => {
    const { api, kubeconfig } = await world();
    const events = async (): Promise<void> => change(api);
    const { clientNode, kubeatlas } = await linesOf('Informers', kubeconfig, { events, count: 6 });
    expect(kubeatlas).toEqual(
      ['2 objects', 'added late', 'added other', 'added settings', 'changed late', 'removed late'].sort(),
    );
    expect(clientNode).toEqual(kubeatlas);
  });

  it('follows a log with both', async () => {
    const { restore, kubeconfig } = await world();
    await restore();
    const { clientNode, kubeatlas } = await linesOf('Follow a log', kubeconfig, { events: async () => {}, count: 1 });
    expect(clientNode).toEqual(['ready\n']);
    expect(kubeatlas).toEqual(['ready']);
  });

  it('runs a command with both', async () => {
    const { api, kubeconfig } = await world();
    api.configure({ exec: async ({ stdout }) => (await stdout('no\n'), 1) });
    const { clientNode, kubeatlas } = await linesOf('Run a command', kubeconfig, { events: async () => {}, count: 2 });
    expect(kubeatlas).toEqual(['exit code 1', 'no']);
    expect(clientNode).toEqual(kubeatlas);
  });

  it('compiles', () => {
    const fences = ['Set up', 'Watch', 'Informers', 'Follow a log', 'Run a command', 'Forward a port'].map(fencesBelow);
    const codes = [
      moduleOf('clientNode'),
      moduleOf('kubeatlas'),
      ...fences.flatMap(({ clientNode, kubeatlas }) => [clientNode, kubeatlas]),
    ];
    expect(problemsOf(codes)).toEqual([]);
    expect(problemsOf(['export const wrong: string = 1;'])).toHaveLength(1);
  }, 180_000);
});

const labels = { app: 'front' };

/** An object comes, changes and goes. */
function change(api: FakeApiServer): void {
  const late = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late', namespace: 'shop', labels } };
  api.put(late);
  api.put({ ...late, data: { a: '1' } });
  api.remove(late);
}
