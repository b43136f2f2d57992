import { describe, expect, it } from 'vitest';
import { waitForResource } from '../../src/watch/wait-for-resource.js';
import { aggregated } from '../discovery/scripted-server.js';
import {
  after,
  before,
  doubted,
  gadgets,
  hangs,
  inTurn,
  listOf,
  own,
  says,
  serverOf,
  startWait,
  type Scripted,
} from './doubted-server.js';

describe('waitForResource, for a resource that one of two servers lacks', () => {
  it.each<[string, Scripted]>([
    ['404', says(404)],
    ['403', says(403)],
    ['401', says(401)],
    ['500', says(500, 'broken')],
    ['503', says(503, 'service unavailable')],
    ['a page', says(200, '<html>login</html>', { 'content-type': 'text/html' })],
    ['half a document', says(200, '{"resources":[{"name":"gadgets"}')],
    ['no resources', says(200, '{}')],
    ['null', says(200, 'null')],
    ['a list of other things', says(200, '{"resources":[null,"gadgets",{"name":7}]}')],
    ['subresources alone', listOf('gadgets/status', 'gadgets/scale')],
    ['other names', listOf('gadget', 'Gadgets', 'gadgetss')],
    ['nothing', hangs],
    ['a reset', () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))],
  ])('goes on where its own path answers %s, and ends in time', async (_, answer) => {
    const { answers, client } = await doubted();
    answers[own] = answer;
    const { clock, ended } = startWait(client, 'gadgets.g.io', { timeoutMs: 30_000 });
    await clock.advance(29_000);
    expect(ended).toEqual([]);
    // The last try of all has a millisecond.
    await clock.advance(1001);
    expect(ended).toMatchObject([{ code: 'resource-not-served' }]);
    expect(clock.sleepers).toBe(0);
  });

  it.each<[string, Scripted]>([
    ['asks for a pause of an hour', says(503, '{}', { 'retry-after': '3600' })],
    ['does not answer', hangs],
  ])('returns it as soon as discovery lists it, where its own path %s', async (_, answer) => {
    const { answers, client } = await doubted();
    answers[own] = answer;
    const { clock, ended } = startWait(client);
    await clock.advance(4000);
    client.discovery.invalidate();
    await clock.advance(11_000);
    expect(ended).toEqual([gadgets]);
  });

  it('says at the end why it is in doubt', async () => {
    const { client } = await doubted();
    const { clock, ended } = startWait(client, 'gadgets.g.io', { timeoutMs: 5000 });
    await clock.advance(5000);
    expect(ended).toMatchObject([{ code: 'resource-not-served', cause: { code: 'api', statusCode: 404 } }]);
  });

  it('ends by its signal in the middle of a request, with its reason', async () => {
    const { answers, client } = await doubted();
    answers[own] = hangs;
    const controller = new AbortController();
    const { clock, ended } = startWait(client, 'gadgets.g.io', { signal: controller.signal });
    await clock.advance(10);
    const reason = new Error('enough');
    controller.abort(reason);
    await clock.advance(0);
    expect(ended).toEqual([reason]);
    expect(clock.sleepers).toBe(0);
  });

  it('ends at once where the client is closed', async () => {
    const { answers, client } = await doubted();
    answers[own] = hangs;
    const { clock, ended } = startWait(client);
    await clock.advance(10);
    await client.close();
    await clock.advance(0);
    expect(ended).toMatchObject([{ code: 'closed' }]);
  });

  it('requests what it has to know past a guard, as discovery does, and returns a handle behind it', async () => {
    const { answers, client } = await doubted();
    answers[own] = listOf('gadgets');
    const refusal = Object.assign(new Error('no longer the leader'), { code: 'no' });
    const guarded = client.with({
      check: () => {
        throw refusal;
      },
    });
    const handle = await waitForResource(guarded, 'gadgets.g.io');
    await expect(handle.list()).rejects.toBe(refusal);
  });

  it('asks below other prefixes', async () => {
    const server = serverOf({ discovery: { prefixes: { api: '/k/api', apis: '/k/apis' } } });
    server.answers['/k/api'] = aggregated({ v1: ['pods'] });
    await inTurn(server, '/k/apis', before, {}, before, after);
    server.answers['/k/apis/g.io/v1'] = listOf('gadgets');
    const { clock, ended } = startWait(server.client);
    await clock.advance(10);
    expect(ended).toEqual([gadgets]);
  });

  it('asks the core group at its own root', async () => {
    const server = serverOf();
    server.answers['/apis'] = aggregated({});
    await inTurn(server, '/api', { v1: ['pods'] }, {}, { v1: ['pods'] }, { v1: ['pods', 'nodes'] });
    server.answers['/api/v1'] = listOf('pods', 'nodes');
    const { clock, ended } = startWait(server.client, 'nodes');
    await clock.advance(10);
    expect(ended).toEqual([{ group: '', version: 'v1', resource: 'nodes' }]);
  });

  it('returns the version that is served, of several in doubt', async () => {
    const server = serverOf();
    const both = { 'g.io/v2': ['gadgets'], 'g.io/v1': ['gadgets'] };
    await inTurn(server, '/apis', both, {}, both);
    server.answers[own] = listOf('gadgets');
    const { clock, ended } = startWait(server.client);
    await clock.advance(20_000);
    expect(ended).toEqual([gadgets]);
    const other = startWait(server.client, 'gadgets.v2.g.io', { timeoutMs: 5000 });
    await other.clock.advance(5000);
    expect(other.ended).toMatchObject([{ code: 'resource-not-served' }]);
  });

  it('goes on while the definition is deleted, and after it is installed again', async () => {
    const { answers, client } = await doubted();
    answers[own] = listOf('things');
    const { clock, ended } = startWait(client);
    await clock.advance(3000);
    await client.discovery.refresh({ deleted: [gadgets] });
    delete answers[own];
    await clock.advance(3000);
    expect(ended).toEqual([]);
    answers[own] = listOf('gadgets');
    await clock.advance(10_000);
    expect(ended).toEqual([gadgets]);
  });

  it('sends few requests: a few in the first second, then one in some seconds', async () => {
    const { answers, asked, client } = await doubted();
    answers[own] = listOf('things');
    const { clock } = startWait(client, 'gadgets.g.io', { timeoutMs: 60_000 });
    await clock.advance(60_000);
    expect(asked.filter((path) => path === own).length).toBeLessThan(40);
  });

  it('sends no request of its own where discovery vouches for it', async () => {
    const server = serverOf();
    await inTurn(server, '/apis', after);
    server.asked.splice(0);
    const { clock, ended } = startWait(server.client);
    await clock.advance(10);
    expect(ended).toEqual([gadgets]);
    expect(server.asked).toEqual([]);
  });
});
