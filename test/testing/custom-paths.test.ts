import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeResource } from '../../src/testing/index.js';
import { ask, configMap, failureOf, type Asking } from './support.js';

const resources: FakeResource[] = [
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
  { group: '', version: 'v1', resource: 'nodes', kind: 'Node', scope: 'Cluster' },
  { group: '', version: 'v1', resource: 'bindings', kind: 'Binding', verbs: ['create'] },
  { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget', subresources: ['status'] },
  { group: 'example.com', version: 'v1', resource: 'plants', kind: 'Plant', scope: 'Cluster' },
];
const widgets = '/apis/example.com/v1/namespaces/default/widgets';
const widget = (name: string): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'default' },
});
const start = (): FakeApiServer => createFakeApiServer({ resources, objects: [widget('w'), configMap('a')] });

describe('a path that leads nowhere', () => {
  it.each([
    ['an unknown version of a custom group', '/apis/example.com/v2'],
    ['a resource of an unknown version of a custom group', '/apis/example.com/v2/widgets'],
    ['an unknown resource of a custom group', '/apis/example.com/v1/things'],
    ['one namespaced custom resource without a namespace', '/apis/example.com/v1/widgets/w'],
    ['a cluster-scoped custom resource in a namespace', '/apis/example.com/v1/namespaces/default/plants'],
    ['an unknown group', '/apis/other.example.com/v1/widgets'],
  ])('of %s is 404 as text', async (_what, path) => {
    const { status, type, text } = await ask(start(), path);
    expect([status, type, text]).toEqual([404, 'text/plain; charset=utf-8', '404 page not found\n']);
  });

  it.each([
    ['an unknown version of the core group', '/api/v2/configmaps'],
    ['an unknown resource of the core group', '/api/v1/things'],
    ['one namespaced built-in resource without a namespace', '/api/v1/configmaps/a'],
    ['a cluster-scoped built-in resource in a namespace', '/api/v1/namespaces/default/nodes'],
    ['a built-in resource that cannot be listed, without a namespace', '/api/v1/bindings'],
    ['a subresource that a built-in resource has not', '/api/v1/namespaces/default/configmaps/a/scale'],
  ])('of %s is 404 as a Status that names nothing', async (_what, path) => {
    const answered = await ask(start(), path);
    expect(failureOf(answered)).toEqual({ code: 404, reason: 'NotFound' });
    expect(answered.body).toMatchObject({ details: {} });
    expect(answered.body).not.toHaveProperty('details.name');
  });

  it('of a subresource that a custom resource has not is 404 as though the object were not there', async () => {
    expect((await ask(start(), `${widgets}/w/scale`)).body).toMatchObject({
      code: 404,
      details: { name: 'w', group: 'example.com', kind: 'widgets' },
      message: 'widgets.example.com "w" not found',
    });
  });
});

describe('a method', () => {
  const request = (path: string, method: string, more: Asking = {}) => ask(start(), path, { method, ...more });

  it('POST at a custom object creates another one, at a built-in one it is 405', async () => {
    expect((await request(`${widgets}/w`, 'POST', { body: widget('v') })).status).toBe(201);
    expect((await request(`${widgets}/w`, 'POST', { body: widget('w') })).status).toBe(409);
    expect((await request('/api/v1/namespaces/default/configmaps/a', 'POST', { body: {} })).status).toBe(405);
  });

  it.each(['PUT', 'PATCH'])(
    '%s of a collection is 400 for custom resources and 405 for built-in ones',
    async (method) => {
      const custom = await request(widgets, method, { body: {}, contentType: 'application/merge-patch+json' });
      expect(custom.body).toMatchObject({ code: 400, message: 'name must be provided' });
      expect((await request('/api/v1/namespaces/default/configmaps', method, { body: {} })).status).toBe(405);
    },
  );

  it('DELETE of all namespaces is 404 as text for custom resources and 405 for built-in ones', async () => {
    expect((await request('/apis/example.com/v1/widgets', 'DELETE')).text).toBe('404 page not found\n');
    expect((await request('/api/v1/configmaps', 'DELETE')).status).toBe(405);
  });

  it('that a custom subresource does not know is reported by its verb', async () => {
    expect((await request(`${widgets}/w/status`, 'DELETE')).body).toMatchObject({
      code: 405,
      message: 'delete is not supported on resources of kind "widgets.example.com"',
      details: { group: 'example.com', kind: 'widgets' },
    });
  });

  it('HEAD is GET for custom resources and 405 for built-in ones', async () => {
    expect((await request(widgets, 'HEAD')).status).toBe(200);
    expect((await request('/api/v1/namespaces/default/configmaps', 'HEAD')).status).toBe(405);
  });
});

describe('the words of a path', () => {
  it('are told apart after decoding, so that an encoded slash divides too', async () => {
    expect((await ask(start(), '/api/v1/namespaces%2Fdefault%2Fconfigmaps%2Fa')).status).toBe(200);
    expect(failureOf(await ask(start(), '/api/v1/namespaces/a%2Fb/configmaps')).code).toBe(404);
  });

  it('cannot be names with a percent sign', async () => {
    expect((await ask(start(), `${widgets}/per%25cent`)).body).toMatchObject({
      code: 400,
      message: `Name parameter invalid: "per%cent": may not contain '%'`,
    });
  });

  it('that are not percent-encoded are 400 as text', async () => {
    const { status, type, text } = await ask(start(), `${widgets}/%zz`);
    expect([status, type, text]).toEqual([400, 'text/plain; charset=utf-8', '400 Bad Request']);
  });
});
