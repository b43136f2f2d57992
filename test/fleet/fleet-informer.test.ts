import { expect, it, onTestFinished } from 'vitest';
import {
  createFleetInformer,
  type FleetInformer,
  type FleetInformerOptions,
  type FleetStep,
} from '../../src/fleet/index.js';
import type { Fleet } from '../../src/fleet/index.js';
import type { FakeApiServer } from '../../src/testing/index.js';
import { fleetOf, kubeSystem, toldSource, type ToldSource } from './fleets.js';
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
const keysOf = (informer: FleetInformer<unknown>): string[] => informer.getSnapshot().map(({ key }) => key).sort();
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
  expect([keysOf(informer), informer.clusters, old.server.openWatches, next.server.openWatches]).toEqual([[], [], 0, 0]);
});

it.each(['lists', 'resumes'])('removes nothing when another cluster comes under the address, and the client %s', async (how) => {
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
});

it('notices by a bookmark that a watch goes on at another cluster', async () => {
  const { clock, address } = stage();
  const a = address('a', smallServer('first', [configMap('x')]));
  const { informer, seen } = informerOf(fleetOf([a.named]), { clock });
  await clock.advance(100);
  a.kill();
  a.server = smallServer('second', [configMap('y')]);
  for (let index = 0; index < 5; index += 1) a.server.put(kubeSystem('second'));
  a.revive();
  await clock.advance(1000);
  a.server.bookmark();
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
  const acts = [
    async (name: string) => {
      const next = address(name, newServer());
      here.set(name, next);
      await source.tell({ type: 'set', ...next.named });
    },
    async (name: string) => {
      if (here.delete(name)) await source.tell({ type: 'removed', name });
    },
    (name: string) => void here.get(name)?.server.put(configMap(`o-${random(5)}`, { labels: { at: String(random(100)) } })),
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
  // A watch that went on at another cluster hears of nothing below its version: else it ends after a minute of silence.
  for (const { server } of here.values()) {
    for (let version = 0; version < 20; version += 1) server.put(configMap('last', { labels: { at: String(version) } }));
  }
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
});
