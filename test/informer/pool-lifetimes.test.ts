import { describe, expect, it } from 'vitest';
import { createInformerPool, type PooledInformer } from '../../src/watch/informer/informer-pool.js';
import { randomOf } from '../e2e/harness/random.js';
import { setUp, untilWatches } from './pool-set-up.js';

describe('an informer pool leaves nothing behind', () => {
  it('when it is left before there is anything', async () => {
    const { fake, pool } = setUp();
    const controller = new AbortController();
    const acquiring = pool.acquire('widgets', { signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(acquiring).rejects.toBe(reason);
    await expect(pool.acquire('widgets', { signal: controller.signal })).rejects.toBe(reason);
    expect(pool.size).toBe(0);
    expect(fake.openWatches).toBe(0);
  });

  it('when an informer fails: the next one begins anew', async () => {
    const { fake, pool } = setUp();
    fake.fail('/apis/example.com/v1/widgets', { status: 403, body: 'no', times: 1 });
    const failed = await Promise.all([pool.acquire('widgets'), pool.acquire('widgets')]);
    for (const { synced, ended } of failed) {
      await expect(synced).rejects.toMatchObject({ statusCode: 403 });
      await expect(ended).rejects.toMatchObject({ statusCode: 403 });
    }
    expect(pool.size).toBe(0);
    const next = await pool.acquire('widgets');
    await next.synced;
    failed[0].close();
    failed[1].close();
    expect(pool.size).toBe(1);
    expect(next.store.size).toBe(2);
  });

  it('when a namespace does not fit the resource', async () => {
    const { fake, pool } = setUp();
    fake.define({ group: 'example.com', version: 'v1', resource: 'zones', kind: 'Zone', scope: 'Cluster' });
    const share = await pool.acquire('zones', { namespace: 'web' });
    await expect(share.synced).rejects.toMatchObject({ code: 'namespace-conflict' });
    expect(pool.size).toBe(0);
  });

  it('when a namespace is none: that of nobody else is harmed', async () => {
    const { pool } = setUp();
    const [wrong, right] = await Promise.all([pool.acquire('widgets', { namespace: '' }), pool.acquire('widgets')]);
    await expect(wrong.synced).rejects.toMatchObject({ code: 'invalid-name' });
    await right.synced;
    expect([right.store.size, pool.size]).toEqual([2, 1]);
  });

  it('when users close each other, or themselves, from within their listeners', async () => {
    const { fake, pool } = setUp();
    const [one, other, last] = await Promise.all([1, 2, 3].map(() => pool.acquire('widgets')));
    const told: string[] = [];
    one?.on(() => {
      one.close();
      other?.close();
    });
    other?.on(({ type }) => told.push(`other ${type}`));
    last?.on(({ type }) => {
      told.push(type);
      if (type === 'synced') last.close();
    });
    await Promise.all([one?.ended, other?.ended, last?.ended]);
    expect(told).toEqual(['added', 'added', 'synced']);
    expect(pool.size).toBe(0);
    await untilWatches(fake, 0);
  });

  it('when it is closed, with its client or before', async () => {
    const { fake, client, pool } = setUp();
    const one = await pool.acquire('widgets');
    await one.synced;
    const acquiring = pool.acquire('events');
    const waiting = pool.acquire('gadgets', { waitForResourceMs: 600_000 });
    pool.close();
    await one.ended;
    await expect(acquiring).rejects.toThrow('the pool was closed');
    await expect(waiting).rejects.toThrow('the pool was closed');
    await expect(pool.acquire('widgets')).rejects.toThrow('the pool was closed');
    expect(pool.size).toBe(0);
    const other = createInformerPool(client);
    const share = await other.acquire('widgets');
    await client.close();
    await expect(share.ended).rejects.toMatchObject({ code: 'closed' });
    await expect(other.acquire('widgets')).rejects.toMatchObject({ code: 'closed' });
    expect(other.size).toBe(0);
    await untilWatches(fake, 0);
  });

  it('and takes no more than its bound', async () => {
    const { pool } = setUp({ maxInformers: 1 });
    const one = await pool.acquire('widgets');
    await pool.acquire('wd');
    await expect(pool.acquire('events')).rejects.toMatchObject({ code: 'informer-pool-full', maxInformers: 1 });
    one.close();
    expect(() => createInformerPool(setUp().client, { maxInformers: 0 })).toThrow('maxInformers');
    expect(() => createInformerPool(setUp().client, { distinct: true })).toThrow('requires the option identity');
    expect(() => createInformerPool(setUp().client, { identity: {} as never })).toThrow('identity');
  });

  it('however its users come and go', async () => {
    const { fake, pool } = setUp();
    const random = randomOf(12);
    const draw = (below: number): number => Math.floor(random() * below);
    const forms = [
      ['widgets', {}],
      ['wd', { namespace: 'web' }],
      ['configmaps', {}],
      ['events', {}],
    ] as const;
    const held = new Map<PooledInformer<unknown>, number>();
    const users = Array.from({ length: 200 }, async () => {
      const controller = new AbortController();
      const form = draw(forms.length);
      const [name, options] = forms[form]!;
      for (let turns = draw(30); turns > 0; turns -= 1) await Promise.resolve();
      const acquiring = pool.acquire(name, { ...options, signal: controller.signal });
      if (draw(4) === 0) controller.abort(new Error('left'));
      const share = await acquiring.catch(() => undefined);
      if (share === undefined) return;
      for (let turns = draw(200); turns > 0; turns -= 1) await Promise.resolve();
      held.set(share, form);
      if (draw(2) === 0) controller.abort(new Error('left'));
      const isLeft = draw(3) > 0;
      if (isLeft) share.close();
      if (isLeft || controller.signal.aborted) held.delete(share);
    });
    await Promise.all(users);
    const left = new Set(held.values()).size;
    expect(pool.size).toBe(left);
    await untilWatches(fake, left);
    for (const share of held.keys()) share.close();
    expect(pool.size).toBe(0);
    await untilWatches(fake, 0);
  });
});
