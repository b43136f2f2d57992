import { type Count, type CountOptions, createCensus } from '../census/create-census.js';
import { requireKnownOptions, requireMethods } from '../core/shared/arguments.js';
import { askAll } from './ask-all.js';
import { eachChecks, type EachOptions, type Fleet } from './create-fleet.js';
import type { ClusterError } from './errors.js';

/** Options of {@link fleetCount}. */
export interface FleetCountOptions extends EachOptions {
  /** What to count in each cluster, as by `census.count`. @default everything */
  readonly count?: Omit<CountOptions, 'signal' | 'timeoutMs' | 'onProgress'> | undefined;
}

/** The objects of a fleet. */
export interface FleetCount {
  /** The objects of all clusters that answered. */
  readonly total: number;
  /** What was counted in each. */
  readonly counts: readonly { readonly cluster: string; readonly count: Count }[];
  /** Whether every cluster answered, and nothing could not be counted in any. */
  readonly complete: boolean;
  /** The clusters that did not answer. What one that did could not count is in its `count.failures`. */
  readonly failures: readonly ClusterError[];
}

/**
 * Counts the objects of all clusters, each once, as a census does for one.
 *
 * @throws InvalidArgumentError for options that can never work; NoClustersError for a fleet of none; the signal's reason
 *   after an abort
 * @example
 * const { counts } = await fleetCount(fleet, { count: { resources: ['pods', 'nodes'] } });
 * for (const { cluster, count } of counts) console.log(cluster, count.total);
 */
export async function fleetCount(fleet: Fleet, options: FleetCountOptions = {}): Promise<FleetCount> {
  requireMethods('fleet', fleet, ['each']);
  const { count, ...each } = requireKnownOptions(options, { ...eachChecks, count: true });
  const { answers, failures } = await askAll(
    fleet,
    (client, signal) => createCensus(client).count({ ...count, signal }),
    each,
  );
  return {
    total: answers.reduce((sum, [, { total }]) => sum + total, 0),
    counts: answers.map(([cluster, found]) => ({ cluster, count: found })),
    complete: failures.length === 0 && answers.every(([, { complete }]) => complete),
    failures,
  };
}
