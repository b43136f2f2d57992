import { describe, expect, it, onTestFinished } from 'vitest';
import { createInformer, divideIntoShards, type KubeObject } from '../../src/index.js';
import { settled, type Measurement } from '../../src/controller/index.js';
import { configMap, control, gate, stage, widget } from './controlled.js';

describe('settled', () => {
  it('waits for what a reconcile writes, and what that wakes', async () => {
    const on = stage({ objects: [widget('a')] });
    const handle = on.client.resource('widgets').namespace('shop');
    const { controller, reconciled } = control(on, {
      async reconcile({ name }, { object }) {
        const { spec = { steps: 0 } } = object as { spec?: { steps: number } };
        if (spec.steps < 5) await handle.patch(name, { spec: { steps: spec.steps + 1 } }, { type: 'merge' });
      },
    });
    await settled(controller);
    expect(on.fake.objects).toMatchObject([{ spec: { steps: 5 } }]);
    expect(reconciled.length).toBeGreaterThan(5);
  });

  it('waits until the informers have seen the last write, although nothing is queued', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller, reconciled } = control(on, { owns: ['configmaps'] });
    await settled(controller);
    const seen: number[] = [];
    for (let write = 0; write < 20; write += 1) {
      on.fake.put(widget('a', { labels: { write: `${write}` } }));
      await settled(controller);
      seen.push(reconciled.length);
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  });

  it('waits for what an informer of your own has yet to see', async () => {
    const on = stage({ objects: [widget('a')] });
    const informer = createInformer(on.client, 'widgets', { clock: on.clock });
    onTestFinished(() => {
      informer.close();
    });
    const { controller } = control(on, { for: informer });
    await settled(controller);
    for (let write = 0; write < 10; write += 1) {
      on.fake.put(widget('a', { labels: { write: `${write}` } }));
      await settled(controller);
      expect(informer.store.get('shop', 'a')?.metadata.labels).toEqual({ write: `${write}` });
    }
  });

  it('lists again after a step that it did not see before, and until nothing differs', async () => {
    const at = (version: number) => ({ metadata: { name: 'a', uid: 'u', resourceVersion: `${version}` } });
    const listeners = new Set<() => void>();
    let stored = at(1);
    let lists = 0;
    const tell = (version: number): void => {
      stored = at(version);
      for (const listener of [...listeners]) listener();
    };
    const source = {
      informer: {
        on: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
        store: { size: 1, get: () => stored },
        '~followed': {
          handle: {
            async *items() {
              lists += 1;
              const now = lists;
              if (now === 1) setTimeout(() => tell(2), 5);
              yield at(now < 3 ? 2 : 3);
              if (now === 2) tell(3);
            },
          },
        },
      },
    };
    const status = { finished: 0, closed: false };
    const stub = { synced: Promise.resolve(), ended: new Promise(() => undefined), idle: async () => undefined };
    await settled({ ...stub, status, sources: [source] } as never);
    expect([lists, stored, listeners.size]).toEqual([3, at(3), 0]);
  });

  it('looks at the objects of a shard alone', async () => {
    const uids = ['00000000-0000-0000-0000-000000000001', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'a', 'b'];
    const on = stage({ objects: uids.map((uid, index) => widget(`w${index}`, { uid })) });
    const [shard] = divideIntoShards('uid', 2);
    const { controller, reconciled } = control(on, { for: { resource: 'widgets', shard } });
    await settled(controller);
    const expected = uids.flatMap((uid, index) => (shard?.matches({ uid }) === true ? [`shop/w${index}`] : []));
    expect(expected.length % uids.length).toBeGreaterThan(0);
    expect(reconciled).toEqual(expected);
  });

  it('looks at what is selected alone', async () => {
    const on = stage({
      objects: [widget('a', { labels: { app: 'x' } }), widget('b'), widget('c', { labels: { app: 'x' } })],
    });
    const { controller, reconciled } = control(on, {
      for: {
        resource: 'widgets',
        labelSelector: 'app=x',
        filter: ({ metadata }: KubeObject) => metadata.name !== 'c',
      } as never,
    });
    await settled(controller);
    expect(reconciled).toEqual(['shop/a']);
    on.fake.put(widget('a', { labels: {} }));
    await settled(controller);
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
  });

  it('waits for a reconcile under way, and is left by its signal', async () => {
    const on = stage({ objects: [widget('a')] });
    const { opened, open } = gate();
    const { controller } = control(on, { reconcile: () => opened });
    const leaving = new AbortController();
    const waiting = settled(controller, { signal: leaving.signal });
    await on.clock.advance(0);
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    open();
    expect(await settled(controller)).toMatchObject({ running: [] });
  });

  it('answers when the controller is closed', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller } = control(on);
    await settled(controller);
    await controller.close();
    expect(await settled(controller)).toMatchObject({ closed: true });
  });

  it('takes the word of an informer that is shared', async () => {
    const on = stage({ objects: [widget('a'), configMap('b')] });
    const informer = createInformer(on.client, 'widgets', { clock: on.clock });
    const { controller, reconciled } = control(on, { for: informer });
    await settled(controller);
    expect(reconciled).toEqual(['shop/a']);
  });
});

describe('the metrics of a controller', () => {
  it('tell how long reconciles took, and how they ended', async () => {
    const on = stage({ objects: [widget('a')] });
    const measured: string[] = [];
    const onMeasurement = ({ name, value, attributes }: Measurement) => {
      if (!name.startsWith('controller.')) return;
      measured.push(
        [name, value, attributes['controller.name'], attributes['controller.result'] ?? ''].join(' ').trim(),
      );
    };
    const { controller } = control(on, {
      onMeasurement,
      reconcileTimeoutMs: 3000,
      async reconcile(_request, { attempt }) {
        if (attempt > 1) return;
        await on.clock.sleep(4000);
        throw new Error('no');
      },
    });
    await on.clock.advance(5000);
    await settled(controller);
    expect(measured).toEqual([
      'controller.reconcile.limit 1 tester',
      'controller.reconcile.active 1 tester',
      'controller.reconcile.timeouts 1 tester',
      'controller.reconcile.active -1 tester',
      'controller.reconcile.duration 4 tester error',
      'controller.reconcile.active 1 tester',
      'controller.reconcile.active -1 tester',
      'controller.reconcile.duration 0 tester success',
    ]);
  });
});
