import { describe, expect, it, onTestFinished } from 'vitest';
import { createInformer, type Informer } from '../../src/index.js';
import { settled } from '../../src/controller/index.js';
import { uncaught } from '../shared/uncaught.js';
import { configMap, control, ownedBy, stage, widget } from './controlled.js';

const widgetsOf = (on: ReturnType<typeof stage>) => on.fake.objects.filter(({ kind }) => kind === 'Widget');

describe('a controller survives', () => {
  it('a reconcile that throws before it answers a promise, and what is no error', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller, told, reconciled } = control(on, {
      reconcile: () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- whatever a reconcile throws
        if (reconciled.length < 3) throw reconciled.length === 1 ? undefined : null;
      },
    });
    await on.clock.advance(100);
    await settled(controller);
    expect(told.map(({ error }) => error)).toEqual([undefined, null]);
    expect(reconciled).toHaveLength(3);
  });

  it.each<[unknown]>([[NaN], [Infinity], [-Infinity], ['soon'], [null], [{}]])(
    'a requeueAfterMs of %s: told, and tried again as what failed',
    async (requeueAfterMs) => {
      const on = stage({ objects: [widget('a')] });
      const { controller, told } = control(on, { reconcile: () => ({ requeueAfterMs }) as never });
      expect(await settled(controller)).toMatchObject({ delayed: 1, nextInMs: 5 });
      expect(told).toMatchObject([
        { error: { code: 'invalid-argument', argument: 'requeueAfterMs' }, failure: { retryInMs: 5 } },
      ]);
    },
  );

  it.each<[unknown]>([[null], ['later'], [5], [{ requeueAfter: 5 }], [{ requeue: true }], [{ requeueAfterMS: 5 }]])(
    'an answer of %j',
    async (answer) => {
      const on = stage({ objects: [widget('a')] });
      const { controller, told } = control(on, { reconcile: () => answer as never });
      expect(await settled(controller)).toMatchObject({ delayed: 1 });
      expect(told).toMatchObject([{ error: { code: 'invalid-argument', argument: 'reconcile' } }]);
    },
  );

  it.each([undefined, '', 'a/b', 5, null])('an object whose name is %j, which is told and left alone', async (name) => {
    const on = stage({ objects: [widget('a')] });
    const informer = createInformer(on.client, 'widgets', { clock: on.clock });
    onTestFinished(() => informer.close());
    const bad = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name, namespace: 'shop', uid: 'u1' } };
    let tell: ((step: never) => void) | undefined;
    const odd: Informer<unknown> = Object.create(informer, {
      getSnapshot: { value: () => [bad, ...informer.getSnapshot()] },
      on: {
        value: (listener: (step: never) => void) => {
          tell ??= listener;
          return informer.on(listener as never);
        },
      },
    }) as Informer<unknown>;
    await informer.synced;
    const { controller, told, reconciled } = control(on, { for: odd });
    await settled(controller);
    tell?.({ type: 'added', object: bad } as never);
    on.fake.put(widget('b'));
    await on.clock.advance(0);
    expect(reconciled).toEqual(['shop/a', 'shop/b']);
    const failure = { at: 'name', source: 'an informer', object: bad };
    expect(told).toMatchObject([
      { error: { code: 'invalid-argument', argument: 'metadata.name' }, failure },
      { error: { code: 'invalid-argument' }, failure },
    ]);
  });

  it('async functions where synchronous ones belong, whose rejections reach onError or nobody', async () => {
    const on = stage({ objects: [widget('a'), configMap('c')] });
    const seen = uncaught();
    const late = () => Promise.reject(new Error('late'));
    const { controller, told } = control(on, {
      for: { resource: 'widgets', predicate: late as never },
      watches: [{ resource: 'configmaps', map: late as never }],
    });
    await settled(controller);
    on.fake.put(widget('a', { labels: { b: 'c' } }));
    await settled(controller);
    expect(told.map(({ failure }) => failure.at)).toEqual(['map', 'predicate']);
    expect(told).toMatchObject([{ error: { code: 'invalid-argument' } }, { error: { code: 'invalid-argument' } }]);
    expect(seen).toEqual([]);
  });

  it.each([0, -1, -1e300])(
    'a requeueAfterMs of %d: as soon as a retry would, not at once for ever',
    async (requeueAfterMs) => {
      const on = stage({ objects: [widget('a')] });
      const { controller, told, reconciled } = control(on, { reconcile: () => ({ requeueAfterMs }) });
      expect(await settled(controller)).toMatchObject({ delayed: 1, nextInMs: 5 });
      await on.clock.advance(1000);
      expect(reconciled.length).toBeLessThan(12);
      expect(told).toEqual([]);
    },
  );

  it('a requeueAfterMs of many years', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller } = control(on, { reconcile: () => ({ requeueAfterMs: 1e15 }) });
    expect(await settled(controller)).toMatchObject({ delayed: 1, nextInMs: 1e15 });
  });

  it('a map that throws, and tells', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller, told, reconciled } = control(on, {
      watches: [
        {
          resource: 'configmaps',
          map: ({ metadata }) => {
            if (metadata.name === 'bad') throw new Error('my fault');
            return [{ namespace: 'shop', name: 'a' }];
          },
        },
      ],
    });
    await settled(controller);
    on.fake.put(configMap('bad'));
    on.fake.put(configMap('good'));
    await settled(controller);
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
    expect(told).toMatchObject([
      {
        error: { message: 'my fault' },
        failure: { at: 'map', source: 'configmaps.v1.', object: { metadata: { name: 'bad' } } },
      },
    ]);
  });

  it.each<[string, unknown, number]>([
    ['nothing', undefined, 1],
    ['a promise', Promise.resolve([]), 1],
    ['a string', 'shop/a', 1],
    [
      'an endless list',
      (function* () {
        for (;;) yield { name: 'a' };
      })(),
      1,
    ],
    ['what is no request', [null, 7, {}, { name: '' }, { name: 'a/b' }, { name: 'a', namespace: 3 }], 6],
  ])('a map that answers %s', async (_, answer, errors) => {
    const on = stage({ objects: [configMap('one')] });
    const { controller, told, reconciled } = control(on, {
      watches: [{ resource: 'configmaps', map: () => answer as never }],
    });
    await settled(controller);
    expect(told).toHaveLength(errors);
    expect(told.every(({ error }) => (error as { code: string }).code === 'invalid-argument')).toBe(true);
    expect(reconciled).toEqual([]);
  });

  it('keeps what makes sense of what a map answers', async () => {
    const on = stage({ objects: [configMap('one')] });
    const answer = [null, { name: 'x', namespace: 'shop', further: 1 }, { name: 'y', namespace: '' }];
    const { controller, told, reconciled } = control(on, {
      watches: [{ resource: 'configmaps', map: () => answer as never }],
    });
    await settled(controller);
    expect([told.length, reconciled]).toEqual([1, ['shop/x', 'y']]);
  });

  it('a predicate that throws: told, and the change counts', async () => {
    const on = stage({ objects: [widget('a')] });
    const predicate = (): boolean => {
      throw new Error('my fault');
    };
    const { controller, told, reconciled } = control(on, { for: { resource: 'widgets', predicate } });
    await settled(controller);
    on.fake.put(widget('a', { labels: { x: 'y' } }));
    await settled(controller);
    expect(reconciled).toHaveLength(2);
    expect(told).toMatchObject([{ failure: { at: 'predicate' } }]);
  });

  it('observers that throw', async () => {
    const on = stage({ objects: [widget('a')] });
    const fail = (): never => {
      throw new Error('my fault');
    };
    const { controller, reconciled } = control(on, {
      onError: fail,
      onMeasurement: fail,
      reconcile: () => (reconciled.length === 1 ? fail() : undefined),
    });
    await on.clock.advance(10);
    await settled(controller);
    expect(reconciled).toHaveLength(2);
  });

  it('owners that own each other, and themselves', async () => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const { controller, reconciled } = control(on, { owns: ['widgets'] });
    await settled(controller);
    const [a, b] = widgetsOf(on);
    on.fake.put({ ...a!, metadata: { ...a!.metadata, ...ownedBy(b!) } });
    on.fake.put({ ...b!, metadata: { ...b!.metadata, ...ownedBy(a!) } });
    await settled(controller);
    on.fake.put({ ...a!, metadata: { ...a!.metadata, ...ownedBy(a!) } });
    const status = await settled(controller);
    expect(status).toMatchObject({ queued: 0, running: [] });
    expect(reconciled.length).toBeLessThan(12);
  });

  it.each<[string, unknown]>([
    ['no list', { a: 1 }],
    ['of nothing', [null, undefined, 3, 'x']],
    ['without uid', [{ apiVersion: 'example.com/v1', kind: 'Widget', name: 'a', controller: true }]],
    ['with numbers for words', [{ apiVersion: 1, kind: 2, name: 3, uid: 4, controller: true }]],
  ])('owner references %s', async (_, ownerReferences) => {
    const on = stage({ objects: [widget('a')] });
    const { controller, reconciled, told } = control(on, {
      owns: [
        {
          resource: 'configmaps',
          transform: (object) => ({
            ...object,
            metadata: { ...object.metadata, ownerReferences: ownerReferences as never },
          }),
        },
      ],
    });
    on.fake.put(configMap('odd'));
    await settled(controller).catch(() => undefined);
    expect([reconciled, told]).toEqual([['shop/a'], []]);
  });

  it('a hundred thousand keys, without blocking the runtime', async () => {
    const on = stage();
    let ticks = 0;
    const { controller, reconciled } = control(on, { concurrency: 8, reconcileTimeoutMs: Infinity });
    await settled(controller);
    const timer = setInterval(() => {
      ticks += 1;
    }, 0);
    for (let index = 0; index < 100_000; index += 1) controller.enqueue({ namespace: 'shop', name: `w${index}` });
    await controller.idle();
    clearInterval(timer);
    expect(new Set(reconciled).size).toBe(100_000);
    expect(ticks).toBeGreaterThan(10);
  }, 60_000);
});
