/** What a queue and a controller measure, by the name under which OpenTelemetry would have it. */
export type MetricName =
  | 'workqueue.depth'
  | 'workqueue.adds'
  | 'workqueue.retries'
  | 'workqueue.wait.duration'
  | 'workqueue.work.duration'
  | 'controller.reconcile.duration'
  | 'controller.reconcile.active'
  | 'controller.reconcile.timeouts';

/** How a metric is to be made: what a `Meter` of OpenTelemetry takes. */
export interface MetricDescription {
  /** What records its values. */
  readonly instrument: 'Counter' | 'UpDownCounter' | 'Histogram';
  /** In UCUM, as OpenTelemetry has it: `s`, or the thing that is counted, in braces. */
  readonly unit: string;
  /** For people: what it tells. */
  readonly description: string;
}

/**
 * One value: to add to a counter, or to record in a histogram. Attributes are `workqueue.name`, `workqueue.priority`,
 * `controller.name`, and `controller.result`: `success`, `requeue`, `requeue_after`, `error` or `terminal_error`.
 */
export interface Measurement {
  /** Which metric it is of. */
  readonly name: MetricName;
  /** The value, in the unit of the metric. */
  readonly value: number;
  /** What it is of, by names of OpenTelemetry. */
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Told of each {@link Measurement}; what it throws is ignored. */
export type OnMeasurement = (measurement: Measurement) => void;

/**
 * All metrics, to make instruments of. controller-runtime has the same ones by Prometheus' rules (`workqueue_depth`,
 * `workqueue_queue_duration_seconds`, `controller_runtime_reconcile_time_seconds`, ...).
 * @see https://opentelemetry.io/docs/specs/semconv/general/metrics/
 */
export const controllerMetrics: Readonly<Record<MetricName, MetricDescription>> = {
  'workqueue.depth': { instrument: 'UpDownCounter', unit: '{key}', description: 'Keys that are ready.' },
  'workqueue.adds': { instrument: 'Counter', unit: '{key}', description: 'Keys that became ready.' },
  'workqueue.retries': { instrument: 'Counter', unit: '{key}', description: 'Keys that were queued with a delay.' },
  'workqueue.wait.duration': { instrument: 'Histogram', unit: 's', description: 'How long keys were ready.' },
  'workqueue.work.duration': { instrument: 'Histogram', unit: 's', description: 'How long keys were under way.' },
  'controller.reconcile.duration': { instrument: 'Histogram', unit: 's', description: 'Reconciles, by result.' },
  'controller.reconcile.active': { instrument: 'UpDownCounter', unit: '{reconcile}', description: 'Under way.' },
  'controller.reconcile.timeouts': { instrument: 'Counter', unit: '{reconcile}', description: 'Past their deadline.' },
};
