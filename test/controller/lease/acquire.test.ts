import { describe, expect, it } from 'vitest';
import { candidate, leaseServer, testClock } from './lease-server.js';

const times = {
  leaseDurationSeconds: 15,
  acquireTime: '2026-01-01T00:00:00.000000Z',
  renewTime: '2026-01-01T00:00:00.000000Z',
};
const heldByB = { holderIdentity: 'b', leaseTransitions: 4, ...times };
/** Enough for a candidate to have tried again: two seconds, and 1.2 times as much at random. */
const retryMs = 4400;

describe('a candidate', () => {
  it('makes the lease where there is none, and leads', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { election, reported } = candidate(server, clock);
    expect([election.isLeader, election.holder]).toEqual([false, undefined]);
    await clock.advance(0);
    expect(reported).toEqual(['leader a', 'lead']);
    expect([election.isLeader, election.holder]).toEqual([true, 'a']);
    expect(server.lease?.spec).toEqual({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: '2026-01-01T00:00:00.000001Z',
      renewTime: '2026-01-01T00:00:00.000001Z',
      leaseTransitions: 0,
    });
  });

  it.each([
    ['nobody', { holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 4 }],
    ['null', { holderIdentity: null, leaseDurationSeconds: null, leaseTransitions: 4 }],
  ])('takes a lease that %s holds at once', async (_who, spec) => {
    const server = leaseServer(spec);
    const clock = testClock();
    const { reported } = candidate(server, clock);
    await clock.advance(0);
    expect(reported).toEqual(['leader a', 'lead']);
    expect(server.lease?.spec).toMatchObject({ holderIdentity: 'a', leaseTransitions: 5 });
  });

  it('takes a lease that another holds when it saw no renewal for its whole duration, whatever the times in it', async () => {
    const server = leaseServer({ ...heldByB, renewTime: '1999-01-01T00:00:00.000000Z' });
    const clock = testClock();
    const { reported } = candidate(server, clock);
    await clock.advance(14_999);
    expect(reported).toEqual(['leader b']);
    await clock.advance(retryMs + 1);
    expect(reported).toEqual(['leader b', 'leader a', 'lead']);
    expect(server.lease?.spec).toMatchObject({ holderIdentity: 'a', leaseTransitions: 5 });
  });

  it('waits anew after each renewal', async () => {
    const server = leaseServer(heldByB);
    const clock = testClock();
    const { reported } = candidate(server, clock);
    for (let turn = 1; turn < 6; turn += 1) {
      await clock.advance(10_000);
      server.edit(({ spec }) => (spec['renewTime'] = `2026-01-01T00:00:0${turn}.000000Z`));
    }
    await clock.advance(14_999);
    expect(reported).toEqual(['leader b']);
    await clock.advance(2 * retryMs);
    expect(reported).toContain('lead');
  });

  it('does not take another write for a renewal', async () => {
    const server = leaseServer(heldByB);
    const clock = testClock();
    const { reported } = candidate(server, clock);
    await clock.advance(10_000);
    server.edit(({ metadata }) => (metadata['labels'] = { a: 'b' }));
    await clock.advance(5000 + retryMs);
    expect(reported).toContain('lead');
    expect(server.lease?.metadata['labels']).toEqual({ a: 'b' });
  });

  it('takes no lease because its wall clock was put forward', async () => {
    const server = leaseServer(heldByB);
    const clock = testClock();
    const { reported } = candidate(server, clock);
    await clock.advance(1000);
    clock.skew = 3_600_000;
    await clock.advance(13_000);
    expect(reported).toEqual(['leader b']);
  });

  it('keeps what it does not know, coordinated leader election included', async () => {
    const server = leaseServer({
      ...heldByB,
      strategy: 'OldestEmulationVersion',
      preferredHolder: 'c',
      more: { x: 1 },
    });
    const clock = testClock();
    candidate(server, clock);
    await clock.advance(15_000 + 2 * retryMs);
    expect(server.lease?.spec).toMatchObject({
      holderIdentity: 'a',
      strategy: 'OldestEmulationVersion',
      preferredHolder: 'c',
      more: { x: 1 },
    });
  });

  it('lets another be faster', async () => {
    const server = leaseServer(heldByB);
    const clock = testClock();
    const { reported } = candidate(server, clock);
    server.beforeWrite = () => {
      server.beforeWrite = undefined;
      server.edit(({ spec }) => Object.assign(spec, { holderIdentity: 'c', leaseTransitions: 5 }));
    };
    await clock.advance(15_000 + retryMs);
    expect(server.requests.at(-1)).toMatch(/^GET/);
    await clock.advance(10_000);
    expect(reported).toEqual(['leader b', 'leader c']);
  });

  it.each([
    ['0', 0],
    ['less than 0', -5],
    ['text', 'soon'],
    ['missing', undefined],
    ['a fraction', 0.5],
  ])('takes its own duration where that of the lease is %s', async (_what, leaseDurationSeconds) => {
    const server = leaseServer({ ...heldByB, leaseDurationSeconds });
    const clock = testClock();
    const { reported } = candidate(server, clock);
    await clock.advance(14_999);
    expect(reported).toEqual(['leader b']);
    await clock.advance(retryMs + 1);
    expect(reported).toContain('lead');
    expect(server.lease?.spec['leaseDurationSeconds']).toBe(15);
  });

  it('respects a huge duration', async () => {
    const clock = testClock();
    const { reported } = candidate(leaseServer({ ...heldByB, leaseDurationSeconds: 2 ** 31 - 1 }), clock);
    await clock.advance(100_000);
    expect(reported).toEqual(['leader b']);
  });

  it.each([null, 'text', [], 7])('takes a lease whose spec is %j for a free one', async (spec) => {
    const server = leaseServer(spec as never);
    const clock = testClock();
    const { reported } = candidate(server, clock);
    await clock.advance(0);
    expect(reported).toContain('lead');
    expect(server.lease?.spec).toMatchObject({ holderIdentity: 'a' });
  });

  it.each([[2 ** 31 - 1], [-3], ['many'], [1e300]])(
    'counts on where leaseTransitions is %j',
    async (leaseTransitions) => {
      const server = leaseServer({ holderIdentity: '', leaseTransitions });
      const clock = testClock();
      candidate(server, clock);
      await clock.advance(0);
      const counted = server.lease?.spec['leaseTransitions'] as number;
      expect(counted >= 0 && counted < 2 ** 31).toBe(true);
    },
  );

  it('waits for a lease that names its own identity, which another process wrote', async () => {
    const server = leaseServer({ ...heldByB, holderIdentity: 'a' });
    const clock = testClock();
    const { reported, election } = candidate(server, clock);
    await clock.advance(14_000);
    expect([reported, election.isLeader]).toEqual([['leader a'], false]);
    await clock.advance(1000 + retryMs);
    expect(reported).toEqual(['leader a', 'lead']);
  });

  it('tells of refusals, and goes on', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported, outcome } = candidate(server, clock);
    server.mishaps.push({ status: 403 }, { status: 500 }, 'lost', undefined, { status: 404 });
    await clock.advance(5 * retryMs);
    expect(reported.slice(0, 4)).toEqual(['error 403', 'error 500', 'error connection', 'error 404']);
    expect(reported).toContain('lead');
    expect(outcome()).toBeUndefined();
  });

  it('gives an attempt up that gets no answer', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported } = candidate(server, clock);
    server.mishaps.push('hang');
    await clock.advance(4999);
    expect(reported).toEqual([]);
    await clock.advance(1 + retryMs);
    expect(reported).toEqual(['error lease-timeout', 'leader a', 'lead']);
  });

  it.each([400, 422])('ends with the refusal %i of a name that no lease can have', async (status) => {
    const server = leaseServer();
    const clock = testClock();
    server.mishaps.push(undefined, { status });
    const { outcome } = candidate(server, clock);
    await clock.advance(0);
    expect(outcome()).toBe(String(status));
  });

  it('acquires again what it may have acquired, when the answer was lost', async () => {
    const server = leaseServer();
    const clock = testClock();
    server.mishaps.push(undefined, 'lost after');
    const { reported } = candidate(server, clock);
    await clock.advance(retryMs);
    expect(reported).toEqual(['error connection', 'leader a', 'lead']);
    expect(server.lease?.spec['leaseTransitions']).toBe(1);
  });
});
