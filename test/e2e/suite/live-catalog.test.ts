import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLiveCatalog, waitForResource, type CatalogChanges, type Client } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { askAsAdmin } from '../harness/install.js';
import { randomOf, seedOfRun } from '../harness/random.js';
import { startServer, type TestServer } from '../harness/start-server.js';
import { waitUntil } from '../harness/wait-until.js';

const seed = seedOfRun();
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
let server: TestServer;
let client: Client;

beforeAll(async () => {
  process.stdout.write(`live-catalog: seed ${seed}\n`);
  server = await startServer(inject('server').kind);
  client = connect(server, { token: server.tokens.admin });
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

function definition(index: number, versions: readonly string[] = ['v1']): object {
  const plural = `things${index}`;
  const group = `g${index % 7}.live.example.org`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind: `Thing${index}`, singular: `thing${index}` },
      versions: versions.map((name, at) => ({
        name,
        served: true,
        storage: at === 0,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      })),
    },
  };
}

const nameOf = (index: number) => `things${index}.g${index % 7}.live.example.org`;
const create = (index: number) => askAsAdmin(server, { method: 'POST', path: crds, body: definition(index) }, [201]);
const remove = (index: number) => askAsAdmin(server, { method: 'DELETE', path: `${crds}/${nameOf(index)}` });

/** The server's word: a definition that was deleted too soon may stay until the server is started anew, and is served so long. */
async function installed(): Promise<readonly string[]> {
  const handle = client.resource('customresourcedefinitions.apiextensions.k8s.io').as('PartialObjectMetadata');
  const { items } = await handle.list();
  return items.map(({ metadata }) => metadata.name.split('.')[0]!).sort();
}

describe('a live catalog on a real server', () => {
  it('follows 100 definitions that come, change and go in waves, to the last', { timeout: 240_000 }, async () => {
    const random = randomOf(seed);
    const live = createLiveCatalog(client);
    const told: CatalogChanges[] = [];
    const listening = (async () => {
      for await (const changes of live) told.push(changes);
    })();
    await waitUntil('it follows definitions', () => (live.mode === 'watch' ? true : undefined));
    const wanted = new Set<number>();
    for (let wave = 0; wave < 4; wave += 1) {
      for (let index = wave * 25; index < wave * 25 + 25; index += 1) {
        await create(index);
        wanted.add(index);
      }
      await new Promise((resolve) => setTimeout(resolve, random() * 1500));
      for (const index of [...wanted].filter(() => random() < 0.3)) {
        await remove(index);
        wanted.delete(index);
      }
    }
    const served = () =>
      live.catalog
        ?.resources({})
        .filter(({ group, freshness }) => group.endsWith('.live.example.org') && freshness === 'Current')
        .map(({ resource }) => resource)
        .sort();
    let expected: readonly string[] = [];
    await waitUntil(
      () => `the catalog has ${expected.length} of them, and not ${served()?.length}`,
      async () => {
        expected = await installed();
        return JSON.stringify(served()) === JSON.stringify(expected) ? true : undefined;
      },
      { limitMs: 200_000, everyMs: 500 },
    );
    // Each difference is told once: what was told comes to what there is.
    const known = new Set<string>();
    for (const { added, removed } of told) {
      for (const { resource } of added) {
        expect(known.has(resource)).toBe(false);
        known.add(resource);
      }
      for (const { resource } of removed) expect(known.delete(resource)).toBe(true);
    }
    for (const resource of expected) expect(known).toContain(resource);
    live.close();
    await listening;
  });

  it(
    'tells soon that what it saw coming a moment ago was deleted, beside others of its group',
    { timeout: 240_000 },
    async () => {
      // The first stays, in the group of the second.
      const [first, second] = [2001, 2008];
      await create(first);
      const live = createLiveCatalog(client);
      const has = (index: number) =>
        live.catalog
          ?.resources({ group: `g${index % 7}.live.example.org` })
          .find(({ resource }) => resource === `things${index}`);
      // Servers have been seen to tell of a definition half a minute late.
      const late = { limitMs: 90_000 };
      const follows = () => (live.mode === 'watch' && has(first) !== undefined ? true : undefined);
      await waitUntil('it follows definitions', follows, late);
      await create(second);
      await waitUntil('it has the second', () => (has(second)?.freshness === 'Current' ? true : undefined), late);
      // Its informers know it by now: one that is deleted too soon stays in discovery until the server is started anew.
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await remove(second);
      await waitUntil('the second is gone', () => (has(second) === undefined ? true : undefined), { limitMs: 40_000 });
      expect(has(first)?.freshness).toBe('Current');
      live.close();
    },
  );

  it('loses no group while the server is killed and comes back', { timeout: 120_000 }, async () => {
    const live = createLiveCatalog(client, { revalidateIntervalMs: 1000 });
    await waitUntil('it follows definitions', () => (live.mode === 'watch' ? true : undefined), { limitMs: 60_000 });
    const before = live.catalog!.groups.map(({ name }) => name);
    const removed: string[] = [];
    const listening = (async () => {
      for await (const changes of live) removed.push(...changes.removed.map(({ resource }) => resource));
    })();
    listening.catch(() => undefined);
    await server.kill();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await server.restart();
    await waitUntil('it follows again', async () => {
      const catalog = await client.discovery.refresh().catch(() => undefined);
      // A document from the start, which lacked them, counts for a minute: another server behind the address may have sent it.
      const isWhole = catalog?.failures.every((failure) => failure.class === 'missing') === true;
      return isWhole && live.mode === 'watch' ? true : undefined;
    });
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const there = new Set(await installed());
    expect(removed.filter((resource) => there.has(resource) || !resource.startsWith('things'))).toEqual([]);
    expect(live.catalog!.groups.map(({ name }) => name)).toEqual(before);
    live.close();
    await listening;
  });

  it('polls where definitions may not be read, and says why', async () => {
    const reader = connect(server, { token: server.tokens.reader });
    const live = createLiveCatalog(reader, { pollIntervalMs: 500 });
    await waitUntil('it says why it polls', () => (live.reason === undefined ? undefined : true));
    expect(live.mode).toBe('poll');
    expect(live.reason).toMatchObject({ code: 'api', statusCode: 403 });
    live.close();
  });
});

describe('waitForResource', () => {
  it('answers once a definition that was just installed is served', async () => {
    await create(1000);
    const handle = await waitForResource(client, nameOf(1000));
    const { items } = await handle.list();
    expect(items).toEqual([]);
  });
});
