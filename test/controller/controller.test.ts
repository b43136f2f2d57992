import { describe, expect, it } from 'vitest';
import { createInformer } from '../../src/index.js';
import { generationChanged, settled, TerminalError } from '../../src/controller/index.js';
import { control, gate, stage, widget } from './controlled.js';

describe('a controller', () => {
  it('reconciles every object at the start, and each that comes, changes or goes', async () => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const { controller, reconciled } = control(on);
    await settled(controller);
    expect(reconciled).toEqual(['shop/a', 'shop/b']);
    on.fake.put(widget('c'));
    await settled(controller);
    on.fake.put(widget('a', { labels: { x: 'y' } }));
    await settled(controller);
    on.fake.remove(widget('b'));
    await settled(controller);
    expect(reconciled.slice(2)).toEqual(['shop/c', 'shop/a', 'shop/b']);
  });

  it('gives a reconcile the object as the informer has it, and none where it is gone', async () => {
    const on = stage({ objects: [widget('a', {}, { spec: { size: 1 } })] });
    const seen: unknown[] = [];
    const { controller } = control(on, {
      reconcile: (_request, { object, attempt, signal, store, client }) => {
        seen.push([(object as { spec?: unknown } | undefined)?.spec, attempt, signal.aborted, store.size]);
        expect(client).toBe(on.client);
      },
    });
    await settled(controller);
    on.fake.remove(widget('a'));
    await settled(controller);
    expect(seen).toEqual([
      [{ size: 1 }, 1, false, 1],
      [undefined, 1, false, 0],
    ]);
  });

  it('begins no reconcile before all its informers are synced', async () => {
    const on = stage({ objects: [widget('a')] });
    const off = on.fake.fail('/api/v1/configmaps', { status: 503 });
    const { controller, reconciled } = control(on, { owns: ['configmaps'] });
    await on.clock.advance(0);
    expect([controller.status.synced, reconciled]).toEqual([false, []]);
    off();
    await on.clock.advance(10_000);
    await settled(controller);
    expect(reconciled).toEqual(['shop/a']);
  });

  it('never reconciles one object twice at once, and again where it changed meanwhile', async () => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const { opened, open } = gate();
    let atOnce = 0;
    let most = 0;
    const { controller, reconciled } = control(on, {
      concurrency: 4,
      async reconcile({ name }) {
        if (name !== 'a') return;
        most = Math.max(most, (atOnce += 1));
        await opened;
        atOnce -= 1;
      },
    });
    await on.clock.advance(0);
    for (let change = 0; change < 3; change += 1) on.fake.put(widget('a', { labels: { change: `${change}` } }));
    await on.clock.advance(0);
    expect(controller.status.running.map(({ request }) => request.name)).toEqual(['a']);
    open();
    await settled(controller);
    expect([most, reconciled]).toEqual([1, ['shop/a', 'shop/b', 'shop/a']]);
  });

  it('reconciles an object that was deleted and made again while it was under way', async () => {
    const on = stage({ objects: [widget('a')] });
    const { opened, open } = gate();
    const uids: unknown[] = [];
    const { controller } = control(on, {
      async reconcile(_request, { object }) {
        uids.push((object as { metadata: { uid: string } }).metadata.uid);
        if (uids.length === 1) await opened;
      },
    });
    await on.clock.advance(0);
    on.fake.remove(widget('a'));
    const { uid } = on.fake.put(widget('a')).metadata;
    open();
    await settled(controller);
    expect(uids).toHaveLength(2);
    expect(uids[1]).toBe(uid);
  });

  it('runs as many at once as it may', async () => {
    const on = stage({ objects: [widget('a'), widget('b'), widget('c')] });
    const { opened, open } = gate();
    const { controller } = control(on, { concurrency: 2, reconcile: () => opened });
    await on.clock.advance(0);
    expect([controller.status.running.length, controller.status.queued]).toEqual([2, 1]);
    open();
    expect(await settled(controller)).toMatchObject({ queued: 0, running: [], finished: 3 });
  });

  it('reconciles what changed before what was only listed', async () => {
    const on = stage({ objects: [widget('a'), widget('b'), widget('c')] });
    const { opened, open } = gate();
    const { controller, reconciled } = control(on, { reconcile: ({ name }) => (name === 'a' ? opened : undefined) });
    await on.clock.advance(0);
    on.fake.put(widget('new'));
    on.fake.put(widget('c', { labels: { x: 'y' } }));
    await on.clock.advance(0);
    open();
    await settled(controller);
    expect(reconciled).toEqual(['shop/a', 'shop/new', 'shop/c', 'shop/b']);
  });

  it('tries what threw again after a growing pause, tells it, and begins anew after a success', async () => {
    const on = stage({ objects: [widget('a')] });
    const attempts: number[] = [];
    const { controller, told } = control(on, {
      reconcile: (_request, { attempt }) => {
        attempts.push(attempt);
        if (attempt < 4 && attempts.length < 6) throw new Error(`no ${attempt}`);
      },
    });
    expect(await settled(controller)).toMatchObject({ delayed: 1, nextInMs: 5 });
    await on.clock.advance(5);
    expect(await settled(controller)).toMatchObject({ nextInMs: 10 });
    await on.clock.advance(10);
    await on.clock.advance(20);
    expect(await settled(controller)).toMatchObject({ delayed: 0 });
    on.fake.put(widget('a', { labels: { x: 'y' } }));
    expect(await settled(controller)).toMatchObject({ nextInMs: 5 });
    expect(attempts).toEqual([1, 2, 3, 4, 1]);
    expect(
      told.map(({ error, failure }) => [(error as Error).message, failure.at === 'reconcile' && failure.retryInMs]),
    ).toEqual([
      ['no 1', 5],
      ['no 2', 10],
      ['no 3', 20],
      ['no 1', 5],
    ]);
  });

  it('does not try again what threw a TerminalError, until it changes', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller, told, reconciled } = control(on, {
      reconcile: () => {
        throw new TerminalError('spec.size is no number');
      },
    });
    expect(await settled(controller)).toMatchObject({ delayed: 0 });
    expect(told).toMatchObject([{ failure: { at: 'reconcile', request: { name: 'a' }, retryInMs: undefined } }]);
    on.fake.put(widget('a', { labels: { x: 'y' } }));
    await settled(controller);
    expect(reconciled).toHaveLength(2);
  });

  it('counts attempts anew after a TerminalError', async () => {
    const on = stage({ objects: [widget('a')] });
    const attempts: number[] = [];
    const { controller } = control(on, {
      reconcile: (_request, { attempt }) => {
        attempts.push(attempt);
        throw attempt === 2 ? new TerminalError('no') : new Error('no');
      },
    });
    await on.clock.advance(5);
    on.fake.put(widget('a', { labels: { x: 'y' } }));
    await settled(controller);
    expect(attempts).toEqual([1, 2, 1]);
  });

  it('comes again after the time that a reconcile asks for, or sooner where something changes', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller, reconciled } = control(on, { reconcile: () => ({ requeueAfterMs: 60_000 }) });
    expect(await settled(controller)).toMatchObject({ delayed: 1, nextInMs: 60_000 });
    await on.clock.advance(59_999);
    expect(reconciled).toHaveLength(1);
    await on.clock.advance(1);
    expect(reconciled).toHaveLength(2);
    on.fake.put(widget('a', { labels: { x: 'y' } }));
    expect(await settled(controller)).toMatchObject({ delayed: 1, nextInMs: 60_000 });
    expect(reconciled).toHaveLength(3);
  });

  it('takes requests by hand', async () => {
    const on = stage();
    const { controller, reconciled } = control(on);
    await settled(controller);
    controller.enqueue({ name: 'cluster-wide' });
    controller.enqueue({ namespace: 'shop', name: 'later' }, { afterMs: 100 });
    await settled(controller);
    await on.clock.advance(100);
    expect(reconciled).toEqual(['cluster-wide', 'shop/later']);
    expect(() => {
      controller.enqueue({ name: 'a/b' });
    }).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error);
  });

  it('stands on an informer that others share, from the state that this has', async () => {
    const on = stage({ objects: [widget('a')] });
    const informer = createInformer(on.client, 'widgets', { clock: on.clock });
    await informer.synced;
    const { controller, reconciled } = control(on, { for: informer });
    await on.clock.advance(0);
    on.fake.put(widget('b'));
    await on.clock.advance(0);
    expect(reconciled).toEqual(['shop/a', 'shop/b']);
    await controller.close();
    await on.clock.advance(0);
    expect(on.fake.openWatches).toBe(1);
    informer.close();
  });

  it('does not wake itself by a status where its predicate looks at the generation', async () => {
    const on = stage({ objects: [widget('a', { generation: 1 })] });
    const { controller, reconciled } = control(on, { for: { resource: 'widgets', predicate: generationChanged } });
    await settled(controller);
    on.fake.put(widget('a', { generation: 1 }, { status: { ready: true } }));
    await settled(controller);
    expect(reconciled).toHaveLength(1);
    on.fake.put(widget('a', { generation: 2 }));
    on.fake.remove(widget('a'));
    await settled(controller);
    expect(reconciled.length).toBeGreaterThan(1);
  });
});
