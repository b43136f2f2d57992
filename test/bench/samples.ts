import { setImmediate as nextTurn } from 'node:timers/promises';

/** What one thing took, in milliseconds of the processor, those of the garbage collector's threads included. */
export interface Samples {
  readonly min: number;
  readonly median: number;
}

/** Together with what the clock said meanwhile: the waiting for others included, and whatever else the machine does. */
export interface Timed extends Samples {
  readonly clock: Samples;
}

/** What is measured: its result must not be a promise unless the wait is part of it. */
export type Work = () => unknown;

/**
 * Measures several works side by side: each round runs every one of them, so that what else the machine is doing
 * falls on all alike, and their ratios can be trusted where the times cannot. It is the processor's time that counts, and
 * not the clock's, for the same reason. In a round each work runs some times in a row, and a sample is the mean of them:
 * so it pays for its own garbage, which the collector takes away a while later. What a work made is kept until it has
 * made the next, as a program keeps it. The first rounds warm up and do not count.
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
        // What waits for its turn holds what was made.
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

/** Another order in each round, because each work clears up some of what the one before it left. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** The smallest and the middle one. */
export function summarise(times: readonly number[]): Samples {
  const sorted = [...times].sort((a, b) => a - b);
  return { min: sorted[0] ?? NaN, median: sorted[sorted.length >> 1] ?? NaN };
}

/** Frees what can be freed; throws without `--expose-gc`. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('run with node --expose-gc');
  globalThis.gc();
}
