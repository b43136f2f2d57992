import { setImmediate as nextTurn } from 'node:timers/promises';

/** The processor time of some work in milliseconds, including the threads of the garbage collector. */
export interface Samples {
  readonly min: number;
  readonly median: number;
}

/** Also has the wall-clock time, which includes waiting for others and whatever else the machine does. */
export interface Timed extends Samples {
  readonly clock: Samples;
}

/** The work to measure. Its result must not be a promise unless waiting for it is part of the measurement. */
export type Work = () => unknown;

/**
 * Measures several works side by side. Each round runs all of them, so that other activity of the machine affects all
 * alike, and their ratios are reliable even if the times are not. For the same reason it measures processor time
 * instead of wall-clock time. In a round each work runs several times in a row, and a sample is their mean, so that
 * each work pays for its own garbage, which is collected somewhat later. The result of a work is kept until its next
 * one, as in a program. The first rounds are for warming up and do not count.
 */
export async function measureTogether<Name extends string>(
  works: Readonly<Record<Name, Work>>,
  { rounds, inARow, warmUp = 2 }: { readonly rounds: number; readonly inARow: number; readonly warmUp?: number },
): Promise<Record<Name, Timed>> {
  const names = Object.keys(works) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  const clocks = new Map<Name, number[]>(names.map((name) => [name, []]));
  const kept = new Map<Name, unknown>();
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of shuffled(names)) {
      const start = process.cpuUsage();
      const begun = performance.now();
      for (let run = 0; run < inARow; run += 1) {
        kept.set(name, await works[name]());
        // Pending callbacks retain data.
        await nextTurn();
      }
      const { user, system } = process.cpuUsage(start);
      if (round < 0) continue;
      times.get(name)?.push((user + system) / 1000 / inARow);
      clocks.get(name)?.push((performance.now() - begun) / inARow);
    }
  }
  const summary = (name: Name): Timed => ({
    ...summarise(times.get(name) ?? []),
    clock: summarise(clocks.get(name) ?? []),
  });
  return Object.fromEntries(names.map((name) => [name, summary(name)])) as Record<Name, Timed>;
}

/** Returns a different order for each round, because each work cleans up after the one before it. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Returns the minimum and the median. */
export function summarise(times: readonly number[]): Samples {
  const sorted = [...times].sort((a, b) => a - b);
  return { min: sorted[0] ?? NaN, median: sorted[sorted.length >> 1] ?? NaN };
}

/** Collects garbage; throws without `--expose-gc`. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('run with node --expose-gc');
  globalThis.gc();
}

/** Returns the size of the heap without buffers that were read and pending callbacks, which retain data. */
export async function heapUsed(): Promise<number> {
  for (let time = 0; time < 5; time += 1) {
    await nextTurn();
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}
