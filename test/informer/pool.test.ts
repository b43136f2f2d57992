import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { coreEvents, groupEvents, grown, setUp, untilWatches, widgets, young } from './pool-set-up.js';
import { eventually } from '../shared/eventually.js';

describe('an informer pool', () => {
  it('shares one informer among all names of an endpoint, and ends it with the last', async () => {
    const { fake, client, pool } = setUp();
    const before = getEventListeners(client.signal, 'abort').length;
    const shares = await Promise.all(
      ['widgets', 'wd', 'widget.v1.example.com', grown, { group: 'example.com', kind: 'Widget' }].map((subject) =>
        pool.acquire(subject),
      ),
    );
    await Promise.all(shares.map(({ synced }) => synced));
    expect(pool.size).toBe(1);
    expect(new Set(shares.map(({ store }) => store.get('web', 'one'))).size).toBe(1);
    await untilWatches(fake, 1);
    for (const share of shares.slice(1)) share.close();
    expect(pool.size).toBe(1);
    shares[0]?.close();
    expect(pool.size).toBe(0);
    await Promise.all(shares.map(({ ended }) => ended));
    await untilWatches(fake, 0);
    expect(getEventListeners(client.signal, 'abort')).toHaveLength(before);
  });

  it('tells apart what holds other objects or other forms of them', async () => {
    const { pool } = setUp();
    const filter = (): boolean => true;
    const same = [{ labelSelector: 'app=one' }, { labelSelector: 'app=one', fieldSelector: '' }];
    for (const options of [
      {},
      { namespace: 'web' },
      ...same,
      { fieldSelector: 'metadata.name=one' },
      { filter },
      { filter, managedFields: false },
      { filter: () => true },
      { managedFields: true },
    ]) {
      await pool.acquire('widgets', options);
    }
    await pool.acquire('widgets.v1beta1.example.com');
    await pool.acquire('widgets', { as: 'PartialObjectMetadata' });
    await pool.acquire('widgets', { as: 'Table' });
    expect(pool.size).toBe(10);
  });

  it('shares metadata among the endpoints that serve the objects, and says which these are', async () => {
    const { pool } = setUp();
    const metadata = await pool.acquire('events.events.k8s.io', { as: 'PartialObjectMetadata' });
    const same = await pool.acquire('events.v1.', { as: 'PartialObjectMetadata' });
    expect(pool.size).toBe(1);
    expect([metadata.endpoint, metadata.aliases]).toEqual([coreEvents, [groupEvents]]);
    expect(same.store).not.toBe(metadata.store);
    const whole = await pool.acquire('events.events.k8s.io');
    expect([whole.endpoint, whole.aliases]).toEqual([groupEvents, [coreEvents]]);
    expect(pool.size).toBe(2);
    expect(pool.overlaps()).toEqual([[coreEvents, groupEvents]]);
    whole.close();
    expect(pool.overlaps()).toEqual([]);
  });

  it('has informers of each endpoint where it is told nothing of their identity', async () => {
    const { pool } = setUp({ identity: undefined });
    const [core, group] = await Promise.all(
      ['events.v1.', 'events.events.k8s.io'].map((name) => pool.acquire(name, { as: 'PartialObjectMetadata' })),
    );
    expect([core?.endpoint, group?.endpoint, pool.size]).toEqual([coreEvents, groupEvents, 2]);
    expect([core?.aliases, core?.unsettled, pool.overlaps()]).toEqual([[], [], []]);
    const again = await pool.acquire('events.v1.', { as: 'PartialObjectMetadata' });
    expect([again.endpoint, pool.size]).toEqual([coreEvents, 2]);
  });

  it('finds no overlap in different namespaces', async () => {
    const { pool } = setUp();
    await pool.acquire('events', { namespace: 'web' });
    await pool.acquire('events.events.k8s.io', { namespace: 'shop' });
    expect(pool.overlaps()).toEqual([]);
  });

  it('has one informer for a set where it is asked to, in the version preferred', async () => {
    const { fake, pool } = setUp({ distinct: true });
    const shares = await Promise.all(
      ['widgets.v1beta1.example.com', 'widgets', 'events', 'events.events.k8s.io'].map((name) => pool.acquire(name)),
    );
    expect(shares.map(({ endpoint }) => endpoint)).toEqual([grown, grown, coreEvents, coreEvents]);
    await shares[0]?.synced;
    expect(shares[0]?.store.get('web', 'one')?.apiVersion).toBe('example.com/v1');
    await untilWatches(fake, 2);
    expect(pool.overlaps()).toEqual([]);
  });

  it('goes by what an informer follows now: where its version was withdrawn, the next one', async () => {
    const { fake, pool } = setUp();
    const first = await pool.acquire('widgets');
    await first.synced;
    fake.undefine({ ...widgets, version: 'v1' });
    await eventually(() => {
      expect(first.endpoint).toEqual(young);
    });
    const second = await pool.acquire('widgets');
    expect([second.endpoint, pool.size]).toEqual([young, 1]);
    fake.define({ ...widgets, version: 'v1' });
    const third = await pool.acquire(grown);
    await third.synced;
    expect([third.endpoint, pool.size]).toEqual([grown, 2]);
    expect(third.store.get('web', 'one')?.apiVersion).toBe('example.com/v1');
  });

  it('waits for a resource that comes later', async () => {
    const { fake, pool } = setUp();
    const gadgets = { group: 'example.com', version: 'v1', resource: 'gadgets', kind: 'Gadget' };
    const waiting = pool.acquire('gadgets', { waitForResourceMs: 10_000 });
    fake.define(gadgets);
    expect((await waiting).endpoint).toMatchObject({ resource: 'gadgets' });
    await expect(pool.acquire(gadgets, { waitForResourceMs: 1 })).rejects.toMatchObject({ argument: 'subject' });
  });
});

describe('a share of an informer', () => {
  it('has listeners, readers and indexes of its own, which end with it', async () => {
    const { fake, pool } = setUp();
    const [one, other] = await Promise.all([
      pool.acquire('widgets', { indexes: { app: ({ metadata }) => [String(metadata.name)] } }),
      pool.acquire('widgets'),
    ]);
    await one.synced;
    const told: string[] = [];
    one.on(({ type }) => told.push(`one ${type}`));
    other.on(({ type }) => told.push(`other ${type}`));
    const reading = (async () => {
      const seen: string[] = [];
      for await (const { type } of one) seen.push(type);
      return seen;
    })();
    expect(one.store.by('app', 'one')).toHaveLength(1);
    expect(() => other.store.by('app', 'one')).toThrow('index');
    fake.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'three', namespace: 'web' } });
    await eventually(() => {
      expect(told).toEqual(['one added', 'other added']);
    });
    one.close();
    await one.ended;
    expect(await reading).toEqual(['added', 'added', 'synced', 'added']);
    fake.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'four', namespace: 'web' } });
    await eventually(() => {
      expect(told).toEqual(['one added', 'other added', 'other added']);
    });
    expect(one.store.by('app', 'four')).toHaveLength(1);
    one.close();
    expect(pool.size).toBe(1);
  });

  it('ends by its signal alone', async () => {
    const { pool } = setUp();
    const controller = new AbortController();
    const one = await pool.acquire('widgets', { signal: controller.signal });
    const other = await pool.acquire('widgets');
    await one.synced;
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(one.ended).rejects.toBe(reason);
    await other.synced;
    expect(pool.size).toBe(1);
    other.close();
    expect(pool.size).toBe(0);
  });
});
