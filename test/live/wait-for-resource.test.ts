import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/core/client.js';
import { waitForResource } from '../../src/watch/wait-for-resource.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { createManualClock } from '../../src/testing/manual-clock.js';
import { aggregated } from '../discovery/scripted-server.js';
import { idleTurns } from '../shared/idle-turns.js';
import { doubted, listOf, own, serverOf } from './doubted-server.js';
import { transportTo } from './transport-to.js';

const gadgets = { group: 'example.com', version: 'v1', resource: 'gadgets', kind: 'Gadget' };

function setUp(resources: readonly (typeof gadgets)[] = []) {
  const fake = createFakeApiServer({ resources });
  const transport = transportTo(fake);
  const client = createClient({ server: 'http://live.test', transport });
  onTestFinished(() => client.close());
  return { fake, client, clock: createManualClock({ settle: idleTurns(transport.isBusy) }) };
}

describe('waitForResource', () => {
  it('answers a handle at once where the resource is served', async () => {
    const { client, clock } = setUp([gadgets]);
    const handle = await waitForResource(client, 'gadgets.example.com', { clock });
    expect((await handle.mapping()).kind.kind).toBe('Gadget');
  });

  it('waits until it is', async () => {
    const { client, clock, fake } = setUp();
    const waiting = waitForResource(client, 'gadgets.example.com', { clock });
    await clock.advance(3000);
    fake.define(gadgets);
    // The client looks for an unknown name once a second, by the clock of the runtime.
    client.discovery.invalidate();
    await clock.advance(6000);
    expect((await (await waiting).mapping()).resource).toEqual({
      group: 'example.com',
      version: 'v1',
      resource: 'gadgets',
    });
  });

  it('asks the group itself after servers answered in turn, one of which lacked it', async () => {
    const { answers, client } = await doubted();
    const clock = createManualClock({ settle: idleTurns() });
    const asked: unknown[] = [];
    const waiting = waitForResource(client, 'gadgets.g.io', { clock }).finally(() => asked.push('answered'));
    answers[own] = listOf('things');
    await clock.advance(10_000);
    expect(asked).toEqual([]);
    answers[own] = listOf('things', 'gadgets');
    await clock.advance(5000);
    expect((await (await waiting).mapping()).resource.resource).toBe('gadgets');
  });

  it('looks as often into a group that cannot be read yet', async () => {
    const { answers, client } = serverOf();
    answers['/apis'] = aggregated({ 'm.io/v1': 'stale' });
    const clock = createManualClock({ settle: idleTurns() });
    const waiting = waitForResource(client, 'meters.m.io', { clock });
    // Discovery itself goes by the clock of the runtime, and would wait for longer after each of these.
    await clock.advance(30_000);
    answers['/apis'] = aggregated({ 'm.io/v1': ['meters'] });
    await clock.advance(5000);
    expect((await (await waiting).mapping()).resource.resource).toBe('meters');
  });

  it('throws when the time is over, with what there was instead', async () => {
    const { client, clock } = setUp();
    const waiting = waitForResource(client, 'gadgets.example.com', { clock, timeoutMs: 5000 }).catch(
      (error: unknown) => error,
    );
    await clock.advance(11_000);
    expect(await waiting).toMatchObject({
      code: 'resource-not-served',
      subject: 'gadgets.example.com',
      cause: { code: 'no-match' },
    });
  });

  it('ends by its signal', async () => {
    const { client, clock } = setUp();
    const controller = new AbortController();
    const waiting = waitForResource(client, 'gadgets', { clock, signal: controller.signal });
    await clock.advance(100);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('ends in time where the server never answers', async () => {
    const transport = { send: () => new Promise<never>(() => undefined), close: () => undefined };
    const client = createClient({ server: 'http://live.test', transport });
    onTestFinished(() => client.close());
    const clock = createManualClock({ settle: idleTurns() });
    const waiting = waitForResource(client, 'gadgets', { clock, timeoutMs: 5000 }).catch((error: unknown) => error);
    await clock.advance(5000);
    expect(await waiting).toMatchObject({ code: 'resource-not-served', subject: 'gadgets' });
  });

  it('refuses the name of one object', async () => {
    const { client, clock } = setUp([gadgets]);
    const waiting = waitForResource(client, 'gadgets/one', { clock });
    await expect(waiting).rejects.toMatchObject({ code: 'invalid-argument', argument: 'name' });
  });

  it('refuses what is no name, and no time', async () => {
    const { client } = setUp();
    await expect(waitForResource(client, '')).rejects.toMatchObject({ code: 'invalid-argument' });
    const wrong: [string, unknown][] = [
      ['timeoutMs', { timeoutMs: -1 }],
      ['signal', { signal: 'x' }],
      ['clock', { clock: {} }],
      ['timeout', { timeout: 5 }],
    ];
    for (const [argument, options] of wrong) {
      await expect(waitForResource(client, 'x', options as object)).rejects.toMatchObject({ argument });
    }
    await expect(waitForResource(undefined as never, 'x')).rejects.toMatchObject({ argument: 'client' });
  });
});
