import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../src/index.js';
import {
  createController,
  createHealthHandler,
  createPrometheusMetrics,
  createWorkQueue,
  runController,
  settled,
  TerminalError,
  type Controller,
  type ControllerRun,
  type MetricsRegistry,
  type RunControllerOptions,
} from '../../src/controller/index.js';
import { createManualClock, type FakeApiServer } from '../../src/testing/index.js';
import { control, gate, stage, widget } from './controlled.js';

/** The lines of a metric, by their labels. */
async function linesOf(metrics: { metrics(): string | Promise<string> }, name: string): Promise<readonly string[]> {
  const text = await metrics.metrics();
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

describe('the metrics for Prometheus', () => {
  it('count reconciles as controller-runtime does, and have every series from the start', async () => {
    const on = stage({ objects: ['ok', 'again', 'later', 'wrong', 'never'].map((name) => widget(name)) });
    const metrics = createPrometheusMetrics({ clock: on.clock });
    const { controller } = control(on, {
      concurrency: 3,
      onMeasurement: metrics.onMeasurement,
      reconcile({ name }) {
        if (name === 'wrong') throw new Error('no');
        if (name === 'never') throw new TerminalError('no');
        return { again: { requeueAfterMs: 0 }, later: { requeueAfterMs: 1e9 } }[name];
      },
    });
    expect(await linesOf(metrics, 'controller_runtime_reconcile_total')).toEqual(
      ['success', 'error', 'requeue', 'requeue_after'].map(
        (result) => `controller_runtime_reconcile_total{controller="tester",result="${result}"} 0`,
      ),
    );
    await settled(controller);
    expect(await metrics.metrics()).toContain(`# TYPE controller_runtime_reconcile_total counter
controller_runtime_reconcile_total{controller="tester",result="success"} 1
controller_runtime_reconcile_total{controller="tester",result="error"} 2
controller_runtime_reconcile_total{controller="tester",result="requeue"} 1
controller_runtime_reconcile_total{controller="tester",result="requeue_after"} 1
# HELP`);
    const one = async (name: string) => (await linesOf(metrics, name)).map((line) => line.split('} ')[1]);
    expect(await one('controller_runtime_reconcile_errors_total')).toEqual(['2']);
    expect(await one('controller_runtime_terminal_reconcile_errors_total')).toEqual(['1']);
    expect(await one('controller_runtime_reconcile_timeouts_total')).toEqual(['0']);
    expect(await one('controller_runtime_active_workers')).toEqual(['0']);
    expect(await one('controller_runtime_max_concurrent_reconciles')).toEqual(['3']);
    expect(await one('controller_runtime_reconcile_time_seconds_count')).toEqual(['5']);
    expect(await one('workqueue_adds_total')).toEqual(['5']);
    expect(await one('workqueue_retries_total')).toEqual(['3']);
    expect(await linesOf(metrics, 'workqueue_depth')).toEqual([
      'workqueue_depth{name="tester",controller="tester",priority="-100"} 0',
    ]);
    await controller.close();
    expect(await one('controller_runtime_max_concurrent_reconciles')).toEqual(['0']);
  });

  it('have the buckets of controller-runtime, written as Go writes them', async () => {
    const clock = createManualClock();
    const metrics = createPrometheusMetrics({ clock });
    const queue = createWorkQueue({ name: 'q', clock, onMeasurement: metrics.onMeasurement });
    queue.add('a');
    await queue.get();
    await clock.advance(2000);
    queue.done('a');
    const lines = await linesOf(metrics, 'workqueue_work_duration_seconds_bucket');
    // client_golang: strconv.FormatFloat(bound, 'g', -1, 64) of prometheus.ExponentialBuckets(10e-9, 10, 12)
    const bounds = '1e-08 1e-07 1e-06 9.999999999999999e-06 9.999999999999999e-05 0.001 0.01 0.1 1 10 100 1000 +Inf';
    expect(lines.map((line) => /le="([^"]+)"} (\d)/.exec(line)?.slice(1, 3))).toEqual(
      bounds.split(' ').map((bound, index) => [bound, index < 9 ? '0' : '1']),
    );
    expect(await linesOf(metrics, 'workqueue_work_duration_seconds_sum')).toEqual([
      'workqueue_work_duration_seconds_sum{name="q",controller="q"} 2',
    ]);
  });

  it('tell how long work in progress has taken', async () => {
    const clock = createManualClock();
    const metrics = createPrometheusMetrics({ clock });
    const queue = createWorkQueue({ name: 'q', clock, onMeasurement: metrics.onMeasurement });
    const seconds = async () =>
      Promise.all(
        ['workqueue_unfinished_work_seconds', 'workqueue_longest_running_processor_seconds'].map(async (name) =>
          Number((await linesOf(metrics, name))[0]?.split(' ')[1]),
        ),
      );
    for (const key of ['a', 'b', 'c']) {
      queue.add(key);
      await queue.get();
      await clock.advance(1000);
    }
    expect(await seconds()).toEqual([6, 3]);
    queue.done('b');
    expect(await seconds()).toEqual([4, 3]);
    queue.done('a');
    expect(await seconds()).toEqual([1, 1]);
    queue.done('c');
    expect(await seconds()).toEqual([0, 0]);
  });

  it('bound the priorities of a queue, and write any name', async () => {
    const metrics = createPrometheusMetrics();
    const name = 'a"b\\c\nd';
    const queue = createWorkQueue<number>({ name, onMeasurement: metrics.onMeasurement });
    for (let priority = 0; priority < 100; priority += 1) queue.add(priority, { priority });
    const lines = await linesOf(metrics, 'workqueue_depth');
    expect(lines).toHaveLength(26);
    expect(lines[0]).toBe(String.raw`workqueue_depth{name="a\"b\\c\nd",controller="a\"b\\c\nd",priority="0"} 1`);
    expect(lines.at(-1)).toMatch(/priority="exceeded_cardinality_limit"} 75$/);
    queue.close();
    expect((await linesOf(metrics, 'workqueue_depth')).every((line) => line.endsWith(' 0'))).toBe(true);
  });

  it('go into a registry, which is then what is shown', async () => {
    const registered: { name?: string; get(): Promise<unknown> }[] = [];
    const registry: MetricsRegistry = {
      contentType: 'text/of-the-registry',
      metrics: () => Promise.resolve('all of it'),
      registerMetric: (metric) => void registered.push(metric),
    };
    const metrics = createPrometheusMetrics({ registry });
    createWorkQueue({ name: 'q', onMeasurement: metrics.onMeasurement }).add('a');
    expect([metrics.contentType, await metrics.metrics()]).toEqual(['text/of-the-registry', 'all of it']);
    expect(await registered.find(({ name }) => name === 'workqueue_adds_total')?.get()).toEqual({
      ...{ name: 'workqueue_adds_total', help: 'Keys that became ready.', type: 'counter' },
      ...{ aggregator: 'sum', values: [{ labels: { name: 'q', controller: 'q' }, value: 1 }] },
    });
  });

  it('are at /metrics, where they were passed, and a failure of theirs is told', async () => {
    const ask = async (metrics?: { contentType: string; metrics(): string | Promise<string> }) => {
      const headers = new Map<string, string>();
      return new Promise((resolve) => {
        const response = {
          statusCode: 0,
          setHeader: (name: string, value: string) => headers.set(name, value),
          end: (body: string) => {
            resolve([response.statusCode, headers.get('content-type'), body]);
          },
        };
        createHealthHandler({ metrics })({ url: '/metrics?x=1' }, response);
      });
    };
    const plain = 'text/plain; charset=utf-8';
    expect(await ask()).toEqual([404, plain, 'not found\n']);
    expect(await ask({ contentType: 'a/b', metrics: () => 'x 1\n' })).toEqual([200, 'a/b', 'x 1\n']);
    const failing = { contentType: 'a/b', metrics: () => Promise.reject(new Error('a\nb')) };
    expect(await ask(failing)).toEqual([500, plain, 'metrics failed: a b\n']);
    const throwing = {
      ...failing,
      metrics: () => {
        throw new Error('at once');
      },
    };
    expect(await ask(throwing)).toEqual([500, plain, 'metrics failed: at once\n']);
  });
});

const lease = {
  ...{ name: 'tester', namespace: 'shop', identity: 'me' },
  ...{ leaseDurationMs: 1500, renewDeadlineMs: 1000, retryPeriodMs: 100 },
};

/** Runs a controller of widgets, and takes what it was called with. */
function run(options: RunControllerOptions = {}, more: Partial<Parameters<typeof control>[1]> = {}) {
  const on = stage({ objects: [widget('a')] });
  const runs: ControllerRun[] = [];
  const controllers: Controller[] = [];
  const reconciled: string[] = [];
  const { opened, open } = gate();
  const stopping = new AbortController();
  const ended = runController(
    on.client,
    (each) => {
      runs.push(each);
      const made = createController(each.client, {
        ...{ name: 'tester', for: 'widgets', onError: () => undefined, onMeasurement: each.onMeasurement },
        reconcile: ({ name }) => {
          reconciled.push(name);
          open();
        },
        ...more,
      });
      controllers.push(made);
      return made;
    },
    { signal: stopping.signal, ...options },
  );
  ended.catch(() => undefined);
  onTestFinished(() => {
    stopping.abort();
  });
  return { on, ended, runs, controllers, reconciled, opened, stopping };
}

const holderIn = (fake: FakeApiServer): unknown =>
  (fake.objects.find(({ kind }) => kind === 'Lease') as { spec?: { holderIdentity?: string } } | undefined)?.spec
    ?.holderIdentity;
const read = async (port: number | undefined, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return [answer.status, await answer.text()] as const;
};

describe('runController', () => {
  it('leads, serves health and metrics, and releases the lease when it is asked to end', async () => {
    const { on, ended, runs, controllers, opened, stopping } = run({ leaderElection: lease, port: 0 });
    await opened;
    const [{ leadership, port } = { leadership: undefined, port: undefined }] = runs;
    expect(leadership?.signal.aborted).toBe(false);
    expect(holderIn(on.fake)).toBe('me');
    expect(await read(port, '/readyz?verbose')).toEqual([
      200,
      '[+]tester ok\n[+]leaderElection ok\nreadyz check passed\n',
    ]);
    expect(await read(port, '/healthz?verbose')).toEqual([
      200,
      '[+]tester ok\n[+]leaderElection ok\nhealthz check passed\n',
    ]);
    const [status, text] = await read(port, '/metrics');
    expect(status).toBe(200);
    expect(text).toContain('leader_election_master_status{name="tester"} 1\n');
    expect(text).toContain('controller_runtime_max_concurrent_reconciles{controller="tester"} 1\n');
    stopping.abort();
    await ended;
    expect(controllers[0]?.status.closed).toBe(true);
    expect(holderIn(on.fake)).toBe('');
    await expect(read(port, '/healthz')).rejects.toThrow();
  });

  it('ends with SIGTERM once running reconciles are over, and leaves no listener of the process', async () => {
    const before = ['SIGTERM', 'SIGINT'].map((name) => process.listenerCount(name));
    const { opened: isOver, open: finish } = gate();
    let began = false;
    const { ended } = run({}, { reconcile: () => ((began = true), isOver) });
    await expect.poll(() => began).toBe(true);
    let hasEnded = false;
    void ended.then(() => (hasEnded = true));
    process.emit('SIGTERM');
    expect(['SIGTERM', 'SIGINT'].map((name) => process.listenerCount(name))).toEqual(before);
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasEnded).toBe(false);
    finish();
    await ended;
  });

  it('ends as a candidate, and is ready as one', async () => {
    const on = stage({ objects: [widget('a')] });
    const other = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: lease };
    const now = new Date().toISOString();
    on.fake.put({
      ...{ apiVersion: other.apiVersion, kind: other.kind, metadata: { name: 'tester', namespace: 'shop' } },
      spec: { holderIdentity: 'other', leaseDurationSeconds: 3600, acquireTime: now, renewTime: now },
    });
    const stopping = new AbortController();
    const start = vi.fn(() => []);
    const heard: string[] = [];
    const ended = runController(on.client, start, {
      leaderElection: { ...lease, onNewLeader: (holder) => heard.push(holder) },
      signal: stopping.signal,
    });
    await expect.poll(() => heard).toEqual(['other']);
    stopping.abort();
    await ended;
    expect(start).not.toHaveBeenCalled();
    expect(holderIn(on.fake)).toBe('other');
  });

  it('begins again with another term after the lease was lost, with the old controllers closed', async () => {
    const { on, runs, controllers, opened } = run({ leaderElection: { ...lease, onError: () => undefined } });
    await opened;
    // As one that somebody has deleted and made again: servers make a Lease by a replace, too.
    const made = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', spec: { holderIdentity: '' } };
    on.fake.put({ ...made, metadata: { name: 'tester', namespace: 'shop', uid: 'another' } });
    await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(2);
    expect(controllers[0]?.status.closed).toBe(true);
    expect(runs[0]?.leadership?.signal.aborted).toBe(true);
  });

  it('rejects with what ended a controller, and closes the others', async () => {
    const on = stage({ objects: [widget('a')] });
    const made: Controller[] = [];
    const ended = runController(on.client, ({ client }) => {
      const common = { reconcile: () => undefined, onError: () => undefined };
      made.push(createController(client, { ...common, name: 'good', for: 'widgets' }));
      made.push(createController(client, { ...common, name: 'bad', for: 'nothings' }));
      return made;
    });
    await expect(ended).rejects.toMatchObject({ code: 'no-match' });
    expect(made.map(({ status }) => status.closed)).toEqual([true, true]);
  });

  it('refuses what cannot work, and releases its port', async () => {
    const client = createClient({ server: 'http://kubernetes.test' });
    onTestFinished(() => client.close());
    const refused = (options: object, start: unknown = () => []) =>
      expect(runController(client, start as () => [], options)).rejects;
    await refused({ prot: 1 }).toMatchObject({ argument: 'prot' });
    await refused({ port: '8080' }).toMatchObject({ argument: 'port' });
    await refused({ leaderElection: Promise.resolve() }).toMatchObject({ argument: 'leaderElection' });
    await refused({ registry: {} }).toMatchObject({ argument: 'registry' });
    await refused({ healthz: new Map() }).toMatchObject({ argument: 'healthz' });
    await refused({}, null).toMatchObject({ argument: 'start' });
    await refused({}, () => undefined).toMatchObject({ argument: 'controllers[0]' });
    let port = 0;
    const start = (each: ControllerRun) => {
      port = each.port ?? 0;
      throw new Error('cannot begin');
    };
    await refused({ port: 0 }, start).toThrow('cannot begin');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, resolve));
    onTestFinished(() => void server.close());
    await refused({ port }).toMatchObject({ code: 'EADDRINUSE' });
  });

  it('lives whatever a request says', async () => {
    const { runs, opened } = run({ port: 0 });
    await opened;
    const port = runs[0]?.port ?? 0;
    for (const line of ['GET //', 'GET /metrics/../x', 'GET http://[::::]/metrics', 'POST /metrics', 'nonsense']) {
      const socket = connect(port, '127.0.0.1');
      await new Promise<void>((resolve) => {
        socket.on('close', () => {
          resolve();
        });
        socket.on('error', () => undefined);
        socket.resume();
        socket.end(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      });
    }
    expect((await read(port, '/metrics'))[0]).toBe(200);
  });
});
