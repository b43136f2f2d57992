import { expect, it } from 'vitest';
import { createTrust, type Cluster } from '../../src/fleet/cluster.js';

/** A cluster whose uid is read when a test says so. */
function clusterOf(): { readonly cluster: Cluster; readonly answer: (() => void)[] } {
  const answer: (() => void)[] = [];
  const uid = (): Promise<string> => new Promise((resolve) => answer.push(() => resolve('uid')));
  return { cluster: { uid } as unknown as Cluster, answer };
}
const get = { path: '/api/v1/pods' };
const { signal } = new AbortController();

it('reads the uid once after requests, however many ask, and not again before the next one', async () => {
  const { cluster, answer } = clusterOf();
  const { guard, confirm } = createTrust(cluster, () => false, signal);
  await confirm();
  guard.prepare?.(get);
  guard.prepare?.({ ...get, method: 'PATCH' });
  const all = Promise.all([confirm(), confirm()]);
  expect(answer).toHaveLength(1);
  answer[0]?.();
  await all;
  await confirm();
  guard.prepare?.({ ...get, method: 'PATCH' });
  await confirm();
  expect(answer).toHaveLength(1);
});

it('does not take a uid that was read before an answer came for one that was read after it', async () => {
  const { cluster, answer } = clusterOf();
  const { guard, confirm } = createTrust(cluster, () => true, signal);
  guard.prepare?.({ ...get, query: { watch: 'true' } });
  await Promise.resolve();
  // Read ahead, since nothing may follow the watch for long: the request may still be on its way to another server.
  expect(answer).toHaveLength(1);
  answer[0]?.();
  const confirmed = confirm();
  expect(answer).toHaveLength(2);
  answer[1]?.();
  await confirmed;
});

it('reads anew when a request begins while the uid is being read', async () => {
  const { cluster, answer } = clusterOf();
  const { guard, confirm } = createTrust(cluster, () => false, signal);
  guard.prepare?.(get);
  const first = confirm();
  guard.prepare?.(get);
  const second = confirm();
  expect(answer).toHaveLength(2);
  answer[1]?.();
  await second;
  answer[0]?.();
  await first;
  await confirm();
  expect(answer).toHaveLength(2);
});
