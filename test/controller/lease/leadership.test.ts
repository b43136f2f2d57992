import { describe, expect, it } from 'vitest';
import { podMapping } from '../../representation/contexts.js';
import { candidate, leaseServer, testClock, type LeaseServer, type TestClock } from './lease-server.js';

async function leader(options: Parameters<typeof candidate>[2] = {}) {
  const server = leaseServer();
  const clock = testClock();
  const it = candidate(server, clock, options);
  await clock.advance(0);
  const leadership = it.terms[0]!;
  const pods = leadership.client.handle(podMapping).namespace('web');
  return { server, clock, ...it, leadership, pods };
}

const writes = (server: LeaseServer) => server.requests.filter((each) => each.includes('/pods')).length;
const expired = { code: 'not-holder', end: 'expired' };

describe('requests of a leader', () => {
  it('pass until the renew deadline, to its last millisecond', async () => {
    const { clock, pods, server } = await leader({
      leaseDurationMs: 15_000,
      renewDeadlineMs: 10_000,
      retryPeriodMs: 8_000,
    });
    clock.freeze(9999);
    await pods.get('a');
    expect(writes(server)).toBe(1);
    clock.freeze(1);
    await expect(pods.get('a')).rejects.toMatchObject(expired);
    expect(writes(server)).toBe(1);
  });

  it.each<[string, (clock: TestClock) => void]>([
    ['the process was stopped, and no timer has come yet', (clock) => clock.freeze(10_000)],
    ['the machine slept, so that the wall clock alone went on', (clock) => (clock.skew = 10_000)],
    ['the wall clock was put forward by an hour', (clock) => (clock.skew = 3_600_000)],
    [
      'the process was stopped, and the wall clock was put back by an hour',
      (clock) => {
        clock.freeze(10_000);
        clock.skew = -3_600_000;
      },
    ],
    ['the wall clock tells nonsense', (clock) => (clock.skew = NaN)],
  ])('do not begin when %s', async (_what, change) => {
    const { clock, pods, server, leadership, election } = await leader();
    change(clock);
    expect(election.isLeader).toBe(false);
    await expect(pods.get('a')).rejects.toMatchObject(expired);
    await expect(leadership.unfenced.request({ path: '/version' })).rejects.toMatchObject(expired);
    await expect(leadership.client.stream({ path: '/version' })).rejects.toMatchObject(expired);
    expect(() => {
      leadership.check();
    }).toThrow(expect.objectContaining(expired) as Error);
    expect(leadership.signal.aborted).toBe(true);
    expect(writes(server)).toBe(0);
  });

  it('overlap with those of no other leader after a stop, though the clocks differ by 10 %', async () => {
    const { clock, pods, server } = await leader();
    const others = testClock();
    const other = candidate(server, others, { identity: 'b' });
    await others.advance(0);
    // The candidate's clock is fast: its 15 s are 13.6 s. The leader's is slow, and shows 12.3 s then.
    clock.freeze(12_300);
    await others.advance(15_000 + 2 * 2_000 * 2.2);
    expect(other.reported).toContain('lead');
    await expect(pods.get('a')).rejects.toMatchObject(expired);
    expect(writes(server)).toBe(0);
  });

  it('go on when the wall clock was put back', async () => {
    const { clock, pods, reported } = await leader();
    clock.skew = -3_600_000;
    await clock.advance(60_000);
    await pods.get('a');
    expect(reported).toEqual(['leader a', 'lead']);
  });

  it('count from before the renewal was sent, however long its answer took', async () => {
    const { clock, pods, server } = await leader();
    server.beforeWrite = () => {
      clock.freeze(6000);
      server.beforeWrite = undefined;
    };
    await clock.advance(2000);
    clock.freeze(3999);
    await pods.get('a');
    clock.freeze(1);
    await expect(pods.get('a')).rejects.toMatchObject(expired);
  });

  it('do not come to life again by a renewal whose answer came too late', async () => {
    const { clock, pods, server, terms, reported } = await leader();
    server.beforeWrite = () => {
      clock.freeze(15_000);
      server.beforeWrite = undefined;
    };
    await clock.advance(2000);
    await expect(pods.get('a')).rejects.toMatchObject({ code: 'not-holder' });
    await clock.advance(10_000);
    expect(reported).toEqual(['leader a', 'lead', 'lost expired', 'leader a', 'lead']);
    expect(terms[1]?.epoch).not.toBe(terms[0]?.epoch);
    await expect(pods.get('a')).rejects.toMatchObject({ code: 'not-holder' });
    await terms[1]?.client.handle(podMapping).namespace('web').get('a');
  });

  it('are not made by those who kept a handle after the end', async () => {
    const { pods, election, server, clock } = await leader();
    await Promise.all([election.stop(), clock.advance(0)]);
    await expect(pods.get('a')).rejects.toMatchObject({ code: 'not-holder', end: 'ended' });
    expect(writes(server)).toBe(0);
  });

  it('leave those of the client itself alone, and may be made by another client', async () => {
    const { client, clock, server, leadership } = await leader();
    const other = server.client();
    const behind = leadership.guard(other).handle(podMapping).namespace('web');
    await behind.get('a');
    clock.freeze(15_000);
    await expect(behind.get('a')).rejects.toMatchObject(expired);
    await client.handle(podMapping).namespace('web').get('a');
    await other.handle(podMapping).namespace('web').get('a');
  });
});

describe('the fence of a leader', () => {
  it('puts the epoch of the term into what is written, under the name of the lease', async () => {
    const { pods, server, leadership } = await leader({ fence: true });
    await pods.create({ metadata: { name: 'a' } });
    expect(server.bodies.at(-1)).toMatchObject({
      metadata: { annotations: { 'epoch.kubeatlas.dev/it': leadership.epoch } },
    });
    expect(leadership.epoch).toBe('0.uid-1');
    await expect(pods.delete('a')).rejects.toMatchObject({ code: 'unfenced-write' });
    await leadership.unfenced.handle(podMapping).namespace('web').delete('a');
  });

  it("is there for another client as well, under a name of one's own", async () => {
    const { server, leadership } = await leader({ fence: { annotation: 'example.com/term' } });
    const pods = leadership.guard(server.client()).handle(podMapping).namespace('web');
    await pods.patch('a', { metadata: { resourceVersion: '5' } }, { type: 'merge' });
    expect(server.bodies.at(-1)).toEqual({
      metadata: { resourceVersion: '5', annotations: { 'example.com/term': leadership.epoch } },
    });
  });

  it('is not there unless it is asked for', async () => {
    const { pods, server } = await leader();
    await pods.create({ metadata: { name: 'a' } });
    expect(server.bodies.at(-1)).not.toHaveProperty('metadata.annotations');
  });
});
