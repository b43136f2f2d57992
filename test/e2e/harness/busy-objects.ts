import type { ResourceHandle } from '../../../src/index.js';

/** What {@link keepBusy} takes. */
export interface BusyOptions {
  /** How many names there are; about half of them exist at a time. */
  readonly names: number;
  readonly changes: number;
  readonly random: () => number;
  readonly atOnce?: number | undefined;
  /** The labels of an object, drawn anew with each change. */
  readonly labels?: ((random: () => number) => Readonly<Record<string, string>>) | undefined;
}

/**
 * Makes, changes, deletes and makes again the objects of a set, in an order that `random` decides, and goes on when the server
 * is away for a while. Answers how many changes were made.
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
        // It is there already, or not there; anything else is a server that is away.
        if (statusCode !== 404 && statusCode !== 409) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return done;
}
