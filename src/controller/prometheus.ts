import { requireKnownOptions, requireMethods } from '../core/shared/arguments.js';
import { systemClock, type Clock } from '../core/shared/clock.js';
import type { Measurement, MetricName, OnMeasurement } from './metrics.js';

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

/** A metric with a series of values for each combination of labels. */
interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: () => readonly Value[];
  readonly reset: () => void;
}

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

  const active = series('gauge', 'controller_runtime_active_workers', 'Number of reconciles in progress');
  const limit = series('gauge', 'controller_runtime_max_concurrent_reconciles', 'Maximum number of reconciles at once');
  const total = series('counter', 'controller_runtime_reconcile_total', 'Total number of reconciles by result');
  const errors = series('counter', 'controller_runtime_reconcile_errors_total', 'Total number of failed reconciles');
  const terminal = series(
    'counter',
    'controller_runtime_terminal_reconcile_errors_total',
    'Total number of reconciles that failed and are not retried',
  );
  const timeouts = series(
    'counter',
    'controller_runtime_reconcile_timeouts_total',
    'Total number of reconciles past their deadline',
  );
  const time = histogram('controller_runtime_reconcile_time_seconds', 'Duration of reconciles', reconcileBuckets);
  const depth = series('gauge', 'workqueue_depth', 'Number of ready keys by priority');
  const adds = series('counter', 'workqueue_adds_total', 'Total number of keys that became ready');
  const retries = series('counter', 'workqueue_retries_total', 'Total number of keys that were queued with a delay');
  const wait = histogram('workqueue_queue_duration_seconds', 'How long keys were ready', queueBuckets);
  const work = histogram('workqueue_work_duration_seconds', 'How long keys were processed', queueBuckets);
  const master = series('gauge', 'leader_election_master_status', 'Whether this process holds the lease');
  const held = series('gauge', 'kubeatlas_sharing_held_shards', 'Number of shards that this process holds');
  const handovers = series('counter', 'kubeatlas_sharing_handovers_total', 'Total number of shards that were gained');
  const suspensions = series('counter', 'kubeatlas_sharing_suspensions_total', 'Total number of late renewals');
  const unfinished = series(
    'gauge',
    'workqueue_unfinished_work_seconds',
    'How long keys in progress have been processed, in sum',
  );
  const longest = series(
    'gauge',
    'workqueue_longest_running_processor_seconds',
    'How long the oldest key in progress has been processed',
  );
  const families: readonly Family[] = [
    ...[active, limit, total, errors, terminal, timeouts, time],
    ...[depth, adds, retries, wait, work, unfinished, longest, master, held, handovers, suspensions],
  ];
  const byMeasurement: Readonly<Record<MetricName, Pick<typeof time, 'add'>>> = {
    'workqueue.depth': depth,
    'workqueue.adds': adds,
    'workqueue.retries': retries,
    'workqueue.wait.duration': wait,
    'workqueue.work.duration': work,
    'controller.reconcile.duration': time,
    'controller.reconcile.active': active,
    'controller.reconcile.timeouts': timeouts,
    'controller.reconcile.limit': limit,
    'leader_election.status': master,
    'sharing.held': held,
    'sharing.handovers': handovers,
    'sharing.suspensions': suspensions,
  };
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
      unfinished.set(
        labels,
        ages.reduce((sum, each) => sum + each, 0),
      );
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
        depth.add({ ...labels, priority }, value);
        return;
      }
      byMeasurement[name].add(labels, value);
      if (name === 'workqueue.wait.duration') queueOf(labels).begun.push(clock.now());
      if (name === 'workqueue.work.duration') endWork(queueOf(labels), clock.now() - value * 1000);
      if (name === 'controller.reconcile.limit') {
        // Every series is there from the start, so that its first increase counts.
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

/** Creates a counter or a gauge, to whose series values are added. */
function series(type: 'counter' | 'gauge', name: string, help: string) {
  const all = new Map<string, { readonly labels: Labels; value: number }>();
  return {
    ...{ name, help, type },
    add(labels: Labels, value: number): void {
      seriesIn(all, labels, () => ({ labels, value: 0 })).value += value;
    },
    set(labels: Labels, value: number): void {
      seriesIn(all, labels, () => ({ labels, value })).value = value;
    },
    values: (): readonly Value[] => [...all.values()].map(({ labels, value }) => ({ labels, value })),
    reset: (): void => {
      // A gauge shows what is, whenever others are set back.
      if (type === 'counter') all.clear();
    },
  };
}

/** Creates a histogram, to whose series values are added. */
function histogram(name: string, help: string, buckets: readonly number[]) {
  const all = new Map<string, { readonly labels: Labels; readonly counts: number[]; sum: number; count: number }>();
  return {
    ...{ name, help, type: 'histogram' as const },
    add(labels: Labels, value: number): void {
      const one = seriesIn(all, labels, () => ({ labels, counts: buckets.map(() => 0), sum: 0, count: 0 }));
      for (const [index, bucket] of buckets.entries())
        if (value <= bucket) one.counts[index] = (one.counts[index] ?? 0) + 1;
      one.sum += value;
      one.count += 1;
    },
    values: (): readonly Value[] =>
      [...all.values()].flatMap(({ labels, counts, sum, count }) => [
        ...[...buckets.map(formatBound), '+Inf'].map((le, index) => ({
          ...{ metricName: `${name}_bucket`, labels: { ...labels, le }, value: counts[index] ?? count },
        })),
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ]),
    reset: (): void => {
      all.clear();
    },
  };
}

function seriesIn<Series>(all: Map<string, Series>, labels: Labels, create: () => Series): Series {
  const key = JSON.stringify(labels);
  const found = all.get(key) ?? create();
  all.set(key, found);
  return found;
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
