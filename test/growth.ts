import { performance } from 'node:perf_hooks';

/**
 * Returns by what factor the time of some work grows when its input doubles: 2 if linear, 4 if quadratic. The best of
 * several runs counts, so that what else a machine does counts little.
 */
export function growth(work: (size: number) => unknown, size: number): number {
  const best = (of: number): number => Math.min(...Array.from({ length: 3 }, () => time(() => work(of))));
  best(size);
  return best(2 * size) / best(size);
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
