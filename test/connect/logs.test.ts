import { describe, expect, it, onTestFinished } from 'vitest';
import { logs, type LogLine, type LogsOptions, type PodSelection } from '../../src/connect/index.js';
import { createClient, type Client } from '../../src/index.js';
import {
  createFakeApiServer,
  createManualClock,
  type FakeApiServer,
  type FakeApiServerOptions,
  type FakeLogRequest,
} from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';

const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000000001Z`;
const lineAt = (second: number): string => `${at(second)} line ${second}\n`;
const linesOf = (...seconds: readonly number[]): string => seconds.map(lineAt).join('');

interface PodOptions {
  readonly labels?: Readonly<Record<string, string>>;
  readonly containers?: readonly string[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly restartPolicy?: string;
  /** The state of each container. @default running */
  readonly state?: object;
  readonly restartCount?: number;
  readonly phase?: string;
}

function podOf(name: string, options: PodOptions = {}): object {
  const { labels = { app: 'front' }, containers = ['main'], annotations = {}, restartPolicy = 'Always' } = options;
  const { state = { running: {} }, restartCount = 0, phase = 'Running' } = options;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', labels, annotations },
    spec: { restartPolicy, containers: containers.map((container) => ({ name: container })) },
    status: { phase, containerStatuses: containers.map((container) => ({ name: container, state, restartCount })) },
  };
}

const ended = { state: { terminated: { exitCode: 0 } }, restartPolicy: 'Never' } as const;

interface Started {
  readonly fake: FakeApiServer;
  readonly client: Client;
  readonly read: (target: string | PodSelection, options?: LogsOptions) => Promise<string[]>;
  readonly open: (target: string | PodSelection, options?: LogsOptions) => AsyncIterableIterator<LogLine>;
}

async function start(options: FakeApiServerOptions, resource = 'pods'): Promise<Started> {
  const fake = createFakeApiServer({ documents: kubernetes(), objects: [podOf('front-0')], ...options });
  const server = await startFakeApiServer(fake);
  const client = createClient({ server: server.url, retry: { limit: 0 } });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  const handle = client.resource(resource).namespace('shop');
  const open: Started['open'] = (target, given = {}) => logs(handle, target, { ...given, as: 'text' });
  const read: Started['read'] = async (target, given) => {
    const lines: string[] = [];
    for await (const line of open(target, given)) lines.push(shown(line));
    return lines;
  };
  return { fake, client, read, open };
}

function shown({ pod, container, line, gap }: LogLine): string {
  return `${pod}/${container}: ${line}${gap ? ' (gap)' : ''}`;
}

/** Takes the next lines. */
async function take(lines: AsyncIterator<LogLine>, count: number): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const next = await lines.next();
    if (next.done === true) break;
    taken.push(shown(next.value));
  }
  return taken;
}

/** A clock whose pauses are over at once. */
const impatient = { now: () => 0, sleep: async () => new Promise<void>((resolve) => setTimeout(resolve, 1)) };

describe('logs', () => {
  it('yields lines with pod, container and time', async () => {
    const { open } = await start({ log: linesOf(1, 2) });
    const lines: LogLine[] = [];
    for await (const line of open('front-0')) lines.push(line);
    expect(lines).toEqual([
      { pod: 'front-0', container: 'main', time: at(1), line: 'line 1', gap: false },
      { pod: 'front-0', container: 'main', time: at(2), line: 'line 2', gap: false },
    ]);
  });

  it('takes the options of kubectl', async () => {
    const { read } = await start({ log: linesOf(1, 2, 3) });
    expect(await read('front-0', { tail: 1 })).toEqual(['front-0/main: line 3']);
    expect(await read('front-0', { tail: 0 })).toEqual([]);
    expect(await read('front-0', { sinceTime: at(2) })).toEqual(['front-0/main: line 2', 'front-0/main: line 3']);
    expect(await read('front-0', { timestamps: true, tail: 1 })).toEqual([`front-0/main: ${at(3)} line 3`]);
    // The bytes of what is yielded count, and not those of the times.
    expect(await read('front-0', { limitBytes: 9 })).toEqual(['front-0/main: line 1', 'front-0/main: li']);
  });

  it('yields bytes as the container wrote them', async () => {
    const { client } = await start({ log: `${at(1)} a\r\n${at(2)} no end` });
    const pieces: Uint8Array[] = [];
    const pods = client.resource('pods').namespace('shop');
    for await (const { line } of logs(pods, 'front-0', { as: 'bytes' })) pieces.push(line);
    expect(Buffer.concat(pieces).toString()).toBe('a\r\nno end');
  });

  it('chooses the container as servers and kubectl do', async () => {
    const containers = ['main', 'side'];
    const annotations = { 'kubectl.kubernetes.io/default-container': 'side' };
    const objects = [podOf('pair', { containers }), podOf('annotated', { containers, annotations })];
    const { read } = await start({ objects, log: ({ container }) => `${at(1)} of ${container}\n` });
    expect(await read('annotated')).toEqual(['annotated/side: of side']);
    expect(await read('pair', { container: 'main' })).toEqual(['pair/main: of main']);
    expect(await read('pair', { allContainers: true })).toEqual(['pair/main: of main', 'pair/side: of side']);
    await expect(read('pair')).rejects.toThrow('choose one of: [main side]');
  });

  it('finds the pods of a workload, of a service and of a selector', async () => {
    const objects = [
      ...['front-0', 'front-1'].map((name) => podOf(name)),
      podOf('other', { labels: { app: 'other' } }),
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'front', namespace: 'shop' },
        spec: { selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['front'] }] } },
      },
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'front', namespace: 'shop' },
        spec: { selector: { app: 'front' } },
      },
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'none', namespace: 'shop' }, spec: {} },
    ];
    const log = ({ pod }: FakeLogRequest): string => `${at(1)} of ${pod}\n`;
    const expected = ['front-0/main: of front-0', 'front-1/main: of front-1'];
    expect(await (await start({ objects, log }, 'deployments')).read('front')).toEqual(expected);
    const { read } = await start({ objects, log }, 'services');
    expect(await read('front')).toEqual(expected);
    expect(await read({ labelSelector: 'app=front' })).toEqual(expected);
    await expect(read('none')).rejects.toMatchObject({ argument: 'target' });
  });

  it('tells what cannot be read', async () => {
    const { read, fake } = await start({ objects: [podOf('front-0'), podOf('front-1')], log: linesOf(1) });
    await expect(read('nobody')).rejects.toMatchObject({ code: 'api', statusCode: 404 });
    fake.fail('/api/v1/namespaces/shop/pods/front-0/log', { status: 403, body: 'no' });
    await expect(read({ labelSelector: 'app=front' })).rejects.toMatchObject({ statusCode: 403 });
    const failed: unknown[] = [];
    const onError: LogsOptions['onError'] = (error, log) => failed.push([(error as { code: string }).code, log]);
    expect(await read({ labelSelector: 'app=front' }, { onError })).toEqual(['front-1/main: line 1']);
    expect(failed).toEqual([['api', { pod: 'front-0', container: 'main' }]]);
  });

  it.each([
    [{ since: 0 }, 'since'],
    [{ limitBytes: 0 }, 'limitBytes'],
    [{ tail: -1 }, 'tail'],
    [{ container: '' }, 'container'],
    [{ container: 'a', allContainers: true }, 'container'],
    [{ since: 1, sinceTime: at(1) }, 'since'],
    [{ tailLines: 1 }, 'tailLines'],
  ])('refuses %j before anything is sent', async (options, argument) => {
    const { open, fake } = await start({});
    expect(() => open('front-0', options as LogsOptions)).toThrow(expect.objectContaining({ argument }) as Error);
    expect(fake.requests).toEqual([]);
  });
});

describe('a follow', () => {
  it('goes on where a connection was cut, with nothing lost or repeated', async () => {
    let opened = 0;
    const { read, fake } = await start({
      log: async function* ({ signal }) {
        opened += 1;
        // In the middle of a line, of a second, and after an end that looks like that of the container.
        if (opened === 1) yield linesOf(1, 2) + lineAt(3).slice(0, 35);
        if (opened === 2) yield linesOf(1, 2, 3).replace('000000001Z line 3', '000000002Z line 3');
        if (opened > 2) {
          yield linesOf(1, 2).concat(linesOf(3, 4).replace('03.000000001Z', '03.000000002Z'));
          fake.put(podOf('front-0', ended));
        }
        signal.throwIfAborted();
      },
    });
    expect(await read('front-0', { follow: true, clock: impatient })).toEqual(
      [1, 2, 3, 4].map((second) => `front-0/main: line ${second}`),
    );
  });

  it('survives refused connections, and gives up after reconnectMs', async () => {
    const clock = createManualClock();
    const { open, fake } = await start({
      log: async function* () {
        yield linesOf(1);
      },
    });
    const lines = open('front-0', { follow: true, clock, reconnectMs: 20_000 });
    expect(await take(lines, 1)).toEqual(['front-0/main: line 1']);
    fake.fail('/api/v1/namespaces/shop/pods/front-0/log', { status: 500, body: 'dial tcp: connection refused' });
    fake.fail('/api/v1/namespaces/shop/pods/front-0', { status: 503, body: 'down' });
    const next = lines.next();
    const outcome = next.then(
      () => 'a line',
      (error: { statusCode: number }) => error.statusCode,
    );
    let result: unknown;
    void outcome.then((value) => (result = value));
    while (result === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (clock.sleepers > 0) await clock.advance(1000);
    }
    expect(clock.now()).toBeLessThan(120_000);
    expect(await outcome).toBe(500);
  });

  it('tells a gap where the file was rotated while it was cut off', async () => {
    let opened = 0;
    const { read, fake } = await start({
      log: async function* () {
        opened += 1;
        if (opened === 1) yield linesOf(1, 2);
        else {
          fake.put(podOf('front-0', ended));
          yield linesOf(5, 6);
        }
      },
    });
    expect(await read('front-0', { follow: true, clock: impatient })).toEqual([
      'front-0/main: line 1',
      'front-0/main: line 2',
      'front-0/main: line 5 (gap)',
      'front-0/main: line 6',
    ]);
  });

  it('reads the next instance of a container from its beginning, after what is left of the one before', async () => {
    let opened = 0;
    const { read, fake } = await start({
      log: async function* ({ previous }) {
        opened += 1;
        if (previous) yield linesOf(1, 2, 3);
        else if (opened === 1) {
          yield linesOf(1, 2);
          fake.put(podOf('front-0', { restartCount: 1 }));
        } else {
          fake.put(podOf('front-0', { ...ended, restartCount: 1 }));
          yield linesOf(5, 6);
        }
      },
    });
    expect(await read('front-0', { follow: true, clock: impatient })).toEqual(
      [1, 2, 3, 5, 6].map((second) => `front-0/main: line ${second}`),
    );
  });

  it('ends with the container where that is asked for', async () => {
    const { read, fake } = await start({
      log: async function* () {
        fake.put(podOf('front-0', { restartCount: 1 }));
        yield linesOf(1);
      },
    });
    expect(await read('front-0', { follow: true, restarts: false, clock: impatient })).toEqual([
      'front-0/main: line 1',
    ]);
  });

  it('tells a pod that says for a minute that it runs, and gives its last line without an end', async () => {
    let ms = 0;
    const clock = { now: () => ms, sleep: async (pause: number) => void (ms += await Promise.resolve(pause)) };
    const { read, fake } = await start({
      log: async function* ({ previous }) {
        if (previous) return;
        yield `${lineAt(1)}${at(2)} without an end`;
        // Long after it was told.
        if (ms > 300_000) fake.put(podOf('front-0', ended));
      },
    });
    const told: unknown[] = [];
    const onStale = (log: object): void => void told.push([log, ms >= 60_000 && ms < 80_000]);
    const clocked = { ...clock, sleep: async (pause: number) => clock.sleep(pause === 10_000 ? 0 : pause) };
    expect(await read('front-0', { follow: true, clock: clocked, onStale })).toEqual([
      'front-0/main: line 1',
      'front-0/main: without an end',
    ]);
    expect(told).toEqual([[{ pod: 'front-0', container: 'main' }, true]]);
    // Asked again, but not all the time: the pauses grow to 2.5 to 5 s.
    expect(fake.requests.filter(({ path }) => path.includes('follow=true')).length).toBeLessThan(130);
  });

  it('says whose line is too long', async () => {
    const { read } = await start({ log: `${at(1)} ${'x'.repeat(200)}\n` });
    await expect(read('front-0', { maxLineBytes: 100 })).rejects.toMatchObject({
      argument: 'maxLineBytes',
      message: expect.stringContaining('the log of front-0/main has a line of more bytes') as string,
    });
  });

  it('ends with the pod', async () => {
    const { read, fake } = await start({
      log: async function* () {
        yield linesOf(1);
        fake.remove(podOf('front-0'));
      },
    });
    expect(await read('front-0', { follow: true, clock: impatient })).toEqual(['front-0/main: line 1']);
  });

  it('waits for a container that is being restarted', async () => {
    let opened = 0;
    const { read, fake } = await start({
      log: async function* () {
        opened += 1;
        if (opened === 1) yield linesOf(1);
        else {
          yield linesOf(1, 2);
          fake.put(podOf('front-0', ended));
        }
        if (opened > 1) return;
        const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 400, message: 'is waiting to start' };
        fake.fail('/api/v1/namespaces/shop/pods/front-0/log', { status: 400, body, times: 3 });
      },
    });
    expect(await read('front-0', { follow: true, clock: impatient })).toEqual([
      'front-0/main: line 1',
      'front-0/main: line 2',
    ]);
  });

  it('does not repeat a log of which nothing was wanted', async () => {
    let opened = 0;
    const asked: (string | null)[] = [];
    const { open, fake } = await start({
      log: async function* () {
        opened += 1;
        if (opened > 2) yield `${new Date(Date.now() + 1000).toISOString()} new\n`;
        await Promise.resolve();
      },
    });
    const lines = open('front-0', { follow: true, tail: 0, clock: impatient });
    expect(await take(lines, 1)).toEqual(['front-0/main: new']);
    await lines.return?.();
    for (const { path } of fake.requests.filter(({ path }) => path.includes('/log'))) {
      asked.push(new URL(path, 'http://x').searchParams.get('tailLines'));
    }
    expect(asked).toEqual(['0', null, null]);
  });

  it('takes in the pods that join, with all of their lines', async () => {
    const log = async function* ({ pod, signal }: FakeLogRequest): AsyncGenerator<string> {
      yield `${at(1)} of ${pod}\n`;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const { open, fake } = await start({ log, objects: [podOf('front-0')] });
    const lines = open({ labelSelector: 'app=front' }, { follow: true, tail: 5, maxLogs: 2 });
    expect(await take(lines, 1)).toEqual(['front-0/main: of front-0']);
    // It has no log yet.
    fake.put(podOf('front-1', { state: { waiting: {} }, phase: 'Pending' }));
    fake.put(podOf('other', { labels: { app: 'other' } }));
    fake.put(podOf('front-1'));
    expect(await take(lines, 1)).toEqual(['front-1/main: of front-1']);
    const tails = fake.requests.flatMap(({ path }) => (path.includes('/log') ? [path.includes('tailLines=5')] : []));
    expect(tails).toEqual([true, false]);
    fake.put(podOf('front-2'));
    await expect(lines.next()).rejects.toMatchObject({ code: 'too-many-logs', maxLogs: 2 });
    await expect.poll(() => fake.openWatches).toBe(0);
  });

  it('leaves no request open', async () => {
    let open = 0;
    const log = async function* ({ signal }: FakeLogRequest): AsyncGenerator<string> {
      open += 1;
      signal.addEventListener('abort', () => (open -= 1));
      yield linesOf(1);
      await new Promise(() => undefined);
    };
    const { open: follow } = await start({ log });
    for await (const { line } of follow('front-0', { follow: true })) {
      expect(line).toBe('line 1');
      break;
    }
    const controller = new AbortController();
    const lines = follow('front-0', { follow: true, signal: controller.signal });
    await lines.next();
    const reason = new Error('enough');
    const next = lines.next();
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
    await expect.poll(() => open).toBe(0);
  });
});
