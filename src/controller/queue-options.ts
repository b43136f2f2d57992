import { requireCount, requireKnownOptions, type OptionChecks, type OptionNames } from '../core/shared/arguments.js';
import { systemClock, type Clock } from '../core/shared/clock.js';
import type { OnMeasurement } from './metrics.js';
import type { BackoffOptions } from './retry-limiter.js';

/** Options of `createWorkQueue`. */
export interface WorkQueueOptions<Item> {
  /** The name of the queue in messages and metrics. @default 'queue' */
  readonly name?: string | undefined;
  /** Returns the key of an item; items with equal keys are the same. @default String */
  readonly keyOf?: ((item: Item) => string) | undefined;
  /** How many keys the queue may hold. @default 1_000_000 */
  readonly maxKeys?: number | undefined;
  /** The backoff of failed items. @default the defaults of each option */
  readonly retry?: BackoffOptions | undefined;
  /** Called with each value of the metrics in `controllerMetrics`. @default nothing is measured */
  readonly onMeasurement?: OnMeasurement | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
  /** Returns a number from 0 to 1, for the jitter of retries. @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** Options of `add` of a work queue. */
export interface AddOptions {
  /** The priority; higher ones come first. @default 0 */
  readonly priority?: number | undefined;
  /** The delay, in milliseconds. @default 0 */
  readonly afterMs?: number | undefined;
}

const checks: OptionChecks<WorkQueueOptions<unknown>> = {
  name: true,
  keyOf: true,
  maxKeys: requireCount,
  retry: true,
  onMeasurement: true,
  clock: true,
  random: true,
};

/** Checks the options of a queue and applies the defaults. Throws `InvalidArgumentError`. */
export function readQueueOptions<Item>(options: WorkQueueOptions<Item>) {
  const { name = 'queue', keyOf = String, maxKeys = 1_000_000 } = requireKnownOptions(options, checks);
  const { clock = systemClock, retry = {}, random = Math.random, onMeasurement } = options;
  return { name, keyOf, maxKeys, clock, retry, random, onMeasurement };
}

/** The options of `add`. */
export const addNames: OptionNames<AddOptions> = { priority: true, afterMs: true };
/** The options of `retry`, whose delay is the backoff. */
export const retryNames: OptionNames<Pick<AddOptions, 'priority'>> = { priority: true };
