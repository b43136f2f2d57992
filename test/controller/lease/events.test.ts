import { describe, expect, it } from 'vitest';
import { createEventRecorder, type RecordedEvent } from '../../../src/controller/index.js';
import type { ObjectLike } from '../../../src/index.js';
import { stage } from '../controlled.js';
import { candidate, leaseServer, testClock } from './lease-server.js';

const retryMs = 4400;

/** A recorder that keeps its events. */
function notebook() {
  const reported: [ObjectLike, RecordedEvent][] = [];
  return {
    recorder: { event: (object: ObjectLike, event: RecordedEvent) => void reported.push([object, event]) },
    messages: () => reported.map(([, { message }]) => message),
    reported,
  };
}

describe('the Events of an election', () => {
  it('are about the Lease, in the words of client-go', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { recorder, reported } = notebook();
    const { election } = candidate(server, clock, { recorder });
    await clock.advance(0);
    expect(reported).toEqual([
      [
        {
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata: expect.objectContaining({ name: 'it', namespace: 'ns', uid: 'uid-1' }) as unknown,
        },
        { type: 'Normal', reason: 'LeaderElection', message: 'a became leader' },
      ],
    ]);
    await election.stop();
    expect(reported[1]).toEqual([
      reported[0]?.[0],
      { type: 'Normal', reason: 'LeaderElection', message: 'a stopped leading' },
    ]);
  });

  it('tell each term, however it ends, and nothing of one that only waits', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { recorder, messages } = notebook();
    let isOver = false;
    candidate(server, clock, { recorder }, ({ signal }) =>
      isOver ? undefined : new Promise((resolve) => signal.addEventListener('abort', resolve)),
    );
    await clock.advance(0);
    server.edit(({ spec }) => (spec['holderIdentity'] = 'b'));
    await clock.advance(2000);
    expect(messages()).toEqual(['a became leader', 'a stopped leading']);
    isOver = true;
    await clock.advance(15_000 + 2 * retryMs);
    expect(messages().slice(2)).toEqual(['a became leader', 'a stopped leading']);
  });

  it('tell the end of a term when its lease is over, not when what is led has ended', async () => {
    const server = leaseServer();
    const clock = testClock();
    const { recorder, messages } = notebook();
    candidate(server, clock, { recorder, standAgain: false }, () => new Promise(() => undefined));
    await clock.advance(0);
    server.edit(({ spec }) => (spec['holderIdentity'] = 'b'));
    await clock.advance(2000);
    expect(messages()).toEqual(['a became leader', 'a stopped leading']);
    await clock.advance(60_000);
    expect(messages()).toHaveLength(2);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no ink');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no ink'))],
  ])('do not keep anybody from leading where a recorder %s', async (_how, event) => {
    const server = leaseServer();
    const clock = testClock();
    const { reported } = candidate(server, clock, { recorder: { event } });
    await clock.advance(0);
    expect(reported.toSorted()).toEqual(['error no ink', 'lead', 'leader a']);
  });

  it('are stored by a recorder as those of client-go are', async () => {
    const on = stage();
    const recorder = createEventRecorder(on.client, { component: 'my-controller', clock: on.clock });
    const server = leaseServer();
    const clock = testClock();
    const { election } = candidate(server, clock, { recorder });
    await clock.advance(0);
    await election.stop();
    await recorder.flush();
    expect(on.fake.objects.filter(({ kind }) => kind === 'Event')).toEqual(
      ['a became leader', 'a stopped leading'].map(
        (message) =>
          expect.objectContaining({
            message,
            type: 'Normal',
            reason: 'LeaderElection',
            metadata: expect.objectContaining({ namespace: 'ns' }) as unknown,
            source: { component: 'my-controller' },
            involvedObject: expect.objectContaining({
              ...{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', name: 'it', namespace: 'ns', uid: 'uid-1' },
            }) as unknown,
          }) as unknown,
      ),
    );
  });

  it('need a recorder', () => {
    expect(() => candidate(leaseServer(), testClock(), { recorder: {} as never })).toThrow(/recorder/);
  });
});
