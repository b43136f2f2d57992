import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeResource } from '../../src/testing/index.js';
import { ask, configMap, failureOf, listIn, namesIn, objectIn, type Asking } from './support.js';

const resources: FakeResource[] = [
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
  { group: '', version: 'v1', resource: 'nodes', kind: 'Node', scope: 'Cluster' },
  { group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', subresources: ['status'] },
  { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget', subresources: ['status'] },
];
const now = () => new Date('2026-01-02T03:04:05Z');
const maps = '/api/v1/namespaces/default/configmaps';
const widgets = '/apis/example.com/v1/namespaces/default/widgets';
const widget = (fields: object = {}, metadata: object = {}): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', ...metadata },
  ...fields,
});
const start = (...objects: object[]): FakeApiServer => createFakeApiServer({ resources, objects, now });
const post = (server: FakeApiServer, path: string, body: unknown, more: Asking = {}) =>
  ask(server, path, { method: 'POST', body, ...more });
const put = (server: FakeApiServer, path: string, body: unknown) => ask(server, path, { method: 'PUT', body });

describe('create', () => {
  it('answers 201 with what the server fills in, and stores it', async () => {
    const server = start();
    const { status, body } = await post(server, maps, { metadata: { name: 'a', uid: 'mine' }, data: { k: 'v' } });
    expect([status, body]).toEqual([
      201,
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: 'a',
          namespace: 'default',
          uid: '00000000-0000-4000-8000-000000000001',
          creationTimestamp: '2026-01-02T03:04:05Z',
          resourceVersion: '2',
          managedFields: [
            {
              manager: 'unknown',
              operation: 'Update',
              apiVersion: 'v1',
              time: '2026-01-02T03:04:05Z',
              fieldsType: 'FieldsV1',
              fieldsV1: { 'f:data': { '.': {}, 'f:k': {} } },
            },
          ],
        },
        data: { k: 'v' },
      },
    ]);
    expect((await ask(server, `${maps}/a`)).body).toEqual(body);
  });

  it('generateName gives names that differ, the same ones on each run', async () => {
    const names = async (): Promise<unknown[]> => {
      const server = start();
      const made = [];
      for (let count = 0; count < 3; count += 1) {
        made.push(objectIn(await post(server, maps, { metadata: { generateName: 'run-' } })).metadata.name);
      }
      return made;
    };
    const first = await names();
    expect(new Set(first).size).toBe(3);
    for (const name of first) expect(name).toMatch(/^run-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(await names()).toEqual(first);
  });

  it('the status waits for its own endpoint, the generation begins at 1', async () => {
    const { body } = await post(start(), widgets, widget({ spec: {}, status: { phase: 'Done' } }));
    expect(body).toMatchObject({ metadata: { generation: 1 } });
    expect(body).not.toHaveProperty('status');
  });

  it('dryRun=All answers the same and stores nothing', async () => {
    const server = start();
    const { status, body } = await post(server, `${maps}?dryRun=All`, { metadata: { name: 'a' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ metadata: { uid: '00000000-0000-4000-8000-000000000001' } });
    expect(body).not.toHaveProperty('metadata.resourceVersion');
    expect(server.objects).toEqual([]);
  });

  it.each<[string, string, Asking, number, string]>([
    ['a name that is taken', maps, { body: { metadata: { name: 'there' } } }, 409, 'AlreadyExists'],
    ['another namespace', maps, { body: configMap('a', {}, 'other') }, 400, 'BadRequest'],
    ['another kind', maps, { body: { kind: 'Secret', metadata: { name: 'a' } } }, 400, 'BadRequest'],
    ['another apiVersion', maps, { body: { apiVersion: 'v2', metadata: { name: 'a' } } }, 400, 'BadRequest'],
    ['a custom resource without its kind', widgets, { body: { metadata: { name: 'a' } } }, 400, 'BadRequest'],
    ['no name', maps, { body: { metadata: {} } }, 422, 'Invalid'],
    ['no metadata', maps, { body: {} }, 422, 'Invalid'],
    ['a name that is no word of a path', maps, { body: { metadata: { name: 'a/b' } } }, 422, 'Invalid'],
    ['a resourceVersion', maps, { body: { metadata: { name: 'a', resourceVersion: '1' } } }, 500, 'undefined'],
    ['a name that is no text', maps, { body: { metadata: { name: 7 } } }, 400, 'BadRequest'],
    ['labels that are no texts', maps, { body: { metadata: { name: 'a', labels: { a: 1 } } } }, 400, 'BadRequest'],
    ['finalizers that are no list', maps, { body: { metadata: { name: 'a', finalizers: 'x' } } }, 400, 'BadRequest'],
    ['owners that are no list', maps, { body: { metadata: { name: 'a', ownerReferences: [1] } } }, 400, 'BadRequest'],
    ['metadata that are no object', maps, { body: { metadata: [] } }, 400, 'BadRequest'],
    ['JSON that breaks off', maps, { body: '{"metadata":' }, 400, 'BadRequest'],
    ['an empty body', maps, {}, 400, 'BadRequest'],
    ['a list', maps, { body: [] }, 400, 'BadRequest'],
    ['YAML', maps, { body: 'a: b', contentType: 'application/yaml' }, 415, 'UnsupportedMediaType'],
    ['a type that is none', maps, { body: '{}', contentType: 'nonsense' }, 415, 'UnsupportedMediaType'],
    ['an unknown dryRun', `${maps}?dryRun=Some`, { body: { metadata: { name: 'a' } } }, 422, 'Invalid'],
    ['no namespace in the URL', '/api/v1/configmaps', { body: configMap('a') }, 405, 'MethodNotAllowed'],
    ['a name in the URL', `${maps}/a`, { body: configMap('a') }, 405, 'MethodNotAllowed'],
  ])('with %s is refused', async (_why, path, asking, code, reason) => {
    const server = start(configMap('there'));
    expect(failureOf(await ask(server, path, { method: 'POST', ...asking }))).toEqual({ code, reason });
    expect(server.objects).toHaveLength(1);
  });

  it('a Content-Type with parameters, or none, is JSON', async () => {
    const server = start();
    const more = { contentType: 'application/json; charset=utf-8' };
    expect((await post(server, maps, { metadata: { name: 'a' } }, more)).status).toBe(201);
    const body = new TextEncoder().encode('{"metadata":{"name":"b"}}');
    const response = await server.handle(new Request(`http://k${maps}`, { method: 'POST', body }));
    expect(response.status).toBe(201);
  });
});

describe('replace', () => {
  it('keeps uid, creationTimestamp and status, and counts a change of the spec', async () => {
    const server = start(widget({ spec: { a: 1 }, status: { ok: true } }, { generation: 1 }));
    const old = objectIn(await ask(server, `${widgets}/w`));
    const sent = {
      ...old,
      spec: { a: 2 },
      status: {},
      metadata: { ...old.metadata, creationTimestamp: '2020-01-01T00:00:00Z', labels: { l: 'm' } },
    };
    const { status, body } = await put(server, `${widgets}/w`, sent);
    const metadata = { ...old.metadata, resourceVersion: '3', generation: 2, labels: { l: 'm' } };
    expect([status, body]).toEqual([200, { ...old, spec: { a: 2 }, metadata }]);
  });

  it('through /status changes the status alone', async () => {
    const server = start(widget({ spec: { a: 1 } }, { generation: 1 }));
    const old = objectIn(await ask(server, `${widgets}/w`));
    const { body } = await put(server, `${widgets}/w/status`, { ...old, spec: { a: 2 }, status: { ok: true } });
    expect(body).toMatchObject({
      spec: { a: 1 },
      status: { ok: true },
      metadata: { generation: 1, resourceVersion: '3' },
    });
    expect((await ask(server, `${widgets}/w/status`)).body).toEqual(body);
  });

  it('with what is there already writes nothing', async () => {
    const server = start(configMap('a'));
    const old = (await ask(server, `${maps}/a`)).body;
    expect((await put(server, `${maps}/a`, old)).body).toEqual(old);
  });

  it('without a resourceVersion is taken for built-in resources and 422 for custom ones', async () => {
    const server = start(configMap('a'), widget());
    expect((await put(server, `${maps}/a`, { metadata: { name: 'a' }, data: {} })).status).toBe(200);
    expect(failureOf(await put(server, `${widgets}/w`, widget()))).toEqual({ code: 422, reason: 'Invalid' });
  });

  it.each([
    ['a stale resourceVersion', { name: 'a', resourceVersion: '1' }, 409, 'Conflict'],
    ['another uid', { name: 'a', uid: 'other' }, 409, 'Conflict'],
    ['another name', { name: 'b' }, 400, 'BadRequest'],
    ['no name', {}, 400, 'BadRequest'],
    ['another namespace', { name: 'a', namespace: 'other' }, 400, 'BadRequest'],
  ])('with %s is refused', async (_why, metadata, code, reason) => {
    const server = start(configMap('a'));
    expect(failureOf(await put(server, `${maps}/a`, { metadata, data: { k: 'v' } }))).toEqual({ code, reason });
    expect(server.objects[0]).not.toHaveProperty('data');
  });

  it('of what is not there is 404', async () => {
    expect(failureOf(await put(start(), `${maps}/a`, { metadata: { name: 'a' } })).code).toBe(404);
  });

  it('dryRun=All answers the change and stores nothing', async () => {
    const server = start(configMap('a'));
    const { body } = await put(server, `${maps}/a?dryRun=All`, { metadata: { name: 'a' }, data: { k: 'v' } });
    expect(body).toMatchObject({ data: { k: 'v' }, metadata: { resourceVersion: '2' } });
    expect(server.objects[0]).not.toHaveProperty('data');
  });

  it('of the last finalizer of a deleted object removes it', async () => {
    const server = start(configMap('a', { finalizers: ['x/y'] }));
    const marked = objectIn(await ask(server, `${maps}/a`, { method: 'DELETE' }));
    const { status } = await put(server, `${maps}/a`, { ...marked, metadata: { ...marked.metadata, finalizers: [] } });
    expect([status, server.objects]).toEqual([200, []]);
  });
});

describe('delete', () => {
  const remove = (server: FakeApiServer, path: string, body?: unknown) => ask(server, path, { method: 'DELETE', body });

  it('answers a Status that names the object', async () => {
    const server = start(configMap('a'));
    expect((await remove(server, `${maps}/a`)).body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid: '00000000-0000-4000-8000-000000000001' },
    });
    expect(failureOf(await remove(server, `${maps}/a`)).code).toBe(404);
  });

  it('with finalizers answers the marked object, which stays; again, nothing changes', async () => {
    const server = start(configMap('a', { finalizers: ['x/y'] }));
    const { status, body } = await remove(server, `${maps}/a`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'ConfigMap',
      metadata: { deletionTimestamp: '2026-01-02T03:04:05Z', resourceVersion: '3' },
    });
    expect((await remove(server, `${maps}/a`)).body).toEqual(body);
  });

  it.each([
    [{ uid: 'other' }, 409],
    [{ resourceVersion: '1' }, 409],
    [{ uid: '00000000-0000-4000-8000-000000000001', resourceVersion: '2' }, 200],
  ])('with preconditions %j is %i', async (preconditions, code) => {
    const server = start(configMap('a'));
    expect((await remove(server, `${maps}/a`, { kind: 'DeleteOptions', preconditions })).status).toBe(code);
  });

  it('with dryRun in the query or the body removes nothing', async () => {
    const server = start(configMap('a'), configMap('b', { finalizers: ['x/y'] }));
    expect((await remove(server, `${maps}/a?dryRun=All`)).status).toBe(200);
    expect((await remove(server, `${maps}/b`, { dryRun: ['All'] })).body).toHaveProperty('metadata.deletionTimestamp');
    expect((await remove(server, `${maps}/b`, { dryRun: ['Some'] })).status).toBe(422);
    expect(server.objects.map(({ metadata }) => metadata.deletionTimestamp)).toEqual([undefined, undefined]);
  });

  it('of a collection removes what the selectors pick and answers it as a list', async () => {
    const server = start(
      configMap('a', { labels: { x: 'y' } }),
      configMap('b'),
      configMap('c', { labels: { x: 'y' } }, 'n'),
    );
    expect(namesIn(await remove(server, `${maps}?labelSelector=x`))).toEqual(['a']);
    expect(server.objects.map(({ metadata }) => metadata.name)).toEqual(['b', 'c']);
    expect((await remove(server, '/api/v1/configmaps')).status).toBe(405);
  });

  it('of a collection answers what was listed, and marks what finalizers keep', async () => {
    const server = start(configMap('a', { finalizers: ['a.b/c'] }));
    const [item] = listIn(await remove(server, maps)).items;
    expect([item?.metadata.resourceVersion, item?.metadata.deletionTimestamp]).toEqual(['2', undefined]);
    expect(server.objects).toMatchObject([{ metadata: { resourceVersion: '3', deletionGracePeriodSeconds: 0 } }]);
  });

  it('of a page of a collection says how to go on', async () => {
    const server = start(configMap('a'), configMap('b'), configMap('c'));
    const { metadata } = listIn(await remove(server, `${maps}?limit=2`));
    expect(server.objects.map((object) => object.metadata.name)).toEqual(['c']);
    const rest = await remove(server, `${maps}?limit=2&continue=${metadata.continue ?? ''}`);
    expect([namesIn(rest), server.objects]).toEqual([['c'], []]);
  });

  it.each(['?uid=another', '?resourceVersion=1'])('%s is a precondition, of one and of many', async (query) => {
    const server = start(configMap('a'));
    for (const path of [`${maps}/a`, maps]) {
      const answered = await remove(server, `${path}${query}`);
      expect(failureOf(answered)).toEqual({ code: 409, reason: 'Conflict' });
      expect(answered.text).toContain('in the precondition');
    }
    expect(server.objects).toHaveLength(1);
  });
});
