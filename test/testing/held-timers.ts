import type { FakeTimers } from '../../src/testing/index.js';

/** Timers that fire when a test says so. */
export interface HeldTimers extends FakeTimers {
  /** Milliseconds since the start. */
  now(): number;
  pending(): number;
  /** Lets time go by; what is due fires in order. */
  advance(ms: number): void;
}

/** Timers at which nothing happens by itself. */
export function createHeldTimers(): HeldTimers {
  const timers = new Set<{ readonly at: number; readonly act: () => void }>();
  let time = 0;
  return {
    setTimeout: (act, ms) => {
      const timer = { at: time + ms, act };
      timers.add(timer);
      return timer;
    },
    clearTimeout: (timer) => {
      timers.delete(timer as { at: number; act: () => void });
    },
    now: () => time,
    pending: () => timers.size,
    advance: (ms) => {
      const end = time + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        time = next.at;
        next.act();
      }
      time = end;
    },
  };
}
