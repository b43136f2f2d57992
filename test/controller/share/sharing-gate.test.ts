import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { createClient, type Client, type KubeObject } from '../../../src/index.js';
import { createController } from '../../../src/controller/index.js';
import type { ReconcileContext } from '../../../src/controller/controller-options.js';
import { createSharing, type Sharing, type SharingOptions } from '../../../src/controller/share/sharing.js';
import { createManualClock } from '../../../src/testing/manual-clock.js';
import { idleTurns } from '../../shared/idle-turns.js';
import { gate, keyOf, stage, widget } from '../controlled.js';
import { transportTo } from '../../live/transport-to.js';
import type { Transport } from '../../../src/core/transport/transport.js';

/** Replicas of a controller that counts in an annotation; the watches of widgets of each can be held up. */
function replicas(options: Partial<SharingOptions> = {}) {
  const on = stage();
  const busy: (() => boolean)[] = [];
  const clock = createManualClock({ settle: idleTurns(() => busy.some((each) => each())) });
  const start = (identity: string, reconcile: (context: ReconcileContext<unknown>, key: string) => unknown) => {
    const inner = transportTo(on.fake);
    busy.push(inner.isBusy);
    let open = (): void => undefined;
    let held = Promise.resolve();
    const transport: Transport = {
      ...inner,
      async send(request) {
        const answer = await inner.send(request);
        if (!request.url.includes('/widgets') || !request.url.includes('watch=')) return answer;
        async function* late(): AsyncGenerator<Uint8Array> {
          for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
            await held;
            yield piece;
          }
        }
        return { ...answer, body: late() };
      },
    };
    const client: Client = createClient({ server: 'http://kubernetes.test', transport, retry: { limit: 0 } });
    onTestFinished(() => client.close());
    const sharing: Sharing = createSharing(client, {
      ...{ name: 'widgets', namespace: 'ns', identity, shards: 4, clock: { ...clock, wallNow: clock.now } },
      ...options,
    });
    const reconciled: string[] = [];
    const controller = createController(client, {
      ...{ name: 'widgets', for: 'widgets', clock, share: sharing, onError: () => undefined },
      reconcile: async (request, context) => {
        reconciled.push(keyOf(request));
        await reconcile(context, keyOf(request));
      },
    });
    return {
      ...{ sharing, controller, client, reconciled },
      /** Holds up what its watch shows. */
      hold() {
        held = new Promise((resolve) => {
          open = resolve;
        });
      },
      release: () => {
        open();
      },
    };
  };
  return { ...on, clock, start };
}

/** Those of a server are random. */
const uidOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);

const seenIn = ({ object }: ReconcileContext<unknown>): string =>
  (object as KubeObject | undefined)?.metadata.annotations?.['seen'] ?? 'none';

it('reconciles an object of a gained shard once its informer has what the former holder wrote', async () => {
  const on = replicas();
  on.fake.put(widget('w0'));
  const seen: string[] = [];
  const b = on.start('b', (context) => seen.push(seenIn(context)));
  await on.clock.advance(1000);
  seen.length = 0;
  const a = on.start('a', async (context) => {
    if (seenIn(context) === 'yes') return;
    await context.client
      .resource('widgets')
      .namespace('shop')
      .patch('w0', { metadata: { annotations: { seen: 'yes' } } }, { type: 'merge' });
  });
  b.hold();
  const stopped = b.sharing.stop();
  await on.clock.advance(3000);
  await stopped;
  // It comes back with another identity, and an informer that is late.
  const again = on.start('c', (context) => seen.push(seenIn(context)));
  await on.clock.advance(100);
  again.hold();
  on.fake.put(widget('w0'));
  await on.clock.advance(500);
  const over = a.sharing.stop();
  await on.clock.advance(3000);
  await over;
  expect(again.sharing.held).toHaveLength(4);
  expect(seen).toEqual([]);
  again.release();
  await on.clock.advance(500);
  expect(seen).toEqual(['yes']);
});

it('waits after a kill until its informer has what a new list shows, and no longer than ten seconds', async () => {
  const on = replicas();
  const names = Array.from({ length: 8 }, (_, index) => `widget-${index}`);
  for (const name of names) on.fake.put(widget(name));
  const a = on.start('a', () => undefined);
  await on.clock.advance(1000);
  const seen: string[] = [];
  const b = on.start('b', (context, key) => seen.push(`${key} ${seenIn(context)}`));
  await on.clock.advance(3000);
  const of = names.filter((name) => !b.reconciled.includes(`shop/${name}`));
  expect(of.length).toBeGreaterThan(0);
  seen.length = 0;
  b.hold();
  await a.client.close();
  for (const name of of) on.fake.put(widget(name, { annotations: { seen: 'yes' } }));
  await on.clock.advance(18_000);
  expect([b.sharing.held.length, seen]).toEqual([4, []]);
  await on.clock.advance(10_000);
  expect(seen).toEqual(of.map((name) => `shop/${name} none`));
  seen.length = 0;
  b.release();
  await on.clock.advance(500);
  expect(seen).toEqual(of.map((name) => `shop/${name} yes`));
});

it('hands a shard over once the ends of what was deleted in it are shown, and known to the next holder', async () => {
  const on = replicas();
  const gone = gate();
  const deletion = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 };
  const leaving = { finalizers: ['example.com/w'], ...deletion };
  const names = Array.from({ length: 8 }, (_, index) => `widget-${index}`);
  for (const name of names) on.fake.put(widget(name, { finalizers: leaving.finalizers }));
  const cleaned: string[] = [];
  const cleanUp = async ({ object, client }: ReconcileContext<unknown>, key: string): Promise<void> => {
    if ((object as KubeObject | undefined)?.metadata.deletionTimestamp === undefined) return;
    cleaned.push(key);
    await gone.opened;
    const body = { metadata: { finalizers: null } };
    await client.resource('widgets').namespace('shop').patch(key.slice(5), body, { type: 'merge' });
  };
  const [a, b] = [on.start('a', cleanUp), on.start('b', cleanUp)];
  await on.clock.advance(3000);
  for (const name of names) on.fake.put(widget(name, leaving));
  await on.clock.advance(100);
  const ofA = on.fake.objects.filter(({ metadata: { name } }) => cleaned.includes(`shop/${name}`));
  expect(ofA.length).toBe(2);
  a.hold();
  b.hold();
  gone.open();
  const stopped = a.sharing.stop();
  await on.clock.advance(3000);
  // What was deleted, the informers of both still have.
  expect([a.sharing.state, b.sharing.held.length]).toEqual(['leaving', 3]);
  a.release();
  await on.clock.advance(1000);
  await stopped;
  expect(b.sharing.held).toHaveLength(4);
  b.release();
  await on.clock.advance(1000);
  expect([...cleaned].sort()).toEqual(names.map((name) => `shop/${name}`));
});

it('waits after a kill until its informer lacks what a new list lacks', async () => {
  const on = replicas();
  const names = Array.from({ length: 8 }, (_, index) => `widget-${index}`);
  for (const name of names) on.fake.put(widget(name));
  const a = on.start('a', () => undefined);
  await on.clock.advance(1000);
  const found: string[] = [];
  const b = on.start('b', ({ object }, key) => found.push(`${key} ${object === undefined ? 'gone' : 'there'}`));
  await on.clock.advance(3000);
  const of = names.filter((name) => !b.reconciled.includes(`shop/${name}`));
  expect(of.length).toBeGreaterThan(0);
  found.length = 0;
  b.hold();
  await a.client.close();
  for (const name of of) on.fake.remove(widget(name));
  await on.clock.advance(18_000);
  expect([b.sharing.held.length, found]).toEqual([4, []]);
  b.release();
  await on.clock.advance(500);
  expect(found.filter((each) => each.endsWith('there'))).toEqual([]);
});

it.each(['uid', 'namespace'] as const)(
  'shares by %s: each object is reconciled in one replica, also when it is gone',
  async (by) => {
    const on = replicas({ by, shards: 16 });
    const names = Array.from({ length: 40 }, (_, index) => `w${index}`);
    for (const name of names) on.fake.put(widget(name, { namespace: `ns-${name}`, uid: uidOf(name) }));
    const [a, b] = [on.start('a', () => undefined), on.start('b', () => undefined)];
    await on.clock.advance(5000);
    const all = names.map((name) => `ns-${name}/${name}`).sort();
    for (const act of ['change', 'remove'] as const) {
      a.reconciled.length = b.reconciled.length = 0;
      for (const name of names) {
        const namespace = `ns-${name}`;
        if (act === 'change') on.fake.put(widget(name, { namespace, uid: uidOf(name), labels: { changed: 'yes' } }));
        else await on.client.resource('widgets').namespace(namespace).delete(name);
      }
      await on.clock.advance(1000);
      expect([...a.reconciled, ...b.reconciled].sort()).toEqual(all);
      expect(Math.min(a.reconciled.length, b.reconciled.length)).toBeGreaterThan(by === 'uid' ? 3 : 0);
    }
  },
);
