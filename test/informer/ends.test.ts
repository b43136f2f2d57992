import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createController } from '../../src/controller/index.js';
import { createInformer, createInformerPool, type Informer, type InformerOptions } from '../../src/index.js';
import { informerForOwners } from '../../src/owners/index.js';
import { stage, widget, type Stage } from '../controller/controlled.js';
import { eventually } from '../shared/eventually.js';
import { uncaught } from '../shared/uncaught.js';

const noMatch = expect.objectContaining({ code: 'no-match' }) as Error;
const quiet = { name: 'x', for: 'widgets', onError: () => undefined, reconcile: () => undefined };

/** Node reports a rejection that nobody handles within a turn. */
const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

describe('a mistyped name', () => {
  it('is an unhandled rejection if nobody awaits the sync', async () => {
    const on = stage();
    const seen = uncaught();
    createInformer(on.client, 'deploymnts');
    informerForOwners(on.client, 'deploymnts').on(() => undefined);
    createInformer(on.client, 'deploymnts').subscribe(() => undefined);
    await eventually(() => {
      expect(seen).toEqual([noMatch, noMatch, noMatch]);
    });
  });

  it('of a controller as well', async () => {
    const on = stage();
    const seen = uncaught();
    const told: unknown[] = [];
    createController(on.client, {
      name: 'mistyped',
      for: 'widgets',
      owns: ['deploymnts'],
      onError: (error) => told.push(error),
      reconcile: () => undefined,
    });
    await eventually(() => {
      expect(seen).toEqual([noMatch]);
    });
    expect(told).toEqual([]);
  });

  it.each<[string, (informer: Informer<unknown>) => Promise<unknown>]>([
    ['awaits synced', (informer) => informer.synced],
    ['awaits both, one after the other', (informer) => informer.synced.catch(() => informer.ended)],
    ['reads', (informer) => informer[Symbol.asyncIterator]().next()],
    ['reads change sets', (informer) => informer.changeSets()[Symbol.asyncIterator]().next()],
  ])('is told to one who %s, and to nobody else', async (_how, listen) => {
    const on = stage();
    const seen = uncaught();
    await expect(listen(createInformer(on.client, 'deploymnts'))).rejects.toEqual(noMatch);
    await turns();
    expect(seen).toEqual([]);
  });

  it('is told to one who awaits ended alone, and to nobody else', async () => {
    const on = stage();
    const seen = uncaught();
    await expect(createInformer(on.client, 'deploymnts').ended).rejects.toEqual(noMatch);
    await expect(createController(on.client, { ...quiet, for: 'deploymnts' }).ended).rejects.toEqual(noMatch);
    await turns();
    expect(seen).toEqual([]);
  });

  it('may be awaited as soon as it is there', async () => {
    const on = stage();
    const seen = uncaught();
    const informers = [1, 2, 3].map(() => createInformer(on.client, 'deploymnts'));
    for (const each of informers) await expect(each.synced).rejects.toEqual(noMatch);
    await turns();
    expect(seen).toEqual([]);
  });

  it('is reported although a logger copies and prints the informer and the controller', async () => {
    const on = stage();
    const seen = uncaught();
    const informer = createInformer(on.client, 'deploymnts');
    const controller = createController(on.client, { ...quiet, for: 'deploymnts' });
    for (const each of [informer, controller]) {
      expect(() => [JSON.stringify({ ...each }), JSON.stringify(each), inspect(each)]).not.toThrow();
    }
    await eventually(() => {
      expect(seen).toEqual([noMatch, noMatch]);
    });
  });

  it('is reported although somebody reads another informer', async () => {
    const on = stage();
    const seen = uncaught();
    await createInformer(on.client, 'widgets', { clock: on.clock }).synced;
    const reader = createInformer(on.client, 'deploymnts')[Symbol.asyncIterator]();
    void reader.return?.();
    await eventually(() => {
      expect(seen).toEqual([noMatch]);
    });
  });
});

describe('an end that comes later', () => {
  const gone = { code: 'api', statusCode: 403 };

  it('is an unhandled rejection where only synced was awaited', async () => {
    const on = stage();
    const seen = uncaught();
    const options = { clock: on.clock, denialLimitMs: 1 };
    const informer = createInformer(on.client, 'widgets', options);
    await informer.synced;
    on.fake.fail('/apis/example.com/v1/widgets', { status: 403, body: 'no' });
    on.fake.endWatches();
    await on.clock.advance(120_000);
    await eventually(() => {
      expect(seen).toEqual([expect.objectContaining(gone)]);
    });
  });

  it.each<[string, (on: Stage, informer: Informer<unknown>, abort: AbortController) => unknown]>([
    ['close()', (_on, informer) => informer.close()],
    ['its signal', (_on, _informer, abort) => abort.abort(new Error('enough'))],
    ['client.close()', (on) => on.client.close()],
  ])('is never reported after %s', async (_how, end) => {
    const on = stage();
    const seen = uncaught();
    const abort = new AbortController();
    const informer = createInformer(on.client, 'widgets', { clock: on.clock, signal: abort.signal });
    createController(on.client, {
      name: 'x',
      for: 'widgets',
      clock: on.clock,
      signal: abort.signal,
      onError: () => undefined,
      reconcile: () => undefined,
    });
    const mistyped = createInformer(on.client, 'deploymnts', { signal: abort.signal });
    await end(on, mistyped, abort);
    await end(on, informer, abort);
    await turns();
    expect(seen).toEqual([]);
  });

  it('is no failure where a guard of the client does not hold any more', async () => {
    const on = stage();
    const seen = uncaught();
    const term = new AbortController();
    const led = on.client.with({ signal: term.signal, check: () => term.signal.throwIfAborted() });
    const informer = createInformer(led, 'widgets', { clock: on.clock });
    createController(led, { ...quiet, clock: on.clock });
    await informer.synced;
    term.abort(new Error('leads no more'));
    await turns();
    expect(seen).toEqual([]);
  });

  it('is reported although somebody has read before, and given to one who still reads', async () => {
    for (const isLeft of [true, false]) {
      const on = stage();
      const seen = uncaught();
      const informer = createInformer(on.client, 'widgets', { clock: on.clock, denialLimitMs: 1 });
      const reader = informer[Symbol.asyncIterator]();
      expect((await reader.next()).value).toMatchObject({ type: 'synced' });
      if (isLeft) await reader.return?.();
      on.fake.fail('/apis/example.com/v1/widgets', { status: 403, body: 'no' });
      on.fake.endWatches();
      await on.clock.advance(120_000);
      await turns();
      expect(seen).toEqual(isLeft ? [expect.objectContaining(gone)] : []);
      if (isLeft) continue;
      expect((await reader.next()).value).toMatchObject({ type: 'interrupted' });
      await expect(reader.next()).rejects.toMatchObject(gone);
    }
  });

  it.each<[string, InformerOptions<never>, object]>([
    ['a resource that does not come', { waitForResourceMs: 1000 }, { code: 'resource-not-served' }],
    ['a transform that loses the name', { transform: () => ({}) as never }, { code: 'invalid-argument' }],
  ])('is reported for %s', async (_what, options, error) => {
    const on = stage({ objects: [widget('a')] });
    const seen = uncaught();
    createInformer(on.client, 'waitForResourceMs' in options ? 'gadgets' : 'widgets', { clock: on.clock, ...options });
    await on.clock.advance(2000);
    await eventually(() => {
      expect(seen).toMatchObject([error]);
    });
  });

  it('is told by each share of a pool', async () => {
    const on = stage();
    const seen = uncaught();
    // Until both have their share, it waits for a clock that stands still.
    const off = on.fake.fail('/apis/example.com/v1/widgets', { status: 503 });
    const pool = createInformerPool(on.client, { clock: on.clock });
    const [heard] = await Promise.all([pool.acquire('widgets'), pool.acquire('widgets')]);
    off();
    on.fake.fail('/apis/example.com/v1/widgets', { status: 403, body: 'no', times: 1 });
    const told = expect(heard.synced).rejects.toMatchObject(gone);
    await eventually(async () => {
      await on.clock.advance(60_000);
      expect(seen).toEqual([expect.objectContaining(gone)]);
    });
    await told;
  });

  it('of a source belongs to its controller', async () => {
    const on = stage();
    const seen = uncaught();
    on.fake.fail('/apis/example.com/v1/widgets', { status: 403, body: 'no', times: 1 });
    const informer = createInformer(on.client, 'widgets', { clock: on.clock });
    const { synced } = createController(on.client, {
      name: 'x',
      for: informer,
      onError: () => undefined,
      reconcile: () => undefined,
    });
    await expect(synced).rejects.toMatchObject(gone);
    await turns();
    expect(seen).toEqual([]);
  });

  it('of a controller after its sync is reported by ended', async () => {
    const on = stage();
    const seen = uncaught();
    const source = { resource: 'widgets', denialLimitMs: 1 };
    const [heard, unheard] = [1, 2].map(() => createController(on.client, { ...quiet, for: source, clock: on.clock }));
    await Promise.all([heard?.synced, unheard?.synced]);
    const ended = expect(heard?.ended).rejects.toMatchObject(gone);
    on.fake.fail('/apis/example.com/v1/widgets', { status: 403, body: 'no' });
    on.fake.endWatches();
    await on.clock.advance(120_000);
    await ended;
    await turns();
    expect(seen).toMatchObject([gone]);
  });
});
