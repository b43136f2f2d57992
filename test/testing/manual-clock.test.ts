import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/testing/index.js';

describe('a manual clock', () => {
  it('wakes sleepers in the order of their times, those that lie down again included', async () => {
    const clock = createManualClock();
    const woken: string[] = [];
    const note = (name: string) => () => woken.push(`${name} ${clock.now()}`);
    void clock.sleep(30).then(note('late'));
    void clock
      .sleep(10)
      .then(note('early'))
      .then(() => clock.sleep(10))
      .then(note('again'));
    void clock.sleep(100).then(note('never'));
    await clock.advance(50);
    expect(woken).toEqual(['early 10', 'again 20', 'late 30']);
    expect([clock.now(), clock.sleepers]).toEqual([50, 1]);
    await clock.advance(50);
    expect(woken.at(-1)).toBe('never 100');
  });

  it('lets everything settle before it wakes the next', async () => {
    const steps: string[] = [];
    const clock = createManualClock({
      settle: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        steps.push(`settled at ${clock.now()}`);
      },
    });
    for (const ms of [10, 20]) void clock.sleep(ms).then(() => steps.push(`woken at ${clock.now()}`));
    await clock.advance(20);
    expect(steps).toEqual(['settled at 0', 'woken at 10', 'settled at 10', 'woken at 20', 'settled at 20']);
    expect(() => createManualClock({ settle: 5 as never })).toThrow(/settle/);
  });

  it('lets a sleeper leave', async () => {
    const clock = createManualClock();
    const leaving = new AbortController();
    const sleeping = clock.sleep(10, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(sleeping).rejects.toThrow('left');
    await expect(clock.sleep(10, leaving.signal)).rejects.toThrow('left');
    expect(clock.sleepers).toBe(0);
  });

  it('counts whole milliseconds, so that who rests at least one of them ends at a deadline', async () => {
    const clock = createManualClock();
    let isOver = false;
    void (async () => {
      for (let pause = 2999.4; clock.now() < 3000; pause = Math.max(1, 3000 - clock.now())) await clock.sleep(pause);
      isOver = true;
    })();
    await clock.advance(3000);
    expect([isOver, clock.now()]).toEqual([true, 3000]);
  });

  it.each([NaN, -1, Infinity])('does not pass by %d', async (ms) => {
    await expect(createManualClock().advance(ms)).rejects.toMatchObject({ argument: 'ms' });
  });
});
