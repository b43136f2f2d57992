import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Client } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer, type FakeLogRequest } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { viewLogs, type LogsState, type LogsViewOptions } from '../../src/views/index.js';
import { transportTo } from '../live/transport-to.js';

const at = (second: number): string =>
  new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString().replace('Z', '000001Z');
const lineAt = (second: number): string => `${at(second)} line ${second}\n`;
const linesOf = (...seconds: readonly number[]): string => seconds.map(lineAt).join('');

interface PodOptions {
  readonly uid?: string;
  readonly state?: object;
  readonly restartPolicy?: string;
  readonly containers?: readonly string[];
}

function podOf(name: string, { state = { running: {} }, ...options }: PodOptions = {}): object {
  const { restartPolicy = 'Always', containers = ['main'], uid } = options;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', labels: { app: 'front' }, ...(uid !== undefined && { uid }) },
    spec: { restartPolicy, containers: containers.map((container) => ({ name: container })) },
    status: {
      phase: 'Running',
      containerStatuses: containers.map((container) => ({ name: container, state, restartCount: 0 })),
    },
  };
}

const ended = { state: { terminated: { exitCode: 0 } }, restartPolicy: 'Never' } as const;

interface Stage {
  readonly fake: FakeApiServer;
  readonly client: Client;
  readonly show: (target?: string | { labelSelector: string }, options?: LogsViewOptions) => () => LogsState;
}

type Log = (request: FakeLogRequest) => string | AsyncIterable<string>;

function stage(log: Log, objects: object[] = [podOf('front-0')], maxStreams?: number): Stage {
  const fake = createFakeApiServer({ documents: kubernetes(), objects, log });
  const client = createClient({
    server: 'http://logs.test',
    transport: transportTo(fake),
    retry: { limit: 0 },
    ...(maxStreams !== undefined && { maxStreams }),
  });
  onTestFinished(() => client.close());
  const pods = client.resource('pods').namespace('shop');
  return {
    fake,
    client,
    show(target = 'front-0', options = {}) {
      const view = viewLogs(pods, target, options);
      expect(viewLogs(pods, target, { ...options })).toBe(view);
      onTestFinished(view.subscribe(() => undefined));
      return view.getSnapshot;
    },
  };
}

/** A log that stays open, whose lines a test writes. */
function writable() {
  const written: string[] = [];
  let open = 0;
  let wake = (): void => undefined;
  const log = async function* ({ signal, follow }: FakeLogRequest): AsyncGenerator<string> {
    open += 1;
    try {
      for (let index = 0; ; index += 1) {
        const piece = written[index];
        if (piece !== undefined) {
          yield piece;
          continue;
        }
        if (!follow || signal.aborted) return;
        index -= 1;
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    } finally {
      open -= 1;
    }
  };
  const write = (text: string): void => {
    written.push(text);
    wake();
  };
  return { log, write, open: () => open };
}

const textOf = ({ lines }: LogsState): string[] => lines.map(({ line, gap }) => `${line}${gap ? ' (gap)' : ''}`);

/** A page that a test hides. */
function page() {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  Object.assign(globalThis, { document });
  return (state: 'visible' | 'hidden'): void => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
}
afterEach(() => void Reflect.deleteProperty(globalThis, 'document'));

describe('a view of a log', () => {
  it('has its lines, then each that comes, and the same array until then', async () => {
    const { log, write } = writable();
    write(linesOf(1, 2));
    const last = stage(log).show();
    await expect.poll(() => textOf(last())).toEqual(['line 1', 'line 2']);
    expect(last()).toMatchObject({ health: 'live', dropped: 0, error: undefined });
    const { lines } = last();
    expect(last().lines).toBe(lines);
    write(lineAt(3));
    await expect.poll(() => textOf(last())).toEqual(['line 1', 'line 2', 'line 3']);
    expect(last().lines[0]).toBe(lines[0]);
  });

  it('is live where nothing is written', async () => {
    const { log } = writable();
    const last = stage(log).show();
    await expect.poll(() => last()).toMatchObject({ health: 'live', lines: [] });
  });

  it('keeps the last of 10,000 lines that come at once, and says how many gave way', async () => {
    const all = Array.from({ length: 10_000 }, (_, index) => lineAt(index)).join('');
    const { log, write } = writable();
    write(all);
    const last = stage(log).show('front-0', { maxLines: 300, tail: 20_000 });
    await expect.poll(() => last().dropped).toBe(9700);
    expect([last().lines.length, last().lines[0]?.line]).toEqual([300, 'line 9700']);
    write(lineAt(10_000));
    await expect.poll(() => last().lines.at(-1)?.line).toBe('line 10000');
    expect([last().lines.length, last().dropped]).toEqual([300, 9701]);
  });

  it('has what is no text, and lines of many bytes, of which the oldest give way', async () => {
    const long = 'x'.repeat(9 * 1024 * 1024);
    const { log, write } = writable();
    write(`${at(1)} \u0000\u0001\uFFFD\u001B[31m\n`);
    write(`${at(2)} ${long}\n`);
    write(`${at(3)} ${long}\n`);
    const last = stage(log).show();
    await expect.poll(() => last().dropped).toBe(2);
    expect(last().lines.map(({ line }) => line.length)).toEqual([long.length]);
  });

  it('pauses while the page is hidden, and goes on with what was missed', async () => {
    const turn = page();
    const { log, write, open } = writable();
    write(linesOf(1, 2));
    const last = stage(log).show();
    await expect.poll(() => textOf(last())).toEqual(['line 1', 'line 2']);
    turn('hidden');
    await expect.poll(() => last().health).toBe('paused');
    await expect.poll(open).toBe(0);
    write(linesOf(3));
    turn('visible');
    await expect.poll(() => textOf(last())).toEqual(['line 1', 'line 2', 'line 3']);
    expect(last().health).toBe('live');
  });

  it('asks nothing in a page that is hidden from the beginning', async () => {
    const turn = page();
    turn('hidden');
    const { log, write } = writable();
    write(lineAt(1));
    const { show, fake } = stage(log);
    const last = show();
    await expect.poll(() => last().health).toBe('paused');
    expect(fake.requests).toEqual([]);
    turn('visible');
    await expect.poll(() => textOf(last())).toEqual(['line 1']);
  });

  it('tells a gap where the log was rotated while the page was hidden', async () => {
    const turn = page();
    let opened = 0;
    const last = stage(async function* ({ signal }) {
      opened += 1;
      yield opened === 1 ? linesOf(1, 2) : linesOf(90, 91);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    }).show();
    await expect.poll(() => textOf(last())).toEqual(['line 1', 'line 2']);
    turn('hidden');
    await expect.poll(() => last().health).toBe('paused');
    turn('visible');
    await expect.poll(() => textOf(last())).toEqual(['line 1', 'line 2', 'line 90 (gap)', 'line 91']);
  });

  it('says that the server is lost, and goes on with nothing lost or repeated', async () => {
    const { log, write } = writable();
    write(linesOf(1, 2));
    let isCut = false;
    const { show, fake } = stage(async function* (request) {
      for await (const piece of log(request)) {
        yield piece;
        if (isCut) throw new Error('cut');
      }
    });
    const last = show();
    await expect.poll(() => textOf(last())).toEqual(['line 1', 'line 2']);
    const back = fake.fail(({ path }) => path.includes('/pods/'), { status: 503, body: 'down' });
    isCut = true;
    write(lineAt(3));
    await expect.poll(() => last().health).toBe('interrupted');
    expect(last().error).toMatchObject({ statusCode: 503 });
    isCut = false;
    back();
    await expect.poll(() => textOf(last())).toEqual(['line 1', 'line 2', 'line 3']);
    await expect.poll(() => last()).toMatchObject({ health: 'live', error: undefined });
  });

  it('reads at intervals where no stream is left, and says so', async () => {
    const { log, write } = writable();
    write(linesOf(1, 2));
    const { show, client } = stage(log, [podOf('front-0')], 1);
    const other = await client.stream({ path: '/api/v1/pods', query: { watch: true } });
    const last = show();
    await expect.poll(() => last().health).toBe('polling');
    expect(textOf(last())).toEqual(['line 1', 'line 2']);
    await other.body[Symbol.asyncIterator]().return?.();
  });

  it('ends with the pod, and goes on with one of the same name that comes in its place', async () => {
    let written = linesOf(1);
    const { show, fake } = stage(() => written, [podOf('front-0', ended)]);
    const last = show();
    await expect.poll(() => last().health).toBe('ended');
    written = linesOf(1, 2);
    fake.remove(podOf('front-0'));
    await expect.poll(() => last()).toMatchObject({ health: 'failed', error: { statusCode: 404 } });
    fake.put(podOf('front-0', { ...ended, uid: 'another' }));
    await expect.poll(() => textOf(last())).toEqual(['line 1', 'line 2']);
    expect(last()).toMatchObject({ health: 'ended', error: undefined });
  });

  it('reads the pods of a selection, and one that is refused hides no other', async () => {
    const objects = ['front-0', 'front-1', 'front-2'].map((name) => podOf(name, ended));
    const { show, fake } = stage(({ pod }) => `${at(1)} of ${pod}\n`, objects);
    fake.fail(({ path }) => path.includes('front-1/log'), { status: 403, body: 'no' });
    const last = show({ labelSelector: 'app=front' }, { follow: false });
    await expect.poll(() => last().health).toBe('failed');
    expect(textOf(last()).sort()).toEqual(['of front-0', 'of front-2']);
    expect(last().error).toMatchObject({ statusCode: 403 });
  });

  it.each<[string, string, LogsViewOptions, object]>([
    ['a pod that is not there', 'nobody', {}, { statusCode: 404 }],
    ['a container that is not there', 'front-0', { container: 'other' }, { statusCode: 400 }],
    [
      'options that exclude each other',
      'front-0',
      { container: 'a', allContainers: true },
      { code: 'invalid-argument' },
    ],
    ['an empty name', '', {}, { code: 'invalid-name' }],
    ['a tail that is none', 'front-0', { tail: -1 }, { code: 'invalid-argument' }],
  ])('fails for %s', async (_, name, options, error) => {
    const last = stage(() => '').show(name, options);
    await expect.poll(() => last()).toMatchObject({ health: 'failed', error });
  });

  it('asks nothing that is not enabled', async () => {
    const { show, fake } = stage(() => lineAt(1));
    const last = show('front-0', { enabled: false });
    expect(last()).toMatchObject({ health: 'disabled', lines: [] });
    expect(fake.requests).toEqual([]);
  });

  it('ends its stream with its last subscriber, and knows its lines when it is shown again', async () => {
    const { log, write, open } = writable();
    write(linesOf(1));
    const { client } = stage(log);
    const view = viewLogs(client.resource('pods').namespace('shop'), 'front-0');
    const stop = view.subscribe(() => stop());
    await expect.poll(() => view.getSnapshot().lines.length).toBe(1);
    await expect.poll(open).toBe(0);
    expect(view.getSnapshot()).toMatchObject({ health: 'loading' });
    onTestFinished(view.subscribe(() => undefined));
    await expect.poll(() => view.getSnapshot().health).toBe('live');
    expect(textOf(view.getSnapshot())).toEqual(['line 1']);
  });

  it('ends with the client', async () => {
    const { log, write } = writable();
    write(lineAt(1));
    const { show, client } = stage(log);
    const last = show();
    await expect.poll(() => last().health).toBe('live');
    await client.close();
    await expect.poll(() => last()).toMatchObject({ health: 'failed', error: { code: 'closed' } });
  });
});
