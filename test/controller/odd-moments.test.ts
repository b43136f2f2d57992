import { describe, expect, it } from 'vitest';
import { createInformer } from '../../src/index.js';
import { createController, settled, type ControllerOptions } from '../../src/controller/index.js';
import type { WatchedResource } from '../../src/controller/controller-source.js';
import { control, gate, stage, widget } from './controlled.js';

describe('a controller that begins or ends at an odd moment', () => {
  it('keeps requests that come before its informers are synced', async () => {
    const on = stage();
    const { controller, reconciled } = control(on);
    controller.enqueue({ name: 'early' });
    expect(reconciled).toEqual([]);
    await settled(controller);
    expect(reconciled).toEqual(['early']);
  });

  it('is closed in the turn in which it was made, and asks nothing', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller, reconciled } = control(on);
    await controller.close();
    await controller.ended;
    controller.enqueue({ name: 'late' });
    await on.clock.advance(1000);
    expect([reconciled, on.fake.openWatches, controller.sources]).toEqual([[], 0, []]);
  });

  it('leaves no listener on an informer of others where its queue is full at once', async () => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const informer = createInformer(on.client, 'widgets', { clock: on.clock });
    await informer.synced;
    let maps = 0;
    const { controller, reconciled } = control(on, {
      for: informer,
      owns: [informer],
      watches: [{ resource: informer, map: () => ((maps += 1), [{ name: 'x' }]) }],
      maxKeys: 1,
    });
    await expect(controller.synced).rejects.toMatchObject({ code: 'queue-full' });
    const asked = maps;
    on.fake.put(widget('c'));
    await on.clock.advance(0);
    expect([reconciled, controller.status.queued, informer.store.size, maps]).toEqual([[], 0, 3, asked]);
    informer.close();
  });

  it('stands on an informer that had ended before', async () => {
    const on = stage({ objects: [widget('a')] });
    const informer = createInformer(on.client, 'widgets');
    await informer.synced;
    informer.close();
    await informer.ended;
    const { controller } = control(on, { for: informer });
    await expect(controller.synced).rejects.toMatchObject({ code: 'source-closed' });
  });

  it('puts what it finds after an interruption behind what changes live', async () => {
    const on = stage({ objects: [widget('a'), widget('b'), widget('c')] });
    const { opened, open } = gate();
    const { controller, reconciled } = control(on, {
      reconcile: () => (reconciled.length === 4 ? opened : undefined),
    });
    await settled(controller);
    const off = on.fake.fail('/apis/example.com/v1/widgets', { status: 503 });
    on.fake.endWatches();
    await on.clock.advance(1000);
    on.fake.put(widget('b', { labels: { x: 'y' } }));
    on.fake.expireHistory();
    controller.enqueue({ name: 'busy' });
    off();
    await on.clock.advance(60_000);
    on.fake.put(widget('c', { labels: { x: 'y' } }));
    await on.clock.advance(0);
    open();
    await settled(controller);
    expect(reconciled.slice(3)).toEqual(['busy', 'shop/c', 'shop/b']);
  });
});

describe('a controller refuses', () => {
  const good = { name: 'x', for: 'widgets', reconcile: () => undefined, onError: () => undefined };

  it.each<[string, object]>([
    ['options', null as never],
    ['name', { ...good, name: '' }],
    ['for', { ...good, for: undefined }],
    ['for', { ...good, for: { resource: 7 } }],
    ['for', { ...good, for: '' }],
    ['reconcile', { ...good, reconcile: undefined }],
    ['onError', { ...good, onError: undefined }],
    ['concurrency', { ...good, concurrency: 0 }],
    ['reconcileTimeoutMs', { ...good, reconcileTimeoutMs: NaN }],
    ['closeTimeoutMs', { ...good, closeTimeoutMs: -1 }],
    ['maxKeys', { ...good, maxKeys: 1.5 }],
    ['retry.baseDelayMs', { ...good, retry: { baseDelayMs: 0 } }],
    ['retry.retriesPerSecond', { ...good, retry: { retriesPerSecond: Infinity } }],
    ['own', { ...good, own: ['pods'] }],
    ['owns[1]', { ...good, owns: ['pods', {}] }],
    ['watches[0]', { ...good, watches: [{ resource: 'pods' }] }],
    ['for.predicate', { ...good, for: { resource: 'pods', predicate: 'x' } }],
    ['for.predicateOn', { ...good, for: { resource: 'pods', predicateOn: ['gone'] } }],
    ['signal', { ...good, signal: {} }],
  ])('a wrong %s', (argument, options) => {
    const { client } = stage();
    expect(() => createController(client, options as ControllerOptions<WatchedResource>)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument }) as Error,
    );
  });
});
