import { describe, expect, it } from 'vitest';
import { createFakeApiServer, FakeApiServerError, type FakeResource } from '../../src/testing/index.js';
import { ask, configMap, objectIn } from './support.js';

const widgets: FakeResource = {
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  subresources: ['status'],
};
const resources: FakeResource[] = [
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
  { group: '', version: 'v1', resource: 'nodes', kind: 'Node', scope: 'Cluster' },
  widgets,
  { ...widgets, resource: 'widgetrequests' },
];
const widget = (fields: object = {}): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w' },
  ...fields,
});

describe('put', () => {
  it('stores status, uid and times as they are, in the namespace default when there is none', () => {
    const server = createFakeApiServer({ resources, now: () => new Date(0) });
    const metadata = { name: 'w', uid: 'mine', resourceVersion: '77', creationTimestamp: '2020-01-01T00:00:00Z' };
    expect(server.put(widget({ metadata, status: { ok: true } }))).toEqual({
      ...widget(),
      metadata: { ...metadata, namespace: 'default', resourceVersion: '2' },
      status: { ok: true },
    });
  });

  it('replaces one of that name, which keeps uid and creationTimestamp', () => {
    const server = createFakeApiServer({ resources, objects: [widget()], now: () => new Date(0) });
    const replaced = server.put(widget({ spec: 1 }));
    expect(server.objects).toEqual([replaced]);
    expect(replaced.metadata).toMatchObject({
      uid: '00000000-0000-4000-8000-000000000001',
      creationTimestamp: '1970-01-01T00:00:00Z',
      resourceVersion: '3',
    });
  });

  it('takes the resource that is named where two have one kind, else the first', async () => {
    const server = createFakeApiServer({ resources });
    server.put(widget(), { resource: 'widgetrequests' });
    expect((await ask(server, '/apis/example.com/v1/namespaces/default/widgetrequests/w')).status).toBe(200);
    expect((await ask(server, '/apis/example.com/v1/namespaces/default/widgets/w')).status).toBe(404);
  });

  it('and objects give copies: what a test does to them changes nothing', () => {
    const mine = configMap('a', { labels: { x: 'y' } }) as { metadata: { labels: Record<string, string> } };
    const server = createFakeApiServer({ resources, objects: [mine] });
    mine.metadata.labels['x'] = 'changed';
    const [copy] = server.objects;
    if (copy?.metadata.labels) copy.metadata.labels['x'] = 'changed';
    server.put(configMap('b')).metadata.name = 'changed';
    expect(server.objects.map(({ metadata }) => [metadata.name, metadata.labels])).toEqual([
      ['a', { x: 'y' }],
      ['b', undefined],
    ]);
  });

  const cyclic: Record<string, unknown> = { apiVersion: 'v1', kind: 'ConfigMap' };
  cyclic['self'] = cyclic;
  it.each([
    ['a kind that is not served', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } }, /no kind "Pod" in "v1"/],
    ['a version that is not served', { ...widget(), apiVersion: 'example.com/v9' }, /"example.com\/v9"/],
    ['an apiVersion that is none', { ...widget(), apiVersion: 'a/b/c' }, /"a\/b\/c"/],
    ['no kind', { apiVersion: 'v1' }, /no kind/],
    ['an array', [], /no kind/],
    ['a cycle', cyclic, /JSON/],
    ['null', null as never, /no apiVersion/],
    ['no name', { apiVersion: 'v1', kind: 'ConfigMap' }, /name/],
    ['a name with a slash', configMap('a/b'), /name/],
    ['a namespace with a slash', configMap('a', {}, 'b/c'), /namespace/],
    [
      'a namespace for a cluster-scoped resource',
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', namespace: 'x' } },
      /cluster-scoped/,
    ],
    ['labels that are none', configMap('a', { labels: [] }), /metadata.labels must be an object of strings/],
  ])('refuses %s', (_what, object, message) => {
    const put = () => createFakeApiServer({ resources, objects: [object] });
    expect(put).toThrow(FakeApiServerError);
    expect(put).toThrow(message);
  });
});

describe('remove', () => {
  it('removes past finalizers, and tells whether there was anything', () => {
    const server = createFakeApiServer({ resources, objects: [configMap('a', { finalizers: ['x/y'] })] });
    expect(server.remove(configMap('a', {}, 'other'))).toBe(false);
    expect(server.remove(configMap('a'))).toBe(true);
    expect(server.remove(configMap('a'))).toBe(false);
    expect(server.objects).toEqual([]);
  });
});

describe('objects', () => {
  it('survive a change of what is served, and come back by reset as they were', async () => {
    const server = createFakeApiServer({ resources, objects: [widget()] });
    const first = server.objects;
    await ask(server, '/apis/example.com/v1/namespaces/default/widgets/w', { method: 'DELETE' });
    expect(server.objects).toEqual([]);
    server.reset();
    expect(server.objects.map(({ metadata }) => metadata.uid)).toEqual(first.map(({ metadata }) => metadata.uid));
    // To whoever looks on, a reset is a change like any other.
    expect(Number(server.objects[0]?.metadata.resourceVersion)).toBeGreaterThan(
      Number(first[0]?.metadata.resourceVersion),
    );
    server.undefine({ ...widgets, resource: 'widgetrequests' });
    expect(objectIn(await ask(server, '/apis/example.com/v1/namespaces/default/widgets/w')).kind).toBe('Widget');
  });
});
