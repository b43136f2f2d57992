import { EventEmitter, once } from 'node:events';
import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, isUnauthorized } from '../../src/index.js';
import { createProxyHandler, type ProxyCredentials, type ProxyHandlerOptions } from '../../src/proxy/index.js';
import { passStream } from '../../src/proxy/pass-streams.js';
import {
  exec,
  host,
  origin,
  ownToken,
  pageSocket,
  pods,
  raw,
  requestText,
  serve,
  upgradeText,
  upstream,
} from './open-handler.js';

const streamOf = (path: string, changed = {}): string =>
  upgradeText(path, { 'sec-websocket-protocol': 'stream.kubeatlas', ...changed });

describe('a request of a page', () => {
  it('has the identity of its user, and nothing else that the page says of it', async () => {
    const api = await upstream();
    const to = await serve(api);
    const text = await raw(
      to,
      requestText(pods, {
        authorization: 'Bearer of-the-page',
        'Impersonate-User': 'root',
        impersonate_user: 'root',
        'IMPERSONATE-GROUP': 'system:masters',
        'Impersonate-Extra-Scopes': 'all',
        'impersonate-uid': '1',
        'X-Remote-User': 'root',
        x_remote_group: 'system:masters',
        'x-remote-extra-a': 'b',
        'x-forwarded-for': '10.0.0.1',
        'accept-encoding': 'br',
      }),
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text.toLowerCase()).not.toContain('set-cookie');
    for (const header of [
      'cache-control: no-store',
      'kubeatlas-streams: websocket',
      'x-content-type-options: nosniff',
    ]) {
      expect(text).toContain(`${header}\r\n`);
    }
    const { headers } = api.asked[0]!;
    const known = ['accept', 'accept-encoding', 'user-agent', 'authorization', 'host', 'connection'];
    expect(
      Object.keys(headers)
        .filter((name) => !known.includes(name))
        .sort(),
    ).toEqual(['impersonate-group', 'impersonate-user']);
    expect(headers).toMatchObject({
      authorization: `Bearer ${ownToken}`,
      'impersonate-user': 'jane',
      'impersonate-group': 'dev',
    });
  });

  it('has the own token of its user, and never the one of the proxy', async () => {
    const api = await upstream();
    const own = { headers: { authorization: `Bearer ${ownToken}`, 'impersonate-user': 'root' } };
    for (const cluster of [
      { server: api.server, token: ownToken },
      { server: api.server, authenticate: () => Promise.resolve(own), impersonate: { user: 'root' } },
    ]) {
      const to = await serve(api, { cluster, credentialsFor: () => ({ token: 'of-jane' }) });
      expect(await raw(to, requestText(pods))).toMatch(/^HTTP\/1\.1 200 /);
      const { headers } = api.asked.at(-1)!;
      expect(headers).toMatchObject({ authorization: 'Bearer of-jane' });
      expect(headers).not.toHaveProperty('impersonate-user');
    }
  });

  it.each<[string, object]>([
    ['a certificate', { options: { cert: 'PEM', key: 'PEM' } }],
    ['what may be one', { options: { secureContext: {} } }],
    ['one of loadKubeconfig', { showsCertificate: true, options: {} }],
  ])('is refused a token where the connection shows %s, which API servers take first', async (_, agent) => {
    const api = await upstream();
    const authenticate = () => Promise.resolve({ headers: {}, agent });
    const to = await serve(api, {
      cluster: { server: api.server, authenticate },
      credentialsFor: () => ({ token: 'of-jane' }),
    });
    expect(await raw(to, requestText(pods))).toMatch(/^HTTP\/1\.1 401 /);
    expect(to.failures).toMatchObject([{ message: expect.stringContaining('certificate') as string }]);
    expect(api.asked).toEqual([]);
  });

  it.each<[string, ProxyHandlerOptions['credentialsFor'] | undefined, number]>([
    ['returns nothing', () => undefined, 401],
    ['returns null', () => null as never, 401],
    ['returns an empty object', () => ({}), 401],
    ['returns two', () => ({ token: 'a', impersonate: { user: 'jane' } }), 401],
    ['returns a text', () => 'jane' as never, 401],
    [
      'throws',
      () => {
        throw new Error(`the session store said ${ownToken}`);
      },
      401,
    ],
    ['rejects', () => Promise.reject(new Error('no')), 401],
    ['hangs', () => new Promise(() => undefined), 401],
    ['returns a user without a name', () => ({ impersonate: { user: '' } }), 401],
    ['returns a user that is none', () => ({ impersonate: { groups: ['dev'] } as never }), 401],
    ['returns a name with a line break', () => ({ impersonate: { user: 'jane\r\nimpersonate-group: x' } }), 401],
    ['returns a name with blanks', () => ({ impersonate: { user: ' jane' } }), 401],
    ['returns an empty token', () => ({ token: '' }), 401],
    ['returns a misspelt field', () => ({ impersonate: { user: 'jane' }, expiresat: new Date() }) as never, 401],
    ['returns what has expired', () => ({ token: 'a', expiresAt: new Date(Date.now() - 1) }), 401],
    ['returns no date', () => ({ token: 'a', expiresAt: new Date(Number.NaN) }), 401],
    ['returns what has ended', () => ({ token: 'a', signal: AbortSignal.abort() }), 401],
    ['returns a system user', () => ({ impersonate: { user: 'system:admin' } }), 403],
    ['returns a system group', () => ({ impersonate: { user: 'jane', groups: ['dev', 'system:masters'] } }), 403],
    ['returns another service account', () => ({ impersonate: { user: 'system:serviceaccount:web:other' } }), 403],
  ])('is refused where credentialsFor %s', async (_, credentialsFor, status) => {
    const api = await upstream();
    const allowSystem = ['system:serviceaccount:web:robot'];
    const to = await serve(api, { credentialsFor: credentialsFor!, allowSystem, credentialsTimeoutMs: 50 });
    for (const text of [requestText(pods), upgradeText(exec), streamOf(`${pods}?watch=1`)]) {
      const answered = await raw(to, text);
      expect(answered).toMatch(
        new RegExp(`^HTTP/1\\.1 ${status} [^]*"reason":"${status === 401 ? 'Unauthorized' : 'Forbidden'}"`),
      );
      expect(answered).not.toContain(ownToken);
      expect(answered).toContain('no-store');
    }
    expect(to.failures).toHaveLength(3);
    expect(api.asked).toEqual([]);
  });

  it('may be one of a system user that is allowed by its name', async () => {
    const api = await upstream();
    const user = 'system:serviceaccount:web:robot';
    const to = await serve(api, { credentialsFor: () => ({ impersonate: { user } }), allowSystem: [user] });
    expect(await raw(to, requestText(pods))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is told of no address and no name behind the proxy', async () => {
    const to = await serve({ ...(await upstream()), server: 'http://127.0.0.1:9' });
    const text = await raw(to, requestText(pods));
    expect(text).toMatch(/^HTTP\/1\.1 502 [^]*could not be reached \(ECONNREFUSED\)/);
    expect(text).not.toMatch(/127\.0\.0\.1:9|of-the-proxy/);
    expect(to.failures).toHaveLength(1);
  });

  it('is no 401 of the user where the proxy itself is refused, and one where the user is', async () => {
    const api = await upstream((_, response) => response.writeHead(401).end('{}'));
    expect(await raw(await serve(api), requestText(pods))).toMatch(
      /^HTTP\/1\.1 502 [^]*refuses the credentials of this server/,
    );
    const own = await serve(api, { credentialsFor: () => ({ token: 'of-jane' }) });
    expect(await raw(own, requestText(pods))).toMatch(/^HTTP\/1\.1 401 /);
    const client = createClient({ server: `http://127.0.0.1:${own.port}`, token: 'x' });
    await expect(client.request({ path: pods })).rejects.toSatisfy((error) => !isUnauthorized(error));
  });
});

describe('hostile requests', () => {
  const smuggled = 'GET /api/v1/secrets HTTP/1.1\r\nhost: x\r\n\r\n';

  it.each<[string, string, number | RegExp]>([
    ['another Host', requestText(pods, { host: 'evil.example' }), 421],
    ['a Host with a port', requestText(pods, { host: `${host}:8443` }), 421],
    ['a Host in capitals', requestText(pods, { host: host.toUpperCase() }), 421],
    ['a Host with a dot', requestText(pods, { host: `${host}.` }), 421],
    ['a Host with a user', requestText(pods, { host: `${host}@evil.example` }), 421],
    ['no Host', requestText(pods, { host: undefined }), 400],
    ['two Hosts', requestText(pods, { Host: 'evil.example' }), 400],
    ['two cookies', requestText(pods, { Cookie: 'user=root' }), 400],
    ['the Origin null', requestText(pods, { origin: 'null' }), 403],
    ['another Origin', requestText(pods, { origin: 'https://evil.example' }), 403],
    ['the Origin over http', requestText(pods, { origin: `http://${host}` }), 403],
    ['an Origin that begins alike', requestText(pods, { origin: `${origin}.evil.example` }), 403],
    ['two Origins', requestText(pods, { origin, Origin: 'https://evil.example' }), 400],
    ['a write without Origin', requestText(pods, { method: 'POST', origin: undefined, body: '{}' }), 403],
    ['a write with the Origin null', requestText(pods, { method: 'DELETE', origin: 'null' }), 403],
    [
      'a write of another Origin',
      requestText(pods, { method: 'PATCH', origin: 'https://evil.example', body: '{}' }),
      403,
    ],
    [
      'a preflight of another Origin',
      requestText(pods, { method: 'OPTIONS', origin: 'https://evil.example', 'access-control-request-method': 'PUT' }),
      403,
    ],
    ['a whole address', requestText(`http://evil.example${pods}`), 400],
    ['a whole address of its own', requestText(`https://${host}${pods}`), 400],
    ['two slashes', requestText('//evil.example/api'), 400],
    ['two slashes within', requestText('/api//v1/nodes'), 400],
    ['dots', requestText('/api/../metrics'), 400],
    ['encoded dots', requestText('/api/v1/%2e%2E/x'), 400],
    ['an encoded slash', requestText('/api/v1/nodes/a%2Fproxy'), 400],
    ['a NUL', requestText('/api/v1/a%00b'), 400],
    ['a backslash', requestText('/api\\..\\x'), 400],
    ['an asterisk', requestText('*', { method: 'OPTIONS' }), 400],
    ['the proxy of a pod', requestText(`${pods}/a/proxy/x`), 403],
    ['the proxy of a pod, encoded', requestText(`${pods}/a/%70rox%79`), 403],
    ['TRACE', requestText(pods, { method: 'TRACE' }), 405],
    ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n`, /^$|^HTTP\/1\.1 4/],
    [
      'two lengths',
      requestText(pods, { method: 'POST', 'content-length': '5', 'Content-Length': '6', body: '{}' }),
      400,
    ],
    [
      'a length and chunks',
      requestText(pods, { method: 'POST', 'transfer-encoding': 'chunked', body: `0\r\n\r\n${smuggled}` }),
      400,
    ],
    [
      'chunks that lie',
      requestText(pods, {
        method: 'POST',
        'content-length': undefined,
        'transfer-encoding': 'xchunked',
        body: smuggled,
      }),
      400,
    ],
    ['a folded header', `GET ${pods} HTTP/1.1\r\nhost: ${host}\r\nx: a\r\n b: c\r\ncookie : user=root\r\n\r\n`, 400],
    ['a header of 100 kB', requestText(pods, { x: 'x'.repeat(100_000) }), 431],
    [
      '10,000 headers',
      requestText(pods, Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`x${at}`, 'y']))),
      431,
    ],
    ['a body that is too large', requestText(pods, { method: 'POST', body: 'x'.repeat(2000) }), 413],
    ['an upgrade to something else', upgradeText(exec, { upgrade: 'h2c' }), 400],
    ['an upgrade with a body', upgradeText(exec, { 'content-length': '5' }) + 'hello', 400],
    ['an upgrade with chunks', upgradeText(exec, { 'transfer-encoding': 'chunked' }) + '5\r\nhello\r\n0\r\n\r\n', 400],
    ['an upgrade with frames behind it', `${upgradeText(exec)}\x81\x85\0\0\0\0hello`, 400],
    ['an upgrade by POST', upgradeText(exec, { method: 'POST' }), 400],
    ['an upgrade without Origin', upgradeText(exec, { origin: undefined }), 403],
    ['an upgrade of the Origin null', upgradeText(exec, { origin: 'null' }), 403],
    ['an upgrade of two Origins', upgradeText(exec, { Origin: 'https://evil.example' }), 400],
    ['an upgrade of another Host', upgradeText(exec, { host: 'evil.example' }), 421],
    ['an upgrade at dots', upgradeText('/api/v1/nodes/x/../proxy'), 400],
    ['an upgrade at a proxy', upgradeText('/api/v1/nodes/x/proxy'), 403],
    ['a stream of another Origin', streamOf(`${pods}?watch=1`, { origin: 'https://evil.example' }), 403],
    ['a stream without a cookie', streamOf(`${pods}?watch=1`, { cookie: undefined }), 401],
  ])('are refused: %s', async (_, text, status) => {
    const api = await upstream();
    const to = await serve(api, { maxBodyBytes: 1000 });
    const answered = await raw(to, text);
    expect(answered).toMatch(typeof status === 'number' ? new RegExp(`^HTTP/1\\.1 ${status} `) : status);
    expect(answered.split('HTTP/1.1 ').length).toBeLessThanOrEqual(2);
    expect(api.asked).toEqual([]);
  });

  it('in a row on one connection each have their own user', async () => {
    const api = await upstream((request, response) => response.end(String(request.headers['impersonate-user'])));
    const to = await serve(api);
    const kept = { connection: 'keep-alive' };
    const text = await raw(
      to,
      requestText(pods, kept) +
        requestText(pods, { ...kept, cookie: 'user=john' }) +
        requestText(pods, { cookie: undefined }),
    );
    expect([...text.matchAll(/\r\n\r\n(?:[\da-f]+\r\n)?(jane|john|\{"kind")/g)].map(([, body]) => body)).toEqual([
      'jane',
      'john',
      '{"kind"',
    ]);
  });

  it('have their cookies together over HTTP/2, where a browser sends one by one', async () => {
    const cookies: unknown[] = [];
    const handler = createProxyHandler({
      cluster: { server: (await upstream()).server },
      origins: [origin],
      credentialsFor: ({ headers }) => void cookies.push(headers.get('cookie')),
    });
    const server = createServer(handler.node as never);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      session.destroy();
      server.close();
      handler.close();
    });
    const statusOf = async (headers: object): Promise<unknown> => {
      const [answered] = (await once(
        session.request({ ':path': pods, ':authority': host, ...headers }).end(),
        'response',
      )) as [object];
      return (answered as Record<string, unknown>)[':status'];
    };
    expect(await statusOf({ cookie: ['theme=dark', 'user=jane'] })).toBe(401);
    expect(await statusOf({ cookie: 'user=jane', host: 'evil.example' })).toBe(400);
    expect(cookies).toEqual(['theme=dark; user=jane']);
  });

  it('of a page below another path than the prefix are refused, and the prefix is left out', async () => {
    const api = await upstream();
    const to = await serve(api, { prefix: '/k8s' });
    for (const path of [pods, '/k8s', `/k8sx${pods}`, `/%6b8s${pods}`, `http://${host}/k8s${pods}`]) {
      expect(await raw(to, requestText(path))).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect(await raw(to, requestText('/k8s/../x'))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(to, requestText(`/k8s${pods}?limit=1&limit=2`))).toMatch(/^HTTP\/1\.1 200 /);
    expect(api.asked.map(({ url }) => url)).toEqual([`${pods}?limit=1&limit=2`]);
  });

  it('beyond maxOpen are answered 503, until one ends', async () => {
    const api = await upstream((request, response) => {
      if (request.url === '/version') response.end('{}');
      else response.write('{}');
    });
    const to = await serve(api, { maxOpen: 1 });
    const page = pageSocket(to, `${pods}?watch=1`, 'stream.kubeatlas');
    await once(page, 'message');
    expect(await raw(to, requestText('/version'))).toMatch(/^HTTP\/1\.1 503 [^]*maxOpen/);
    page.terminate();
    await expect.poll(() => raw(to, requestText('/version'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['GET', exec, 403],
    ['GET', `${pods}/front-0/attach`, 403],
    ['GET', `${pods}/front-0/portforward?ports=80`, 403],
    ['GET', `${pods}/front-0/%65xec`, 403],
    ['HEAD', `${pods}/front-0/EXEC/`, 403],
    ['GET', `${pods}/front-0/log`, 200],
    ['GET', `${pods}/exec`, 200],
    ['GET', '/api/v1/namespaces/web/configmaps/attach', 200],
    ['POST', `${pods}`, 403],
    ['DELETE', `${pods}/front-0`, 403],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 200],
  ])('where it is read-only: %s %s is answered %i', async (method, path, status) => {
    const to = await serve(await upstream(), { readOnly: true });
    expect(await raw(to, requestText(path, { method, origin }))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (path === exec) expect(await raw(to, upgradeText(exec))).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('a login that ends', () => {
  const ends: [string, (login: AbortController) => ProxyCredentials][] = [
    ['by its signal', ({ signal }) => ({ impersonate: { user: 'jane' }, signal })],
    ['by the time', () => ({ impersonate: { user: 'jane' }, expiresAt: new Date(Date.now() + 400) })],
  ];

  it.each(ends)('%s ends a watch over HTTP, a stream and a command', async (_, credentials) => {
    const login = new AbortController();
    const api = await upstream((_request, response) => void response.write('{}'));
    const to = await serve(api, { credentialsFor: () => credentials(login) });
    const watched = raw(to, requestText(`${pods}?watch=1`));
    const stream = pageSocket(to, `${pods}?watch=1`, 'stream.kubeatlas');
    stream.on('open', () => stream.send('*/*'));
    const command = pageSocket(to, exec);
    const ended = Promise.all([stream, command].map((socket) => once(socket, 'close')));
    await expect.poll(() => [api.open(), api.sockets.size]).toEqual([2, 1]);
    login.abort();
    expect(await watched).toMatch(/^HTTP\/1\.1 200 /);
    await ended;
    await expect.poll(() => [api.open(), api.sockets.size, to.open.size]).toEqual([0, 0, 0]);
  });

  it('ends with the handler', async () => {
    const api = await upstream((_request, response) => void response.write('{}'));
    const to = await serve(api);
    const command = pageSocket(to, exec);
    await once(command, 'open');
    to.handler.close();
    await once(command, 'close');
    expect(await raw(to, requestText(pods))).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('a page with a stream', () => {
  it.each([
    ['a header behind what it accepts', '*/*\r\nImpersonate-User: root'],
    ['more than a header holds', 'a'.repeat(1_000_000)],
    ['letters that no header has', 'application/\u2603'],
    ['bytes', Buffer.from([0, 10, 13])],
  ])('gets an answer that is none of the API server for %s', async (_, accept) => {
    const api = await upstream();
    const page = pageSocket(await serve(api), `${pods}?watch=1`, 'stream.kubeatlas');
    const messages: string[] = [];
    page.on('message', (message: Buffer) => messages.push(message.toString()));
    page.on('open', () => page.send(accept));
    await once(page, 'close');
    expect(messages[0]).toBe('stream.kubeatlas');
    expect((JSON.parse(messages[1]!) as { status: number }).status).toBeGreaterThanOrEqual(400);
    expect(api.asked.filter(({ headers }) => headers['impersonate-user'] !== 'jane')).toEqual([]);
  });

  it('that asks for more than it takes waits for its own connection', async () => {
    let read = 0;
    const sent: (() => void)[] = [];
    const page = new EventEmitter();
    const socket = Object.assign(page, {
      send: (_: unknown, taken?: () => void) => void (taken !== undefined && sent.push(taken)),
      close: () => page.emit('close'),
    });
    const body = (async function* () {
      for (;;) yield Buffer.from(String((read += 1)));
    })();
    const stream = () => Promise.resolve({ status: 200, headers: {}, body });
    const upstream = { stream } as unknown as Parameters<typeof passStream>[1]['upstream'];
    const signal = new AbortController().signal;
    passStream(socket as never, {
      upstream,
      path: pods,
      signal,
      answerOf: () => ({ status: 502, headers: {}, body: '' }),
    });
    page.emit('message', Buffer.from('*/*'));
    for (let asked = 0; asked < 1000; asked += 1) page.emit('message', Buffer.from(''));
    await expect.poll(() => sent.length).toBe(1);
    sent[0]!();
    await expect.poll(() => sent.length).toBe(2);
    expect(read).toBe(2);
    page.emit('close');
  });
});

describe('a page that leaves', () => {
  it('while credentialsFor thinks, or the API server, asks no more and leaves nothing open', async () => {
    const api = await upstream(() => undefined);
    let called = 0;
    const to = await serve(api, {
      credentialsFor: async ({ headers }) => {
        called += 1;
        if (headers.get('cookie') === 'user=slow') await new Promise(() => undefined);
        return { impersonate: { user: 'jane' } };
      },
      maxOpen: 4,
    });
    const slow = pageSocket(to, exec, undefined, { headers: { host, cookie: 'user=slow' } });
    await expect.poll(() => called).toBe(1);
    slow.terminate();
    const page = pageSocket(to, `${pods}?watch=1`, 'stream.kubeatlas');
    page.on('open', () => page.send('*/*'));
    await expect.poll(() => api.open()).toBe(1);
    page.terminate();
    await expect.poll(() => [api.open(), to.open.size]).toEqual([0, 0]);
    expect(to.failures).toEqual([]);
  });
});

describe('the form of fetch', () => {
  const ask = (path: string, init: RequestInit = {}): Request =>
    new Request(`${origin}${path}`, { ...init, headers: { host, cookie: 'user=jane', ...init.headers } });

  it('passes requests on, streams, and ends with the page', async () => {
    let change = (): void => undefined;
    const api = await upstream((request, response) => {
      if (request.method === 'POST') return void request.pipe(response);
      response.flushHeaders();
      change = () => void response.write('{"type":"ADDED"}\n');
    });
    const { handler } = await serve(api, { prefix: '/k8s' });
    const created = await handler.fetch(ask(`/k8s${pods}`, { method: 'POST', body: '{"a":1}', headers: { origin } }));
    expect([created.status, await created.text()]).toEqual([200, '{"a":1}']);
    expect(created.headers.get('cache-control')).toBe('no-store');
    expect(created.headers.get('kubeatlas-streams')).toBeNull();
    const watched = await handler.fetch(ask(`/k8s${pods}?watch=1`));
    const reader = watched.body!.getReader();
    // Servers that send the head with the first piece do so at once.
    expect((await reader.read()).value).toHaveLength(0);
    change();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"type":"ADDED"}\n');
    await reader.cancel();
    await expect.poll(() => api.open()).toBe(0);
    expect(api.asked.map(({ headers }) => headers['impersonate-user'])).toEqual(['jane', 'jane']);
  });

  it.each<[string, string, RequestInit, number]>([
    ['an upgrade', pods, { headers: { upgrade: 'websocket' } }, 426],
    ['why a command was not upgraded', exec, {}, 426],
    ['no login', pods, { headers: { cookie: '' } }, 401],
    ['another Origin', pods, { headers: { origin: 'https://evil.example' } }, 403],
    ['another Host', pods, { headers: { host: 'evil.example' } }, 421],
    ['a write without Origin', pods, { method: 'DELETE' }, 403],
    ['the proxy of a node', '/api/v1/nodes/a/proxy/', {}, 403],
    ['two slashes', '//x/api', {}, 400],
  ])('answers %s', async (_, path, init, status) => {
    const api = await upstream();
    const { handler } = await serve(api);
    expect((await handler.fetch(ask(path, init))).status).toBe(status);
    expect(api.asked).toEqual([]);
  });
});

it.each<[string, object]>([
  ['origins', { origins: undefined }],
  ['origins', { origins: [] }],
  ['origins', { origins: ['*'] }],
  ['origins', { origins: ['https://a.example/'] }],
  ['origins', { origins: ['null'] }],
  ['credentialsFor', { credentialsFor: undefined }],
  ['prefix', { prefix: '/k8s/' }],
  ['prefix', { prefix: 'k8s' }],
  ['maxOpen', { maxOpen: 0 }],
  ['readonly', { readonly: true }],
])('a handler is refused a wrong option: %s in %j', (argument, wrong) => {
  const good = { origins: [origin], credentialsFor: () => undefined };
  expect(() => createProxyHandler({ ...good, ...wrong })).toThrow(expect.objectContaining({ argument }) as Error);
});
