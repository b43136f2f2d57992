import { describe, expect, it, onTestFinished } from 'vitest';
import { createInformer } from '../../src/watch/informer/informer.js';
import { createManualClock } from '../../src/testing/manual-clock.js';
import { aggregated } from '../discovery/scripted-server.js';
import { idleTurns } from '../shared/idle-turns.js';
import { after, doubted, gadgets, inTurn, listOf, own, says, serverOf, startWait } from './doubted-server.js';

describe('waitForResource, on servers that have just restarted', () => {
  it('returns what the only version of a legacy server lists at its own path', async () => {
    const server = serverOf();
    const listing = { kind: 'APIGroupList', groups: [{ name: 'g.io', versions: [{ version: 'v1' }] }] };
    const entry = { name: 'gadgets', kind: 'Gadget', namespaced: true, verbs: ['list'] };
    server.answers['/api'] = { kind: 'APIVersions', versions: [] };
    server.answers[own] = { kind: 'APIResourceList', groupVersion: 'g.io/v1', resources: [entry] };
    for (const groups of [listing.groups, [], listing.groups, []]) {
      server.answers['/apis'] = { ...listing, groups };
      await server.client.discovery.refresh();
    }
    expect(server.client.discovery.current?.resource(gadgets)).toMatchObject({ freshness: 'Kept' });
    const { clock, ended } = startWait(server.client);
    await clock.advance(10);
    expect(ended).toEqual([gadgets]);
  });

  it('waits where the first answer of all lacks every custom group', async () => {
    const server = serverOf();
    server.answers['/apis'] = aggregated({});
    const { clock, ended } = startWait(server.client);
    await clock.advance(1000);
    expect(ended).toEqual([]);
    server.answers['/apis'] = aggregated(after);
    server.client.discovery.invalidate();
    await clock.advance(6000);
    expect(ended).toEqual([gadgets]);
  });

  it('asks once for a group-version that a single answer lacks, after discovery has', async () => {
    const server = serverOf();
    await inTurn(server, '/apis', after, {});
    server.answers[own] = listOf('things', 'gadgets');
    server.asked.splice(0);
    const { clock, ended } = startWait(server.client);
    await clock.advance(10);
    expect(ended).toEqual([gadgets]);
    expect(server.asked.length).toBeLessThanOrEqual(2);
  });

  it.each([
    '../../secrets',
    'gadgets.v1.g.io/..',
    '..',
    '%2e%2e',
    'gadgets.v1.../..',
    'a\nb',
    '__proto__',
    '.',
    'a?b#c',
  ])('asks no path that a name makes up: %j', async (name) => {
    const { asked, client } = await doubted();
    const { clock, ended } = startWait(client, name, { timeoutMs: 3000 });
    await clock.advance(3000);
    expect(ended).toMatchObject([
      { code: expect.stringMatching(/^(resource-not-served|invalid-argument)$/) as string },
    ]);
    expect(asked.filter((path) => !['/api', '/apis', own].includes(path))).toEqual([]);
  });

  it('takes a time without end, and one that is over', async () => {
    const { answers, client } = await doubted();
    const endless = startWait(client, 'gadgets.g.io', { timeoutMs: Infinity });
    const over = startWait(client, 'gadgets.g.io', { timeoutMs: 1 });
    await endless.clock.advance(3_600_000);
    await over.clock.advance(2);
    expect(endless.ended).toEqual([]);
    expect(over.ended).toMatchObject([{ code: 'resource-not-served' }]);
    answers[own] = listOf('gadgets');
    await endless.clock.advance(5000);
    expect(endless.ended).toEqual([gadgets]);
  });
});

describe('an informer of a resource that one of two servers lacks', () => {
  it('goes on while the list answers 404', async () => {
    const { answers, client } = await doubted();
    answers[own] = listOf('gadgets');
    const clock = createManualClock({ settle: idleTurns() });
    const informer = createInformer(client, 'gadgets.g.io', { waitForResourceMs: 60_000, clock });
    onTestFinished(() => informer.close());
    const ended: unknown[] = [];
    informer.ended.then(
      () => ended.push('closed'),
      (error: unknown) => ended.push(error),
    );
    await clock.advance(5000);
    expect(ended).toEqual([]);
    const objectOf = (metadata: object): object => ({ apiVersion: 'g.io/v1', kind: 'Gadget', metadata });
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    const events = [
      { type: 'ADDED', object: objectOf({ name: 'a', namespace: 'n', uid: 'u', resourceVersion: '5' }) },
      { type: 'BOOKMARK', object: objectOf({ resourceVersion: '7', annotations }) },
    ];
    answers[`${own}/gadgets`] = says(200, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    await clock.advance(60_000);
    expect(informer.store.list()).toMatchObject([{ metadata: { name: 'a' } }]);
    expect(ended).toEqual([]);
  });
});
