import type { ResourceHandle } from '../../../src/index.js';

/** Options of {@link keepBusy}. */
export interface BusyOptions {
  /** The number of names; about half of them exist at a time. */
  readonly names: number;
  readonly changes: number;
  readonly random: () => number;
  readonly atOnce?: number | undefined;
  /** Returns the labels of an object, called again for each change. */
  readonly labels?: ((random: () => number) => Readonly<Record<string, string>>) | undefined;
}

/**
 * Creates, changes, deletes and recreates the objects of a set, in an order that depends on `random`, and continues
 * after the server was away. Returns the number of changes made.
 */
export async function keepBusy(handle: ResourceHandle, options: BusyOptions): Promise<number> {
  const { names, changes, random, atOnce = 8, labels } = options;
  let left = changes;
  let done = 0;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const name = `busy-${Math.floor(random() * names)}`;
      const kind = random();
      const value = String(left);
      const drawn = labels === undefined ? {} : { labels: labels(random) };
      try {
        if (kind < 0.35) await handle.create({ metadata: { name, ...drawn }, data: { value } });
        else if (kind < 0.75) await handle.patch(name, { metadata: drawn, data: { value } }, { type: 'merge' });
        else await handle.delete(name);
        done += 1;
      } catch (error) {
        const { statusCode } = error as { statusCode?: number };
        // The object already exists or is missing; any other error means that the server is away.
        if (statusCode !== 404 && statusCode !== 409) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return done;
}
