import { setTimeout as wait } from 'node:timers/promises';

/**
 * Polls until the result is not undefined, and returns it.
 *
 * @param what completes the message of the error after `limitMs`: "the server is ready"; a function can include the
 * progress
 */
export async function waitUntil<T>(
  what: string | (() => string),
  answer: () => Promise<T | undefined> | T | undefined,
  { limitMs = 30_000, everyMs = 100 }: { readonly limitMs?: number; readonly everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const result = await answer();
    if (result !== undefined) return result;
    if (performance.now() > deadline) {
      const wanted = typeof what === 'string' ? what : what();
      throw new Error(`after ${limitMs / 1000} s it still is not so that ${wanted}`);
    }
    await wait(everyMs);
  }
}
