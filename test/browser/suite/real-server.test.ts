import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { podSpec } from '../../bench/pods.js';
import { closeClients, connect } from '../../e2e/harness/connect.js';
import { createObject, namespace } from '../../e2e/harness/objects.js';
import { assetsFolder } from '../../e2e/harness/programs.js';
import { startServer, type TestServer } from '../../e2e/harness/start-server.js';
import type { Backend } from '../harness/pass-on.js';
import { useStage, type Scene } from '../harness/stage.js';

const stage = useStage();
let server: TestServer;

beforeAll(async () => {
  server = await startServer(assetsFolder() === undefined ? '1.37' : 'assets', {
    report: (line) => process.stderr.write(`${line}\n`),
  });
  for (const place of ['reads', 'watches', 'follows']) {
    await createObject(server, '/api/v1/namespaces', namespace(place));
    await make(place, 'a');
  }
}, 1_200_000);

afterAll(async () => {
  await closeClients();
  await server.stop();
});

const make = (place: string, name: string): Promise<unknown> =>
  createObject(server, `/api/v1/namespaces/${place}/configmaps`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: { x: '1' },
  });

function open(): Promise<Scene> {
  const { url, ca, tokens } = server;
  const backend: Backend = { url, ca, token: tokens.admin };
  return stage.open(backend);
}

describe('a browser before kube-apiserver', () => {
  it('reads whole objects, rows, and metadata as protobuf', async () => {
    const { page, site } = await open();
    const read = await page.evaluate(async () => {
      const client = kubeatlas.createClient({ server: '/k8s' });
      const maps = client.resource('configmaps').namespace('reads');
      const metadata = maps.as('PartialObjectMetadata');
      const [objects, table, list, one] = await Promise.all([
        maps.list(),
        maps.as('Table').list(),
        metadata.list(),
        metadata.get('a'),
      ]);
      return {
        objects: objects.items.map(({ metadata }) => metadata.name),
        columns: table.columnDefinitions.map(({ name }) => name),
        rows: table.rows.map(({ cells }) => cells.slice(0, 2)),
        list: list.items.map(({ metadata }) => metadata.name),
        sameAsObjects: list.items[0]?.metadata.uid === objects.items[0]?.metadata.uid,
        one: [one.kind, one.metadata.namespace],
      };
    });
    expect(read).toEqual({
      objects: ['a'],
      columns: ['Name', 'Data', 'Age'],
      rows: [['a', 1]],
      list: ['a'],
      sameAsObjects: true,
      one: ['ConfigMap', 'reads'],
    });
    const types = site.passed.map(({ type }) => type.split(';')[0]);
    expect(types.filter((type) => type === 'application/vnd.kubernetes.protobuf')).toHaveLength(2);
  });

  it.each(['Table', 'PartialObjectMetadata'] as const)('watches as %s, one event at a time', async (form) => {
    const { page, site } = await open();
    await page.evaluate(async (form) => {
      const client = kubeatlas.createClient({ server: '/k8s' });
      const maps = client.resource('configmaps').namespace('watches');
      globalThis.seen = [];
      const tell = async (): Promise<void> => {
        if (form === 'Table') {
          for await (const event of maps.as('Table').watch()) {
            if (event.type !== 'BOOKMARK') seen.push(`${event.type} ${event.object.cells.slice(0, 2).join()}`);
          }
        } else {
          for await (const event of maps.as(form).watch()) {
            seen.push(`${event.type} ${event.object.metadata.name ?? ''},1`);
          }
        }
      };
      tell().catch((error: unknown) => seen.push(`end: ${String(error)}`));
    }, form);
    const seenNow = (): Promise<string[]> => page.evaluate(() => seen);
    await expect.poll(seenNow).toContain('ADDED a,1');
    for (const name of ['b', 'c'].map((letter) => `${letter}-${form.toLowerCase()}`)) {
      await make('watches', name);
      await expect.poll(async () => (await seenNow()).at(-1)).toBe(`ADDED ${name},1`);
    }
    expect(site.passed.filter(({ path }) => path.includes('watch='))).toHaveLength(1);
  });

  it('follows to synced and on, and starts from its store after a reload', async () => {
    const { page, site } = await open();
    const begin = (): Promise<void> =>
      page.evaluate(async () => {
        const discovery = { store: kubeatlas.createBrowserStore(), storeKey: 'real' };
        const client = kubeatlas.createClient({ server: '/k8s', discovery });
        const maps = client.resource('configmaps').namespace('follows');
        globalThis.seen = [];
        const tell = async (): Promise<void> => {
          for await (const step of kubeatlas.follow(maps)) {
            seen.push('object' in step ? `${step.type} ${step.object.metadata.name}` : step.type);
          }
        };
        tell().catch((error: unknown) => seen.push(`end: ${String(error)}`));
      });
    const seenNow = (): Promise<string[]> => page.evaluate(() => seen);
    await begin();
    await expect.poll(seenNow).toEqual(['added a', 'synced']);
    await make('follows', 'b');
    await expect.poll(seenNow).toEqual(['added a', 'synced', 'added b']);
    const before = site.passed.length;
    await page.reload();
    await begin();
    await expect.poll(seenNow).toEqual(['added a', 'added b', 'synced']);
    const roots = site.passed.slice(before).filter(({ path }) => /^\/apis?\?/.test(path));
    expect(roots.map(({ status }) => status)).toEqual([304, 304]);
  });

  it(
    'syncs 5,000 pods, then tells every change, after idle minutes as well',
    { timeout: 900_000 },
    async ({ annotate }) => {
      const { KUBEATLAS_BROWSER_IDLE_SECONDS: idle = '0', KUBEATLAS_BROWSER_CHANGE_SECONDS: changing = '3' } =
        process.env;
      const client = connect(server, { token: server.tokens.admin });
      const pods = client.resource('pods').namespace('many');
      if ((await client.resource('namespaces').list({ fieldSelector: 'metadata.name=many' })).items.length === 0) {
        await createObject(server, '/api/v1/namespaces', namespace('many'));
        await eachOf(5000, 20, (index) => pods.create({ metadata: { name: `p-${index}` }, spec: podSpec() }));
      }
      const { page, site } = await open();
      await page.evaluate(() => {
        globalThis.seen = [];
        const pods = kubeatlas.createClient({ server: '/k8s' }).resource('pods').namespace('many');
        const begun = performance.now();
        let added = 0;
        const tell = async (): Promise<void> => {
          for await (const step of kubeatlas.follow(pods)) {
            if (step.type === 'added') added += 1;
            else if (step.type === 'synced') seen.push(`synced ${added} ${Math.round(performance.now() - begun)}`);
            else if (step.type === 'changed') {
              const { name, annotations } = step.object.metadata;
              seen.push(`changed ${name} ${Date.now() - Number(annotations?.['at'])}`);
            } else seen.push(step.type);
          }
        };
        tell().catch((error: unknown) => seen.push(`end: ${String(error)}`));
      });
      const seenNow = (): Promise<string[]> => page.evaluate(() => seen);
      await expect.poll(seenNow, { timeout: 20_000 }).toEqual([expect.stringMatching(/^synced 5000 \d+$/)]);
      await wait(Number(idle) * 1000);
      const names: string[] = [];
      for (const end = Date.now() + Number(changing) * 1000; Date.now() < end; await wait(200)) {
        const name = `p-${names.length % 5000}`;
        names.push(name);
        await pods.patch(name, { metadata: { annotations: { at: String(Date.now()) } } }, { type: 'merge' });
      }
      await expect
        .poll(async () => (await seenNow()).slice(1).map((step) => step.split(' ').slice(0, 2).join(' ')))
        .toEqual(names.map((name) => `changed ${name}`));
      const [synced = '', ...changes] = await seenNow();
      const slowest = Math.max(...changes.map((step) => Number(step.split(' ')[2])));
      await annotate(
        `${synced.split(' ')[2]} ms to the state of 5,000 pods, ${changes.length} changes within ${slowest} ms`,
      );
      expect(site.passed.filter(({ path }) => path.includes('watch='))).toHaveLength(1);
      await client.close();
    },
  );
});

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function eachOf(count: number, atOnce: number, act: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
