import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as send, type IncomingMessage, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createClient } from '../../src/index.js';
import { cli, server, transportTo, type Surroundings } from './support.js';

const pods = '/k8s/api/v1/namespaces/web/pods';

interface Dashboard {
  readonly port: number;
  readonly secret: string;
}

/** Runs `kubeatlas dashboard` with a page of one file until the test is finished. */
async function dashboard(flags = '', surroundings: Surroundings = {}): Promise<Dashboard> {
  const page = mkdtempSync(path.join(tmpdir(), 'kubeatlas-page-'));
  writeFileSync(path.join(page, 'index.html.gz'), gzipSync('<title>the page</title>'));
  writeFileSync(path.join(page, 'index.js.gz'), gzipSync('run()'));
  writeFileSync(path.join(page, 'notes.txt'), 'not of the page');
  const interruption = new AbortController();
  let printed = (_: Dashboard): void => undefined;
  const printing = new Promise<Dashboard>((resolve) => (printed = resolve));
  const outcome = cli(server(), `dashboard --no-open ${flags}`.trim(), {
    ...surroundings,
    page,
    signal: interruption.signal,
    stdout: {
      write(text) {
        const [, port, secret = ''] = /^http:\/\/127\.0\.0\.1:(\d+)\/#secret=(\S+)\n$/.exec(String(text)) ?? [];
        printed({ port: Number(port), secret });
        return Promise.resolve();
      },
    },
  });
  onTestFinished(async () => {
    interruption.abort(new Error('interrupted'));
    expect((await outcome).code).toBe(130);
    rmSync(page, { recursive: true });
  });
  return Promise.race([printing, outcome.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
}

async function ask({ port }: Dashboard, path: string, { body, ...options }: RequestOptions & { body?: string } = {}) {
  const request = send({ host: '127.0.0.1', port, path, ...options });
  request.end(body);
  // A refusal may end the connection while the body is being sent.
  request.on('error', () => undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += String(piece);
  return { status: answer.statusCode, headers: answer.headers, text };
}

const exchange = (to: Dashboard, secret: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(to, '/session', { method: 'POST', headers, body: JSON.stringify({ secret }) });

async function tokenOf(to: Dashboard): Promise<string> {
  return (JSON.parse((await exchange(to, to.secret)).text) as { token: string }).token;
}

describe('kubeatlas dashboard', () => {
  it('exchanges its secret once for the token, and for what loads its tab again', async () => {
    const to = await dashboard();
    const first = await exchange(to, to.secret);
    const opened = JSON.parse(first.text) as { token: string; secret: string };
    expect([first.status, opened]).toMatchObject([200, { namespace: 'default', readOnly: false }]);
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(first.headers).not.toHaveProperty('set-cookie');
    expect((await exchange(to, to.secret)).status).toBe(403);
    // Twice: by a tab, and by another that was duplicated from it.
    for (let tab = 0; tab < 2; tab += 1) expect(JSON.parse((await exchange(to, opened.secret)).text)).toEqual(opened);
    const read = await ask(to, `${pods}/front-0`, { headers: { authorization: `Bearer ${opened.token}` } });
    expect(JSON.parse(read.text)).toMatchObject({ kind: 'Pod', metadata: { name: 'front-0' } });
    expect(read.headers['content-security-policy']).toContain('sandbox');
  });

  it('serves its page under a strict policy, compressed or not, and no other file', async () => {
    const to = await dashboard();
    const plain = await ask(to, '/');
    expect([plain.status, plain.text]).toEqual([200, '<title>the page</title>']);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const policy = plain.headers['content-security-policy'];
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    const compressed = await ask(to, '/index.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': /javascript/ });
    for (const other of ['/notes.txt', '/index.html.gz', '/../package.json', '/%2e%2e/package.json', '/session'])
      expect((await ask(to, other)).status).toBe(404);
  });

  it.each<[string, string, RequestOptions & { body?: string }, number]>([
    ['a request without the token', pods, {}, 401],
    ['the secret in place of the token', pods, { headers: { authorization: 'Bearer SECRET' } }, 401],
    ['the API server without its prefix', '/api/v1/pods', {}, 404],
    ['a page of another Host', '/', { headers: { host: 'evil.example' } }, 421],
    [
      'an exchange of a foreign Origin',
      '/session',
      { method: 'POST', headers: { origin: 'https://evil.example' } },
      403,
    ],
    ['an exchange of the Origin null', '/session', { method: 'POST', headers: { origin: 'null' } }, 403],
    ['an exchange of another Host', '/session', { method: 'POST', headers: { host: 'evil.example' } }, 421],
    ['an exchange without a secret', '/session', { method: 'POST', body: '{}' }, 403],
    ['an exchange of what is no JSON', '/session', { method: 'POST', body: 'null' }, 403],
    ['a body that is too large', '/session', { method: 'POST', body: 'x'.repeat(2000) }, 403],
  ])('refuses %s', async (_, url, options, status) => {
    const to = await dashboard();
    const { headers = {} } = options;
    const given = Object.entries(headers).map(([name, value]) => [name, String(value).replace('SECRET', to.secret)]);
    expect(
      (await ask(to, url, { ...options, headers: Object.fromEntries(given) as Record<string, string> })).status,
    ).toBe(status);
    // The secret is still good.
    expect((await exchange(to, to.secret)).status).toBe(200);
  });

  it('changes nothing with --read-only, and tells the page', async () => {
    const to = await dashboard('--read-only');
    const opened = JSON.parse((await exchange(to, to.secret)).text) as { token: string };
    expect(opened).toMatchObject({ readOnly: true });
    const headers = { authorization: `Bearer ${opened.token}` };
    expect((await ask(to, `${pods}/front-0`, { method: 'DELETE', headers })).status).toBe(403);
    expect((await ask(to, `${pods}/front-0`, { headers })).status).toBe(200);
  });

  it('refuses foreign pages and paths that climb out below /k8s as well', async () => {
    const to = await dashboard();
    const authorization = `Bearer ${await tokenOf(to)}`;
    expect((await ask(to, pods, { headers: { authorization, origin: 'https://evil.example' } })).status).toBe(403);
    expect((await ask(to, '/k8s/../session', { headers: { authorization } })).status).toBe(400);
  });

  it('lets WebSockets through below /k8s only, with the token and the exact Origin', async () => {
    const to = await dashboard();
    const bearer = `base64url.bearer.authorization.k8s.io.${Buffer.from(await tokenOf(to)).toString('base64url')}`;
    const statusOf = async (path: string, origin: string, protocol: string): Promise<number | undefined> => {
      const socket = new WebSocket(`ws://127.0.0.1:${to.port}${path}`, ['v5.channel.k8s.io', protocol], { origin });
      const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
      socket.on('error', () => undefined).terminate();
      return answer.statusCode;
    };
    const own = `http://127.0.0.1:${to.port}`;
    const exec = `${pods}/front-0/exec?command=ls`;
    // The transport of this test opens none.
    expect(await statusOf(exec, own, bearer)).toBe(502);
    expect(await statusOf(exec, own, 'other')).toBe(401);
    expect(await statusOf(exec, 'https://evil.example', bearer)).toBe(403);
    for (const path of ['/', '/session', '/k8s', '/k8sx', exec.slice('/k8s'.length)])
      expect(await statusOf(path, own, bearer)).toBe(404);
  });

  it('forwards ports for its own page alone, and none with --read-only', async () => {
    const statusOf = async (to: Dashboard, origin: string, protocol: string): Promise<number | undefined> => {
      const asked = `ws://127.0.0.1:${to.port}/ports?prefix=/k8s&resource=pods&namespace=web&name=front-0&port=80`;
      const socket = new WebSocket(asked, ['ports.kubeatlas', protocol], { origin });
      const refused = once(socket, 'unexpected-response') as Promise<[unknown, IncomingMessage]>;
      const status = await Promise.race([
        once(socket, 'open').then(() => 101),
        refused.then(([, it]) => it.statusCode),
      ]);
      socket.on('error', () => undefined).terminate();
      return status;
    };
    const ownOf = ({ port }: Dashboard): string => `http://127.0.0.1:${port}`;
    const to = await dashboard();
    const bearer = `base64url.bearer.authorization.k8s.io.${Buffer.from(await tokenOf(to)).toString('base64url')}`;
    expect(await statusOf(to, ownOf(to), bearer)).toBe(101);
    expect(await statusOf(to, ownOf(to), 'other')).toBe(401);
    expect(await statusOf(to, 'https://evil.example', bearer)).toBe(403);
    const still = await dashboard('--read-only');
    const own = `base64url.bearer.authorization.k8s.io.${Buffer.from(await tokenOf(still)).toString('base64url')}`;
    expect(await statusOf(still, ownOf(still), own)).toBe(403);
  });

  it('keeps settings in a file, merges what two tabs change, and takes nothing but an object', async () => {
    const state = mkdtempSync(path.join(tmpdir(), 'kubeatlas-state-'));
    onTestFinished(() => rmSync(state, { recursive: true }));
    const env = { XDG_STATE_HOME: state };
    const settingsOf = async (to: Dashboard): Promise<unknown> =>
      (JSON.parse((await exchange(to, to.secret)).text) as { settings: unknown }).settings;
    const to = await dashboard('', { env });
    const headers = { authorization: `Bearer ${await tokenOf(to)}` };
    const change = async (body: string, shown: Readonly<Record<string, string>> = headers) =>
      (await ask(to, '/settings', { method: 'POST', headers: shown, body })).status;
    expect(await change('{"pinned":["pods.v1."]}')).toBe(204);
    expect(await change('{"recent":["leases"]}')).toBe(204);
    expect(await change('["pinned"]')).toBe(400);
    expect(await change('{')).toBe(400);
    expect(await change(`{"recent":["${'x'.repeat(70_000)}"]}`)).toBe(400);
    expect(await change('{"pinned":[]}', {})).toBe(404);
    expect(await change('{"pinned":[]}', { ...headers, origin: 'https://evil.example' })).toBe(403);
    const kept = { pinned: ['pods.v1.'], recent: ['leases'] };
    expect(await settingsOf(await dashboard('', { env }))).toEqual(kept);
    const file = path.join(state, 'kubeatlas/dashboard.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, '{"pinned": ');
    expect(await settingsOf(await dashboard('', { env }))).toEqual({});
    expect(await settingsOf(await dashboard('--no-cache', { env }))).toEqual({});
  });

  it('passes requests to each of several contexts, and asks a context when somebody asks for it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-contexts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const names = ['arn:aws:eks/one', 'two', 'dead'];
    const kubeconfig = path.join(folder, 'config');
    writeFileSync(
      kubeconfig,
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { server: 'http://127.0.0.1:1' } }],
        contexts: names.map((name) => ({ name, context: { cluster: 'c' } })),
      }),
    );
    const made: string[] = [];
    const to = await dashboard(`--all-contexts --kubeconfig ${kubeconfig}`, {
      connect: ({ flags: { context = '' } }) => {
        made.push(context);
        if (context === 'dead') return Promise.reject(new Error('no way to it'));
        const reached = { server: `http://${context === 'two' ? 'two' : 'one'}.example`, namespace: 'web' };
        return Promise.resolve(createClient({ ...reached, transport: transportTo(server()) }));
      },
    });
    const opened = JSON.parse((await exchange(to, to.secret)).text) as {
      token: string;
      clusters: readonly { name: string; prefix: string }[];
    };
    expect(opened.clusters.map(({ name }) => name)).toEqual(names);
    expect(made).toEqual([]);
    const headers = { authorization: `Bearer ${opened.token}` };
    const [, two = { prefix: '' }, dead = { prefix: '' }] = opened.clusters;
    const get = (url: string) => ask(to, url, { headers });
    expect((await ask(to, two.prefix)).status).toBe(404);
    expect(JSON.parse((await get(two.prefix)).text)).toEqual({ server: 'http://two.example', namespace: 'web' });
    expect(made).toEqual(['two']);
    expect((await get(`${two.prefix}/api/v1/namespaces/web/pods/front-0`)).status).toBe(200);
    expect((await get(`${two.prefix}0/api/v1/pods`)).status).toBe(404);
    const refused = await get(dead.prefix);
    expect([refused.status, refused.text]).toEqual([502, expect.stringContaining('no way to it') as string]);
    const statuses = (await get('/clusters')).text.trim().split('\n');
    const byName = new Map(
      statuses.map((line) => JSON.parse(line) as { cluster: string }).map((one) => [one.cluster, one]),
    );
    expect(byName.get('two')).toMatchObject({ version: expect.stringMatching(/^v1/) as string });
    expect(byName.get('dead')).toEqual({ cluster: 'dead', error: 'no way to it' });
    expect(byName.size).toBe(3);
  });

  it('says so where the page is missing', async () => {
    const missing = path.join(tmpdir(), 'kubeatlas-no-page');
    expect(await cli(server(), 'dashboard --no-open', { page: missing })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('page of the dashboard is missing') as string,
    });
  });
});
