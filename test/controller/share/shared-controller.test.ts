import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../../src/index.js';
import { createController, settled, withFinalizer, type Controller } from '../../../src/controller/index.js';
import { createSharing, type Sharing } from '../../../src/controller/share/sharing.js';
import { createManualClock, type ManualClock } from '../../../src/testing/manual-clock.js';
import { idleTurns } from '../../shared/idle-turns.js';
import { gate, keyOf, stage, widget } from '../controlled.js';
import { transportTo } from '../../live/transport-to.js';
import type { ControllerOptions } from '../../../src/controller/controller-options.js';
import type { WatchedResource } from '../../../src/controller/controller-source.js';

interface Replica {
  readonly sharing: Sharing;
  readonly controller: Controller;
  readonly reconciled: string[];
  readonly errors: unknown[];
}

/** Replicas of one controller of widgets. */
function replicas() {
  const on = stage();
  const busy: (() => boolean)[] = [];
  const clock: ManualClock = createManualClock({ settle: idleTurns(() => busy.some((each) => each())) });
  return {
    ...{ fake: on.fake, clock },
    start(identity: string, options: Partial<ControllerOptions<WatchedResource>> = {}): Replica {
      const transport = transportTo(on.fake);
      busy.push(transport.isBusy);
      const client = createClient({ server: 'http://kubernetes.test', transport, retry: { limit: 0 } });
      const errors: unknown[] = [];
      const onError = (error: unknown): unknown => errors.push(error);
      const sharing = createSharing(client, {
        ...{ name: 'widgets', namespace: 'ns', identity, shards: 16, onError },
        clock: { ...clock, wallNow: clock.now },
      });
      const reconciled: string[] = [];
      const { reconcile, ...others } = options;
      const controller = createController<WatchedResource>(client, {
        ...{ name: 'widgets', for: 'widgets', clock, onError, share: sharing },
        ...others,
        reconcile: (request, context) => {
          reconciled.push(keyOf(request));
          return reconcile?.(request, context);
        },
      });
      onTestFinished(() => client.close());
      return { sharing, controller, reconciled, errors };
    },
  };
}

const names = Array.from({ length: 40 }, (_, index) => `w${index}`);

it('reconciles each object in one replica, and those of a gained shard again', async () => {
  const on = replicas();
  for (const name of names) on.fake.put(widget(name));
  const [a, b] = [on.start('a'), on.start('b')];
  await on.clock.advance(5000);
  expect([a.errors, b.errors]).toEqual([[], []]);
  expect(new Set([...a.reconciled, ...b.reconciled]).size).toBe(40);
  a.reconciled.length = b.reconciled.length = 0;
  for (const name of names) on.fake.put(widget(name, { labels: { changed: 'yes' } }));
  await on.clock.advance(100);
  await Promise.all([settled(a.controller), settled(b.controller)]);
  expect(a.reconciled.length).toBeGreaterThan(5);
  expect(b.reconciled.length).toBeGreaterThan(5);
  expect([...a.reconciled, ...b.reconciled].sort()).toEqual(names.map((name) => `shop/${name}`).sort());
  const others = new Set(b.reconciled);
  a.reconciled.length = 0;
  const stopped = b.sharing.stop();
  await on.clock.advance(1000);
  await stopped;
  expect(new Set(a.reconciled)).toEqual(others);
});

it('cleans up once after an object that is deleted while its shard changes hands', async () => {
  const on = replicas();
  const cleaned: string[] = [];
  const work = gate();
  const options = (): Partial<ControllerOptions<WatchedResource>> => ({
    async reconcile(request, context) {
      const handle = context.client.resource('widgets');
      await withFinalizer(handle, 'example.com/w', {
        reconcile: () => undefined,
        cleanup: async () => {
          cleaned.push(keyOf(request));
          await work.opened;
        },
      })(request, context as never);
    },
  });
  for (const name of names) on.fake.put(widget(name, { finalizers: ['example.com/w'] }));
  const a = on.start('a', { concurrency: 4, ...options() });
  await on.clock.advance(2000);
  const stopped = a.sharing.stop();
  for (const name of names)
    on.fake.put(widget(name, { finalizers: ['example.com/w'], deletionTimestamp: '2026-01-01T00:00:00Z' }));
  const b = on.start('b', { concurrency: 4, ...options() });
  await on.clock.advance(2000);
  work.open();
  await on.clock.advance(5000);
  await stopped;
  expect([a.errors, b.errors]).toEqual([[], []]);
  expect(on.fake.objects.filter(({ kind }) => kind === 'Widget')).toEqual([]);
  expect([...cleaned].sort()).toEqual(names.map((name) => `shop/${name}`).sort());
});

it('aborts what does not end in time, and lets it send nothing more', async () => {
  const on = replicas();
  on.fake.put(widget('w0'));
  const outcomes: unknown[] = [];
  const a = on.start('a', {
    async reconcile(_request, { client, signal }) {
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      await client
        .resource('widgets')
        .namespace('shop')
        .get('w0')
        .catch((error: unknown) => outcomes.push(error));
    },
  });
  await on.clock.advance(1000);
  const b = on.start('b', { reconcile: () => undefined });
  await on.clock.advance(1000);
  const stopped = a.sharing.stop();
  await on.clock.advance(19_000);
  expect([outcomes, b.reconciled]).toEqual([[], []]);
  await on.clock.advance(3000);
  await stopped;
  expect(outcomes).toMatchObject([{ code: 'not-holder', end: 'drained' }]);
  expect(b.reconciled).toEqual(['shop/w0']);
});
