import { describe, expect, it } from 'vitest';
import { podMapping } from '../../representation/contexts.js';
import { candidate, leaseServer, testClock } from './lease-server.js';

const retryMs = 4400;

describe('an election among adversities', () => {
  it('bears a storm of conflicts: few requests an attempt, and the term ends at the deadline', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported } = candidate(server, clock);
    await clock.advance(0);
    server.requests.length = 0;
    // Somebody writes each time between the read and the write.
    server.beforeWrite = () => {
      server.edit(({ metadata }) => (metadata['labels'] = { at: String(server.requests.length) }));
    };
    await clock.advance(9999);
    expect(reported).toEqual(['leader a', 'lead', ...Array.from({ length: 4 }, () => 'error 409')]);
    expect(server.requests).toHaveLength(4 * 3);
    await clock.advance(1);
    expect(reported.at(-1)).toBe('lost expired');
  });

  it('lets two candidates of one identity never lead together', async () => {
    const server = leaseServer();
    const clock = testClock();
    const twins = [candidate(server, clock), candidate(server, clock)];
    for (let turn = 0; turn < 40; turn += 1) {
      await clock.advance(1000);
      expect(twins.filter(({ election }) => election.isLeader)).toHaveLength(1);
    }
    const first = twins.find(({ election }) => election.isLeader)!;
    await Promise.all([first.election.stop(), clock.advance(0)]);
    await clock.advance(retryMs);
    expect(twins.map(({ terms }) => terms.length)).toEqual([1, 1]);
  });

  it('lets no twin lead that made the same write in the same millisecond, and was refused', async () => {
    const server = leaseServer();
    const clock = testClock();
    const twins = [candidate(server, clock), candidate(server, clock, { retryPeriodMs: 100 })];
    await clock.advance(1000);
    expect(twins.map(({ election }) => election.isLeader)).toEqual([true, false]);
    expect(twins.map(({ terms }) => terms.length)).toEqual([1, 0]);
  });

  it.each<[string, unknown]>([
    ['text', 'yesterday'],
    ['a number', 7],
    ['in the future', '9999-12-31T23:59:59.999999Z'],
    ['an object', { a: 1 }],
    ['null', null],
  ])('takes a lease over whose renewTime is %s', async (_what, renewTime) => {
    const server = leaseServer({ holderIdentity: 'b', leaseDurationSeconds: 15, renewTime, acquireTime: renewTime });
    const clock = testClock();
    const { reported } = candidate(server, clock);
    await clock.advance(14_999);
    expect(reported).toEqual(['leader b']);
    await clock.advance(1 + retryMs);
    expect(reported).toContain('lead');
  });

  it('says whole seconds that are not too few', async () => {
    const server = leaseServer();
    const clock = testClock();
    candidate(server, clock, { leaseDurationMs: 1001, renewDeadlineMs: 900, retryPeriodMs: 100 });
    await clock.advance(0);
    expect(server.lease?.spec['leaseDurationSeconds']).toBe(2);
  });

  it('ends although the lease cannot be given back, and tells', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported, outcome, election } = candidate(server, clock);
    await clock.advance(0);
    server.always = { status: 500 };
    await Promise.all([election.stop(), clock.advance(0)]);
    expect([outcome(), reported.at(-1)]).toEqual(['over', 'error 500']);
  });

  it('ends with the client while it acquires', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { client, outcome, reported } = candidate(server, clock);
    server.mishaps.push('hang');
    await clock.advance(10);
    await client.close();
    await clock.advance(0);
    expect([outcome(), reported]).toEqual(['closed', []]);
    await clock.advance(60_000);
    expect(server.requests).toHaveLength(1);
  });

  it('ends what a leader has under way', async () => {
    const server = leaseServer();
    const clock = testClock();
    const outcomes: unknown[] = [];
    const { terms } = candidate(server, clock, {}, async ({ client }) => {
      server.hangs = true;
      const pods = client.handle(podMapping).namespace('web');
      const asking = [pods.get('a'), pods.create({ metadata: { name: 'b' } })];
      outcomes.push(
        ...(await Promise.allSettled(asking)).map((each) => (each as PromiseRejectedResult).reason as unknown),
      );
    });
    await clock.advance(0);
    server.edit(({ spec }) => (spec['holderIdentity'] = 'b'));
    await clock.advance(2000);
    expect(outcomes).toEqual([terms[0]?.signal.reason, terms[0]?.signal.reason]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another holder', { holderIdentity: 'webhook' }],
    ['a shorter duration', { leaseDurationSeconds: 1 }],
  ])('does not lead by a lease that was stored with %s', async (_what, changed) => {
    const server = leaseServer();
    const clock = testClock();
    server.changesSpec = changed;
    const { reported, election } = candidate(server, clock);
    await clock.advance(0);
    expect(election.isLeader).toBe(false);
    expect(reported).toContain('error not-holder taken');
  });

  it('does not spin where the wall clock runs away', async () => {
    const server = leaseServer();
    const clock = testClock();
    const wild = { ...clock, wallNow: () => (clock.skew += 20_000) };
    candidate(server, wild);
    await clock.advance(60_000);
    expect(server.requests.length).toBeLessThan(100);
  });

  it('does not mind callbacks that throw', async () => {
    const server = leaseServer();
    const clock = testClock();
    const fail = (): never => {
      throw new Error('a bug');
    };
    const { terms } = candidate(server, clock, { onNewLeader: fail, onLost: fail, onError: fail });
    server.mishaps.push({ status: 500 });
    await clock.advance(retryMs);
    server.lease = undefined;
    await clock.advance(2000 + retryMs);
    expect(terms).toHaveLength(2);
  });

  it('stops without an error after what is led has failed', async () => {
    const clock = testClock();
    const { election, outcome } = candidate(leaseServer(), clock, {}, () => Promise.reject(new Error('a bug')));
    await clock.advance(0);
    await election.stop();
    expect(outcome()).toBe('a bug');
  });

  it('goes on after an answer that is no lease', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported } = candidate(server, clock);
    await clock.advance(0);
    server.mishaps.push({ status: 200 }, { status: 200 });
    await clock.advance(6000);
    expect(reported.slice(0, 2)).toEqual(['leader a', 'lead']);
    expect(reported).not.toContain('lost expired');
  });
});
