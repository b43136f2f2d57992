import { describe, expect, it } from 'vitest';
import { innerDiscovery } from '../../src/core/discovery/discovery.js';
import { aggregated, endpointsOf, serverOf, type Served } from './scripted-server.js';
import type { Scripted } from './replay-connection.js';

const claims = { group: 'x.io', version: 'v1beta1', resource: 'claims' };
const path = '/apis/x.io/v1beta1/claims';
const own: Served = { 'apps/v1': ['deployments'], 'x.io/v1': ['claims'] };
const all: Served = { ...own, 'x.io/v1beta1': ['claims'] };
const notFound: Scripted = { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' };

/** A server that lists what only its peer serves. */
function serverWithPeer({ listed = all, alone = own }: { readonly listed?: Served; readonly alone?: Served } = {}) {
  const documents = { listed, alone };
  const server = serverOf({
    '/api': { body: aggregated({ v1: ['pods'] }) },
    '/apis': ({ accept = '' }) => ({
      body: aggregated(accept.includes('profile=nopeer') ? documents.alone : documents.listed),
    }),
    [path]: notFound,
  });
  const { discovery, pass } = server;
  const watch = (): void => {
    innerDiscovery(discovery).doubt(claims, path);
  };
  /** A watch fails, and the server is asked, for this time. */
  const askFor = async (ms: number): Promise<string[]> => {
    for (let time = 0; time <= ms; time += 10_000) {
      watch();
      await discovery.refresh();
      if (time + 10_000 <= ms) pass(10_000);
    }
    return endpointsOf(await discovery.catalog()).filter((name) => name.startsWith('claims'));
  };
  return { ...server, documents, watch, askFor };
}

describe('a resource that a root lists for a peer that has gone', () => {
  it('is there for a minute, and then gone until its objects answer', async () => {
    const { answers, askFor, discovery } = serverWithPeer();
    expect(await askFor(50_000)).toEqual(['claims.v1.x.io', 'claims.v1beta1.x.io']);
    expect(await askFor(10_000)).toEqual(['claims.v1.x.io']);
    const catalog = await discovery.catalog();
    expect(catalog.version({ group: 'x.io', version: 'v1beta1' })).toBeUndefined();
    expect(catalog.failures).toEqual([]);
    expect(await discovery.refresh()).toBe(catalog);
    answers[path] = { body: { items: [] } };
    expect(endpointsOf(await discovery.refresh())).toContain('claims.v1beta1.x.io');
  });

  it('stays gone while its objects or the root cannot be reached', async () => {
    const { answers, askFor, pass, discovery } = serverWithPeer();
    await askFor(60_000);
    const root = answers['/apis']!;
    const down: Scripted = { status: 503, body: 'down' };
    for (const [where, answer] of [
      [path, down],
      [path, notFound],
    ] as const) {
      answers[where] = answer;
      pass(10_000);
      expect(endpointsOf(await discovery.refresh())).not.toContain('claims.v1beta1.x.io');
    }
    answers['/apis'] = (request) =>
      (request.accept ?? '').includes('profile=nopeer') ? down : typeof root === 'function' ? root(request) : root;
    pass(10_000);
    expect(endpointsOf(await discovery.refresh())).not.toContain('claims.v1beta1.x.io');
    answers[path] = { body: { items: [] } };
    expect(endpointsOf(await discovery.refresh())).toContain('claims.v1beta1.x.io');
  });

  it('costs no request before a watch answered 404, nor after its objects answered', async () => {
    const { answers, asked, discovery, watch } = serverWithPeer();
    await discovery.refresh();
    await discovery.refresh();
    expect(asked()).not.toContain(path);
    watch();
    answers[path] = { body: { items: [] } };
    await discovery.refresh();
    expect(asked()).toEqual(['/api', '/apis', path]);
    await discovery.refresh();
    expect(asked()).toEqual(['/api', '/apis']);
  });

  it.each<[string, Parameters<typeof serverWithPeer>[0], Scripted]>([
    ['its objects answer', {}, { body: { items: [] } }],
    ['its objects answer 403', {}, { status: 403, body: {} }],
    [
      'its objects answer 503, as of a peer that was killed',
      {},
      { status: 503, body: 'error trying to reach service' },
    ],
    ['the server serves it itself', { alone: all }, notFound],
    ['its group-version is stale', { alone: { ...own, 'x.io/v1beta1': 'stale' } }, notFound],
    ['its root has malformed entries', { alone: { ...own, 'x.io/v1beta1': [{ resource: 7 }] } }, notFound],
  ])('stays while %s', async (_why, documents, objects) => {
    const { answers, askFor } = serverWithPeer(documents);
    answers[path] = objects;
    expect(await askFor(200_000)).toContain('claims.v1beta1.x.io');
  });

  it('stays if servers that know nothing of peers answer in turn', async () => {
    const { documents, askFor, discovery, pass } = serverWithPeer();
    for (let round = 0; round < 12; round += 1) {
      documents.listed = round % 2 === 0 ? all : own;
      await askFor(0);
      expect((await discovery.catalog()).resource(claims)).toBeDefined();
      pass(20_000);
    }
  });

  it('stays if nopeer answers in the legacy format, or not at all', async () => {
    for (const body of [{ kind: 'APIGroupList', groups: [] }, '<html>']) {
      const { answers, askFor } = serverWithPeer();
      answers['/apis'] = ({ accept = '' }) => ({ body: accept.includes('nopeer') ? body : aggregated(all) });
      expect(await askFor(200_000)).toContain('claims.v1beta1.x.io');
    }
  });

  it('does not come back as kept when the root forgets it', async () => {
    const { documents, askFor, discovery, pass } = serverWithPeer();
    expect(await askFor(70_000)).toEqual(['claims.v1.x.io']);
    documents.listed = own;
    for (let round = 0; round < 10; round += 1) {
      expect((await discovery.refresh()).resource(claims)).toBeUndefined();
      pass(15_000);
    }
    documents.listed = all;
    expect((await discovery.refresh()).resource(claims)?.freshness).toBe('Current');
  });

  it('begins anew after a round in which it was served', async () => {
    const { answers, askFor } = serverWithPeer();
    await askFor(50_000);
    answers[path] = { body: { items: [] } };
    await askFor(0);
    answers[path] = notFound;
    expect(await askFor(50_000)).toContain('claims.v1beta1.x.io');
  });
});
