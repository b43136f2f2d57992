import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createController,
  createEventRecorder,
  runController,
  type ControllerRun,
  type RunControllerOptions,
} from '../../src/controller/index.js';
import { freePort } from '../kubeconfig/requests.js';
import { eventually } from '../shared/eventually.js';
import { stage, widget, type Stage } from './controlled.js';

const lease = {
  ...{ name: 'tester', namespace: 'shop', identity: 'me' },
  ...{ leaseDurationMs: 1500, renewDeadlineMs: 1000, retryPeriodMs: 100 },
};

const holderIn = ({ fake }: Stage): unknown => {
  const held = fake.objects.find(({ kind }) => kind === 'Lease') as { spec?: { holderIdentity?: string } } | undefined;
  return held?.spec?.holderIdentity;
};

/** Runs a controller of widgets; `each` is called in each reconcile. */
function run(on: Stage, options: RunControllerOptions, each: (name: string) => unknown = () => undefined) {
  const stopping = new AbortController();
  const runs: ControllerRun[] = [];
  const ended = runController(
    on.client,
    (given) => {
      runs.push(given);
      return createController(given.client, {
        ...{ name: 'tester', for: 'widgets', onError: () => undefined },
        reconcile: ({ name }) => void each(name),
      });
    },
    { signal: stopping.signal, ...options },
  );
  ended.catch(() => undefined);
  onTestFinished(() => {
    stopping.abort();
  });
  return { ended, runs, stopping };
}

/** Takes what is written to standard error. */
function standardError(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  onTestFinished(() => {
    spy.mockRestore();
  });
  return lines;
}

describe('the events of a program', () => {
  const names = Array.from({ length: 100 }, (_, index) => `w-${index}`);

  it.each([
    ['of a leader', { leaderElection: { ...lease, leaseDurationMs: 15_000, renewDeadlineMs: 10_000 } }],
    ['without an election', {}],
  ])('%s are written before it ends', async (_, options) => {
    const on = stage({ objects: names.map((name) => widget(name)) });
    const recorder = createEventRecorder(on.client, { component: 'tester' });
    let count = 0;
    const { ended, stopping } = run(on, { ...options, recorder }, (name) => {
      recorder.event(widget(name), { type: 'Normal', reason: 'Seen', message: name });
      count += 1;
      if (count === names.length) stopping.abort();
    });
    await ended;
    expect(on.fake.objects.filter(({ kind }) => kind === 'Event')).toHaveLength(names.length);
    expect(holderIn(on)).toBe('leaderElection' in options ? '' : undefined);
  });

  it('are written while the lease is held, and when the controllers have ended', async () => {
    const on = stage({ objects: [widget('a')] });
    const seen: unknown[] = [];
    let isOver = false;
    const recorder = {
      flush() {
        seen.push([holderIn(on), isOver]);
        return Promise.resolve();
      },
    };
    const { ended, stopping } = run(on, { leaderElection: lease, recorder }, async () => {
      stopping.abort();
      await Promise.resolve();
      isOver = true;
    });
    await ended;
    expect(new Set(seen.map(String))).toEqual(new Set(['me,true']));
  });

  it('that cannot be written end nothing, and are not waited for longer than 5 s', async () => {
    const on = stage({ objects: [widget('a')] });
    const failing = run(on, { recorder: { flush: () => Promise.reject(new Error('full')) } }, () =>
      failing.stopping.abort(),
    );
    await failing.ended;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const flush = vi.fn(() => new Promise<void>(() => undefined));
    const hanging = run(on, { recorder: { flush } });
    let hasEnded = false;
    void hanging.ended.then(() => (hasEnded = true));
    hanging.stopping.abort();
    await eventually(() => expect(flush).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(4_000);
    expect(hasEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await hanging.ended;
  });
});

describe('a program whose lease cannot be had', () => {
  it.each([
    ['is forbidden', 403, 'leases.coordination.k8s.io "tester" is forbidden'],
    ['has no namespace', 404, 'namespaces "shop" not found'],
  ])('because it %s says so once, and is not ready', async (_, status, message) => {
    const lines = standardError();
    const on = stage({ objects: [widget('a')] });
    let attempts = 0;
    const off = on.fake.fail(
      ({ path, method }) => {
        const isLease = path.includes('/namespaces/shop/leases');
        if (isLease) attempts += 1;
        return isLease && (status !== 404 || method === 'POST');
      },
      { status, body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: status, message } },
    );
    const port = await freePort();
    const { runs } = run(on, { leaderElection: lease, port });
    await expect.poll(() => attempts, { timeout: 10_000 }).toBeGreaterThan(5);
    expect(lines).toEqual([expect.stringContaining(`leader election by the lease shop/tester: `)]);
    expect(lines[0]).toContain(message);
    const read = async (path: string): Promise<unknown[]> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return [answer.status, await answer.text()];
    };
    expect(await read('/readyz')).toEqual([503, expect.stringContaining(message)]);
    expect((await read('/healthz'))[0]).toBe(200);
    off();
    await expect.poll(() => read('/readyz'), { timeout: 10_000 }).toEqual([200, 'ok']);
    expect([runs.length, lines.slice(1)]).toEqual([1, [expect.stringMatching(/: me leads$/)]]);
  });

  it('says when the failure is another one, and nothing where onError listens', async () => {
    const lines = standardError();
    const on = stage();
    const fails = (status: number) => on.fake.fail(({ path }) => path.endsWith('/leases/tester'), { status });
    const off = fails(403);
    run(on, { leaderElection: lease });
    const errors: unknown[] = [];
    run(on, { leaderElection: { ...lease, identity: 'other', onError: (error) => errors.push(error) } });
    await expect.poll(() => lines.length).toBe(1);
    fails(500);
    off();
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(2);
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(lines[0]).not.toBe(lines[1]);
  });

  it('says that the lease was lost, and that it leads again', async () => {
    const lines = standardError();
    const on = stage();
    const heard: string[] = [];
    const leaderElection = { ...lease, onNewLeader: (holder: string) => heard.push(holder) };
    const { runs } = run(on, { leaderElection });
    await expect.poll(() => runs.length).toBe(1);
    // As one that somebody has deleted and made again: servers make a Lease by a replace, too.
    const made = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', spec: { holderIdentity: '' } };
    on.fake.put({ ...made, metadata: { name: 'tester', namespace: 'shop', uid: 'another' } });
    await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(2);
    expect(heard).toEqual(['me', '', 'me']);
    expect(lines).toEqual([expect.stringMatching(/deleted/), expect.stringMatching(/: me leads$/)]);
  });
});
