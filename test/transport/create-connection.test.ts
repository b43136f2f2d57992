import { describe, expect, it, vi } from 'vitest';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { ApiRequest } from '../../src/core/transport/connection.js';
import type { ConnectionOptions, Exchange, ServerWarning } from '../../src/core/transport/options.js';
import { fakeTransport, statusAnswer } from './fake-transport.js';

const server = 'https://127.0.0.1:6443';
const pods: ApiRequest = { method: 'GET', path: '/api/v1/pods', accept: 'application/json' };

/** What a request looks like when it is sent. */
async function sent(request: Partial<ApiRequest>, options: Partial<ConnectionOptions> = {}) {
  const transport = fakeTransport({});
  await createConnection({ server, transport, ...options }).request({ ...pods, ...request });
  return transport.requests[0]!;
}

describe('what is sent', () => {
  it.each([
    ['https://127.0.0.1:6443', 'https://127.0.0.1:6443/api/v1/pods'],
    ['https://127.0.0.1:6443//', 'https://127.0.0.1:6443/api/v1/pods'],
    ['https://host/k8s/clusters/c-abc', 'https://host/k8s/clusters/c-abc/api/v1/pods'],
    ['https://host/k8s/clusters/c-abc/', 'https://host/k8s/clusters/c-abc/api/v1/pods'],
    ['http://[::1]:8001', 'http://[::1]:8001/api/v1/pods'],
    ['/k8s', '/k8s/api/v1/pods'],
    ['/', '/api/v1/pods'],
  ])('goes below %s, its path kept', async (base, url) => {
    expect((await sent({}, { server: base })).url).toBe(url);
  });

  it('has its query encoded: undefined left out, arrays repeated, the order kept', async () => {
    const query = { labelSelector: 'app in (a,b)', limit: 5, watch: true, continue: undefined, x: ['1', '2'] };
    const { url } = await sent({ query });
    expect(url).toBe(`${server}/api/v1/pods?labelSelector=app+in+%28a%2Cb%29&limit=5&watch=true&x=1&x=2`);
  });

  it('has the headers of a read and nothing else', async () => {
    expect((await sent({ ifNoneMatch: '"A1"' })).headers).toEqual({
      accept: 'application/json',
      'user-agent': 'kubeatlas',
      'if-none-match': '"A1"',
    });
  });

  it('has a content type with a body, JSON unless another one is named', async () => {
    expect((await sent({ method: 'POST', body: '{}' })).headers).toMatchObject({ 'content-type': 'application/json' });
    const patch = { method: 'PATCH', body: '{}', contentType: 'application/merge-patch+json' } as const;
    expect((await sent(patch)).headers).toMatchObject({ 'content-type': 'application/merge-patch+json' });
  });

  it('is named by userAgent', async () => {
    expect((await sent({}, { userAgent: 'mine/1.0' })).headers).toMatchObject({ 'user-agent': 'mine/1.0' });
  });

  it.each(['Mozilla/5.0 (X11)', 'curl/8.0', 'Wget/1.2'])('asks %s not to be sent indented JSON', async (userAgent) => {
    expect((await sent({ query: { limit: 1 } }, { userAgent })).url).toMatch(/\?limit=1&pretty=false$/);
  });

  it('asks for JSON that is not indented where a browser names itself', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
    expect((await sent({})).url).toMatch(/\?pretty=false$/);
    vi.unstubAllGlobals();
    expect((await sent({})).url).toMatch(/pods$/);
  });

  it('never has credentials in place of its own headers', async () => {
    const authenticate = () => Promise.resolve({ headers: { Accept: 'text/html', Authorization: 'Bearer t' } });
    expect((await sent({}, { authenticate })).headers).toEqual({
      accept: 'application/json',
      authorization: 'Bearer t',
      'user-agent': 'kubeatlas',
    });
  });

  it.each([
    'api',
    '//evil.example/api',
    '/api/../x',
    '/api/%2E%2e/x',
    '/api/./x',
    '/api?x=1',
    '/api#x',
    '/a b',
    '/a\\b',
  ])('never has a path that leads elsewhere: %s', async (path) => {
    await expect(sent({ path })).rejects.toMatchObject({ code: 'invalid-argument', argument: 'path' });
  });

  it.each([{ accept: 'a\r\nx: y' }, { ifNoneMatch: '"a"\n' }, { body: '{}', contentType: 'a\u0000b' }])(
    'never has a line break or a control character in a header: %j',
    async (request) => {
      await expect(sent(request)).rejects.toMatchObject({ code: 'invalid-argument', argument: 'headers' });
    },
  );
});

describe('the answer', () => {
  it.each([200, 201, 202, 204])('with %i is given as it is', async (status) => {
    const transport = fakeTransport({ status, headers: { etag: '"A1"' }, body: 'text' });
    const answer = await createConnection({ server, transport }).request(pods);
    expect(answer).toMatchObject({ status, headers: { etag: '"A1"' }, path: '/api/v1/pods' });
    expect(answer.text()).toBe('text');
    expect(answer.bytes()).toEqual(new TextEncoder().encode('text'));
  });

  it('with another status is an answer where that was expected, and an ApiError elsewhere', async () => {
    const connection = createConnection({ server, transport: fakeTransport({ status: 304, body: '' }) });
    const unchanged = await connection.request({ ...pods, expected: [304] });
    expect([unchanged.status, unchanged.text()]).toEqual([304, '']);
    await expect(connection.request(pods)).rejects.toMatchObject({ code: 'api', statusCode: 304 });
  });

  it('of a stream comes piece by piece; its failures are read as any others', async () => {
    const transport = fakeTransport({ body: '{"a":1}' }, statusAnswer(410, 'Expired'));
    const connection = createConnection({ server, transport });
    const { status, body } = await connection.stream(pods);
    let text = '';
    for await (const chunk of body) text += new TextDecoder().decode(chunk);
    expect([status, text]).toEqual([200, '{"a":1}']);
    await expect(connection.stream(pods)).rejects.toMatchObject({ code: 'api', reason: 'Expired', fromServer: true });
  });
});

describe('authenticate', () => {
  const two = (first: string, second: string) =>
    vi.fn(({ rejected }: { rejected: boolean }) =>
      Promise.resolve({ headers: { authorization: rejected ? second : first } }),
    );

  it('is asked for each request', async () => {
    const authenticate = two('Bearer 1', 'Bearer 2');
    const connection = createConnection({ server, transport: fakeTransport({}), authenticate });
    await connection.request(pods);
    await connection.request(pods);
    expect(authenticate.mock.calls.map(([context]) => context.rejected)).toEqual([false, false]);
  });

  it('is asked once more after a 401, and told so', async () => {
    const authenticate = two('Bearer old', 'Bearer new');
    const transport = fakeTransport(statusAnswer(401, 'Unauthorized'), { body: 'ok' });
    expect((await createConnection({ server, transport, authenticate }).request(pods)).text()).toBe('ok');
    expect(transport.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer old', 'Bearer new']);
  });

  it('is not asked a third time', async () => {
    const authenticate = two('Bearer old', 'Bearer new');
    const transport = fakeTransport(statusAnswer(401, 'Unauthorized'));
    const asking = createConnection({ server, transport, authenticate }).request(pods);
    await expect(asking).rejects.toMatchObject({ code: 'api', statusCode: 401 });
    expect(transport.requests).toHaveLength(2);
  });

  it('left out, a 401 is final', async () => {
    const transport = fakeTransport(statusAnswer(401, 'Unauthorized'));
    await expect(createConnection({ server, transport }).request(pods)).rejects.toMatchObject({ statusCode: 401 });
    expect(transport.requests).toHaveLength(1);
  });

  it('gives an agent to the transport', async () => {
    const agent = {};
    expect((await sent({}, { authenticate: () => Promise.resolve({ headers: {}, agent }) })).agent).toBe(agent);
  });

  it('that throws fails the request with its own error', async () => {
    const failure = new Error('no plugin');
    const authenticate = () => {
      throw failure;
    };
    await expect(sent({}, { authenticate })).rejects.toBe(failure);
  });

  it.each([[undefined], [null], [{}], [{ headers: null }]])('that answers %j is told so', async (answer) => {
    const options = { server, transport: fakeTransport({}), authenticate: () => Promise.resolve(answer as never) };
    await expect(createConnection(options).request(pods)).rejects.toMatchObject({
      code: 'invalid-argument',
      argument: 'authenticate',
    });
  });

  it('that gives a header with a line break is refused without showing it', async () => {
    const authenticate = () => Promise.resolve({ headers: { authorization: 'Bearer s3cret\r\nx: y' } });
    const refusal = await sent({}, { authenticate }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'invalid-argument', argument: 'authenticate' });
    expect(String(refusal)).not.toContain('s3cret');
  });
});

describe('observers', () => {
  it('hear of each exchange, without headers', async () => {
    const exchanges: Exchange[] = [];
    const transport = fakeTransport(statusAnswer(429, 'TooManyRequests', { details: { retryAfterSeconds: 0 } }), {
      headers: { 'content-type': 'application/json', 'set-cookie': 'x' },
      body: '{"ü":"€"}',
    });
    const onExchange = (exchange: Exchange) => exchanges.push(exchange);
    const base = `${server}/k8s`;
    await createConnection({ server: base, transport, onExchange }).request({ ...pods, query: { limit: 1 } });
    const common = { method: 'GET', path: '/k8s/api/v1/pods?limit=1', mediaType: 'application/json' };
    expect(exchanges).toMatchObject([
      { ...common, status: 429, attempt: 0 },
      { ...common, status: 200, attempt: 1, bytes: 12 },
    ]);
    const fields = ['attempt', 'bytes', 'mediaType', 'method', 'ms', 'path', 'status'];
    for (const exchange of exchanges) expect(Object.keys(exchange).sort()).toEqual(fields);
    expect(exchanges[1]?.ms).toBeGreaterThanOrEqual(0);
  });

  it('hear of an exchange without an answer', async () => {
    const exchanges: Exchange[] = [];
    const onExchange = (exchange: Exchange) => exchanges.push(exchange);
    const connection = createConnection({ server, transport: fakeTransport(new Error('lost')), onExchange });
    await expect(connection.request(pods)).rejects.toMatchObject({ code: 'connection' });
    expect(exchanges).toMatchObject([{ status: undefined, mediaType: undefined, bytes: 0, attempt: 0 }]);
  });

  it('hear of every warning', async () => {
    const warnings: ServerWarning[] = [];
    const onWarning = (warning: ServerWarning) => warnings.push(warning);
    const transport = fakeTransport({ headers: { warning: '299 - "a, b", 299 - "c"' } });
    await createConnection({ server, transport, onWarning }).request({ ...pods, query: { limit: 1 } });
    const common = { code: 299, agent: '-', method: 'GET', path: '/api/v1/pods' };
    expect(warnings).toEqual([
      { ...common, text: 'a, b' },
      { ...common, text: 'c' },
    ]);
  });

  it('that throw, now or later, do not break the request', async () => {
    const transport = fakeTransport({ headers: { warning: '299 - "a"' }, body: 'ok' });
    const onExchange = () => {
      throw new Error('from an observer');
    };
    const onWarning: () => unknown = () => Promise.reject(new Error('from an async observer'));
    const connection = createConnection({ server, transport, onExchange, onWarning });
    expect((await connection.request(pods)).text()).toBe('ok');
  });
});
