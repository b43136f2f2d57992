import { describe, expect, it } from 'vitest';
import { createIdentity } from '../../src/identity/create-identity.js';
import type { FakeResource } from '../../src/testing/index.js';
import type { Exchange } from '../../src/core/transport/options.js';
import { onFakeServer } from '../client/on-fake-server.js';
import { names } from './catalogs.js';

const event = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'started', namespace: 'shop' } };
const both = ['events', 'events.events.k8s.io'] as const;

/** Requests beside discovery, as `GET /path`. */
function beside(exchanges: readonly Exchange[]): string[] {
  return exchanges.map(({ method, path }) => `${method} ${path}`).filter((each) => !/ \/apis?$/.test(each));
}

describe('a probe', () => {
  const probe = { evidence: 'catalog', probe: true } as const;

  it('looks only where nothing is known', async () => {
    const { client, exchanges } = await onFakeServer({ objects: [event] });
    const before = await createIdentity(client).report({ evidence: 'catalog', verbs: ['list', 'watch'] });
    const report = await createIdentity(client).report({ ...probe, verbs: ['list', 'watch'] });
    const doubtful = before.unsettled.flatMap(({ endpoints }) => endpoints.map(({ resource }) => resource));
    expect(new Set(doubtful)).toEqual(new Set(['deployments', 'endpoints', 'events']));
    const asked = beside(exchanges).map((each) => /(\w+)(\?limit=1|\/started)$/.exec(each)?.[1]);
    expect(new Set(asked)).toEqual(new Set(doubtful));
    expect(report.probing?.probes.map(({ finding }) => finding)).toEqual(['no objects', 'one UID', 'no objects']);
    expect(names(report.distinct)).not.toContain('events.v1.events.k8s.io');
  });

  it('joins for aliasesOf, classes and distinctResources too', async () => {
    const { client } = await onFakeServer({ objects: [event] });
    expect((await createIdentity(client).aliasesOf('events', probe)).evidence.map(({ kind }) => kind)).toEqual([
      'probe',
    ]);
    const sets = (await createIdentity(client).classes(probe)).filter(
      ({ endpoints }) => endpoints[0]?.resource === 'events',
    );
    expect(sets).toHaveLength(1);
    expect(names(await createIdentity(client).distinctResources(probe))).not.toContain('events.v1.events.k8s.io');
  });

  it('is no evidence where the objects may not be read, and says why', async () => {
    const onlyDiscovery = { users: { token: { name: 'reader', rights: 'discovery' as const } }, objects: [event] };
    const authenticate = async (): Promise<{ headers: Record<string, string> }> => ({
      headers: { authorization: 'Bearer token' },
    });
    const { client } = await onFakeServer(onlyDiscovery, { authenticate });
    const found = await createIdentity(client).compare(...both, probe);
    expect(found).toMatchObject({
      answer: 'unknown',
      probing: { probes: [{ finding: 'not readable', why: expect.stringContaining('forbidden') as string }] },
    });
  });

  it('is no evidence where the object is gone before it is looked for', async () => {
    const { client, fake } = await onFakeServer({ objects: [event] });
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404, details: { name: 'started' } };
    fake.fail('/apis/events.k8s.io/v1/namespaces/shop/events/started', { status: 404, body: status });
    const found = await createIdentity(client).compare(...both, probe);
    expect(found).toMatchObject({ answer: 'unknown', probing: { probes: [{ finding: 'not there' }] } });
  });

  it.each([404, 406, 410, 500, 503])('is no evidence where a bare %i answers', async (status) => {
    const { client, fake } = await onFakeServer({ objects: [event] }, { retry: { limit: 0 } });
    fake.fail(({ path }) => path.startsWith('/apis/events.k8s.io/v1/'), { status, body: 'no page' });
    const found = await createIdentity(client).compare(...both, probe);
    expect(found).toMatchObject({ answer: 'unknown', probing: { probes: [{ finding: 'not readable' }] } });
  });

  it.each([
    { name: '..', namespace: 'shop', uid: '1' },
    { name: 'started', namespace: 'a/b\0', uid: '1' },
    { name: 'started', uid: '1' },
    { name: '', namespace: 'shop', uid: '1' },
    { namespace: 'shop' },
  ])('is no evidence where an object is called %j', async (metadata) => {
    const { client, fake } = await onFakeServer();
    const items = [{ apiVersion: 'v1', kind: 'Event', metadata }];
    fake.fail(({ path }) => path.endsWith('/events'), {
      status: 200,
      body: { apiVersion: 'v1', kind: 'EventList', metadata: {}, items },
    });
    const found = await createIdentity(client).compare(...both, probe);
    expect(found).toMatchObject({ answer: 'unknown', probing: { probes: [{ finding: 'not readable' }] } });
  });

  it('does not hide that the credentials cannot be had', async () => {
    let asked = 0;
    const failing = async (): Promise<{ headers: Record<string, string> }> => {
      asked += 1;
      if (asked > 2) throw new Error('no plugin');
      return { headers: {} };
    };
    const { client } = await onFakeServer({ objects: [event] }, { authenticate: failing });
    await expect(createIdentity(client).compare(...both, probe)).rejects.toThrow('no plugin');
  });

  it('ends with the reason of the signal', async () => {
    const { client, fake } = await onFakeServer({ objects: [event] });
    await client.discovery.catalog();
    fake.configure({ latencyMs: 10_000 });
    const controller = new AbortController();
    const comparing = createIdentity(client).compare(...both, { ...probe, signal: controller.signal });
    controller.abort('left');
    await expect(comparing).rejects.toBe('left');
  });

  it('does not hide that the client was closed', async () => {
    const { client } = await onFakeServer({ objects: [event] });
    await client.discovery.catalog();
    await client.close();
    await expect(createIdentity(client).compare(...both, probe)).rejects.toMatchObject({ code: 'closed' });
  });

  it('tells of one UID behind unequal ids, and the ids hold', async () => {
    const cart: FakeResource = {
      group: 'a.example.org',
      version: 'v1',
      resource: 'carts',
      kind: 'Cart',
      internalID: 'x',
    };
    const other = { ...cart, group: 'b.example.org', internalID: 'y', sharesStorageWith: 'carts.v1.a.example.org' };
    const objects = [{ apiVersion: 'a.example.org/v1', kind: 'Cart', metadata: { name: 'one', namespace: 'shop' } }];
    const { client } = await onFakeServer({ resources: [cart, other], objects });
    const found = await createIdentity(client).compare('carts.a.example.org', 'carts.b.example.org', { probe: true });
    expect(found).toMatchObject({
      answer: 'different',
      difference: { kind: 'internalID' },
      contradictions: [{ joins: 'probe', separates: 'internalID', holds: 'separates' }],
    });
  });
});
