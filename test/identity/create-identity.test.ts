import { describe, expect, it } from 'vitest';
import { createIdentity, type Identity } from '../../src/identity/create-identity.js';
import type { Exchange } from '../../src/core/transport/options.js';
import { names } from './catalogs.js';
import { onFakeServer, type OnFakeServer } from '../client/on-fake-server.js';

const event = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'started', namespace: 'shop' } };
const both = ['events', 'events.events.k8s.io'] as const;

/** Requests beside discovery, as `GET /path`. */
function beside(exchanges: readonly Exchange[]): string[] {
  return exchanges.map(({ method, path }) => `${method} ${path}`).filter((each) => !/ \/apis?$/.test(each));
}

describe('events of both groups are', () => {
  it('the same by hash, from two legacy documents that are read once', async () => {
    const { client, exchanges } = await onFakeServer();
    const found = await createIdentity(client).compare(...both);
    expect(found).toMatchObject({ answer: 'same', evidence: [{ kind: 'storageVersionHash' }], failures: [] });
    const read = ['GET /api/v1', 'GET /apis/events.k8s.io/v1'];
    expect(beside(exchanges)).toEqual(read);
    await createIdentity(client).compare(...both);
    await createIdentity(client).aliasesOf('events');
    expect(beside(exchanges)).toEqual(read);
  });

  it('unknown with the evidence of the catalog, without any request, and the documented list is named', async () => {
    const { client, exchanges } = await onFakeServer();
    const found = await createIdentity(client).compare(...both, { evidence: 'catalog' });
    expect(found).toMatchObject({ answer: 'unknown', hints: [{ kind: 'documented cohabitation' }] });
    expect(beside(exchanges)).toEqual([]);
  });

  it('the same by the documented list, where the caller trusts it', async () => {
    const { client, exchanges } = await onFakeServer();
    const options = { evidence: 'catalog', cohabitation: 'join' } as const;
    expect(await createIdentity(client).compare(...both, options)).toMatchObject({ answer: 'same' });
    const { endpoints } = await createIdentity(client).aliasesOf('events', options);
    expect(names(endpoints)).toEqual(['events.v1.', 'events.v1.events.k8s.io']);
    expect(beside(exchanges)).toEqual([]);
  });

  it('the same by a probe: one object as metadata, listed and read', async () => {
    const { client, exchanges, fake } = await onFakeServer({ objects: [event] });
    const found = await createIdentity(client).compare(...both, { evidence: 'catalog', probe: true });
    expect(found).toMatchObject({
      answer: 'same',
      evidence: [{ kind: 'probe' }],
      probing: { complete: true, probes: [{ finding: 'one UID' }] },
    });
    expect(beside(exchanges)).toEqual([
      'GET /api/v1/events?limit=1',
      'GET /apis/events.k8s.io/v1/namespaces/shop/events/started',
    ]);
    const asked = fake.requests.filter(({ path }) => path.includes('/events'));
    expect(asked.map(({ accept }) => accept)).toEqual([
      expect.stringContaining('as=PartialObjectMetadataList'),
      expect.stringContaining('as=PartialObjectMetadata'),
    ]);
  });

  it('unknown by a probe that finds no event', async () => {
    const { client } = await onFakeServer();
    const found = await createIdentity(client).compare(...both, { evidence: 'catalog', probe: true });
    expect(found).toMatchObject({ answer: 'unknown', probing: { probes: [{ finding: 'no objects' }] } });
  });
});

describe('a legacy document that cannot be read', () => {
  const failed = { group: 'events.k8s.io', version: 'v1', document: '/apis/events.k8s.io/v1' };

  it.each([
    [401, 'denied'],
    [403, 'denied'],
    [404, 'notFound'],
    [406, 'unreachable'],
    [410, 'unreachable'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ])('is named and not thrown: %i is %s', async (status, failureClass) => {
    const { client, fake } = await onFakeServer({}, { retry: { limit: 0 } });
    fake.fail(failed.document, { status, body: 'no' });
    const failures = [expect.objectContaining({ ...failed, class: failureClass, statusCode: status }) as object];
    expect(await createIdentity(client).compare(...both)).toMatchObject({ answer: 'unknown', failures });
    expect(await createIdentity(client).aliasesOf('events')).toMatchObject({
      failures,
      unknown: [{ group: 'events.k8s.io' }],
    });
    const report = await createIdentity(client).report();
    expect(report.failures).toEqual(failures);
    expect(report.unsettled.map(({ endpoints }) => names(endpoints))).toContainEqual([
      'events.v1.',
      'events.v1.events.k8s.io',
    ]);
    expect(await createIdentity(client).classes()).toEqual(report.classes);
  });

  it.each([
    ['unknown', ['/apis/apps/v1', '/apis/batch/v1']],
    ['different', ['/apis/apps/v1']],
    ['different', ['/apis/batch/v1']],
  ])('leaves two plurals %s if both could have had ids: %s', async (answer, documents) => {
    const { client, fake } = await onFakeServer({}, { retry: { limit: 0 } });
    for (const document of documents) fake.fail(document, { status: 503, body: 'no' });
    const found = await createIdentity(client).compare('deployments', 'cronjobs');
    expect(found).toMatchObject({ answer, failures: documents.map((document) => ({ document })) });
  });

  it('is asked for again the next time', async () => {
    const { client, fake } = await onFakeServer({}, { retry: { limit: 0 } });
    const heal = fake.fail(failed.document, { status: 503, body: 'no' });
    expect(await createIdentity(client).compare(...both)).toMatchObject({ answer: 'unknown' });
    heal();
    expect(await createIdentity(client).compare(...both)).toMatchObject({ answer: 'same', failures: [] });
  });

  it.each(['{"kind":"APIResourceList"', '[]', 'null', '<html>'])('is malformed as %s', async (body) => {
    const { client, fake } = await onFakeServer();
    fake.fail(failed.document, { status: 200, body });
    const found = await createIdentity(client).compare(...both);
    expect(found).toMatchObject({ answer: 'unknown', failures: [{ ...failed, class: 'malformed' }] });
  });
});

describe('a question that makes no sense', () => {
  let server: OnFakeServer;
  const wrong: readonly (readonly [string, (identity: Identity) => Promise<unknown>, string])[] = [
    ['a name', (identity) => identity.compare('events', '__proto__'), 'no-match'],
    ['a resource', (identity) => identity.aliasesOf({ group: '..', version: 'v1', resource: '\r\n' }), 'no-match'],
  ];

  it.each(wrong)('is refused: %s', async (_what, ask, code) => {
    server = await onFakeServer();
    await expect(ask(createIdentity(server.client))).rejects.toMatchObject({ code });
    expect(beside(server.exchanges)).toEqual([]);
  });
});

describe('the same objects', () => {
  it('are found behind two groups by reading two legacy documents once', async () => {
    const { client, fake } = await onFakeServer();
    const aliases = await createIdentity(client).aliasesOf('ev');
    expect(aliases.endpoints.map((entry) => entry.group)).toEqual(['', 'events.k8s.io']);
    expect(aliases.evidence).toMatchObject([{ kind: 'storageVersionHash' }]);
    const legacy = (): string[] =>
      fake.requests.map((request) => request.path).filter((path) => !['/api', '/apis'].includes(path));
    expect(legacy().sort()).toEqual(['/api/v1', '/apis/events.k8s.io/v1']);
    await createIdentity(client).aliasesOf('events');
    expect(legacy()).toHaveLength(2);
  });

  it('are not guessed where no evidence was read', async () => {
    const { client, fake } = await onFakeServer();
    const aliases = await createIdentity(client).aliasesOf('events', { evidence: 'catalog' });
    expect(aliases.endpoints).toHaveLength(1);
    expect(aliases.unknown.map((entry) => entry.group)).toEqual(['events.k8s.io']);
    expect(fake.requests.map((request) => request.path).sort()).toEqual(['/api', '/apis']);
  });

  it('are known without a request where the catalog came from legacy documents', async () => {
    const { client, fake } = await onFakeServer({ speaks: 'legacy' });
    await client.discovery.catalog();
    fake.forgetRequests();
    expect((await createIdentity(client).aliasesOf('events')).endpoints).toHaveLength(2);
    expect(fake.requests).toEqual([]);
  });

  it('count once', async () => {
    const { client } = await onFakeServer();
    const distinct = await createIdentity(client).distinctResources({ verbs: ['list', 'watch'] });
    const named = (plural: string): string[] =>
      distinct.filter((entry) => entry.resource === plural).map((entry) => `${entry.group}/${entry.version}`);
    expect(named('events')).toEqual(['/v1']);
    expect(named('horizontalpodautoscalers')).toEqual(['autoscaling/v2']);
    expect(named('deployments')).toEqual(['apps/v1', 'acid.example.org/v1']);
    expect(named('bindings')).toEqual([]);
  });

  it('are told by an internalID that the legacy documents of two groups share', async () => {
    const shared = { version: 'v1', resource: 'replicasets', kind: 'ReplicaSet', internalID: 'c2FtZQ==' };
    const resources = [
      { group: 'a.example.com', ...shared },
      { group: 'b.example.com', ...shared, resource: 'oldreplicasets', kind: 'OldReplicaSet' },
      { group: 'c.example.com', ...shared, internalID: 'b3RoZXI=' },
    ];
    const { client } = await onFakeServer({ resources });
    const groups = async (evidence: 'alike' | 'all'): Promise<string[]> =>
      (await createIdentity(client).aliasesOf('replicasets.a.example.com', { evidence })).endpoints.map(
        (entry) => entry.group,
      );
    expect(await groups('alike')).toEqual(['a.example.com']);
    expect(await groups('all')).toEqual(['a.example.com', 'b.example.com']);
  });
});
