import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../../src/index.js';
import {
  createSharing,
  type KeyHolding,
  type Sharing,
  type SharingOptions,
} from '../../../src/controller/share/sharing.js';
import { createLeaderElection } from '../../../src/controller/lease/leader-election.js';
import { createManualClock, type ManualClock } from '../../../src/testing/manual-clock.js';
import { idleTurns } from '../../shared/idle-turns.js';
import { stage, type Stage } from '../controlled.js';
import { transportTo } from '../../live/transport-to.js';

interface Group extends Stage {
  readonly busy: (() => boolean)[];
  join(identity: string, options?: Partial<SharingOptions>): Sharing;
  readonly errors: unknown[];
}

/** Replicas on one fake server, each with a client of its own. */
function group(): Group {
  const on = stage();
  const busy: (() => boolean)[] = [];
  const clock: ManualClock = createManualClock({ settle: idleTurns(() => busy.some((each) => each())) });
  const errors: unknown[] = [];
  return {
    ...{ ...on, clock, busy, errors },
    join(identity, options = {}) {
      const transport = transportTo(on.fake);
      busy.push(transport.isBusy);
      const client = createClient({ server: 'http://kubernetes.test', transport, retry: { limit: 0 } });
      const sharing = createSharing(client, {
        ...{ name: 'shared', namespace: 'ns', identity, shards: 16 },
        clock: { ...clock, wallNow: clock.now },
        onError: (error) => errors.push(error),
        ...options,
      });
      onTestFinished(() => client.close());
      return sharing;
    },
  };
}

it('gives all shards to the first member, and half of them to the second', async () => {
  const on = group();
  const a = on.join('a');
  await on.clock.advance(500);
  expect(on.errors).toEqual([]);
  expect([a.state, a.held.length]).toEqual(['sharing', 16]);
  const b = on.join('b');
  await on.clock.advance(4000);
  expect([a.held.length, b.held.length]).toEqual([8, 8]);
  expect(new Set([...a.held, ...b.held]).size).toBe(16);
  const stopped = b.stop();
  await on.clock.advance(1000);
  await stopped;
  expect(a.held.length).toBe(16);
});

it('runs work of keys where they are held, and refuses its requests afterwards', async () => {
  const on = group();
  const keys = ['north', 'south', 'east', 'west', 'up', 'down'];
  const began: string[] = [];
  const holdings: KeyHolding[] = [];
  const work = (who: string) => async (holding: KeyHolding) => {
    began.push(`${who} ${holding.key}`);
    holdings.push(holding);
    await new Promise((resolve) => {
      holding.draining.addEventListener('abort', resolve);
    });
  };
  const a = on.join('a');
  const running = a.run(keys, work('a'));
  await on.clock.advance(1000);
  expect([...began].sort()).toEqual(keys.map((key) => `a ${key}`).sort());
  const b = on.join('b');
  b.run(keys, work('b')).catch(() => undefined);
  await on.clock.advance(1000);
  const stopped = a.stop();
  await on.clock.advance(1000);
  await Promise.all([stopped, running]);
  expect(a.state).toBe('ended');
  expect(began.filter((each) => each.startsWith('b')).sort()).toEqual(keys.map((key) => `b ${key}`).sort());
  expect(new Set(holdings.map(({ epoch }) => epoch)).size).toBeGreaterThan(1);
  expect(() => {
    holdings[0]?.check();
  }).toThrow(expect.objectContaining({ code: 'not-holder' }));
  await expect(holdings[0]?.client.resource('pods').list()).rejects.toMatchObject({ code: 'not-holder' });
});

it('has signals for each key: those of many in one shard make Node warn of nothing', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const on = group();
  const a = on.join('a', { shards: 1 });
  const ended: string[] = [];
  const running = a.run(
    Array.from({ length: 30 }, (_, index) => `key-${index}`),
    async ({ key, draining, signal }) => {
      signal.addEventListener('abort', () => undefined);
      await new Promise((resolve) => {
        draining.addEventListener('abort', resolve);
      });
      ended.push(key);
    },
  );
  await on.clock.advance(1000);
  const stopped = a.stop();
  await on.clock.advance(1000);
  await Promise.all([stopped, running]);
  expect([ended.length, warnings]).toEqual([30, []]);
});

it('takes over the Lease of a leader election when its leader has gone, and leaves it to one at the end', async () => {
  const on = group();
  const leading: string[] = [];
  const stand = (identity: string) => {
    const transport = transportTo(on.fake);
    on.busy.push(transport.isBusy);
    const client = createClient({ server: 'http://kubernetes.test', transport });
    onTestFinished(() => client.close());
    const clock = { ...on.clock, wallNow: on.clock.now };
    const election = createLeaderElection(client, { name: 'shared', namespace: 'ns', identity, clock });
    const running = election.run(async ({ signal }) => {
      leading.push(identity);
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
    });
    running.catch(() => undefined);
    return election;
  };
  const old = stand('old');
  await on.clock.advance(1000);
  const a = on.join('a');
  await on.clock.advance(30_000);
  expect([a.state, a.waitsFor]).toEqual(['waiting', 'the Lease ns/shared is held by "old"']);
  const over = old.stop();
  await on.clock.advance(100);
  await over;
  await on.clock.advance(5000);
  expect([a.state, a.held.length]).toEqual(['sharing', 16]);
  const back = stand('back');
  await on.clock.advance(60_000);
  expect(leading).toEqual(['old']);
  const stopped = a.stop();
  await on.clock.advance(6000);
  await stopped;
  expect(leading).toEqual(['old', 'back']);
  const again = back.stop();
  await on.clock.advance(100);
  await again;
});

it('waits, holding nothing, while others have other parameters', async () => {
  const on = group();
  const a = on.join('a');
  await on.clock.advance(1000);
  const b = on.join('b', { shards: 32 });
  await on.clock.advance(5000);
  expect([a.held.length, b.held.length, b.state]).toEqual([16, 0, 'waiting']);
  expect(b.waitsFor).toBe('the table has "v1 16 key" and this member "v1 32 key", and shards are held by a');
  const stopped = a.stop();
  await on.clock.advance(1000);
  await stopped;
  expect([b.held.length, b.state]).toEqual([32, 'sharing']);
});

it('renews in time while its reconciles are held for a minute, and every socket is taken', async () => {
  const on = group();
  const inner = transportTo(on.fake);
  let isHanging = 0;
  const transport = {
    ...inner,
    send(request: Parameters<typeof inner.send>[0]) {
      if (request.url.includes('/leases')) return inner.send(request);
      isHanging += 1;
      // As a server does that answers 429 again and again, whose client has one socket.
      return new Promise<never>((_resolve, reject) => {
        request.signal?.addEventListener('abort', () => {
          reject(request.signal?.reason as Error);
        });
      });
    },
  };
  on.busy.push(inner.isBusy);
  const client = createClient({ server: 'http://kubernetes.test', transport, maxSockets: 1 });
  onTestFinished(() => client.close());
  const states = new Set<string>();
  const sharing = createSharing(client, {
    ...{ name: 'shared', namespace: 'ns', identity: 'a', shards: 4, clock: { ...on.clock, wallNow: on.clock.now } },
    onChange: ({ state }) => states.add(state),
  });
  const work = async ({ client: own, signal }: KeyHolding): Promise<void> => {
    await own.request({ path: '/api/v1/pods', signal }).catch(() => undefined);
  };
  sharing.run(['north', 'south'], work).catch(() => undefined);
  await on.clock.advance(1000);
  expect([sharing.state, isHanging]).toEqual(['sharing', 1]);
  await on.clock.advance(60_000);
  expect([sharing.held.length, [...states]]).toEqual([4, ['joining', 'sharing']]);
  const stopped = sharing.stop();
  await on.clock.advance(25_000);
  await stopped;
  expect([...states].slice(2)).toEqual(['leaving', 'ended']);
});

it('fences writes: those of a former holder are refused once the next one has written', async () => {
  const on = group();
  on.fake.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'it', namespace: 'shop' } });
  const holdings: KeyHolding[] = [];
  const work = (held: KeyHolding): void => {
    holdings.push(held);
  };
  const a = on.join('a', { fence: true });
  a.run(['it'], work).catch(() => undefined);
  await on.clock.advance(1000);
  const maps = (held: KeyHolding | undefined) => held!.client.resource('configmaps').namespace('shop');
  const read = await maps(holdings[0]).get('it');
  const { resourceVersion } = read.metadata;
  await expect(maps(holdings[0]).patch('it', { data: {} }, { type: 'merge' })).rejects.toMatchObject({
    code: 'unfenced-write',
  });
  const b = on.join('b', { fence: true });
  b.run(['it'], work).catch(() => undefined);
  const stopped = a.stop();
  await on.clock.advance(2000);
  await stopped;
  const [first, second] = holdings;
  expect(second?.epoch).not.toBe(first?.epoch);
  const written = await maps(second).patch('it', { metadata: { resourceVersion } }, { type: 'merge' });
  expect(written.metadata.annotations).toEqual({ 'epoch.kubeatlas.dev/shared': second?.epoch });
  // As one that was sent in time and arrives late: a guard does not help, the version does.
  const late = on.client
    .resource('configmaps')
    .namespace('shop')
    .patch('it', { metadata: { resourceVersion } }, { type: 'merge' });
  await expect(late).rejects.toMatchObject({ statusCode: 409 });
});

it.each(['get', 'create'])('says that %s is missing, and which Role gives it', async (verb) => {
  const on = group();
  on.fake.configure({ may: (right) => right.resource !== 'leases' || right.verb !== verb });
  const a = on.join('a');
  await on.clock.advance(5000);
  expect(a.state).toBe('joining');
  const message = expect.stringMatching(new RegExp(`cannot ${verb} resource.* a Role in the namespace ns `)) as string;
  expect(on.errors[0]).toMatchObject({ code: 'lease-forbidden', message });
});

it.each([
  [{ shards: 12 }, 'shards'],
  [{ shards: 2048 }, 'shards'],
  [{ name: 'x'.repeat(64) }, 'name'],
  [{ name: 'Upper' }, 'name'],
  [{ identity: '' }, 'identity'],
  [{ identity: 'a/b' }, 'identity'],
  [{ renewDeadlineMs: 15_000 }, 'leaseDurationMs'],
  [{ by: 'name' as never }, 'by'],
  [{ retryPeriodMs: 5000 }, 'renewDeadlineMs'],
] as const)('refuses %o', (options, argument) => {
  const on = group();
  expect(() => on.join('a', options)).toThrow(expect.objectContaining({ code: 'invalid-argument', argument }));
});
