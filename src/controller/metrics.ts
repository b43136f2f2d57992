import { callQuietly } from '../core/shared/call-quietly.js';

/** The description of a metric, as a `Meter` of OpenTelemetry takes it. */
export interface MetricDescription {
  /** The kind of instrument that records its values. */
  readonly instrument: 'Counter' | 'UpDownCounter' | 'Histogram';
  /** The unit in UCUM, as in OpenTelemetry: `s`, or the counted thing in braces. */
  readonly unit: string;
  /** The human-readable description. */
  readonly description: string;
}

/**
 * One value to add to a counter or to record in a histogram. Attributes are `workqueue.name`, `workqueue.priority`,
 * `controller.name`, `controller.result` (`success`, `requeue`, `requeue_after`, `error` or `terminal_error`), and
 * `leader_election.name` or `sharing.name`, the name of the Lease.
 */
export interface Measurement {
  /** The metric that the value belongs to. */
  readonly name: MetricName;
  /** The value, in the unit of the metric. */
  readonly value: number;
  /** The attributes of the value. */
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Called with each {@link Measurement}. Errors that it throws are ignored. */
export type OnMeasurement = (measurement: Measurement) => void;

type Attributes = Measurement['attributes'];

/** Returns a function that reports measurements with these attributes; undefined where nobody measures. */
export function measureWith(
  onMeasurement: OnMeasurement | undefined,
  own: Attributes,
): ((name: MetricName, value: number, more?: Attributes) => void) | undefined {
  if (onMeasurement === undefined) return undefined;
  return (name, value, more) => callQuietly(() => onMeasurement({ name, value, attributes: { ...own, ...more } }));
}

const counter = 'Counter';
const gauge = 'UpDownCounter';
const histogram = 'Histogram';

/** Instrument, unit and description of each metric, and its name in controller-runtime where that has it. */
export const metricRows = {
  'workqueue.depth': [gauge, '{key}', 'Keys that are ready.', 'workqueue_depth'],
  'workqueue.adds': [counter, '{key}', 'Keys that became ready.', 'workqueue_adds_total'],
  'workqueue.retries': [counter, '{key}', 'Keys that were queued with a delay.', 'workqueue_retries_total'],
  'workqueue.wait.duration': [histogram, 's', 'How long keys were ready.', 'workqueue_queue_duration_seconds'],
  'workqueue.work.duration': [histogram, 's', 'How long keys were processed.', 'workqueue_work_duration_seconds'],
  'controller.reconcile.duration': [
    histogram,
    's',
    'Reconciles, by result.',
    'controller_runtime_reconcile_time_seconds',
  ],
  'controller.reconcile.active': [gauge, '{reconcile}', 'Reconciles in progress.', 'controller_runtime_active_workers'],
  'controller.reconcile.timeouts': [
    counter,
    '{reconcile}',
    'Reconciles past their deadline.',
    'controller_runtime_reconcile_timeouts_total',
  ],
  'controller.reconcile.limit': [
    gauge,
    '{reconcile}',
    'Reconciles that may run at once.',
    'controller_runtime_max_concurrent_reconciles',
  ],
  'leader_election.status': [gauge, '{leader}', 'Whether this process leads: 1 or 0.', 'leader_election_master_status'],
  'sharing.held': [gauge, '{shard}', 'Shards that this member holds.', 'kubeatlas_sharing_held_shards'],
  'sharing.handovers': [counter, '{shard}', 'Shards that this member has gained.', 'kubeatlas_sharing_handovers_total'],
  'sharing.suspensions': [
    counter,
    '{suspension}',
    'How often this member could not renew its Lease in time.',
    'kubeatlas_sharing_suspensions_total',
  ],
} as const;

/** A metric of a queue, a controller, a leader election or a sharing, named by the conventions of OpenTelemetry. */
export type MetricName = keyof typeof metricRows;

/**
 * All metrics, to create instruments of OpenTelemetry from. For Prometheus, with the names that controller-runtime has,
 * take `createPrometheusMetrics` instead.
 * @see https://opentelemetry.io/docs/specs/semconv/general/metrics/
 */
export const controllerMetrics = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries(metricRows).map(([name, [instrument, unit, description]]) => {
    return [name, { instrument, unit, description }];
  }),
) as Readonly<Record<MetricName, MetricDescription>>;
