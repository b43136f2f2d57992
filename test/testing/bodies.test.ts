import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/core/shared/invalid-argument-error.js';
import { createFakeApiServer, type FakeApiServer, type FakeResource } from '../../src/testing/index.js';
import { ask, configMap, failureOf, listIn, metadataList, table, type Answered } from './support.js';

const widgetResource: FakeResource = {
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  subresources: ['scale'],
};
const resources: FakeResource[] = [
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
  { group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', subresources: ['scale'] },
  widgetResource,
];
const maps = '/api/v1/namespaces/default/configmaps';
const widgets = '/apis/example.com/v1/namespaces/default/widgets';
const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'default' } };
const scaled = { ...widget, spec: { replicas: 2 } };
const start = (...objects: object[]): FakeApiServer => createFakeApiServer({ resources, objects });
const post = (path: string, body: unknown, contentType = 'application/json'): Promise<Answered> =>
  ask(start(), path, { method: 'POST', body, contentType });

describe('a body', () => {
  it.each([
    ['nothing', '', '<empty>'],
    ['no JSON', '<html>', '3c68746d6c3e'],
    ['no object', '[]', '5b5d'],
    ['a long one that breaks off', `{"a":"${'x'.repeat(60)}`, `{"a":"${'x'.repeat(24)} ...`],
  ])('that is %s is 400 and quoted by its beginning', async (_what, body, summary) => {
    for (const path of [maps, widgets]) {
      const answered = await post(path, body);
      expect(failureOf(answered)).toEqual({ code: 400, reason: 'BadRequest' });
      expect((answered.body as { message: string }).message.endsWith(`(${summary})`)).toBe(true);
    }
  });

  it('of a custom resource names its kind', async () => {
    const { body } = await post(widgets, { metadata: { name: 'a' } });
    expect(body).toMatchObject({
      code: 400,
      message: expect.stringContaining(
        `the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{"metadata"`,
      ) as string,
    });
    expect((await post(widgets, { kind: 'Widget' })).text).toContain("Object 'apiVersion' is missing");
  });

  it('of another kind is 422 for a custom resource, 400 for a built-in one', async () => {
    expect((await post(widgets, { ...widget, kind: 'Gadget' })).body).toMatchObject({
      code: 422,
      details: { name: 'w', group: 'example.com', kind: 'Gadget', causes: [{ field: 'kind' }] },
    });
    expect((await post(maps, { kind: 'Secret', metadata: { name: 'a' } })).body).toMatchObject({
      code: 400,
      message: expect.stringContaining('Secret in version "v1" cannot be handled as a ConfigMap') as string,
    });
  });

  it('of another version is 400', async () => {
    expect((await post(widgets, { ...widget, apiVersion: 'example.com/v9' })).body).toMatchObject({
      code: 400,
      message: 'the API version in the data (example.com/v9) does not match the expected API version (example.com/v1)',
    });
  });

  it('with a time that is none is 400', async () => {
    expect((await post(maps, { metadata: { name: 'a', creationTimestamp: 'soon' } })).status).toBe(400);
  });

  it.each([
    ['application/yaml', 'the fake API server does not read application/yaml'],
    ['text/plain', 'accepted media types include: application/json, application/yaml'],
  ])('of type %s is 415, with the reason', async (contentType, message) => {
    const answered = await post(maps, '{}', contentType);
    expect(failureOf(answered)).toEqual({ code: 415, reason: 'UnsupportedMediaType' });
    expect(answered.text).toContain(message);
  });
});

describe('a body that is too long', () => {
  const body = (bytes: number): string => JSON.stringify({ metadata: { name: 'a' }, data: { x: '' } }).padEnd(bytes);
  const limited = createFakeApiServer({ resources, maxRequestBytes: 1000 });

  it('is 413 with the limit, three mebibytes unless it is set', async () => {
    const answered = await post(maps, body(3 * 1024 * 1024 + 1));
    expect(answered.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Request entity too large: limit is 3145728',
      reason: 'RequestEntityTooLarge',
      code: 413,
    });
    expect((await post(maps, body(3 * 1024 * 1024))).status).toBe(201);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is so for %s, by bytes', async (method) => {
    const sent = { method, body: JSON.stringify({ x: 'ü'.repeat(500) }) };
    expect(failureOf(await ask(limited, `${maps}/a`, sent)).code).toBe(413);
    expect(limited.objects).toEqual([]);
  });

  it('does not wait for the end of what never ends', async () => {
    let given = 0;
    let left = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        given += 1;
        controller.enqueue(new Uint8Array(100));
      },
      cancel: () => {
        left = true;
      },
    });
    const sent = { method: 'POST', body: endless, duplex: 'half' };
    const response = await limited.handle(new Request(`http://x${maps}`, sent));
    expect([response.status, left]).toEqual([413, true]);
    expect(given).toBeLessThan(20);
  });

  it('counts as any request', async () => {
    const server = createFakeApiServer({ resources, maxRequestBytes: 1, users: {} });
    expect((await ask(server, maps, { method: 'POST', body: '{}' })).status).toBe(403);
    server.configure({ users: undefined });
    expect((await ask(server, maps, { method: 'POST', body: '{}' })).status).toBe(413);
    expect(server.requests.map(({ status }) => status)).toEqual([403, 413]);
  });
});

describe('what a server is made with', () => {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '7', null])('is no bound that is %j', (bound) => {
    for (const name of ['historyLimit', 'maxRequestBytes', 'bookmarkIntervalMs', 'watchBacklog', 'timers']) {
      expect(() => createFakeApiServer({ [name]: bound })).toThrow(InvalidArgumentError);
    }
  });

  it('is not nothing', () => {
    const server = createFakeApiServer();
    for (const call of [
      () => createFakeApiServer(null as never),
      () => {
        server.define(null as never);
      },
      () => server.undefine(undefined as never),
      () => server.fail('/', null as never),
    ]) {
      expect(call).toThrow(InvalidArgumentError);
    }
  });
});

describe('a replace', () => {
  const put = (server: FakeApiServer, path: string, body: unknown) => ask(server, path, { method: 'PUT', body });

  it('looks at the namespace and the name before the version', async () => {
    const server = start(configMap('a'));
    const stale = { resourceVersion: '1' };
    const elsewhere = await put(server, `${maps}/a`, { metadata: { ...stale, name: 'a', namespace: 'b' } });
    expect(failureOf(elsewhere).code).toBe(400);
    const nameless = await put(server, `${maps}/a`, { metadata: stale });
    expect(nameless.text).toContain('undeterminable: name must be provided');
  });

  it('looks at the version before the kind of a custom resource', async () => {
    const metadata = { ...widget.metadata, resourceVersion: '1' };
    expect(failureOf(await put(start(widget), `${widgets}/w`, { ...widget, kind: 'Gadget', metadata })).code).toBe(409);
  });

  it('of a custom resource without a version names the plural', async () => {
    expect((await put(start(widget), `${widgets}/w`, widget)).body).toMatchObject({
      code: 422,
      message: expect.stringMatching(/^widgets\.example\.com "w" is invalid/) as string,
      details: { kind: 'widgets' },
    });
  });
});

describe('a list of custom resources', () => {
  it('has an empty continue on its last page when it is whole, and none otherwise', async () => {
    const server = start(widget);
    expect(listIn(await ask(server, widgets)).metadata.continue).toBe('');
    for (const accept of [table, metadataList]) {
      expect(listIn(await ask(server, widgets, { accept })).metadata).not.toHaveProperty('continue');
    }
    expect(listIn(await ask(server, widgets, { method: 'DELETE' })).metadata.continue).toBe('');
  });
});

describe('the includeObject of a Table', () => {
  it('is looked at when the answer is made: a missing object comes first, and a write is done', async () => {
    const server = start(configMap('a'));
    const query = '?includeObject=Nope';
    expect((await ask(server, `${maps}/missing${query}`, { accept: table })).status).toBe(404);
    const body = { metadata: { labels: { l: 'm' } } };
    const contentType = 'application/merge-patch+json';
    const patched = await ask(server, `${maps}/a${query}`, { method: 'PATCH', body, contentType, accept: table });
    expect([patched.status, server.objects[0]?.metadata.labels]).toEqual([400, { l: 'm' }]);
  });
});

describe('a Scale', () => {
  const at = `${widgets}/w/scale`;
  const put = (fields: object): Promise<Answered> =>
    ask(start(scaled), at, { method: 'PUT', body: { apiVersion: 'autoscaling/v1', kind: 'Scale', ...fields } });

  it.each([
    ['without a name', {}, 400],
    ['in another namespace', { name: 'w', namespace: 'b' }, 400],
    ['of another uid', { name: 'w', uid: 'other' }, 409],
    ['with labels that are none', { name: 'w', labels: { 'a b': 'c' } }, 422],
  ])('%s is refused', async (_what, metadata, code) => {
    expect(failureOf(await put({ metadata, spec: { replicas: 3 } })).code).toBe(code);
  });

  it('of a negative number is reported under the path of a custom resource', async () => {
    expect((await put({ metadata: { name: 'w' }, spec: { replicas: -1 } })).body).toMatchObject({
      code: 422,
      details: { kind: 'Widget', group: 'example.com', causes: [{ field: '.spec.replicas' }] },
    });
  });

  it('patched to what is no number is 422', async () => {
    const body = { spec: { replicas: 'three' } };
    const contentType = 'application/merge-patch+json';
    expect(failureOf(await ask(start(scaled), at, { method: 'PATCH', body, contentType })).code).toBe(422);
  });

  it('read from deeper inside is the same for a custom resource', async () => {
    const server = start(scaled);
    expect((await ask(server, `${at}/deeper`)).body).toEqual((await ask(server, at)).body);
    expect((await ask(server, '/apis/apps/v1/namespaces/default/deployments/d/scale/deeper')).status).toBe(404);
  });

  it('has an Age that is a date for a custom resource and a text for a built-in one', async () => {
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' } };
    const server = start(scaled, deployment);
    const columnsAt = async (path: string): Promise<unknown> => {
      const { body } = await ask(server, path, { accept: table });
      const { columnDefinitions } = body as { columnDefinitions: { type: string; format: string }[] };
      return [columnDefinitions[0]?.format, columnDefinitions[3]?.type];
    };
    expect(await columnsAt(at)).toEqual(['name', 'date']);
    expect(await columnsAt('/apis/apps/v1/namespaces/default/deployments/d/scale')).toEqual(['', 'string']);
  });
});
