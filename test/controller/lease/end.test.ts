import { describe, expect, it } from 'vitest';
import { createLeaderElection } from '../../../src/controller/lease/leader-election.js';
import { candidate, leaseServer, testClock, untilAborted } from './lease-server.js';

describe('the end of an election', () => {
  it('comes by stop(), after what is led, and gives the lease back', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { election, outcome, terms } = candidate(server, clock, {}, async ({ signal }) => {
      await untilAborted({ signal } as never);
      await clock.sleep(3000);
    });
    await clock.advance(0);
    const stopping = election.stop();
    await clock.advance(2999);
    expect(terms[0]?.signal.reason).toMatchObject({ end: 'ended' });
    expect([outcome(), server.lease?.spec['holderIdentity']]).toEqual([undefined, 'a']);
    expect(server.lease?.spec['renewTime']).toMatch(/:02\.000/);
    await clock.advance(1);
    await stopping;
    await election.ended;
    expect([outcome(), server.lease?.spec['holderIdentity']]).toEqual(['over', '']);
  });

  it('comes by its signal, with its reason', async () => {
    const server = leaseServer();
    const clock = testClock();
    const controller = new AbortController();
    const { outcome } = candidate(server, clock, { signal: controller.signal });
    await clock.advance(0);
    controller.abort(new Error('SIGTERM'));
    await clock.advance(0);
    expect([outcome(), server.lease?.spec['holderIdentity']]).toEqual(['SIGTERM', '']);
  });

  it('comes before the beginning', async () => {
    const server = leaseServer();
    const clock = testClock();
    const signal = AbortSignal.abort(new Error('never'));
    const { outcome } = candidate(server, clock, { signal });
    await clock.advance(0);
    expect([outcome(), server.requests]).toEqual(['never', []]);
    const election = createLeaderElection(server.client(), { name: 'it', namespace: 'ns' });
    await election.stop();
    await election.run(() => expect.unreachable());
    await expect(election.run(() => undefined)).rejects.toMatchObject({ argument: 'lead' });
  });

  it('leaves no lease behind that was being acquired', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { election, outcome, reported } = candidate(server, clock);
    server.mishaps.push(undefined, 'lost after');
    await clock.advance(0);
    expect(server.lease?.spec['holderIdentity']).toBe('a');
    await Promise.all([election.stop(), clock.advance(0)]);
    expect([outcome(), server.lease?.spec['holderIdentity']]).toEqual(['over', '']);
    expect(reported).not.toContain('lead');
  });

  it('does not wait for a server that hangs', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { election, outcome, reported } = candidate(server, clock);
    await clock.advance(0);
    server.always = 'hang';
    const stopping = election.stop();
    await clock.advance(5000);
    await stopping;
    expect([outcome(), reported.at(-1)]).toEqual(['over', 'error lease-timeout']);
  });

  it('gives nothing back that another holds', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { election } = candidate(server, clock);
    await clock.advance(0);
    server.edit(({ spec }) => (spec['holderIdentity'] = 'b'));
    await Promise.all([election.stop(), clock.advance(0)]);
    expect(server.lease?.spec['holderIdentity']).toBe('b');
  });

  it('comes with the client', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { client, outcome, terms } = candidate(server, clock);
    await clock.advance(0);
    await client.close();
    await clock.advance(0);
    expect([outcome(), terms[0]?.signal.aborted]).toEqual(['closed', true]);
  });

  it('gives nothing back while what it led goes on', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { election } = candidate(server, clock, {}, () => new Promise(() => undefined));
    await clock.advance(0);
    const stopping = election.stop().catch((error: unknown) => error);
    await clock.advance(10_000);
    expect(await stopping).toMatchObject({ code: 'work-timeout' });
    expect(server.lease?.spec['holderIdentity']).toBe('a');
  });
});
