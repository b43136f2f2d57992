import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createFleetInformer,
  FleetClosedError,
  viewFleetObjects,
  type FleetInformer,
  type FleetInformerOptions,
  type FleetStep,
} from '../../src/fleet/index.js';
import type { Fleet } from '../../src/fleet/index.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { fleetOf, toldSource, type ToldSource } from './fleets.js';
import { configMap, smallServer, stage, type Address } from './stages.js';

interface Seen {
  readonly cluster: string;
  readonly type: string;
  readonly name?: string;
}

function informerOf(fleet: Fleet, options: FleetInformerOptions = {}) {
  const informer = createFleetInformer(fleet, 'configmaps', { as: 'PartialObjectMetadata', ...options } as never);
  const seen: Seen[] = [];
  informer.on((step: FleetStep<unknown>) => {
    const { cluster, type } = step;
    seen.push('object' in step ? { cluster, type, name: nameOf(step.object) } : { cluster, type });
  });
  onTestFinished(() => informer.close());
  return { informer: informer as FleetInformer<unknown>, seen };
}

const nameOf = (object: unknown): string => (object as { metadata: { name: string } }).metadata.name;
const keysOf = (informer: FleetInformer<unknown>): string[] =>
  informer
    .getSnapshot()
    .map(({ key }) => key)
    .sort();
const healthOf = (informer: FleetInformer<unknown>): Record<string, string> =>
  Object.fromEntries(informer.clusters.map(({ cluster, health }) => [cluster, health]));

it('has the objects of all clusters that answer, and is whole again when one comes back', async () => {
  const { clock, address } = stage();
  const [a, b] = [address('a', smallServer('a', [configMap('x')])), address('b', smallServer('b', [configMap('x')]))];
  b.kill();
  const { informer, seen } = informerOf(fleetOf([a.named, b.named]), { clock });
  await clock.advance(100);
  expect([keysOf(informer), healthOf(informer)]).toEqual([['a/shop/x'], { a: 'live', b: 'failed' }]);
  expect(informer.clusters[1]?.error).toBeInstanceOf(Error);
  b.revive();
  await clock.advance(3000);
  expect([keysOf(informer), healthOf(informer)]).toEqual([['a/shop/x', 'b/shop/x'], { a: 'live', b: 'live' }]);
  const [first, second] = informer.getSnapshot();
  b.kill();
  b.server.put(configMap('y'));
  b.server.remove(configMap('x'));
  a.server.put(configMap('z'));
  await clock.advance(5000);
  // What was known of a cluster that is lost stays.
  expect(keysOf(informer)).toEqual(['a/shop/x', 'a/shop/z', 'b/shop/x']);
  expect(healthOf(informer)).toEqual({ a: 'live', b: 'interrupted' });
  expect(informer.getSnapshot()).toContain(first);
  expect(informer.getSnapshot()).toContain(second);
  b.revive();
  await clock.advance(60_000);
  expect(keysOf(informer)).toEqual(['a/shop/x', 'a/shop/z', 'b/shop/y']);
  expect(seen.filter(({ type }) => type === 'removed')).toEqual([{ cluster: 'b', type: 'removed', name: 'x' }]);
  expect(informer.get('b', 'shop', 'y')).toMatchObject({ metadata: { name: 'y' } });
  expect(informer.get('c', 'shop', 'y')).toBeUndefined();
});

it('removes nothing of a cluster that leaves, and ends before a successor begins', async () => {
  const { clock, address } = stage();
  const source: ToldSource = toldSource();
  const fleet = fleetOf(source);
  const { informer, seen } = informerOf(fleet, { clock });
  const old = address('a', smallServer('old', [configMap('x')]));
  await source.tell({ type: 'set', ...old.named }, { type: 'synced' });
  await clock.advance(100);
  const next = address('a', smallServer('new', [configMap('y')]));
  await source.tell({ type: 'set', ...next.named });
  await clock.advance(100);
  await source.tell({ type: 'removed', name: 'a' });
  await clock.advance(100);
  expect(seen).toEqual([
    { cluster: 'a', type: 'added', name: 'x' },
    { cluster: 'a', type: 'synced' },
    { cluster: 'a', type: 'left' },
    { cluster: 'a', type: 'added', name: 'y' },
    { cluster: 'a', type: 'synced' },
    { cluster: 'a', type: 'left' },
  ]);
  expect([keysOf(informer), informer.clusters, old.server.openWatches, next.server.openWatches]).toEqual([
    [],
    [],
    0,
    0,
  ]);
});

it.each(['lists', 'resumes'])(
  'removes nothing when another cluster comes under the address, and the client %s',
  async (how) => {
    const { clock, address } = stage();
    const a = address('a', smallServer('first', [configMap('x'), configMap('both')]));
    const { informer, seen } = informerOf(fleetOf([a.named]), { clock });
    await clock.advance(100);
    a.kill();
    await clock.advance(3000);
    a.server = smallServer('second', [configMap('y'), configMap('both')]);
    for (let index = 0; index < 20; index += 1) a.server.put(configMap('both'));
    if (how === 'lists') a.server.expireHistory();
    a.revive();
    await clock.advance(60_000);
    expect(seen.filter(({ type }) => type === 'removed')).toEqual([]);
    expect(seen.map(({ type }) => type)).toContain('left');
    expect(keysOf(informer)).toEqual(['a/shop/both', 'a/shop/y']);
  },
);

it('notices that a watch goes on at another cluster where nothing happens', async () => {
  const { clock, address } = stage();
  const a = address('a', smallServer('first', [configMap('x')]));
  const { informer, seen } = informerOf(fleetOf([a.named]), { clock });
  await clock.advance(100);
  a.kill();
  a.server = smallServer('second', [configMap('y')]);
  a.revive();
  await clock.advance(1000);
  expect([keysOf(informer), seen.map(({ type }) => type)]).toEqual([
    ['a/shop/y'],
    ['added', 'synced', 'left', 'added', 'synced'],
  ]);
});

it('removes nothing while the uid cannot be read after an outage, and everything that is gone once it can', async () => {
  const { clock, address } = stage();
  const a = address('a', smallServer('a', [configMap('x'), configMap('y')]));
  const { informer, seen } = informerOf(fleetOf([a.named]), { clock });
  await clock.advance(100);
  a.kill();
  await clock.advance(3000);
  a.server.remove(configMap('x'));
  a.server.expireHistory();
  const mend = a.server.fail('/api/v1/namespaces/kube-system', { status: 503 });
  a.revive();
  await clock.advance(60_000);
  expect([seen.some(({ type }) => type === 'removed'), healthOf(informer)]).toEqual([false, { a: 'failed' }]);
  mend();
  await clock.advance(60_000);
  expect(seen.filter(({ type }) => type === 'removed')).toEqual([{ cluster: 'a', type: 'removed', name: 'x' }]);
  expect([keysOf(informer), healthOf(informer)]).toEqual([['a/shop/y'], { a: 'live' }]);
});

it('believes a server whose uid may not be read', async () => {
  const { clock, address } = stage();
  const a = address('a', smallServer('a', [configMap('x'), configMap('y')]));
  a.server.configure({ may: ({ resource }) => resource !== 'namespaces' });
  const { informer, seen } = informerOf(fleetOf([a.named]), { clock });
  await clock.advance(100);
  a.kill();
  await clock.advance(3000);
  a.server.remove(configMap('x'));
  a.server.expireHistory();
  a.revive();
  await clock.advance(30_000);
  expect([keysOf(informer), seen.filter(({ type }) => type === 'removed').length]).toEqual([['a/shop/y'], 1]);
});

it('goes on after a refusal with what it had, so that what was deleted meanwhile is removed', async () => {
  const { clock, address } = stage();
  const a = address('a', smallServer('a', [configMap('x'), configMap('y')]));
  const { informer, seen } = informerOf(fleetOf([a.named]), { clock });
  await clock.advance(100);
  a.server.configure({ may: ({ resource }) => resource !== 'configmaps' });
  a.server.endWatches();
  await clock.advance(150_000);
  expect([keysOf(informer), healthOf(informer)]).toEqual([['a/shop/x', 'a/shop/y'], { a: 'failed' }]);
  expect(informer.clusters[0]?.error).toMatchObject({ statusCode: 403 });
  a.server.remove(configMap('x'));
  a.server.configure({ may: undefined });
  await clock.advance(60_000);
  expect([keysOf(informer), healthOf(informer)]).toEqual([['a/shop/y'], { a: 'live' }]);
  expect(seen.filter(({ type }) => ['added', 'removed'].includes(type))).toEqual([
    { cluster: 'a', type: 'added', name: 'x' },
    { cluster: 'a', type: 'added', name: 'y' },
    { cluster: 'a', type: 'removed', name: 'x' },
  ]);
});

it('is live with nothing where nothing is selected, and is not disturbed by another one that is closed', async () => {
  const { clock, address } = stage();
  const a = address('a', smallServer('a', [configMap('x')]));
  const fleet = fleetOf([a.named]);
  const one = informerOf(fleet, { clock, labelSelector: 'app=none' });
  const other = informerOf(fleet, { clock });
  await clock.advance(100);
  await one.informer.close();
  a.server.put(configMap('y'));
  await clock.advance(100);
  expect([one.seen, healthOf(one.informer), keysOf(one.informer)]).toEqual([
    [{ cluster: 'a', type: 'synced' }],
    { a: 'live' },
    [],
  ]);
  expect(keysOf(other.informer)).toEqual(['a/shop/x', 'a/shop/y']);
});

it('ends with its fleet, keeps what it had, and says nothing of clusters that left', async () => {
  const { clock, address } = stage();
  const fleet = fleetOf([address('a', smallServer('a', [configMap('x')])).named]);
  const { informer, seen } = informerOf(fleet, { clock });
  await clock.advance(100);
  await fleet.close();
  await informer.ended;
  expect([keysOf(informer), seen.at(-1)?.type]).toEqual([['a/shop/x'], 'synced']);
  expect(() => informerOf(fleet)).toThrow(FleetClosedError);
});

it.each([
  ['a subject that is no name', ' ', {}, 'subject'],
  ['an option that is unknown', 'pods', { name: 'x' }, 'name'],
  ['another form', 'pods', { as: 'Scale' }, 'as'],
])('refuses %s', (_, subject, options, argument) => {
  expect(() => createFleetInformer(fleetOf([]), subject, options as never)).toThrow(argument);
});

it('joins the columns of rows by their names, and gives each row as many cells as there are columns', async () => {
  const { clock, address } = stage();
  const columns = (...names: string[]) => ({
    resources: [
      {
        ...{ group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' },
        printerColumns: names.map((name) => ({ name, type: 'string', jsonPath: `.spec.${name.toLowerCase()}` })),
      },
    ],
    objects: [
      {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'w', namespace: 'shop' },
        spec: { size: 'L', owner: 'me' },
      },
    ],
  });
  const [a, b] = [
    address('a', createFakeApiServer(columns('Size'))),
    address('b', createFakeApiServer(columns('Owner', 'Size'))),
  ];
  b.kill();
  const source = toldSource();
  const informer = createFleetInformer(fleetOf(source), 'widgets', { as: 'Table', clock });
  onTestFinished(() => informer.close());
  const rows = () => informer.getSnapshot().map(({ cluster, object }) => [cluster, ...object.cells]);
  await source.tell({ type: 'set', ...a.named }, { type: 'set', ...b.named }, { type: 'synced' });
  await clock.advance(100);
  const [first] = informer.getSnapshot();
  expect([informer.columns.map(({ name }) => name), rows()]).toEqual([['Name', 'Size'], [['a', 'w', 'L']]]);
  b.revive();
  await clock.advance(5000);
  expect(informer.columns.map(({ name }) => name)).toEqual(['Name', 'Size', 'Owner']);
  expect(rows()).toEqual([
    ['a', 'w', 'L', null],
    ['b', 'w', 'L', 'me'],
  ]);
  expect(informer.get('a', 'shop', 'w')?.cells).toEqual(['w', 'L', null]);
  expect(first?.object.cells).toEqual(['w', 'L']);
  await source.tell({ type: 'removed', name: 'b' });
  expect([informer.columns.map(({ name }) => name), rows()]).toEqual([['Name', 'Size'], [['a', 'w', 'L']]]);

  const same = informer.getSnapshot()[0];
  const c = address('c', createFakeApiServer(columns('Size')));
  await source.tell({ type: 'set', ...c.named });
  await clock.advance(100);
  expect(rows()).toHaveLength(2);
  expect(informer.getSnapshot()[0]).toBe(same);
});

describe('a view of a fleet', () => {
  it('is one for all who ask the same, and shows the worst health, that of each cluster, and what there is', async () => {
    const { clock, address } = stage();
    const [a, b] = [address('a', smallServer('a', [configMap('x')])), address('b')];
    b.kill();
    const fleet = fleetOf([a.named, b.named]);
    const view = viewFleetObjects(fleet, 'configmaps', { namespace: 'shop' });
    expect(viewFleetObjects(fleet, 'configmaps', { namespace: 'shop' })).toBe(view);
    expect(view.getSnapshot()).toMatchObject({ health: 'loading', isComplete: false, items: [] });
    const shown = (has: (state: ReturnType<typeof view.getSnapshot>) => boolean): Promise<void> =>
      new Promise((resolve) => {
        const stop = view.subscribe(() => {
          if (!has(view.getSnapshot())) return;
          stop();
          resolve();
        });
      });
    await shown(({ health, items }) => health === 'failed' && items.length === 1);
    expect(view.getSnapshot()).toMatchObject({
      isComplete: false,
      items: [{ cluster: 'a', key: 'a/shop/x', object: { metadata: { name: 'x' } } }],
      clusters: [
        { cluster: 'a', health: 'live' },
        { cluster: 'b', health: 'failed' },
      ],
    });
    b.revive();
    await shown(({ health }) => health === 'live');
    expect(view.getSnapshot()).toMatchObject({ isComplete: true, error: undefined });
    await fleet.close();
    await shown(({ health }) => health === 'failed');
    expect(view.getSnapshot().error).toBeInstanceOf(FleetClosedError);
    expect(view.getSnapshot().items).toHaveLength(1);
    void clock;
  });
});

it('follows 200 clusters that come, go, die and are replaced at random as a model says', async () => {
  let state = 42;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const { clock, address } = stage();
  const source = toldSource();
  const { informer, seen } = informerOf(fleetOf(source), { clock });
  /** What was deleted while its cluster was in the fleet. */
  const deleted = new Map<string, number>();
  const here = new Map<string, Address>();
  let servers = 0;
  const newServer = (): FakeApiServer => smallServer(`uid-${(servers += 1)}`, [configMap('first')]);
  const acts: readonly ((name: string) => void | Promise<void>)[] = [
    async (name: string) => {
      const next = address(name, newServer());
      here.set(name, next);
      await source.tell({ type: 'set', ...next.named });
    },
    async (name: string) => {
      if (here.delete(name)) await source.tell({ type: 'removed', name });
    },
    (name: string) =>
      void here.get(name)?.server.put(configMap(`o-${random(5)}`, { labels: { at: String(random(100)) } })),
    (name: string) => {
      const gone = configMap(`o-${random(5)}`);
      const key = `${name}/${nameOf(gone)}`;
      if (here.get(name)?.server.remove(gone) === true) deleted.set(key, (deleted.get(key) ?? 0) + 1);
    },
    (name: string) => here.get(name)?.kill(),
    (name: string) => here.get(name)?.revive(),
    (name: string) => {
      const at = here.get(name);
      if (at === undefined) return;
      at.kill();
      at.server = newServer();
      at.revive();
    },
  ];
  for (let index = 0; index < 200; index += 1) await acts[0]?.(`c-${index}`);
  await source.tell({ type: 'synced' });
  for (let round = 0; round < 10; round += 1) {
    for (let index = 0; index < 40; index += 1) await acts[random(acts.length)]?.(`c-${random(200)}`);
    await clock.advance(500);
  }
  for (const each of here.values()) each.revive();
  // The longest pause before another attempt.
  await clock.advance(30_000);
  const expected = [...here].flatMap(([name, { server }]) =>
    server.objects.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => `${name}/shop/${metadata.name}`),
  );
  expect(keysOf(informer)).toEqual(expected.sort());
  expect(new Set(Object.values(healthOf(informer)))).toEqual(new Set(['live']));
  for (const { cluster, type, name } of seen) {
    if (type !== 'removed') continue;
    const key = `${cluster}/${name}`;
    expect(deleted.get(key) ?? 0, key).toBeGreaterThan(0);
    deleted.set(key, (deleted.get(key) ?? 0) - 1);
  }
}, 120_000);
