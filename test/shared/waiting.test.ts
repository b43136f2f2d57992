import { describe, expect, it, vi } from 'vitest';
import { abandonOnAbort, delay } from '../../src/core/shared/abort.js';
import { mapLimit, singleFlight } from '../../src/core/shared/concurrency.js';
import { quote } from '../../src/core/shared/quote.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('delay', () => {
  it('ends with the reason of its signal and leaves no timer and no listener', async () => {
    vi.useFakeTimers();
    try {
      const controller = new AbortController();
      const remove = vi.spyOn(controller.signal, 'removeEventListener');
      const waiting = delay(1000, controller.signal);
      controller.abort('stop');
      await expect(waiting).rejects.toBe('stop');
      expect(vi.getTimerCount()).toBe(0);
      const done = delay(5, new AbortController().signal);
      vi.advanceTimersByTime(5);
      await done;
      expect(remove).not.toHaveBeenCalled();
      await expect(delay(5, AbortSignal.abort('before'))).rejects.toBe('before');
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([2 ** 40, Infinity])('waits as long as it is told, beyond what a timer can count: %d ms', async (ms) => {
    vi.useFakeTimers();
    try {
      const controller = new AbortController();
      let isOver = false;
      const waiting = delay(ms, controller.signal).finally(() => {
        isOver = true;
      });
      await vi.advanceTimersByTimeAsync(2 ** 33);
      expect(isOver).toBe(false);
      controller.abort('stop');
      await expect(waiting).rejects.toBe('stop');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('abandonOnAbort', () => {
  it('passes the result and the error on', async () => {
    const { signal } = new AbortController();
    await expect(abandonOnAbort(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(abandonOnAbort(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
    await expect(abandonOnAbort(Promise.reject(new Error('unseen')), AbortSignal.abort('left'))).rejects.toBe('left');
  });
});

describe('singleFlight', () => {
  it('runs once for those who come together, and anew for those who come later', async () => {
    let runs = 0;
    const flight = singleFlight(async () => {
      await turn();
      runs += 1;
      return runs;
    });
    expect(await Promise.all([flight.run(), flight.run(), flight.run()])).toEqual([1, 1, 1]);
    expect(await flight.run()).toBe(2);
  });

  it('aborts the work when the last caller has left, and starts anew for the next', async () => {
    const signals: AbortSignal[] = [];
    const flight = singleFlight(async (signal) => {
      signals.push(signal);
      await turn();
      return 'done';
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const left = [flight.run(one.signal), flight.run(two.signal)];
    one.abort('one');
    await expect(left[0]).rejects.toBe('one');
    expect(signals[0]?.aborted).toBe(false);
    two.abort('two');
    await expect(left[1]).rejects.toBe('two');
    expect(signals[0]?.reason).toBe('two');
    expect(await flight.run()).toBe('done');
    expect(signals).toHaveLength(2);
  });

  it('runs anew for those who must not share older work, once for all of them', async () => {
    let runs = 0;
    const releases: (() => void)[] = [];
    const flight = singleFlight(async () => {
      runs += 1;
      const mine = runs;
      await new Promise<void>((resolve) => releases.push(resolve));
      return mine;
    });
    const first = [flight.runAnew(), flight.runAnew(), flight.run()];
    await new Promise((resolve) => setTimeout(resolve, 5));
    const later = [flight.runAnew(), flight.runAnew()];
    const left = flight.runAnew(AbortSignal.timeout(5));
    const joined = flight.run();
    await expect(left).rejects.toThrow();
    releases.shift()?.();
    expect(await Promise.all([...first, joined])).toEqual([1, 1, 1, 1]);
    await turn();
    releases.shift()?.();
    expect(await Promise.all(later)).toEqual([2, 2]);
    expect(runs).toBe(2);
  });

  it('forgets a failure', async () => {
    let runs = 0;
    const flight = singleFlight(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('first')) : Promise.resolve('second');
    });
    await expect(flight.run()).rejects.toThrow('first');
    expect(await flight.run()).toBe('second');
  });
});

describe('mapLimit', () => {
  it('keeps the order and the limit', async () => {
    let underWay = 0;
    let most = 0;
    const results = await mapLimit([5, 4, 3, 2, 1, 0], 2, async (item) => {
      most = Math.max(most, (underWay += 1));
      for (let wait = 0; wait < item; wait += 1) await turn();
      underWay -= 1;
      return item * 10;
    });
    expect(results).toEqual([50, 40, 30, 20, 10, 0]);
    expect(most).toBe(2);
    expect(await mapLimit([], 3, () => Promise.resolve(1))).toEqual([]);
  });

  it('starts nothing more after a failure', async () => {
    const started: number[] = [];
    const work = mapLimit([0, 1, 2, 3, 4], 1, async (item) => {
      started.push(item);
      await turn();
      if (item === 1) throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(started).toEqual([0, 1]);
  });
});

describe('quote', () => {
  it.each([
    ['pods', '"pods"'],
    ['a\r\nb\u0000', '"a\\r\\nb\\u0000"'],
    ['\u0085\u2028', '"\\u0085\\u2028"'],
    ['x'.repeat(500), `"${'x'.repeat(120)}…"`],
  ])('shows %j in one safe line', (word, shown) => {
    expect(quote(word)).toBe(shown);
  });
});
