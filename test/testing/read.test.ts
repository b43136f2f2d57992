import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeResource } from '../../src/testing/index.js';
import { ask, capturedDocuments, configMap, failureOf, listIn, namesIn, objectIn } from './support.js';

const documents = capturedDocuments('kube-1.36-v2');
const widgets: FakeResource = {
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  selectableFields: ['.spec.color'],
};
const widget = (name: string, namespace: string, spec: object = {}): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace },
  spec,
});

describe('get', () => {
  const server = createFakeApiServer({
    documents,
    objects: [configMap('a'), { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } }],
    now: () => new Date('2026-01-02T03:04:05.678Z'),
  });

  it('answers the object with kind, uid, resourceVersion and creationTimestamp', async () => {
    expect((await ask(server, '/api/v1/namespaces/default/configmaps/a')).body).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'a',
        namespace: 'default',
        uid: '00000000-0000-4000-8000-000000000001',
        resourceVersion: '2',
        creationTimestamp: '2026-01-02T03:04:05Z',
      },
    });
  });

  const details = (kind: string, name: string, group?: string): object => ({ name, ...(group && { group }), kind });
  it.each([
    ['/api/v1/namespaces/default/configmaps/b', 404, details('configmaps', 'b')],
    ['/apis/apps/v1/namespaces/default/deployments/b', 404, details('deployments', 'b', 'apps')],
    ['/api/v1/namespaces/none', 404, details('namespaces', 'none')],
    ['/api/v1/namespaces/none/status', 404, details('namespaces', 'none')],
    ['/api/v9/pods', 404, {}],
    ['/apis/apps/v9/deployments', 404, {}],
    ['/apis/apps/v9', 404, {}],
    ['/apis/apps/v1/nonsense', 404, {}],
    ['/apis/apps/v1/deployments/b', 404, {}],
    ['/api/v1/namespaces/default/nodes/b', 404, {}],
    ['/api/v1/namespaces/default/nodes', 404, {}],
    ['/api/v1/namespaces/default/configmaps/a/nonsense', 404, {}],
    ['/apis/apps/v1/namespaces/default', 404, {}],
  ])('%s is a %i Status with details %j', async (path, code, expected) => {
    const answered = await ask(server, path);
    expect(failureOf(answered)).toEqual({ code, reason: 'NotFound' });
    expect(answered.body).toMatchObject({ details: expected });
    expect(Object.keys((answered.body as { details: object }).details)).toEqual(Object.keys(expected));
  });

  it.each(['/apis/nope', '/apis/nope/v1', '/apis/nope/v1/things', '/nope', '//', '/api//v1'])(
    '%s is a 404 in plain text',
    async (path) => {
      expect(await ask(server, path)).toMatchObject({ status: 404, body: '404 page not found\n' });
    },
  );

  it('of a subresource that is listed but not made here is a 405 that says so', async () => {
    const answered = await ask(server, '/api/v1/namespaces/default/pods/a/proxy');
    expect(failureOf(answered)).toEqual({ code: 405, reason: 'MethodNotAllowed' });
    expect(answered.text).toContain('does not serve the subresource');
  });

  it('a namespace is addressed as an object, and its contents below it', async () => {
    expect(objectIn(await ask(server, '/api/v1/namespaces/default')).kind).toBe('Namespace');
    expect(namesIn(await ask(server, '/api/v1/namespaces/default/configmaps'))).toEqual(['a']);
    expect(namesIn(await ask(server, '/api/v1/namespaces'))).toEqual(['default']);
  });
});

describe('list', () => {
  const server = createFakeApiServer({
    documents,
    resources: [widgets],
    objects: [
      widget('b', 'x', { color: 'red' }),
      widget('a', 'x', { color: 'blue' }),
      widget('a', 'x-y'),
      configMap('one', { labels: { app: 'web' } }, 'x'),
      configMap('two', {}, 'x'),
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'x' }, spec: { nodeName: 'n1' } },
    ],
  });

  it('stands in the order of etcd: by the key namespace/name, where - comes before /', async () => {
    const items = listIn(await ask(server, '/apis/example.com/v1/widgets')).items;
    expect(items.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`)).toEqual([
      'x-y/a',
      'x/a',
      'x/b',
    ]);
  });

  it('inside a namespace holds that namespace alone', async () => {
    expect(namesIn(await ask(server, '/apis/example.com/v1/namespaces/x/widgets'))).toEqual(['a', 'b']);
    expect(namesIn(await ask(server, '/apis/example.com/v1/namespaces/y/widgets'))).toEqual([]);
  });

  it('items of built-in resources have no kind, those of custom resources have one, and a switch decides otherwise', async () => {
    const kinds = async (): Promise<unknown[]> => {
      const lists = await Promise.all(
        ['/api/v1/configmaps', '/apis/example.com/v1/widgets'].map((p) => ask(server, p)),
      );
      return lists.map((list) => [listIn(list).kind, listIn(list).items[0]?.kind, listIn(list).items[0]?.apiVersion]);
    };
    expect(await kinds()).toEqual([
      ['ConfigMapList', undefined, undefined],
      ['WidgetList', 'Widget', 'example.com/v1'],
    ]);
    server.configure({ itemKinds: 'all' });
    expect((await kinds())[0]).toEqual(['ConfigMapList', 'ConfigMap', 'v1']);
    server.configure({ itemKinds: 'none' });
    expect((await kinds())[1]).toEqual(['WidgetList', undefined, undefined]);
    server.configure({ itemKinds: undefined });
  });

  it('metadata of a custom list has an empty continue, that of a built-in one has none', async () => {
    expect(listIn(await ask(server, '/apis/example.com/v1/widgets')).metadata).toEqual({
      resourceVersion: '7',
      continue: '',
    });
    expect(listIn(await ask(server, '/api/v1/configmaps')).metadata).toEqual({ resourceVersion: '7' });
  });

  it.each([
    ['/api/v1/configmaps?labelSelector=app%3Dweb', ['one']],
    ['/api/v1/configmaps?labelSelector=!app', ['two']],
    ['/api/v1/configmaps?fieldSelector=metadata.name%3Dtwo', ['two']],
    ['/api/v1/configmaps?fieldSelector=metadata.name%3D%3Dtwo,metadata.namespace!=y', ['two']],
    ['/api/v1/configmaps?fieldSelector=metadata.name!=two', ['one']],
    ['/api/v1/configmaps?fieldSelector=metadata.namespace=y', []],
    ['/api/v1/pods?fieldSelector=spec.nodeName%3Dn1', ['p']],
    ['/api/v1/pods?fieldSelector=spec.nodeName!%3Dn1', []],
    ['/apis/example.com/v1/widgets?fieldSelector=spec.color%3Dred', ['b']],
    ['/api/v1/configmaps?limit=0', ['one', 'two']],
    ['/api/v1/configmaps?limit=-1', ['one', 'two']],
    ['/api/v1/configmaps?resourceVersion=0', ['one', 'two']],
    ['/api/v1/configmaps?watch=false', ['one', 'two']],
  ])('%s gives %j', async (path, names) => {
    expect(namesIn(await ask(server, path))).toEqual(names);
  });

  it.each([
    ['labelSelector=app%3D%3D%3Dx', 'requirement'],
    ['fieldSelector=spec.color%3Dred', 'is not a known field selector'],
    ['fieldSelector=metadata.name', "can't understand 'metadata.name'"],
    ['limit=many', 'invalid syntax'],
    ['limit=1&continue=nonsense', 'continue key is not valid'],
    ['limit=1&continue=e30', 'continue key is not valid'],
  ])('?%s is 400', async (query, message) => {
    const answered = await ask(server, `/api/v1/configmaps?${query}`);
    expect(failureOf(answered)).toEqual({ code: 400, reason: 'BadRequest' });
    expect(answered.text).toContain(message);
  });

  it('a verb that discovery does not name is 405', async () => {
    expect((await ask(server, '/api/v1/componentstatuses', { method: 'POST', body: {} })).status).toBe(405);
    expect((await ask(server, '/api/v1/namespaces/default/bindings')).status).toBe(405);
  });
});
