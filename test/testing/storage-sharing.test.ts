import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeResource } from '../../src/testing/index.js';
import { ask, capturedDocuments, listIn, namesIn, objectIn } from './support.js';

const widgets: FakeResource = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
const gadgets: FakeResource = { group: 'other.example.com', version: 'v2', resource: 'gadgets', kind: 'Gadget' };
const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', namespace: 'x' } };
const paths = ['/apis/example.com/v1/namespaces/x/widgets/a', '/apis/other.example.com/v2/namespaces/x/gadgets/a'];

describe('endpoints that share their objects', () => {
  const sharing: [why: string, resources: FakeResource[], second: string][] = [
    ['versions of one plural', [widgets, { ...widgets, version: 'v2' }], '/apis/example.com/v2/namespaces/x/widgets/a'],
    ['sharesStorageWith', [{ ...gadgets, sharesStorageWith: 'widgets.v1.example.com' }, widgets], paths[1] ?? ''],
    ['equal internalID', [widgets, gadgets].map((one) => ({ ...one, internalID: 'i' })), paths[1] ?? ''],
    [
      'equal storageVersionHash, plural and scope',
      [widgets, { ...gadgets, resource: 'widgets' }].map((one) => ({ ...one, storageVersionHash: 'h=' })),
      '/apis/other.example.com/v2/namespaces/x/widgets/a',
    ],
  ];
  it.each(sharing)('by %s: one uid, each with its own apiVersion and kind', async (_why, resources, second) => {
    const server = createFakeApiServer({ resources, objects: [widget] });
    const [one, other] = [objectIn(await ask(server, paths[0] ?? '')), objectIn(await ask(server, second))];
    expect(other.metadata).toEqual(one.metadata);
    expect(`${one.apiVersion} ${one.kind}`).toBe('example.com/v1 Widget');
    expect(`${other.apiVersion} ${other.kind}`).not.toBe('example.com/v1 Widget');
    expect(server.objects).toHaveLength(1);
  });

  it.each([
    ['another plural', { ...gadgets, storageVersionHash: 'h=' }],
    ['another scope', { ...gadgets, resource: 'widgets', scope: 'Cluster' as const, storageVersionHash: 'h=' }],
    ['an empty hash', { ...gadgets, resource: 'widgets', storageVersionHash: '' }],
  ])('an equal hash says nothing with %s', async (_why, other) => {
    const storageVersionHash = other.storageVersionHash;
    const server = createFakeApiServer({ resources: [{ ...widgets, storageVersionHash }, other], objects: [widget] });
    expect(namesIn(await ask(server, `/apis/other.example.com/v2/${other.resource}`))).toEqual([]);
  });

  it('events are one set in both of their groups, in every format', async () => {
    for (const name of ['kube-1.36-v2', 'kube-1.29-legacy'] as const) {
      const server = createFakeApiServer({ documents: capturedDocuments(name) });
      server.put({ apiVersion: 'v1', kind: 'Event', metadata: { name: 'e', namespace: 'x' } });
      expect(namesIn(await ask(server, '/apis/events.k8s.io/v1/namespaces/x/events'))).toEqual(['e']);
    }
  });

  it('what is written through one endpoint is read through the other', async () => {
    const [resources] = [sharing[1]?.[1] ?? []];
    const server = createFakeApiServer({ resources, objects: [widget] });
    const body = { spec: { size: 1 } };
    await ask(server, paths[1] ?? '', { method: 'PATCH', contentType: 'application/merge-patch+json', body });
    expect(objectIn(await ask(server, paths[0] ?? ''))['spec']).toEqual({ size: 1 });
  });
});

describe('a change of what shares', () => {
  const shared: FakeResource = { ...gadgets, sharesStorageWith: 'widgets.v1.example.com' };

  it('an endpoint that is added later shows what is there', async () => {
    const server = createFakeApiServer({ resources: [widgets], objects: [widget] });
    server.define(shared);
    expect(namesIn(await ask(server, '/apis/other.example.com/v2/gadgets'))).toEqual(['a']);
  });

  it('objects stay as long as one endpoint shows them', async () => {
    const server = createFakeApiServer({ resources: [widgets, shared], objects: [widget] });
    server.undefine(widgets);
    expect(listIn(await ask(server, '/apis/other.example.com/v2/gadgets')).items).toMatchObject([
      { apiVersion: 'other.example.com/v2', kind: 'Gadget', metadata: { name: 'a' } },
    ]);
    server.undefine(shared);
    server.define(widgets);
    expect(server.objects).toEqual([]);
  });

  it('stores that turn out to be one are joined', async () => {
    const server = createFakeApiServer({ resources: [widgets, gadgets], objects: [widget] });
    server.put({ apiVersion: 'other.example.com/v2', kind: 'Gadget', metadata: { name: 'b', namespace: 'x' } });
    server.define({ ...widgets, version: 'v2', sharesStorageWith: 'gadgets.v2.other.example.com' });
    expect(namesIn(await ask(server, '/apis/example.com/v1/widgets'))).toEqual(['a', 'b']);
  });
});
