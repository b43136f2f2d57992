import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkQueue, type TakenItem, type WorkQueue } from '../../src/controller/work-queue.js';
import type { Measurement } from '../../src/controller/metrics.js';
import { createManualClock } from '../../src/testing/manual-clock.js';
import { idleTurns } from '../shared/idle-turns.js';

const half = { random: () => 1 };

function queueOf(options: Parameters<typeof createWorkQueue<string>>[0] = {}) {
  const clock = createManualClock({ settle: idleTurns() });
  return { clock, queue: createWorkQueue<string>({ clock, ...half, ...options }) };
}

/** What is ready, in its order; a queue without anything ready gives nothing. */
async function takeAll(queue: WorkQueue<string>): Promise<string[]> {
  const taken: string[] = [];
  while (queue.depth > 0) taken.push((await queue.get())!.item);
  return taken;
}

describe('a work queue', () => {
  it('hands out what was added first, each key once', async () => {
    const { queue } = queueOf();
    for (const key of ['a', 'b', 'a', 'c', 'b']) queue.add(key);
    expect(await takeAll(queue)).toEqual(['a', 'b', 'c']);
  });

  it('gives a key to one worker at a time, and again when it is done where it was added meanwhile', async () => {
    const { queue } = queueOf();
    queue.add('a');
    await queue.get();
    queue.add('a');
    queue.add('a');
    expect([queue.depth, queue.underWay]).toEqual([0, 1]);
    queue.done('a');
    expect(await takeAll(queue)).toEqual(['a']);
    queue.done('a');
    expect([queue.depth, queue.underWay]).toEqual([0, 0]);
  });

  it('gives a key that was added meanwhile to a worker that waits', async () => {
    const { queue } = queueOf();
    queue.add('a');
    await queue.get();
    let next: TakenItem<string> | undefined;
    const waiting = queue.get().then((taken) => {
      next = taken;
    });
    queue.add('a');
    await Promise.resolve();
    expect(next).toBeUndefined();
    queue.done('a');
    await waiting;
    expect(next).toMatchObject({ item: 'a' });
  });

  it('lets higher priorities go first, and a key rise but never fall, behind those that were there', async () => {
    const { queue } = queueOf();
    queue.add('low', { priority: -100 });
    queue.add('risen', { priority: -100 });
    queue.add('mid');
    queue.add('high', { priority: 5 });
    queue.add('risen', { priority: 0 });
    queue.add('high', { priority: -100 });
    expect(await takeAll(queue)).toEqual(['high', 'mid', 'risen', 'low']);
  });

  it('has the order of a list by priority and time, whatever is added and rises', async () => {
    const adds = fc.array(fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: -2, max: 2 })), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(adds, async (each) => {
        const { queue } = queueOf();
        const list = new Map<string, { readonly priority: number; readonly place: number }>();
        for (const [place, [number, priority]] of each.entries()) {
          queue.add(`k${number}`, { priority });
          if (priority > (list.get(`k${number}`)?.priority ?? -Infinity)) list.set(`k${number}`, { priority, place });
        }
        const sorted = [...list].sort(([, a], [, b]) => b.priority - a.priority || a.place - b.place);
        expect(await takeAll(queue)).toEqual(sorted.map(([key]) => key));
      }),
    );
  });

  it('keeps the priority of a key that was added while under way', async () => {
    const { queue } = queueOf();
    queue.add('a');
    await queue.get();
    queue.add('a', { priority: -100 });
    queue.add('a', { priority: 7 });
    queue.done('a');
    expect(await queue.get()).toMatchObject({ item: 'a', priority: 7 });
  });

  it('holds a key back for its time, the shortest one that was asked for', async () => {
    const { queue, clock } = queueOf();
    queue.add('a', { afterMs: 1000 });
    queue.add('a', { afterMs: 200 });
    queue.add('a', { afterMs: 500 });
    queue.add('b', { afterMs: 300 });
    expect([queue.depth, queue.delayed, queue.nextInMs]).toEqual([0, 2, 200]);
    await clock.advance(199);
    expect(queue.depth).toBe(0);
    await clock.advance(1);
    expect(await takeAll(queue)).toEqual(['a']);
    await clock.advance(5000);
    expect(await takeAll(queue)).toEqual(['b']);
  });

  it('makes a delayed key ready when it is added without a delay, and adds no second one', async () => {
    const { queue, clock } = queueOf();
    queue.add('a', { afterMs: 1000 });
    queue.add('a');
    expect(await takeAll(queue)).toEqual(['a']);
    queue.done('a');
    await clock.advance(2000);
    expect([queue.depth, queue.delayed]).toEqual([0, 0]);
  });

  it('holds a delayed key that becomes due while it is under way', async () => {
    const { queue, clock } = queueOf();
    queue.add('a');
    await queue.get();
    queue.add('a', { afterMs: 10 });
    await clock.advance(10);
    expect([queue.depth, queue.delayed]).toEqual([0, 0]);
    queue.done('a');
    expect(await takeAll(queue)).toEqual(['a']);
  });

  it('lets many keys come in the order of their times', async () => {
    const { queue, clock } = queueOf();
    // A permutation, so that members move through the whole heap.
    for (let index = 0; index < 500; index += 1)
      queue.add(String((index * 263) % 500), { afterMs: ((index * 263) % 500) + 1 });
    for (let index = 0; index < 500; index += 2) queue.add(String(index), { afterMs: 0.5 + index / 1000 });
    await clock.advance(600);
    const all = (await takeAll(queue)).map(Number);
    const even = Array.from({ length: 250 }, (_, index) => index * 2);
    expect(all).toEqual([...even, ...even.map((each) => each + 1)]);
  });

  it('doubles the pause of a key that fails, up to the longest, and begins anew when it is forgotten', async () => {
    const { queue } = queueOf({ retry: { baseDelayMs: 10, maxDelayMs: 50 } });
    expect([1, 2, 3, 4, 5].map(() => queue.retry('a'))).toEqual([10, 20, 40, 50, 50]);
    expect(queue.retry('b')).toBe(10);
    queue.forget('a');
    expect(queue.retry('a')).toBe(10);
  });

  it('takes a random half off each pause', () => {
    const { queue } = queueOf({ random: () => 0, retry: { baseDelayMs: 10 } });
    expect([queue.retry('a'), queue.retry('a')]).toEqual([5, 10]);
  });

  it.each([NaN, -1, 7])('takes no jitter from a random number of %d', (random) => {
    const { queue } = queueOf({ random: () => random, retry: { baseDelayMs: 10 } });
    expect(queue.retry('a')).toBe(10);
  });

  it('lets no more than so many retries a second through, of all keys', async () => {
    const { queue, clock } = queueOf({ retry: { retriesPerSecond: 10, retryBurst: 2 } });
    expect(['a', 'b', 'c', 'd'].map((key) => queue.retry(key))).toEqual([5, 5, 100, 200]);
    await clock.advance(1000);
    expect(queue.retry('e')).toBe(5);
  });

  it('tells how often a key failed', async () => {
    const { queue, clock } = queueOf();
    queue.retry('a');
    await clock.advance(10);
    expect(await queue.get()).toMatchObject({ failures: 1 });
    queue.retry('a');
    queue.done('a');
    await clock.advance(20);
    expect(await queue.get()).toMatchObject({ failures: 2 });
  });

  it('refuses one key more than it may hold, by name, but takes back what a worker has', async () => {
    const { queue } = queueOf({ maxKeys: 2, name: 'mirror' });
    queue.add('a');
    queue.add('b');
    queue.add('a');
    await queue.get();
    queue.add('c');
    expect(() => {
      queue.add('d');
    }).toThrow(expect.objectContaining({ code: 'queue-full', maxKeys: 2 }) as Error);
    queue.retry('a');
    queue.done('a');
    expect([queue.depth, queue.delayed]).toEqual([2, 1]);
  });

  it('wakes workers that wait, in their order, and lets one leave', async () => {
    const { queue } = queueOf();
    const leaving = new AbortController();
    const [first, second, third] = [queue.get(), queue.get(leaving.signal), queue.get()];
    leaving.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    queue.add('a');
    queue.add('b');
    expect([(await first)?.item, (await third)?.item]).toEqual(['a', 'b']);
    await expect(queue.get(leaving.signal)).rejects.toThrow('left');
  });

  it('hands out nothing once it is closed', async () => {
    const { queue, clock } = queueOf();
    const waiting = queue.get();
    queue.close();
    expect(await waiting).toBeUndefined();
    queue.add('a');
    queue.add('b', { afterMs: 1 });
    await clock.advance(10);
    expect(await queue.get()).toBeUndefined();
    expect([queue.depth, queue.delayed]).toEqual([0, 0]);
    queue.close();
  });

  it.each([[{ afterMs: NaN }], [{ afterMs: Infinity }], [{ priority: NaN }]])('refuses %j', (options) => {
    const { queue } = queueOf();
    expect(() => {
      queue.add('a', options);
    }).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error);
    expect([queue.depth, queue.delayed]).toEqual([0, 0]);
  });

  it('takes a time that has passed for none', () => {
    const { queue } = queueOf();
    queue.add('a', { afterMs: -5 });
    expect(queue.depth).toBe(1);
  });

  it('measures what goes in and out', async () => {
    const measured: string[] = [];
    const onMeasurement = ({ name, value, attributes }: Measurement) =>
      measured.push(`${name} ${value} ${attributes['workqueue.priority'] ?? ''}`.trim());
    const { queue, clock } = queueOf({ onMeasurement });
    queue.add('a', { priority: -100 });
    queue.add('a', { priority: 0 });
    await clock.advance(2000);
    await queue.get();
    await clock.advance(500);
    queue.done('a');
    queue.add('a', { afterMs: 5 });
    expect(measured).toEqual([
      'workqueue.adds 1',
      'workqueue.depth 1 -100',
      'workqueue.depth -1 -100',
      'workqueue.depth 1 0',
      'workqueue.depth -1 0',
      'workqueue.wait.duration 2',
      'workqueue.work.duration 0.5',
      'workqueue.retries 1',
    ]);
  });

  it('stays quick with a hundred thousand keys in two lanes', async () => {
    const { queue } = queueOf();
    for (let index = 0; index < 100_000; index += 1) queue.add(`k${index}`, { priority: index % 2 === 0 ? 0 : -100 });
    for (let index = 1; index < 100_000; index += 4) queue.add(`k${index}`);
    const all = await takeAll(queue);
    expect(new Set(all).size).toBe(100_000);
    expect([all[0], all[50_000], all[75_000]]).toEqual(['k0', 'k1', 'k3']);
  });
});
