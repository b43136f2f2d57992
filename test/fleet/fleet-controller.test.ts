import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/index.js';
import { createSharing, runController, type ControllerOptions } from '../../src/controller/index.js';
import {
  createFleetController,
  type ClusterRun,
  type Fleet,
  type FleetController,
  type FleetControllerOptions,
} from '../../src/fleet/index.js';
import type { FakeApiServer } from '../../src/testing/index.js';
import { clientOf, fleetOf, toldSource } from './fleets.js';
import { configMap, smallServer, stage } from './stages.js';

/** What was reconciled: `cluster/name`, with `-` in front if the object was gone. */
function control(
  fleet: Fleet,
  options: Partial<FleetControllerOptions> = {},
  more: (run: ClusterRun) => Partial<ControllerOptions<'configmaps'>> = () => ({}),
) {
  const reconciled: string[] = [];
  const failed: string[] = [];
  const { clock } = options;
  const controller = createFleetController(
    fleet,
    (run) =>
      run.createController({
        name: 'tester',
        for: 'configmaps',
        reconcile: ({ name }, { object }) =>
          void reconciled.push(`${object === undefined ? '-' : ''}${run.cluster}/${name}`),
        onError: () => undefined,
        clock,
        ...more(run),
      }),
    { name: 'tester', onError: ({ cluster }) => failed.push(cluster ?? ''), ...options },
  );
  onTestFinished(() => controller.close({ timeoutMs: 0 }));
  return { controller, reconciled, failed };
}

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

it('reconciles ten clusters while the server of one is killed: the others notice nothing, and nothing is lost', async () => {
  const { clock, address } = stage();
  const all = Array.from({ length: 10 }, (_, index) =>
    address(`c-${index}`, smallServer(`c-${index}`, [configMap('a')])),
  );
  const { reconciled, failed } = control(fleetOf(all.map(({ named }) => named)), { clock });
  await clock.advance(100);
  expect(reconciled.sort()).toEqual(all.map(({ named }) => `${named.name}/a`));
  const [victim, ...others] = all;
  victim?.kill();
  await clock.advance(30_000);
  victim?.server.put(configMap('b'));
  victim?.server.remove(configMap('a'));
  reconciled.length = 0;
  for (const { server } of others) server.put(configMap('b'));
  await clock.advance(0);
  expect(reconciled.sort()).toEqual(others.map(({ named }) => `${named.name}/b`));
  reconciled.length = 0;
  victim?.revive();
  await clock.advance(60_000);
  expect([reconciled.sort(), failed]).toEqual([['-c-0/a', 'c-0/b'], []]);
});

it('begins with a cluster that was dead, or whose function threw, once it answers', async () => {
  const { clock, address } = stage();
  const [a, b] = [address('a', smallServer('a', [configMap('x')])), address('b', smallServer('b', [configMap('x')]))];
  a.kill();
  let begun = 0;
  const { controller, reconciled, failed } = control(fleetOf([a.named, b.named]), { clock }, ({ cluster }) => {
    if (cluster === 'b' && (begun += 1) === 1) throw new Error('not yet');
    return {};
  });
  await clock.advance(100);
  expect([reconciled, failed.sort(), controller.status.synced]).toEqual([[], ['a', 'b'], true]);
  a.revive();
  await clock.advance(5000);
  expect(reconciled.sort()).toEqual(['a/x', 'b/x']);
  expect([...controller.clusters.keys()].sort()).toEqual(['a', 'b']);
});

it.each(['leaves', 'is replaced', 'is another one behind its address'])(
  'runs no cleanup when a cluster %s',
  async (how) => {
    const { clock, address } = stage();
    const source = toldSource();
    const { reconciled } = control(fleetOf(source), { clock });
    const a = address('a', smallServer('old', [configMap('x')]));
    const old = a.server;
    await source.tell({ type: 'set', ...a.named }, { type: 'synced' });
    await clock.advance(100);
    const next = smallServer('new', [configMap('y')]);
    if (how === 'leaves') await source.tell({ type: 'removed', name: 'a' });
    else if (how === 'is replaced') await source.tell({ type: 'set', ...address('a', next).named });
    else {
      a.kill();
      await clock.advance(3000);
      a.server = next;
      next.expireHistory();
      a.revive();
    }
    await clock.advance(60_000);
    old.remove(configMap('x'));
    await clock.advance(1000);
    expect(reconciled).toEqual(how === 'leaves' ? ['a/x'] : ['a/x', 'a/y']);
    expect(old.openWatches).toBe(0);
  },
);

it('aborts a reconcile whose cluster goes, sends nothing more, and begins with the successor when it has ended', async () => {
  const { clock, address } = stage();
  const source = toldSource();
  const events: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  control(fleetOf(source), { clock }, () => ({
    async reconcile({ name }, { client, signal, object }) {
      const { uid } = object?.metadata ?? {};
      events.push(`begin ${name}`);
      if (name === 'y') return;
      await never(signal).catch(() => undefined);
      events.push('aborted');
      await client.resource('configmaps').namespace('shop').delete('x').catch((error: { code: string }) => events.push(error.code)); // prettier-ignore
      await held;
      events.push(`end ${uid === undefined ? '' : name}`);
    },
  }));
  const old = smallServer('old', [configMap('x')]);
  await source.tell({ type: 'set', ...address('a', old).named }, { type: 'synced' });
  await clock.advance(100);
  await source.tell({ type: 'set', ...address('a', smallServer('new', [configMap('y')])).named });
  await clock.advance(500);
  expect(events).toEqual(['begin x', 'aborted', 'cluster-ended']);
  release();
  await clock.advance(500);
  expect(events).toEqual(['begin x', 'aborted', 'cluster-ended', 'end x', 'begin y']);
  expect(old.objects.filter(({ kind }) => kind === 'ConfigMap')).toHaveLength(1);
});

it('reads in one cluster and writes to another, whose objects lead back by labels', async () => {
  const { clock, address } = stage();
  const hub = address('hub');
  const [a, b] = [address('a', smallServer('a', [configMap('x')])), address('b', smallServer('b', [configMap('x')]))];
  const fleet = fleetOf([hub.named, a.named, b.named]);
  const controller = createFleetController(
    fleet,
    async ({ cluster, createController, signal }) => {
      if (cluster === 'hub') return;
      const there = (await fleet.cluster('hub')?.client({ signal }))?.resource('configmaps').namespace('shop');
      if (there === undefined) throw new Error('no hub');
      createController({
        ...{ name: 'mirror', for: 'configmaps', clock, onError: () => undefined },
        watches: [
          {
            resource: there,
            labelSelector: `from=${cluster}`,
            map: ({ metadata }) => [{ namespace: 'shop', name: metadata.labels?.['name'] ?? '' }],
          },
        ],
        reconcile: async ({ name }, { object, signal: ending }) => {
          const metadata = { name: `${cluster}-${name}`, labels: { from: cluster, name } };
          if (object === undefined) await there.delete(metadata.name, { signal: ending }).catch(() => undefined);
          else
            await there.apply(
              { apiVersion: 'v1', kind: 'ConfigMap', metadata },
              { fieldManager: 'mirror', signal: ending },
            );
        },
      });
    },
    { name: 'mirror', onError: () => undefined, clock },
  );
  onTestFinished(() => controller.close({ timeoutMs: 0 }));
  const copies = (server: FakeApiServer): string[] =>
    server.objects.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name ?? '');
  await clock.advance(1000);
  expect(copies(hub.server)).toEqual(['a-x', 'b-x']);
  hub.server.remove(configMap('a-x'));
  b.server.remove(configMap('x'));
  await clock.advance(1000);
  expect(copies(hub.server)).toEqual(['a-x']);
});

it('gives each cluster to one of several replicas, and all of them to the one that is left', async () => {
  const { clock, address } = stage();
  const home = address('home');
  const names = Array.from({ length: 8 }, (_, index) => `c-${index}`);
  const servers = names.map((name) => address(name, smallServer(name, [configMap('x')])));
  const replica = (identity: string) => {
    const given = home.named.client as () => never;
    const sharing = createSharing(clientOf(given()), {
      ...{ name: 'fleet', namespace: 'shop', identity, shards: 16 },
      clock: { ...clock, wallNow: clock.now },
    });
    const source = toldSource();
    const { controller, reconciled } = control(fleetOf(source), { clock, share: sharing });
    return { sharing, source, controller, reconciled };
  };
  const [one, two] = [replica('one'), replica('two')];
  for (const { source } of [one, two]) {
    await source.tell(...servers.map(({ named }) => ({ type: 'set' as const, ...named })), { type: 'synced' });
  }
  await clock.advance(20_000);
  const has = ({ controller }: { readonly controller: FleetController }): string[] => [...controller.clusters.keys()];
  expect([...has(one), ...has(two)].sort()).toEqual(names);
  expect([has(one).length > 0, has(two).length > 0]).toEqual([true, true]);
  for (const each of [one, two]) each.reconciled.length = 0;
  for (const { server } of servers) server.put(configMap('y'));
  await clock.advance(100);
  expect([...one.reconciled, ...two.reconciled].sort()).toEqual(names.map((name) => `${name}/y`));
  // A cluster leaves one replica's view and comes back as another one.
  const [moved = ''] = has(one);
  const successor = address(moved, smallServer('successor', [configMap('z')]));
  one.reconciled.length = 0;
  await one.source.tell({ type: 'set', ...successor.named });
  await clock.advance(1000);
  expect(one.reconciled).toEqual([`${moved}/z`]);
  const stopped = one.sharing.stop();
  await clock.advance(5000);
  await stopped;
  expect([has(one), has(two).sort()]).toEqual([[], names]);
});

it('is run by runController: ready when the fleet is read, and closed at its end', async () => {
  const { clock, address } = stage();
  const [a, dead, home] = [address('a', smallServer('a', [configMap('x')])), address('dead'), address('home')];
  dead.kill();
  const stopping = new AbortController();
  const reconciled: string[] = [];
  const given = home.named.client as () => never;
  const ended = runController(
    createClient(given()),
    () => {
      const { controller, reconciled: own } = control(fleetOf([a.named, dead.named]), { clock });
      void own;
      return controller;
    },
    { signal: stopping.signal },
  );
  void reconciled;
  await clock.advance(100);
  await expect.poll(() => a.server.openWatches).toBe(1);
  stopping.abort();
  await ended;
  expect(a.server.openWatches).toBe(0);
});

it('ends with the error that ends its sharing', async () => {
  const { clock, address } = stage();
  const share = {
    run: () => Promise.reject(new Error('the table is gone')),
    stop: () => Promise.resolve(),
  };
  const { controller } = control(fleetOf([address('a').named]), { clock, share: share as never });
  await expect(controller.ended).rejects.toThrow('the table is gone');
});

it('survives a cluster that flaps, and a client that is never made', async () => {
  const { clock, address } = stage();
  const source = toldSource();
  const fleet = fleetOf(source);
  const { controller, reconciled } = control(fleet, { clock });
  const stuck = new Promise<never>(() => undefined);
  await source.tell({ type: 'set', name: 'stuck', client: () => stuck }, { type: 'synced' });
  for (let time = 0; time < 20; time += 1) {
    await source.tell({ type: 'set', ...address('a', smallServer(`${time}`, [configMap(`x-${time}`)])).named });
    if (time % 3 === 0) await source.tell({ type: 'removed', name: 'a' });
    await clock.advance(10);
  }
  await clock.advance(1000);
  expect(reconciled.at(-1)).toBe('a/x-19');
  expect(reconciled.some((each) => each.startsWith('-'))).toBe(false);
  await controller.close();
  await fleet.close();
});
