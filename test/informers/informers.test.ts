import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../src/testing/node.js';
import { randomOf } from '../e2e/harness/random.js';
import { captured } from '../fixtures/captured.js';
import { informerNames, startInformers, type InformerName, type Informers } from './start-informers.js';

const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
let running: RunningFakeApiServer | undefined;
let informers: Informers | undefined;

afterEach(async () => {
  await informers?.stop();
  await running?.close();
  [informers, running] = [undefined, undefined];
});

/** The same object for each of the informers, with a value where that one sees it. */
function triple(name: string, value: string): object[] {
  const metadata = { name, namespace: 'default' };
  return [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { value } },
    { apiVersion: 'example.com/v1', kind: 'Widget', metadata, spec: { value } },
    { apiVersion: 'v1', kind: 'Secret', metadata: { ...metadata, annotations: { value } } },
  ];
}

const put = (fake: FakeApiServer, name: string, value: string): void => {
  for (const object of triple(name, value)) fake.put(object);
};
const remove = (fake: FakeApiServer, name: string): void => {
  for (const object of triple(name, '')) fake.remove(object);
};

const pathOf = (resource: 'configmaps' | 'widgets' | 'secrets'): string =>
  `/${resource === 'widgets' ? 'apis/example.com' : 'api'}/v1/namespaces/default/${resource}`;

/** What the stores of the three have to hold in the end. */
function storesOf({ objects }: FakeApiServer): Record<InformerName, string[]> {
  const of = (kind: string): string[] =>
    objects.flatMap((object) => {
      const { data, spec } = object as { data?: { value: string }; spec?: { value: string } };
      const { name, annotations } = object.metadata;
      return object.kind === kind ? [`${name} ${data?.value ?? spec?.value ?? annotations?.['value'] ?? ''}`] : [];
    });
  return { typed: of('ConfigMap').sort(), dynamic: of('Widget').sort(), metadata: of('Secret').sort() };
}

interface Start extends FakeApiServerOptions {
  readonly clientAsksWatchList: boolean;
}

/** Informers that are in sync with a server that has `a` of everything. */
async function start({ clientAsksWatchList, ...options }: Start) {
  const documents = captured('kube-1.36-v2');
  const fake = createFakeApiServer({ documents, resources: [widgets], objects: triple('a', '1'), ...options });
  running = await startFakeApiServer(fake);
  const started = startInformers(running.url, { watchList: clientAsksWatchList });
  informers = started;
  const all = () => Object.fromEntries(informerNames.map((name) => [name, started.told(name)]));
  /** Waits until each of the three has told just this. */
  const until = async (...told: string[]): Promise<void> => {
    const expected = Object.fromEntries(informerNames.map((name) => [name, told]));
    await expect.poll(all).toEqual(expected);
  };
  return { fake, informers: started, until };
}

/** The requests for a whole state, be it by a list or by a watch. */
const statesAsked = ({ requests }: FakeApiServer): string[] =>
  requests.map(({ path }) => path).filter((path) => !path.includes('watch=') || path.includes('sendInitialEvents='));

describe.each([
  ['by a watch', { clientAsksWatchList: true }],
  ['by a list', { clientAsksWatchList: false }],
  ['by a list, since the server refuses to send it by a watch', { clientAsksWatchList: true, watchList: false }],
])('informers of client-go that get the state %s', (_how, options) => {
  const clientAsksBoth = 'watchList' in options;

  it('sync, then tell every change', async () => {
    const { fake, informers, until } = await start(options);
    const expected = ['add a 1', 'synced'];
    await until(...expected);
    put(fake, 'b', '1');
    put(fake, 'a', '2');
    remove(fake, 'b');
    put(fake, 'b', '3');
    await until(...expected, 'add b 1', 'update a 2', 'delete b 1', 'add b 3');
    expect(statesAsked(fake)).toHaveLength(clientAsksBoth ? 6 : 3);
    expect(informers.errors).toEqual([]);
  });

  it('sync with nothing, and with more than one page', async () => {
    const empty = await start({ ...options, objects: [] });
    await empty.until('synced');
    const { fake } = empty;
    await informers?.stop();
    for (let count = 0; count < 1200; count += 1) put(fake, `object-${count}`, String(count));
    informers = startInformers(running!.url, { watchList: options.clientAsksWatchList });
    const anew = informers;
    await expect.poll(() => informerNames.map((name) => anew.told(name).length)).toEqual([1201, 1201, 1201]);
    const { typed, dynamic, metadata } = await anew.stores();
    expect(typed).toHaveLength(1200);
    expect(dynamic).toEqual(typed);
    expect(metadata).toEqual(typed);
  });

  it('go on where the server ended their watches', async () => {
    const { fake, informers, until } = await start(options);
    await until('add a 1', 'synced');
    await expect.poll(() => fake.openWatches).toBe(3);
    // client-go takes the state anew behind a watch that ends within a second and brought nothing.
    put(fake, 'b', '1');
    await until('add a 1', 'synced', 'add b 1');
    fake.forgetRequests();
    fake.endWatches();
    put(fake, 'c', '1');
    remove(fake, 'a');
    await until('add a 1', 'synced', 'add b 1', 'add c 1', 'delete a 1');
    expect(statesAsked(fake)).toEqual([]);
    expect(informers.errors).toEqual([]);
  });

  it('take the state anew when their version is too old', async () => {
    const { fake, until } = await start(options);
    await until('add a 1', 'synced');
    await expect.poll(() => fake.openWatches).toBe(3);
    put(fake, 'b', '1');
    await until('add a 1', 'synced', 'add b 1');
    fake.endWatches();
    put(fake, 'c', '1');
    put(fake, 'b', '2');
    remove(fake, 'a');
    fake.expireHistory();
    await expect.poll(async () => (await informers?.stores())?.typed).toEqual(['b 2', 'c 1']);
    for (const name of informerNames) {
      await expect
        .poll(() => [...(informers?.told(name).slice(3) ?? [])].sort())
        .toEqual(['add c 1', 'delete a 1 (unseen)', 'update b 2']);
    }
  });

  it('go on from a bookmark when all that they have seen is too old', async () => {
    const { fake, informers, until } = await start(options);
    await until('add a 1', 'synced');
    await expect.poll(() => fake.openWatches).toBe(3);
    fake.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'elsewhere' } });
    fake.expireHistory();
    fake.forgetRequests();
    // The bookmark stands before the end in each stream.
    fake.bookmark();
    fake.endWatches();
    put(fake, 'b', '1');
    await until('add a 1', 'synced', 'add b 1');
    expect(statesAsked(fake)).toEqual([]);
    expect(informers.errors).toEqual([]);
  });

  it('come to the state of a server that fails them at every turn', async () => {
    const { fake, informers } = await start(options);
    const draw = randomOf(36);
    const random = (below: number): number => Math.floor(draw() * below);
    // client-go waits twice as long behind each of these, so an informer gets two at most.
    fake.fail(pathOf('configmaps'), { reset: { afterBytes: 100 }, times: 1 });
    fake.fail(pathOf('configmaps'), { status: 429, headers: { 'retry-after': '1' }, body: 'later', times: 1 });
    fake.fail(pathOf('widgets'), { cut: { afterBytes: 100 }, times: 1 });
    fake.fail(pathOf('widgets'), { status: 500, body: 'no', times: 1 });
    fake.fail(pathOf('secrets'), { drop: true, times: 1 });
    const mischief = ['endWatches', 'bookmark', 'expireHistory', undefined] as const;
    for (let round = 0; round < 100; round += 1) {
      for (let change = random(6); change > 0; change -= 1) {
        const name = `object-${random(12)}`;
        if (random(3) === 0) remove(fake, name);
        else put(fake, name, String(round));
      }
      const deed = mischief[random(mischief.length)];
      if (deed !== undefined) fake[deed]();
      await wait(random(60));
    }
    put(fake, 'last', 'of all');
    const expected = storesOf(fake);
    await expect.poll(() => informers.stores(), { timeout: 50_000 }).toEqual(expected);
    expect(fake.unusedFaults).toEqual([]);
  });

  it('come back when their resource is gone for a while', async () => {
    const { fake, informers } = await start(options);
    await expect.poll(() => informers.told('dynamic')).toEqual(['add a 1', 'synced']);
    await expect.poll(() => fake.openWatches).toBe(3);
    fake.undefine(widgets);
    await expect.poll(() => informers.errors.some((error) => error.startsWith('dynamic: '))).toBe(true);
    fake.define(widgets);
    fake.put(triple('b', '1')[1]!);
    await expect.poll(async () => (await informers.stores()).dynamic).toEqual(['b 1']);
    expect(informers.told('dynamic')).toEqual(['add a 1', 'synced', 'delete a 1', 'add b 1']);
    expect(informers.errors.filter((error) => !error.startsWith('dynamic: '))).toEqual([]);
  });
});
