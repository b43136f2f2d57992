import { once } from 'node:events';
import { request as send, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { captured } from '../fixtures/captured.js';
import { transportTo } from '../live/transport-to.js';
import { cli } from './support.js';

const token = 'a-token-of-the-test-0123456789';
const pods = '/api/v1/namespaces/web/pods';

interface OpenProxy {
  readonly api: FakeApiServer;
  readonly port: number;
  /** The headers of each request that reached the API server. */
  readonly reached: Readonly<Record<string, unknown>>[];
  readonly end: () => Promise<number>;
  readonly printed: () => string;
}

/** Runs `kubeatlas proxy` until the test is finished. */
async function proxy(
  flags = '',
  env: Readonly<Record<string, string>> = { KUBEATLAS_PROXY_TOKEN: token },
): Promise<OpenProxy> {
  const api = createFakeApiServer({ documents: captured('kube-1.36-v2') });
  api.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-0', namespace: 'web' } });
  const transport = transportTo(api);
  const reached: Readonly<Record<string, unknown>>[] = [];
  const interruption = new AbortController();
  let printed = '';
  let listens = (_: number): void => undefined;
  const listening = new Promise<number>((resolve) => (listens = resolve));
  const outcome = cli(api, `proxy --port 0 ${flags}`.trim(), {
    env,
    signal: interruption.signal,
    stdout: {
      write(text) {
        printed += String(text);
        const port = /^http:\/\/127\.0\.0\.1:(\d+)$/m.exec(printed)?.[1];
        if (port !== undefined) listens(Number(port));
        return Promise.resolve();
      },
    },
    connect: ({ options }) =>
      Promise.resolve(
        createClient({
          ...options,
          server: 'https://fake.example',
          token: 'of-the-kubeconfig',
          transport: {
            ...transport,
            send(request) {
              reached.push(request.headers);
              return transport.send(request);
            },
          },
        }),
      ),
  });
  const end = async (): Promise<number> => {
    interruption.abort(new Error('interrupted'));
    return (await outcome).code;
  };
  onTestFinished(async () => void (await end()));
  const port = await Promise.race([listening, outcome.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
  return { api, port, reached, end, printed: () => printed };
}

async function ask(
  { port }: OpenProxy,
  path: string,
  { headers, body, ...more }: RequestOptions & { body?: string } = {},
) {
  const request = send({
    host: '127.0.0.1',
    port,
    path,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...more,
  });
  request.end(body);
  // A refusal may end the connection while the body is being sent.
  request.on('error', () => undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += String(piece);
  return { status: answer.statusCode, headers: answer.headers, text };
}

describe('kubeatlas proxy', () => {
  it('passes requests on with the credentials of the kubeconfig, and answers of any status back', async () => {
    const opened = await proxy();
    const got = await ask(opened, `${pods}/front-0`, {
      headers: { cookie: 'a=b', 'impersonate-user': 'root', 'x-remote-user': 'root', 'accept-encoding': 'gzip' },
    });
    expect(JSON.parse(got.text)).toMatchObject({ kind: 'Pod', metadata: { name: 'front-0' } });
    expect(got.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as string,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(opened.reached[0]).not.toMatchObject({ authorization: `Bearer ${token}` });
    for (const name of ['cookie', 'impersonate-user', 'x-remote-user'])
      expect(opened.reached[0]).not.toHaveProperty(name);
    const missing = await ask(opened, `${pods}/none`);
    expect([missing.status, JSON.parse(missing.text)]).toMatchObject([404, { kind: 'Status', reason: 'NotFound' }]);
    const created = await ask(opened, pods, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'ä', namespace: 'web' } }),
    });
    expect([created.status, opened.api.objects.length]).toEqual([422, 1]);
    expect(await opened.end()).toBe(130);
  });

  it('passes on what the page accepts, sends and has already', async () => {
    const opened = await proxy();
    const table = await ask(opened, pods, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } });
    expect(JSON.parse(table.text)).toMatchObject({ kind: 'Table' });
    const patched = await ask(opened, `${pods}/front-0`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ metadata: { labels: { app: 'front' } } }),
    });
    expect([patched.status, JSON.parse(patched.text)]).toMatchObject([200, { metadata: { labels: { app: 'front' } } }]);
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const { etag = 'none' } = (await ask(opened, '/apis', { headers: { accept } })).headers;
    expect((await ask(opened, '/apis', { headers: { accept, 'if-none-match': etag } })).status).toBe(304);
    await ask(opened, `${pods}?limit=1&__proto__=a&constructor=b`);
    expect(opened.api.requests.at(-1)?.path).toBe(`${pods}?limit=1&__proto__=a&constructor=b`);
  });

  it('passes on the names that servers accept', async () => {
    const opened = await proxy();
    const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
    for (const name of ['CORP\\jdoe', 'a?b', 'a#b', 'a\tb']) {
      const metadata = { name };
      opened.api.put({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata });
      for (const path of [encodeURIComponent(name), encodeURIComponent(name).toLowerCase()].slice(
        0,
        name === 'CORP\\jdoe' ? 1 : 2,
      )) {
        const { status, text } = await ask(opened, `${roles}/${path}`);
        expect([status, JSON.parse(text)]).toMatchObject([200, { metadata }]);
      }
    }
    expect((await ask(opened, `${roles}/CORP%5cjdoe`)).status).toBe(200);
  });

  it('streams a watch, and ends it with the page', async () => {
    const opened = await proxy();
    const request = send({
      host: '127.0.0.1',
      port: opened.port,
      path: `${pods}?watch=1`,
      headers: { authorization: `Bearer ${token}` },
    });
    request.on('error', () => undefined).end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    answer.on('error', () => undefined).on('data', (piece: Buffer) => (text += piece.toString()));
    await expect.poll(() => text).toContain('front-0');
    opened.api.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-1', namespace: 'web' } });
    await expect.poll(() => text).toContain('front-1');
    request.destroy();
    await expect.poll(() => opened.api.openWatches).toBe(0);
  });

  it.each<[string, RequestOptions & { path?: string }, number]>([
    ['no token', { headers: { authorization: '' } }, 401],
    ['another token', { headers: { authorization: `Bearer ${token}x` } }, 401],
    ['a foreign Host', { headers: { host: 'evil.example' } }, 421],
    ['a Host of another port', { headers: { host: '127.0.0.1:1' } }, 421],
    ['a foreign Origin', { headers: { origin: 'https://evil.example' } }, 403],
    ['the Origin null', { headers: { origin: 'null' } }, 403],
    ['a path that climbs out', { path: '/api/../../secret' }, 400],
    ['an encoded path that climbs out', { path: '/api/%2e%2e/secret' }, 400],
    ['an encoded slash', { path: '/api/v1/nodes/a%2fproxy' }, 400],
    ['two slashes', { path: '//evil.example/api' }, 400],
    ['a whole address', { path: 'http://evil.example/api' }, 400],
    ['a path that is no UTF-8', { path: '/api/%ff' }, 400],
    ['the proxy of a pod', { path: `${pods}/front-0/proxy/index.html` }, 403],
    ['the proxy of a service, encoded', { path: '/api/v1/namespaces/web/services/a:80/%70roxy' }, 403],
    ['the proxy of a node', { path: '/api/v1/nodes/node-1/proxy/run' }, 403],
    ['the proxy of a node, with a fragment', { path: '/api/v1/nodes/node-1/proxy#x' }, 403],
    ['the proxy of a node on an old server', { path: '/api/v1/proxy/nodes/node-1/' }, 403],
    ['a proxy whose letters are upper case', { path: '/api/v1/Nodes/node-1/PROXY' }, 403],
    ['a proxy behind a second slash', { path: '/api/v1/nodes/node-1//proxy' }, 400],
    ['a Host with a user', { headers: { host: 'x@127.0.0.1' } }, 421],
    ['two Origins', { headers: { origin: 'http://127.0.0.1:1, https://evil.example' } }, 403],
    ['the token as a password', { headers: { authorization: `Basic ${btoa(`x:${token}`)}` } }, 401],
    ['another method', { method: 'TRACE' }, 405],
    ['a preflight of nobody', { method: 'OPTIONS' }, 405],
  ])('refuses %s', async (_, { path = pods, ...options }, status) => {
    const opened = await proxy();
    expect((await ask(opened, path, options)).status).toBe(status);
    expect(opened.reached).toEqual([]);
  });

  it('lets only the given origin use it from pages', async () => {
    const opened = await proxy('--allow-origin http://localhost:5173');
    const origin = 'http://localhost:5173';
    const preflight = await ask(opened, pods, {
      method: 'OPTIONS',
      headers: { origin, authorization: '', 'access-control-request-method': 'GET' },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, origin]);
    const got = await ask(opened, pods, { headers: { origin } });
    expect([got.status, got.headers['access-control-allow-origin']]).toEqual([200, origin]);
    const foreign = await ask(opened, pods, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5174', 'access-control-request-method': 'GET' },
    });
    expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  it.each<[string, string, number]>([
    ['GET', pods, 200],
    ['DELETE', `${pods}/front-0`, 403],
    ['POST', pods, 403],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 201],
    ['POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', 403],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/x', 403],
    ['POST', '/apis/authorizationxk8s.io/v1/selfsubjectaccessreviews', 403],
    ['POST', '/api/v1/namespaces/web/pods?/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 403],
    ['PATCH', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 403],
    ['PUT', `${pods}/front-0`, 403],
    ['POST', '/apis/evil.example/v1/selfsubjectaccessreviews', 403],
    ['POST', '/apis/apps/v1/namespaces/web/deployments/selfsubjectaccessreviews', 403],
  ])('with --read-only answers %s %s with %i', async (method, path, status) => {
    const opened = await proxy('--read-only');
    const body = JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
    });
    const answer = await ask(opened, path, {
      method,
      ...(method === 'POST' && { body, headers: { 'content-type': 'application/json' } }),
    });
    expect(answer.status).toBe(status);
    expect(opened.api.objects).toHaveLength(1);
  });

  it('refuses a WebSocket without the token, and a body that no API server accepts', async () => {
    const opened = await proxy();
    const socket = connect(opened.port, '127.0.0.1');
    socket.write(
      `GET ${pods} HTTP/1.1\r\nhost: 127.0.0.1:${opened.port}\r\norigin: http://127.0.0.1:${opened.port}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    let text = '';
    for await (const piece of socket) text += String(piece);
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    const large = await ask(opened, pods, { method: 'POST', body: 'x'.repeat(4 * 1024 * 1024) }).catch(() => undefined);
    expect(large?.status ?? 413).toBe(413);
    expect(opened.reached).toEqual([]);
  });

  it('tells what the API server refuses without a credential in it', async () => {
    const opened = await proxy();
    opened.api.fail(() => true, { drop: true });
    const answer = await ask(opened, pods);
    expect(answer.status).toBe(502);
    expect(answer.text).not.toContain('of-the-kubeconfig');
  });

  it('prints a token of its own, and refuses one that can be guessed', async () => {
    const opened = await proxy('', {});
    await expect.poll(() => opened.printed()).toMatch(/^Authorization: Bearer [\w-]{43}$/m);
    expect((await ask(opened, pods)).status).toBe(401);
    expect(await cli(undefined, 'proxy --port 0', { env: { KUBEATLAS_PROXY_TOKEN: 'short' } })).toMatchObject({
      code: 2,
    });
  });

  it.each([
    '--port 70000',
    '--port x',
    '--allow-origin localhost',
    '--allow-origin http://a/b',
    '--allow-origin file:///x',
  ])('refuses %s', async (flags) => {
    expect((await cli(undefined, `proxy ${flags}`, {})).code).toBe(2);
  });
});
