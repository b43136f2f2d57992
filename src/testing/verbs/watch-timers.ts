import type { FakeTimers } from '../served/options.js';

export interface WatchTimes {
  readonly timers: FakeTimers;
  /** The watch ends after this time; undefined for never. */
  readonly timeoutMs: number | undefined;
  /** Undefined for no bookmarks. */
  readonly bookmarkIntervalMs: number | undefined;
  readonly bookmark: () => void;
  readonly end: () => void;
}

/** The maximum delay of timers; longer ones would fire immediately. */
const longestMs = 2 ** 31 - 1;
/** Real servers send a last bookmark this long before they end a watch. */
const beforeEndMs = 2000;

/** Starts the timers of a watch and returns the function that stops them. */
export function startWatchTimers({ timers, timeoutMs, bookmarkIntervalMs, bookmark, end }: WatchTimes): () => void {
  const running = new Set<unknown>();
  const after = (ms: number, act: () => void): void => {
    if (ms > longestMs) return;
    const timer = timers.setTimeout(() => {
      running.delete(timer);
      act();
    }, ms);
    // An unread watch must not keep a program alive.
    (timer as { unref?: () => void } | undefined)?.unref?.();
    running.add(timer);
  };
  const everyInterval = (left: number): void => {
    if (bookmarkIntervalMs === undefined) return;
    const wait = Math.min(bookmarkIntervalMs, left - beforeEndMs);
    if (wait <= 0) return;
    after(wait, () => {
      bookmark();
      everyInterval(left - wait);
    });
  };
  if (timeoutMs !== undefined) after(timeoutMs, end);
  everyInterval(timeoutMs ?? Number.POSITIVE_INFINITY);
  return () => {
    for (const timer of running) timers.clearTimeout(timer);
    running.clear();
  };
}
