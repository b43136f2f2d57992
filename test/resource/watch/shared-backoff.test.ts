import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../../src/core/client.js';
import { createSharedBackoff, type SharedBackoff } from '../../../src/core/transport/server.js';
import type { Transport } from '../../../src/core/transport/transport.js';
import { podMapping } from '../../representation/contexts.js';
import { createManualClock, type ManualClock } from '../../../src/testing/manual-clock.js';
import { idleTurns } from '../../shared/idle-turns.js';
import { podEvent } from './watch-server.js';

function setUp(): { backoff: SharedBackoff; clock: ManualClock; lose: (watch: object, ms?: number) => Promise<void> } {
  const backoff = createSharedBackoff();
  const clock = createManualClock({ settle: idleTurns() });
  const lose = (watch: object, ms = 1000): Promise<void> =>
    backoff.wait(watch, ms, clock, new AbortController().signal);
  return { backoff, clock, lose };
}

/** Names what is over, in turn. */
function order(waits: Readonly<Record<string, Promise<void>>>): string[] {
  const done: string[] = [];
  for (const [name, wait] of Object.entries(waits)) void wait.then(() => done.push(name));
  return done;
}

/** A server that resets every connection for one namespace after the first; for the other one it is away for one try. */
function halfBroken(): Transport {
  const opened = new Map<string, number>();
  return {
    send({ url }) {
      const namespace = url.includes('/broken/') ? 'broken' : 'sound';
      const times = (opened.get(namespace) ?? 0) + 1;
      opened.set(namespace, times);
      if (times > 1 && (namespace === 'broken' || times < 3)) return Promise.reject(reset());
      const event = podEvent('ADDED', `a${times}`, 5 + times);
      return Promise.resolve({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: (async function* () {
          await Promise.resolve();
          yield new TextEncoder().encode(`${JSON.stringify(event)}\n`);
          throw reset();
        })(),
      });
    },
    close: () => undefined,
  };
}
const reset = (): Error => Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });

it('a watch goes on beside one whose path is reset for ever', async () => {
  const client = createClient({ server: 'http://watch.test', transport: halfBroken() });
  onTestFinished(() => client.close());
  const clock = createManualClock({ settle: idleTurns() });
  const seen: string[] = [];
  for (const namespace of ['broken', 'sound']) {
    const events = client.handle(podMapping).namespace(namespace).watch({ resourceVersion: '5', clock });
    void (async () => {
      for await (const { object } of events) seen.push(`${namespace} ${String(object.metadata.name)}`);
    })().catch(() => undefined);
  }
  await clock.advance(35_000);
  expect(seen.slice(0, 3)).toEqual(['broken a1', 'sound a1', 'sound a3']);
});

describe('watches that lost their server', () => {
  it('wait for the first of them, and come back together once it is through', async () => {
    const { backoff, clock, lose } = setUp();
    const [prober, other, third] = [{}, {}, {}];
    const done = order({ prober: lose(prober), other: lose(other), third: lose(third) });
    await clock.advance(1000);
    expect(done).toEqual(['prober']);
    backoff.through(prober);
    await clock.advance(100);
    expect(done.slice(1).sort()).toEqual(['other', 'third']);
  });

  it('try by themselves after 30 s, where the first never gets through: its endpoint alone may be broken', async () => {
    const { clock, lose } = setUp();
    const broken = {};
    const done = order({ healthy: (void lose(broken), lose({})) });
    for (let second = 0; second < 29; second += 1) {
      await clock.advance(1000);
      void lose(broken);
    }
    expect(done).toEqual([]);
    await clock.advance(1000);
    expect(done).toEqual(['healthy']);
  });

  it('are no stampede while the server is away: thousands try one after the other', async () => {
    const { clock, lose } = setUp();
    let tries = 0;
    void lose({});
    for (let count = 0; count < 3000; count += 1) void lose({}).then(() => (tries += 1));
    await clock.advance(30_000);
    expect(tries).toBeLessThanOrEqual(1);
    await clock.advance(10_000);
    expect(tries).toBeGreaterThan(90);
    expect(tries).toBeLessThanOrEqual(101);
  });

  it('keep to their own pauses once others got through three times, and hold nobody up', async () => {
    const { backoff, clock, lose } = setUp();
    const [broken, healthy] = [{}, {}];
    for (let times = 0; times < 3; times += 1) {
      void lose(broken);
      backoff.through(healthy);
      await clock.advance(1000);
    }
    const done = order({ broken: lose(broken, 20_000), healthy: lose(healthy, 500) });
    await clock.advance(500);
    expect(done).toEqual(['healthy']);
    backoff.through(healthy);
    await clock.advance(19_000);
    expect(done).toEqual(['healthy']);
    await clock.advance(500);
    expect(done).toEqual(['healthy', 'broken']);
    backoff.through(broken);
    void lose(healthy);
    const again = order({ broken: lose(broken, 20_000) });
    backoff.through(healthy);
    await clock.advance(100);
    expect(again).toEqual(['broken']);
  });

  it('have another prober as soon as theirs is over', async () => {
    const { backoff, clock, lose } = setUp();
    const prober = {};
    void lose(prober);
    const done = order({ next: lose({}) });
    backoff.leave(prober);
    await clock.advance(0);
    expect(done).toEqual(['next']);
  });

  it('take their turn each by its own clock', async () => {
    const { backoff, clock, lose } = setUp();
    await clock.advance(1_000_000);
    void lose({});
    void lose({});
    await clock.advance(30_000);
    const late = createManualClock({ settle: idleTurns() });
    const done = order({ late: backoff.wait({}, 1000, late, new AbortController().signal) });
    await late.advance(30_000);
    expect(done).toEqual(['late']);
  });

  it('leave by their signal, and take no timer along', async () => {
    const backoff = createSharedBackoff();
    const clock = createManualClock({ settle: idleTurns() });
    const leaving = new AbortController();
    void backoff.wait({}, 1000, clock, new AbortController().signal);
    const left = backoff.wait({}, 1000, clock, leaving.signal);
    const reason = new Error('enough');
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    await clock.advance(60_000);
  });
});
