import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/core/client.js';
import type { KubeObject } from '../../src/core/model/kube-object.js';
import type { OwnerReference } from '../../src/core/model/owner-reference.js';
import { createOwners } from '../../src/owners/create-owners.js';
import type { OwnerResolution } from '../../src/owners/resolve-owner.js';
import type { FakeApiServer, FakeResource } from '../../src/testing/index.js';
import { onFakeServer, type OnFakeServer } from '../client/on-fake-server.js';

const ox: FakeResource = { group: 'shop.example.org', version: 'v2', resource: 'oxen', kind: 'Ox' };
const market: FakeResource = { ...ox, resource: 'markets', kind: 'Market', scope: 'Cluster' };
const resources = [ox, market];

function referenceTo({ apiVersion, kind, metadata }: KubeObject, more: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion, kind, name: metadata.name ?? '', uid: metadata.uid ?? '', ...more };
}

function put(fake: FakeApiServer, kind: string, name: string, ownerReferences: OwnerReference[] = []): KubeObject {
  const namespace = kind === 'Market' ? undefined : 'web';
  return fake.put({ apiVersion: 'shop.example.org/v2', kind, metadata: { name, namespace, ownerReferences } });
}

/** Answers with the paths of the requests that it sent. */
async function asked<T>({ exchanges }: OnFakeServer, work: () => Promise<T>): Promise<[T, string[]]> {
  const before = exchanges.length;
  const result = await work();
  return [result, exchanges.slice(before).map(({ path }) => path)];
}

function summary(resolution: OwnerResolution): string {
  return resolution.state === 'present' ? 'present' : `${resolution.state}: ${resolution.reason}`;
}

const base = '/apis/shop.example.org/v2';

describe('an owner', () => {
  it('by resource sends one request and discovers nothing, as metadata alone', async () => {
    const server = await onFakeServer({ resources });
    const owner = put(server.fake, 'Ox', 'front');
    const reference = referenceTo(owner, { resource: 'oxen' });
    const [resolution, paths] = await asked(server, () =>
      createOwners(server.client).resolve(reference, { namespace: 'web', honors: 'resource' }),
    );
    expect(resolution).toMatchObject({
      state: 'present',
      owner: { kind: 'Ox', metadata: { uid: owner.metadata.uid } },
    });
    expect(paths).toEqual([`${base}/namespaces/web/oxen/front`]);
    expect(server.fake.requests[0]?.accept).toContain('as=PartialObjectMetadata');
    expect(server.client.discovery.current).toBeUndefined();
  });

  it('has managedFields where they were asked for', async () => {
    const { client } = await onFakeServer({ resources });
    const handle = client.resource('oxen').namespace('web');
    const created = await handle.create(
      { metadata: { name: 'front', labels: { a: 'b' } } },
      { fieldManager: 'a-manager' },
    );
    const [owners, reference] = [createOwners(client), referenceTo(created)];
    const plain = await owners.resolve(reference, { namespace: 'web' });
    expect(plain.state === 'present' && 'managedFields' in plain.owner.metadata).toBe(false);
    expect(await owners.resolve(reference, { namespace: 'web', managedFields: true })).toMatchObject({
      owner: { metadata: { managedFields: [{ manager: 'a-manager' }] } },
    });
  });

  it('by resource tries the URL of the cluster second, and that alone for a cluster-scoped dependent', async () => {
    const server = await onFakeServer({ resources });
    const reference = referenceTo(put(server.fake, 'Market', 'm'), { resource: 'markets' });
    const owners = createOwners(server.client);
    const [namespaced, both] = await asked(server, () =>
      owners.resolve(reference, { namespace: 'web', honors: 'resource' }),
    );
    const [cluster, one] = await asked(server, () => owners.resolve(reference, { honors: 'resource' }));
    expect([namespaced.state, cluster.state]).toEqual(['present', 'present']);
    expect(both).toEqual([`${base}/namespaces/web/markets/m`, `${base}/markets/m`]);
    expect(one).toEqual([`${base}/markets/m`]);
  });

  it('by resource takes the scope from a catalog at hand', async () => {
    const server = await onFakeServer({ resources });
    const reference = referenceTo(put(server.fake, 'Market', 'm'), { resource: 'markets' });
    await server.client.discovery.catalog();
    const [, paths] = await asked(server, () =>
      createOwners(server.client).resolve(reference, { namespace: 'web', honors: 'resource' }),
    );
    expect(paths).toEqual([`${base}/markets/m`]);
  });

  it('by kind discovers once, and then asks for the owner alone', async () => {
    const server = await onFakeServer({ resources });
    const reference = referenceTo(put(server.fake, 'Ox', 'front'));
    const resolve = (): Promise<OwnerResolution> =>
      createOwners(server.client).resolve(reference, { namespace: 'web' });
    const [first] = await asked(server, resolve);
    const [second, paths] = await asked(server, resolve);
    expect([first.state, second.state]).toEqual(['present', 'present']);
    expect(paths).toEqual([`${base}/namespaces/web/oxen/front`]);
  });

  it('says absent of a uid that has changed and of an object that is gone', async () => {
    const { client, fake } = await onFakeServer({ resources });
    const reference = referenceTo(put(fake, 'Ox', 'front'));
    const resolve = (): Promise<OwnerResolution> => createOwners(client).resolve(reference, { namespace: 'web' });
    fake.remove({ apiVersion: 'shop.example.org/v2', kind: 'Ox', metadata: { name: 'front', namespace: 'web' } });
    expect(summary(await resolve())).toBe('absent: not-found');
    put(fake, 'Ox', 'front');
    expect(summary(await resolve())).toBe('absent: other-uid');
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [405, 'refused'],
    [406, 'refused'],
    [410, 'refused'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('takes a %i for unknown: %s', async (status, reason) => {
    const { client, fake } = await onFakeServer({ resources }, { retry: { limit: 0 } });
    const reference = referenceTo(put(fake, 'Ox', 'front'));
    fake.fail(({ path }) => path.includes('/oxen'), {
      status,
      body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', details: { name: 'front' } },
    });
    expect(await createOwners(client).resolve(reference, { namespace: 'web' })).toMatchObject({
      state: 'unknown',
      reason,
      asked: [{ outcome: reason, statusCode: status }],
    });
  });

  it.each([
    ['plain text', 'text/plain', '404 page not found\n'],
    ['a page of a proxy', 'text/html', '<h1>front</h1>'],
    ['a Status without details', 'application/json', { kind: 'Status', status: 'Failure', details: {} }],
    ['a Status for another name', 'application/json', { kind: 'Status', status: 'Failure', details: { name: 'web' } }],
    [
      'a Status for the namespace',
      'application/json',
      { kind: 'Status', status: 'Failure', details: { name: 'front', kind: 'namespaces' } },
    ],
    [
      'a Status whose name is no text',
      'application/json',
      { kind: 'Status', status: 'Failure', details: { name: ['front'] } },
    ],
    ['no Status', 'application/json', { details: { name: 'front' } }],
  ])('takes a 404 that is %s for unknown', async (_what, contentType, body) => {
    const { client, fake } = await onFakeServer({ resources });
    const reference = referenceTo(put(fake, 'Ox', 'front'));
    fake.fail(({ path }) => path.includes('/oxen'), { status: 404, body, headers: { 'content-type': contentType } });
    expect(summary(await createOwners(client).resolve(reference, { namespace: 'web' }))).toBe('unknown: not-served');
  });

  it.each([
    ['no JSON', 'front'],
    ['a list', { kind: 'List', apiVersion: 'v1', metadata: {}, items: [] }],
    ['another object', { kind: 'Ox', apiVersion: 'shop.example.org/v2', metadata: { name: 'other', uid: 'u' } }],
  ])('takes an answer that is %s for unknown', async (_what, body) => {
    const { client, fake } = await onFakeServer({ resources });
    const reference = referenceTo(put(fake, 'Ox', 'front'));
    fake.fail(({ path }) => path.includes('/oxen'), { status: 200, body });
    expect(summary(await createOwners(client).resolve(reference, { namespace: 'web' }))).toBe(
      'unknown: unusable-answer',
    );
  });

  it('takes a dead socket, a server that is gone and one that is slow for unknown', async () => {
    const server = createServer((_request, response) => response.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = createClient({ server: `http://127.0.0.1:${port}`, retry: { limit: 0 } });
    const reference = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u' };
    const byResource = { ...reference, resource: 'pods' };
    expect(summary(await createOwners(client).resolve(byResource, { namespace: 'web', honors: 'resource' }))).toBe(
      'unknown: no-answer',
    );
    expect(summary(await createOwners(client).resolve(reference, { namespace: 'web' }))).toBe(
      'unknown: discovery-failed',
    );
    await new Promise((resolve) => server.close(resolve));
    expect(summary(await createOwners(client).resolve(byResource, { namespace: 'web', honors: 'resource' }))).toBe(
      'unknown: no-answer',
    );
    await client.close();

    const slow = await onFakeServer({ resources, latencyMs: 5000 });
    expect(summary(await createOwners(slow.client).resolve(byResource, { timeoutMs: 20, honors: 'resource' }))).toBe(
      'unknown: no-answer',
    );
  });

  it('takes a kind whose group cannot be read for unknown', async () => {
    const { client } = await onFakeServer({ resources, deadGroupVersions: ['shop.example.org/v2'] });
    const reference = { apiVersion: 'shop.example.org/v2', kind: 'Ox', name: 'front', uid: 'u' };
    expect(summary(await createOwners(client).resolve(reference, { namespace: 'web' }))).toBe(
      'unknown: group-unavailable',
    );
    const byResource = { ...reference, resource: 'oxen' };
    expect(summary(await createOwners(client).resolve(byResource, { namespace: 'web', honors: 'resource' }))).toBe(
      'unknown: unavailable',
    );
  });

  it('finds a kind that was defined after the server was discovered', async () => {
    const { client, fake } = await onFakeServer();
    await client.discovery.catalog();
    fake.define(ox);
    const reference = referenceTo(put(fake, 'Ox', 'front'));
    expect(summary(await createOwners(client).resolve(reference, { namespace: 'web' }))).toBe('present');
  });

  it('asks again once for many kinds that are nowhere', async () => {
    const server = await onFakeServer();
    await server.client.discovery.catalog();
    const references = Array.from({ length: 50 }, (_, index) => ({
      apiVersion: 'nowhere.example.org/v1',
      kind: `Kind${index}`,
      name: 'a',
      uid: `u-${index}`,
    }));
    const [found, paths] = await asked(server, () =>
      createOwners(server.client).ownersOf({ metadata: { name: 'a', ownerReferences: references } }),
    );
    expect(new Set(found.links.map(({ reason }) => reason))).toEqual(new Set(['no-mapping']));
    expect(paths.sort()).toEqual(['/api', '/apis']);
  });

  it('rethrows the reason of an abort, and what is no answer', async () => {
    const { client } = await onFakeServer({ resources });
    const reference = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u', resource: 'pods' };
    const reason = new Error('enough');
    await expect(createOwners(client).resolve(reference, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(createOwners(client).resolve(reference, { namespace: '../x' })).rejects.toMatchObject({
      code: 'invalid-name',
    });
    await client.close();
    await expect(createOwners(client).resolve(reference, { honors: 'resource' })).rejects.toMatchObject({
      code: 'closed',
    });
  });
});

describe('a walk up', () => {
  it('walks up with as many requests under way as it may', async () => {
    const { client, fake } = await onFakeServer({ resources, latencyMs: 5 });
    const owners = Array.from({ length: 60 }, (_, index) => referenceTo(put(fake, 'Ox', `o-${index}`)));
    const start = put(fake, 'Ox', 'start', owners);
    let [underWay, most] = [0, 0];
    const watched = createClient({
      server: client.server,
      authenticate: async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        return { headers: {} };
      },
      onExchange: () => {
        underWay -= 1;
      },
    });
    await watched.discovery.catalog();
    most = 0;
    expect((await createOwners(watched).ownersOf(start, { concurrency: 4 })).owners).toHaveLength(60);
    expect(most).toBe(4);
    expect((await createOwners(watched).ownersOf(start)).owners).toHaveLength(60);
    expect(most).toBe(10);
    await watched.close();
  });

  it.each([0, -1, 1.5, Number.NaN])('takes no concurrency of %d', async (concurrency) => {
    const { client } = await onFakeServer();
    await expect(createOwners(client).ownersOf({}, { concurrency })).rejects.toMatchObject({ argument: 'concurrency' });
  });

  it('does not ask again for an owner that is absent, until it is told to', async () => {
    const server = await onFakeServer({ resources });
    const gone = { apiVersion: 'shop.example.org/v2', kind: 'Ox', name: 'gone', uid: 'u' };
    const start = put(server.fake, 'Ox', 'start', [gone]);
    const owners = createOwners(server.client);
    const walk = (): Promise<object> => owners.ownersOf(start);
    await walk();
    expect((await asked(server, walk))[1]).toEqual([]);
    owners.invalidate();
    expect((await asked(server, walk))[1]).toEqual([`${base}/namespaces/web/oxen/gone`]);
  });
});
