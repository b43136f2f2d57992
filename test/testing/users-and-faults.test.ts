import { describe, expect, it } from 'vitest';
import { createFakeApiServer, FakeApiServerError, type FakeUser } from '../../src/testing/index.js';
import { ask, capturedDocuments, configMap, failureOf, v2, type Answered } from './support.js';

const documents = capturedDocuments('kube-1.36-v2');
const objects = [configMap('a')];
const maps = '/api/v1/namespaces/default/configmaps';

describe('users', () => {
  const users: Record<string, FakeUser> = {
    boss: { name: 'admin', rights: 'all' },
    reader: { name: 'discoverer', rights: 'discovery' },
    nobody: { name: 'nobody' },
    some: { name: 'lister', rights: ({ verb, resource }) => verb === 'list' && resource === 'configmaps' },
  };
  const server = createFakeApiServer({ documents, objects, users });
  const as = (token: string | undefined, path: string, method = 'GET'): Promise<Answered> =>
    ask(server, path, { method, ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }) });

  it.each([
    ['boss', '/api', 200],
    ['boss', maps, 200],
    ['reader', '/apis/apps/v1', 200],
    ['reader', '/version', 200],
    ['reader', maps, 403],
    ['nobody', '/apis', 403],
    ['nobody', '/readyz', 200],
    ['some', maps, 200],
    ['some', `${maps}/a`, 403],
    ['some', '/apis', 200],
    ['wrong', '/readyz', 401],
    ['__proto__', maps, 401],
    ['', maps, 403],
    ['', '/version', 200],
    ['reader', '/openapi', 404],
    ['reader', '/metrics', 403],
    ['nobody', '/version/', 200],
    [undefined, '/version', 200],
    [undefined, '/apis', 403],
    [undefined, maps, 403],
  ])('with token %s, %s is %i', async (token, path, status) => {
    expect((await as(token, path)).status).toBe(status);
  });

  it.each(['Basic Ym9zcw==', 'boss', 'Bearer', 'Bearer '])(
    'Authorization: %s is that of nobody',
    async (authorization) => {
      expect((await ask(server, maps, { headers: { authorization } })).body).toMatchObject({
        code: 403,
        message: expect.stringContaining('system:anonymous') as string,
      });
    },
  );

  it('403 is not to be sniffed', async () => {
    expect((await as('nobody', maps)).headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('discovery may be read and not written', async () => {
    expect((await as('reader', '/apis', 'POST')).body).toMatchObject({
      code: 403,
      message: 'forbidden: User "discoverer" cannot post path "/apis"',
    });
    expect((await as('boss', '/apis', 'POST')).status).toBe(200);
  });

  it('401 is a Status', async () => {
    const answered = await as('wrong', maps);
    expect(failureOf(answered)).toEqual({ code: 401, reason: 'Unauthorized' });
    expect(answered.body).toMatchObject({ message: 'Unauthorized' });
  });

  it.each([
    [
      maps,
      'GET',
      'configmaps is forbidden: User "nobody" cannot list resource "configmaps" in API group "" in the namespace "default"',
    ],
    [
      `${maps}/a`,
      'DELETE',
      'configmaps "a" is forbidden: User "nobody" cannot delete resource "configmaps" in API group "" in the namespace "default"',
    ],
    [
      '/apis/apps/v1/deployments',
      'GET',
      'deployments.apps is forbidden: User "nobody" cannot list resource "deployments" in API group "apps" at the cluster scope',
    ],
    [
      '/apis/apps/v1/namespaces/n/deployments/d/scale',
      'GET',
      'deployments.apps "d" is forbidden: User "nobody" cannot get resource "deployments/scale" in API group "apps" in the namespace "n"',
    ],
    [
      '/api/v1/namespaces/n',
      'GET',
      'namespaces "n" is forbidden: User "nobody" cannot get resource "namespaces" in API group "" in the namespace "n"',
    ],
    [
      '/api/v1/pods?watch=1',
      'GET',
      'pods is forbidden: User "nobody" cannot watch resource "pods" in API group "" at the cluster scope',
    ],
    ['/apis', 'GET', 'forbidden: User "nobody" cannot get path "/apis"'],
    [
      '/apis/unheard.of/v1/things',
      'GET',
      'things.unheard.of is forbidden: User "nobody" cannot list resource "things" in API group "unheard.of" at the cluster scope',
    ],
  ])('403 to %s (%s) says who may not do what', async (path, method, message) => {
    const answered = await as('nobody', path, method);
    expect(failureOf(answered)).toEqual({ code: 403, reason: 'Forbidden' });
    expect(answered.body).toMatchObject({ message });
  });
});

describe('faults', () => {
  it('answer in place of the server, so many times', async () => {
    const server = createFakeApiServer({ documents });
    server.fail('/apis', { status: 503, body: 'down', headers: { 'Retry-After': '1' }, times: 2 });
    const answers = [await ask(server, '/apis'), await ask(server, '/apis?x=1'), await ask(server, '/apis')];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect([answers[0]?.body, answers[0]?.type, answers[0]?.headers.get('retry-after')]).toEqual([
      'down',
      'text/plain; charset=utf-8',
      '1',
    ]);
  });

  it('are chosen by a function, the last one first, and can be taken back', async () => {
    const server = createFakeApiServer({ documents, objects });
    const lift = server.fail(({ method, query }) => method === 'GET' && query.has('limit'), {
      status: 410,
      body: { code: 410 },
    });
    server.fail(({ accept }) => accept === v2, { status: 406 });
    expect((await ask(server, `${maps}?limit=1`)).body).toEqual({ code: 410 });
    expect((await ask(server, `${maps}?limit=1`, { accept: v2 })).status).toBe(406);
    lift();
    expect((await ask(server, `${maps}?limit=1`)).status).toBe(200);
  });

  it('with times strike in the order in which they were given, before all others', async () => {
    const server = createFakeApiServer({ documents });
    server.fail('/apis', { status: 500 });
    server.fail('/apis', { status: 429, times: 1 });
    server.fail(({ path }) => path === '/apis', { status: 503, times: 2 });
    server.fail('/apis', { status: 404, times: Infinity });
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt += 1) statuses.push((await ask(server, '/apis')).status);
    expect(statuses).toEqual([429, 503, 503, 404, 404]);
    expect(server.unusedFaults.map(({ answer }) => answer.status)).toEqual([500]);
  });

  it('can be HTML with 200, or nothing at all', async () => {
    const server = createFakeApiServer({ documents });
    server.fail('/apis', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } });
    server.fail('/api', { status: 204 });
    expect(await ask(server, '/apis')).toMatchObject({ status: 200, type: 'text/html', body: '<html>' });
    expect(await ask(server, '/api')).toMatchObject({ status: 204, text: '' });
  });

  it.each([0, -1, 1.5, Number.NaN, '2', null])('that happen %j times are refused', (times) => {
    const answer = { status: 500, times: times as number };
    expect(() => createFakeApiServer().fail('/api', answer)).toThrow(FakeApiServerError);
    expect(() => createFakeApiServer().fail('/api', { status: 500, times: Infinity })).not.toThrow();
  });

  it.each([{ status: 99 }, { status: 600 }, { status: 1.5 }, { status: 200, headers: { 'bad header': 'x' } }])(
    'that no Response can be are refused: %j',
    (answer) => {
      expect(() => createFakeApiServer().fail('/api', answer)).toThrow(FakeApiServerError);
    },
  );
});

describe('warnings', () => {
  it('are sent with answers at and below their path', async () => {
    const warnings = { '/api/v1': 'old "v1"\nis\\gone é', '/apis/apps/': ['one', 'two'] };
    const server = createFakeApiServer({ documents, warnings });
    const warning = async (path: string): Promise<string | null> => (await ask(server, path)).headers.get('warning');
    expect(await warning('/api/v1/pods')).toBe('299 - "old \\"v1\\"?is\\\\gone ?"');
    expect(await warning('/apis/apps/v1')).toBe('299 - "one", 299 - "two"');
    expect([await warning('/api'), await warning('/api/v10')]).toEqual([null, null]);
  });
});

describe('latency', () => {
  it('an abort while waiting rejects with its reason, before anything is done', async () => {
    const server = createFakeApiServer({ documents, objects, latencyMs: 60_000 });
    const controller = new AbortController();
    const reason = new Error('enough');
    const request = new Request(`http://k${maps}/a`, { method: 'DELETE', signal: controller.signal });
    const answered = server.handle(request);
    controller.abort(reason);
    await expect(answered).rejects.toBe(reason);
    await expect(server.handle(new Request('http://k/api', { signal: controller.signal }))).rejects.toBe(reason);
    expect([server.objects.length, server.requests.length]).toEqual([1, 0]);
  });
});

describe('the history', () => {
  it('tells method, path with query, Accept, status and bytes, and no credential', async () => {
    const server = createFakeApiServer({ documents, objects });
    const headers = { authorization: 'Bearer secret', 'if-none-match': '"x"' };
    const { text } = await ask(server, '/apis?timeout=32s', { accept: v2, headers });
    await ask(server, `${maps}/b`, { method: 'DELETE' });
    expect(server.requests).toEqual([
      {
        method: 'GET',
        path: '/apis?timeout=32s',
        accept: v2,
        conditional: true,
        status: 200,
        bytes: new TextEncoder().encode(text).length,
      },
      {
        method: 'DELETE',
        path: `${maps}/b`,
        accept: undefined,
        conditional: false,
        status: 404,
        bytes: expect.any(Number) as number,
      },
    ]);
    expect(JSON.stringify(server.requests)).not.toContain('secret');
    server.forgetRequests();
    expect(server.requests).toEqual([]);
  });
});
