import { requireKnownOptions, requireMethods } from '../core/shared/arguments.js';
import { systemClock, type Clock } from '../core/shared/clock.js';
import { metricRows, type Measurement, type MetricName, type OnMeasurement } from './metrics.js';

/** What `/metrics` shows: {@link PrometheusMetrics}, or a registry of prom-client. */
export interface MetricsSource {
  /** The media type of the text. */
  readonly contentType: string;
  /**
   * Returns all metrics as text.
   *
   * @throws what the registry throws
   */
  metrics(): string | Promise<string>;
}

/** The metrics of controllers, queues and leader elections, created by {@link createPrometheusMetrics}. */
export interface PrometheusMetrics extends MetricsSource {
  /** The option `onMeasurement` of each controller, queue and leader election to measure. */
  readonly onMeasurement: OnMeasurement;
}

/** A metric as the registry of prom-client reads it. */
export interface RegistryMetric {
  /** Returns the present values. */
  get(): Promise<unknown>;
  /** Sets the metric back. */
  reset(): void;
}

/** The part of prom-client's `Registry` that is used. */
export interface MetricsRegistry extends MetricsSource {
  /**
   * Adds a metric.
   *
   * @throws Error if it already has one of that name
   */
  registerMetric(metric: RegistryMetric): void;
}

/** Options of {@link createPrometheusMetrics}. */
export interface PrometheusMetricsOptions {
  /** A registry of prom-client, to which the metrics are added: `metrics()` then returns all that it has. @default none */
  readonly registry?: MetricsRegistry | undefined;
  /** The clock of the controllers. @default the runtime's */
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

type Labels = Readonly<Record<string, string>>;

/** One value of a metric, in the form of prom-client. */
interface Value {
  readonly metricName?: string;
  readonly labels: Labels;
  readonly value: number;
}

type Family = ReturnType<typeof createFamily>;

const types = { Counter: 'counter', UpDownCounter: 'gauge', Histogram: 'histogram' } as const;
type MetricType = (typeof types)[keyof typeof types];

/** `prometheus.ExponentialBuckets(10e-9, 10, 12)`, rounded as there. */
const queueBuckets: number[] = [10e-9];
while (queueBuckets.length < 12) queueBuckets.push((queueBuckets.at(-1) ?? 0) * 10);
const reconcileBuckets: readonly number[] = [
  ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
  ...[1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60],
];
/** The values of `result` that controller-runtime has. */
const results: readonly string[] = ['success', 'error', 'requeue', 'requeue_after'];
/** As many priorities of a queue get series of their own as in controller-runtime. */
const maxPriorities = 25;

/**
 * Collects measurements into metrics with the names, labels and buckets of controller-runtime, for Prometheus. Pass its
 * `onMeasurement` to controllers, and itself to `createHealthHandler`, which then serves `/metrics`; `runController`
 * does both. For OpenTelemetry, take `controllerMetrics` instead.
 *
 * @throws InvalidArgumentError for options that can never work; the registry's error if it has these metrics already
 * @example
 * import { createServer } from 'node:http';
 *
 * const metrics = createPrometheusMetrics();
 * const { onMeasurement } = metrics;
 * const reconcile = () => undefined;
 * createController(client, { name: 'widgets', for: 'pods', reconcile, onError: console.error, onMeasurement });
 * createServer(createHealthHandler({ metrics })).listen(8080);
 * @see https://book.kubebuilder.io/reference/metrics-reference
 */
export function createPrometheusMetrics(options: PrometheusMetricsOptions = {}): PrometheusMetrics {
  const { registry, clock = systemClock } = requireKnownOptions(options, { registry: true, clock: true });
  if (registry !== undefined) requireMethods('registry', registry, ['registerMetric', 'metrics']);

  const measured = Object.fromEntries(
    Object.entries(metricRows).map(([metric, [instrument, , description, name]]) => {
      const buckets = metric.startsWith('workqueue') ? queueBuckets : reconcileBuckets;
      return [metric, createFamily(types[instrument], name, description, buckets)];
    }),
  ) as Record<MetricName, Family>;
  const [total, errors, terminal] = [
    createFamily('counter', 'controller_runtime_reconcile_total', 'Reconciles, by result.'),
    createFamily('counter', 'controller_runtime_reconcile_errors_total', 'Reconciles that failed.'),
    createFamily('counter', 'controller_runtime_terminal_reconcile_errors_total', 'Failures that are not retried.'),
  ];
  const [unfinished, longest] = [
    createFamily('gauge', 'workqueue_unfinished_work_seconds', 'How long keys are processed, in sum.'),
    createFamily('gauge', 'workqueue_longest_running_processor_seconds', 'How long the oldest key is processed.'),
  ];
  const families = [...Object.values(measured), total, errors, terminal, unfinished, longest];
  const queues = new Map<string, Queue>();
  const queueOf = (labels: Labels): Queue => {
    const { name = '' } = labels;
    const queue = queues.get(name) ?? { labels, begun: [], priorities: new Set() };
    queues.set(name, queue);
    return queue;
  };
  const age = (): void => {
    const now = clock.now();
    for (const { labels, begun } of queues.values()) {
      const ages = begun.map((at) => Math.max(0, now - at) / 1000);
      const sum = ages.reduce((total, each) => total + each, 0);
      unfinished.set(labels, sum);
      longest.set(labels, ages[0] ?? 0);
    }
  };
  for (const family of registry === undefined ? [] : families) registry?.registerMetric(asMetric(family, age));

  return Object.freeze<PrometheusMetrics>({
    get contentType() {
      return registry?.contentType ?? 'text/plain; version=0.0.4; charset=utf-8';
    },
    metrics() {
      age();
      return registry?.metrics() ?? families.map(format).join('');
    },
    onMeasurement(measurement) {
      const { name, value, attributes } = measurement;
      const labels = labelsOf(measurement);
      if (name === 'workqueue.depth') {
        const priority = priorityLabel(queueOf(labels), String(attributes['workqueue.priority'] ?? ''));
        measured[name].add({ ...labels, priority }, value);
        return;
      }
      measured[name].add(labels, value);
      if (name === 'workqueue.wait.duration') queueOf(labels).begun.push(clock.now());
      if (name === 'workqueue.work.duration') endWork(queueOf(labels), clock.now() - value * 1000);
      if (name === 'controller.reconcile.limit') {
        // Every series is there from the start, so that its first increase counts.
        const { 'controller.reconcile.active': active, 'controller.reconcile.timeouts': timeouts } = measured;
        for (const each of [active, errors, terminal, timeouts]) each.add(labels, 0);
        for (const result of results) total.add({ ...labels, result }, 0);
      }
      if (name === 'controller.reconcile.duration') {
        const given = String(attributes['controller.result']);
        const result = given === 'terminal_error' ? 'error' : given;
        total.add({ ...labels, result }, 1);
        if (result === 'error') errors.add(labels, 1);
        if (given === 'terminal_error') terminal.add(labels, 1);
      }
    },
  });
}

/** What is known of a queue besides its series. */
interface Queue {
  readonly labels: Labels;
  /** When the work in progress began, the oldest first. */
  readonly begun: number[];
  readonly priorities: Set<string>;
}

/** Work is known by when it began: of two keys that began at one moment, either may be taken for the other. */
function endWork({ begun }: Queue, at: number): void {
  let nearest = 0;
  for (const [index, each] of begun.entries()) {
    if (Math.abs(each - at) < Math.abs((begun[nearest] ?? 0) - at)) nearest = index;
  }
  begun.splice(nearest, 1);
}

function priorityLabel({ priorities }: Queue, priority: string): string {
  if (priorities.size < maxPriorities) priorities.add(priority);
  return priorities.has(priority) ? priority : 'exceeded_cardinality_limit';
}

function labelsOf({ attributes }: Measurement): Labels {
  const queue = attributes['workqueue.name'];
  if (queue !== undefined) return { name: String(queue), controller: String(queue) };
  const election = attributes['leader_election.name'] ?? attributes['sharing.name'];
  return election === undefined ? { controller: String(attributes['controller.name']) } : { name: String(election) };
}

/** Creates a metric, to whose series values are added. */
function createFamily(type: MetricType, name: string, help: string, buckets: readonly number[] = []) {
  const all = new Map<string, { readonly labels: Labels; sum: number; count: number; readonly counts: number[] }>();
  const seriesOf = (labels: Labels) => {
    const key = JSON.stringify(labels);
    const found = all.get(key) ?? { labels, sum: 0, count: 0, counts: buckets.map(() => 0) };
    all.set(key, found);
    return found;
  };
  return {
    ...{ name, help, type },
    add(labels: Labels, value: number): void {
      const one = seriesOf(labels);
      one.sum += value;
      one.count += 1;
      if (type !== 'histogram') return;
      for (const [index, bucket] of buckets.entries())
        if (value <= bucket) one.counts[index] = (one.counts[index] ?? 0) + 1;
    },
    set(labels: Labels, value: number): void {
      seriesOf(labels).sum = value;
    },
    values: (): readonly Value[] =>
      [...all.values()].flatMap(({ labels, counts, sum, count }): Value[] => {
        if (type !== 'histogram') return [{ labels, value: sum }];
        return [
          ...[...buckets.map(formatBound), '+Inf'].map((le, index) => ({
            ...{ metricName: `${name}_bucket`, labels: { ...labels, le }, value: counts[index] ?? count },
          })),
          { metricName: `${name}_sum`, labels, value: sum },
          { metricName: `${name}_count`, labels, value: count },
        ];
      }),
    reset: (): void => {
      // A gauge shows what is, whenever others are set back.
      if (type !== 'gauge') all.clear();
    },
  };
}

/** Writes a bound as Go does: the label of a bucket is text, and has to be the same for the same bucket. */
function formatBound(bound: number): string {
  return bound < 1e-4 ? bound.toExponential().replace(/e-(\d)$/, 'e-0$1') : String(bound);
}

/** Makes a family a metric of prom-client, which renames counters for OpenMetrics. */
function asMetric(family: Family, refresh: () => void): RegistryMetric {
  const { help, type, values, reset } = family;
  const metric = {
    ...{ name: family.name, help, type, aggregator: 'sum', reset },
    get() {
      refresh();
      return Promise.resolve({ name: metric.name, help, type, aggregator: 'sum', values: values() });
    },
  };
  return metric;
}

/** Writes a family in Prometheus' text format. */
function format({ name, help, type, values }: Family): string {
  const lines = values().map(({ metricName = name, labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
    return `${metricName}{${pairs.join(',')}} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
