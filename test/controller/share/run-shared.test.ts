import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../src/index.js';
import { createController, runController, type RunControllerOptions } from '../../../src/controller/index.js';
import { freePort } from '../../kubeconfig/requests.js';
import { stage, widget, type Stage } from '../controlled.js';
import { transportTo } from '../../live/transport-to.js';

const times = { leaseDurationMs: 1500, renewDeadlineMs: 1000, retryPeriodMs: 100 };
const share = { name: 'tester', namespace: 'shop', shards: 4, ...times };

/** Runs a program with controllers that share widgets. */
function program(on: Stage, options: RunControllerOptions, reconciled: string[] = []) {
  const stopping = new AbortController();
  const client = createClient({ server: 'http://kubernetes.test', transport: transportTo(on.fake) });
  onTestFinished(() => client.close());
  const ended = runController(
    client,
    ({ client: given, share: sharing, onMeasurement }) =>
      createController(given, {
        ...{ name: 'tester', for: 'widgets', onError: () => undefined, share: sharing, onMeasurement },
        reconcile: ({ name }) => void reconciled.push(name),
      }),
    { signal: stopping.signal, ...options },
  );
  ended.catch(() => undefined);
  return { ended, stopping, reconciled };
}

it('runs a program whose replicas share their objects, and hands them over at its end', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `w-${index}`);
  const on = stage({ objects: names.map((name) => widget(name)) });
  const port = await freePort();
  const a = program(on, { share, port });
  await expect.poll(() => a.reconciled.length).toBe(20);
  const b = program(on, { share });
  await expect.poll(() => b.reconciled.length).toBeGreaterThan(0);
  const ready = await fetch(`http://127.0.0.1:${port}/readyz?verbose`);
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('[+]sharing ok')]);
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toContain('kubeatlas_sharing_held_shards{name="tester"} 2');
  a.stopping.abort();
  await a.ended;
  await expect.poll(() => new Set(b.reconciled).size).toBe(20);
  b.stopping.abort();
  await b.ended;
});

it('says on standard error and by /readyz why it does not join', async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  onTestFinished(() => {
    spy.mockRestore();
  });
  const on = stage();
  on.fake.configure({ may: ({ resource }) => resource !== 'leases' });
  const port = await freePort();
  const { stopping, ended } = program(on, { share, port });
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  expect(lines[0]).toMatch(/^sharing by the lease shop\/tester: .*leases/);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).not.toBe(200);
  stopping.abort();
  await ended;
});

it('runs what cannot be shared in one replica, which hands it over', async () => {
  const on = stage({ objects: [widget('w-0')] });
  const lease = { name: 'tester', namespace: 'shop' };
  const began: string[] = [];
  const alone = (who: string) => {
    const stopping = new AbortController();
    const client = createClient({ server: 'http://kubernetes.test', transport: transportTo(on.fake) });
    onTestFinished(() => client.close());
    const ended = runController(
      client,
      ({ client: given, leadership, share: sharing }) =>
        leadership === undefined
          ? createController(given, {
              ...{
                name: 'shared',
                for: 'widgets',
                onError: () => undefined,
                share: sharing,
                reconcile: () => undefined,
              },
            })
          : createController(given, {
              ...{ name: 'alone', for: 'widgets', onError: () => undefined },
              reconcile: () => void began.push(`${who} ${String(leadership.epoch.length > 0)} ${typeof sharing}`),
            }),
      { share, leaderElection: lease, signal: stopping.signal },
    );
    return { ended, stopping };
  };
  const a = alone('a');
  await expect.poll(() => began).toEqual(['a true undefined']);
  const b = alone('b');
  a.stopping.abort();
  await a.ended;
  await expect.poll(() => began).toEqual(['a true undefined', 'b true undefined']);
  b.stopping.abort();
  await b.ended;
});

it('ends with the error of what it runs alone', async () => {
  const on = stage();
  const client = createClient({ server: 'http://kubernetes.test', transport: transportTo(on.fake) });
  onTestFinished(() => client.close());
  const running = runController(
    client,
    ({ client: given, leadership, share: sharing }) => {
      if (leadership !== undefined) throw new Error('a bug');
      return createController(given, {
        ...{ name: 'shared', for: 'widgets', onError: () => undefined, share: sharing, reconcile: () => undefined },
      });
    },
    { share, leaderElection: { name: 'tester', namespace: 'shop' } },
  );
  await expect(running).rejects.toThrow('a bug');
});

it.each([
  ['name', { name: 'other', namespace: 'shop' }],
  ['namespace', { name: 'tester', namespace: 'other' }],
  ['leaseDurationMs', { name: 'tester', namespace: 'shop', leaseDurationMs: 20_000 }],
])('refuses another %s of an election beside the sharing', async (option, leaderElection) => {
  const on = stage();
  const { ended } = program(on, { share, leaderElection });
  await expect(ended).rejects.toMatchObject({ code: 'invalid-argument', argument: `leaderElection.${option}` });
});
