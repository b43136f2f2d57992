import { callQuietly } from '../core/shared/call-quietly.js';

/** A metric of a queue, a controller or a leader election, named by the conventions of OpenTelemetry. */
export type MetricName =
  | 'workqueue.depth'
  | 'workqueue.adds'
  | 'workqueue.retries'
  | 'workqueue.wait.duration'
  | 'workqueue.work.duration'
  | 'controller.reconcile.duration'
  | 'controller.reconcile.active'
  | 'controller.reconcile.timeouts'
  | 'controller.reconcile.limit'
  | 'leader_election.status'
  | 'sharing.held'
  | 'sharing.handovers'
  | 'sharing.suspensions';

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
  return (
    onMeasurement &&
    ((name, value, more) => {
      callQuietly(() => {
        onMeasurement({ name, value, attributes: { ...own, ...more } });
      });
    })
  );
}

/**
 * All metrics, to create instruments of OpenTelemetry from. For Prometheus, with the names that controller-runtime has,
 * take `createPrometheusMetrics` instead.
 * @see https://opentelemetry.io/docs/specs/semconv/general/metrics/
 */
export const controllerMetrics: Readonly<Record<MetricName, MetricDescription>> = {
  'workqueue.depth': { instrument: 'UpDownCounter', unit: '{key}', description: 'Keys that are ready.' },
  'workqueue.adds': { instrument: 'Counter', unit: '{key}', description: 'Keys that became ready.' },
  'workqueue.retries': { instrument: 'Counter', unit: '{key}', description: 'Keys that were queued with a delay.' },
  'workqueue.wait.duration': { instrument: 'Histogram', unit: 's', description: 'How long keys were ready.' },
  'workqueue.work.duration': { instrument: 'Histogram', unit: 's', description: 'How long keys were being processed.' },
  'controller.reconcile.duration': { instrument: 'Histogram', unit: 's', description: 'Reconciles, by result.' },
  'controller.reconcile.active': {
    instrument: 'UpDownCounter',
    unit: '{reconcile}',
    description: 'Reconciles in progress.',
  },
  'controller.reconcile.timeouts': {
    instrument: 'Counter',
    unit: '{reconcile}',
    description: 'Reconciles past their deadline.',
  },
  'controller.reconcile.limit': {
    instrument: 'UpDownCounter',
    unit: '{reconcile}',
    description: 'Reconciles that may run at once.',
  },
  'leader_election.status': {
    instrument: 'UpDownCounter',
    unit: '{leader}',
    description: 'Whether this process leads: 1 or 0.',
  },
  'sharing.held': { instrument: 'UpDownCounter', unit: '{shard}', description: 'Shards that this member holds.' },
  'sharing.handovers': { instrument: 'Counter', unit: '{shard}', description: 'Shards that this member has gained.' },
  'sharing.suspensions': {
    instrument: 'Counter',
    unit: '{suspension}',
    description: 'How often this member could not renew its Lease in time.',
  },
};
