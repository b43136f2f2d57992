import { describe, expect, it } from 'vitest';
import { candidate, leaseServer, testClock } from './lease-server.js';

/** Enough for a candidate to have tried again: two seconds, and 1.2 times as much at random. */
const retryMs = 4400;

describe('a leader', () => {
  it('renews every two seconds, and the lease stays its own', async () => {
    const server = leaseServer({ holderIdentity: '', leaseTransitions: 4 });
    const clock = testClock();
    const { reported, election } = candidate(server, clock);
    await clock.advance(0);
    server.requests.length = 0;
    await clock.advance(60_000);
    expect(server.requests).toHaveLength(30);
    expect(new Set(server.requests)).toEqual(new Set(['PUT /apis/coordination.k8s.io/v1/namespaces/ns/leases/it']));
    expect(server.lease?.spec).toMatchObject({ leaseTransitions: 5, acquireTime: '2026-01-01T00:00:00.000001Z' });
    expect(server.lease?.spec['renewTime']).toBe('2026-01-01T00:01:00.000031Z');
    expect([reported, election.isLeader]).toEqual([['leader a', 'lead'], true]);
  });

  it('gives the lease back when what it leads returns, and that is the end', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { outcome, terms, election } = candidate(server, clock, {}, () => Promise.resolve());
    await clock.advance(0);
    expect(outcome()).toBe('over');
    expect(server.lease?.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 });
    expect([election.isLeader, election.holder]).toEqual([false, '']);
    expect(terms[0]?.signal.aborted).toBe(true);
    expect(() => terms[0]?.check()).toThrow(expect.objectContaining({ code: 'not-holder', end: 'ended' }) as Error);
    const before = server.requests.length;
    await clock.advance(100_000);
    expect(server.requests).toHaveLength(before);
  });

  it('gives the lease back when what it leads throws, and throws that', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { outcome } = candidate(server, clock, {}, () => {
      throw new Error('a bug');
    });
    await clock.advance(0);
    expect([outcome(), server.lease?.spec['holderIdentity']]).toEqual(['a bug', '']);
  });

  it('loses the lease at the renew deadline, counted from before its last renewal was sent', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported, terms, election } = candidate(server, clock);
    await clock.advance(2000);
    server.always = { status: 500 };
    await clock.advance(9_999);
    expect([terms[0]?.signal.aborted, election.isLeader]).toEqual([false, true]);
    await clock.advance(1);
    expect(terms[0]?.signal.reason).toMatchObject({
      code: 'not-holder',
      end: 'expired',
      lease: 'ns/it',
      identity: 'a',
    });
    expect(election.isLeader).toBe(false);
    expect(reported.at(-1)).toBe('lost expired');
  });

  it('does not let a renewal that hangs take the place of those after it', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported, terms } = candidate(server, clock);
    await clock.advance(0);
    server.mishaps.push('hang');
    await clock.advance(20_000);
    expect(reported).toEqual(['leader a', 'lead', 'error lease-timeout']);
    expect(terms[0]?.signal.aborted).toBe(false);
  });

  it('loses the lease while every renewal hangs', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported, terms } = candidate(server, clock);
    await clock.advance(0);
    server.always = 'hang';
    await clock.advance(10_000);
    expect(terms[0]?.signal.aborted).toBe(true);
    expect(reported).toContain('lost expired');
  });

  it('renews what it holds still, after a conflict or an answer that was lost', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported, terms } = candidate(server, clock);
    await clock.advance(0);
    server.mishaps.push('lost after');
    await clock.advance(2000);
    server.edit(({ metadata }) => (metadata['annotations'] = { by: 'kubectl' }));
    await clock.advance(60_000);
    expect(reported).toEqual(['leader a', 'lead', 'error connection']);
    expect(terms).toHaveLength(1);
    expect(server.lease?.metadata['annotations']).toEqual({ by: 'kubectl' });
  });

  it.each<[string, (spec: Record<string, unknown>) => unknown]>([
    ['another holder', (spec) => (spec['holderIdentity'] = 'b')],
    ['nobody', (spec) => (spec['holderIdentity'] = '')],
    ['a twin, which renewed it', (spec) => (spec['renewTime'] = '2026-01-01T00:00:09.000000Z')],
    ['a twin, which acquired it', (spec) => (spec['leaseTransitions'] = 9)],
  ])('ends its term when the lease was changed to %s', async (_who, change) => {
    const server = leaseServer();
    const clock = testClock();
    const { reported, terms } = candidate(server, clock);
    await clock.advance(0);
    server.edit(({ spec }) => void change(spec));
    await clock.advance(2000);
    expect(terms[0]?.signal.reason).toMatchObject({ end: 'taken' });
    expect(reported).toContain('lost taken');
    await clock.advance(15_000 + 3 * retryMs);
    expect(terms).toHaveLength(2);
  });

  it('ends its term when the lease was deleted, and counts on in the next one', async () => {
    const server = leaseServer({ holderIdentity: '', leaseTransitions: 6 });
    const clock = testClock();
    const { reported, terms } = candidate(server, clock);
    await clock.advance(0);
    server.lease = undefined;
    await clock.advance(2000 + retryMs);
    expect(reported).toEqual(['leader a', 'lead', 'lost deleted', 'leader a', 'lead']);
    expect(server.lease).toMatchObject({ spec: { leaseTransitions: 8 } });
    expect(new Set(terms.map(({ epoch }) => epoch)).size).toBe(2);
  });

  it('ends its term when the lease was deleted and made again by another', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported } = candidate(server, clock);
    await clock.advance(0);
    server.edit((lease) => {
      Object.assign(lease.metadata, { uid: 'other' });
    });
    await clock.advance(2000);
    expect(reported).toContain('lost deleted');
  });

  it('does not stand again where it is not to', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { reported, outcome } = candidate(server, clock, { standAgain: false });
    await clock.advance(0);
    server.edit(({ spec }) => (spec['holderIdentity'] = 'b'));
    await clock.advance(2000);
    expect([reported.at(-1), outcome()]).toEqual(['lost taken', 'not-holder taken']);
  });

  it('stands again only when what it led has ended, and not for ever', async () => {
    const server = leaseServer();
    const clock = testClock();
    const never = new Promise(() => undefined);
    const { outcome, terms, election } = candidate(server, clock, { stopTimeoutMs: 7000 }, () => never);
    await clock.advance(0);
    server.always = { status: 500 };
    await clock.advance(16_999);
    expect([outcome(), terms.length]).toEqual([undefined, 1]);
    await clock.advance(1);
    expect(outcome()).toBe('work-timeout');
    await expect(election.ended).rejects.toMatchObject({ code: 'work-timeout', timeoutMs: 7000 });
  });

  it('is unhealthy when it does not end although its lease is long over', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { election } = candidate(server, clock, {}, () => new Promise(() => undefined));
    expect(election.unhealthy()).toBeUndefined();
    await clock.advance(60_000);
    expect(election.unhealthy()).toBeUndefined();
    server.always = { status: 500 };
    await clock.advance(15_000 + 19_999);
    expect(election.unhealthy()).toBeUndefined();
    expect(election.unhealthy({ toleranceMs: 10_000 })).toMatchObject({ code: 'not-holder', lease: 'ns/it' });
    await clock.advance(2001);
    expect(election.unhealthy()).toMatchObject({ end: 'expired' });
  });
});
