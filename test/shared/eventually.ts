import { vi } from 'vitest';

/** Waits until `check` holds. The limit is far above what a busy machine needs: it ends a test that fails, and times none. */
export async function eventually<T>(check: () => T | Promise<T>, timeout = 30_000): Promise<T> {
  return await vi.waitFor(check, { timeout, interval: 20 });
}
