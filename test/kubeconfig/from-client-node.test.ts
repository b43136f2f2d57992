import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ClientNodeError, fromClientNode, type ClientNodeCluster } from '../../src/kubeconfig/index.js';
import { fakeKubeConfig, type FakeUser, type Release } from './client-node-fakes.js';
import { httpProxy } from './proxy/proxies.js';
import { tlsServer, visit } from './tls/tls-server.js';
import { credentialsOf, tlsFixture } from './temp-folder.js';

const [authority, otherAuthority, ada, adaKey, bob, bobKey] = await Promise.all(
  ['authority.crt', 'other-authority.crt', 'ada.crt', 'ada.key', 'bob.crt', 'bob.key'].map(tlsFixture),
);
const secret = 'hunter2';
const releases: readonly Release[] = ['0.22', '1.4', '2.0'];

function single(release: Release, cluster: ClientNodeCluster | null, user: FakeUser | null = { token: 't' }) {
  return fakeKubeConfig(release, { dev: { cluster, user, namespace: 'web' } });
}

describe.each(releases)('a KubeConfig of client-node %s', (release) => {
  it('gives server, namespace, token and certificates', async () => {
    const { url } = await tlsServer();
    const user = { token: 't', certData: ada!.base64, keyData: adaKey!.base64 };
    const kubeConfig = single(release, { name: 'c', server: url, caData: authority!.base64 }, user);
    const options = await fromClientNode(kubeConfig);
    expect(options).toMatchObject({ server: url, namespace: 'web' });
    expect(await visit(options)).toMatchObject({ authorization: 'Bearer t', client: 'ada' });
    expect(await fromClientNode(kubeConfig, { namespace: 'db' })).toMatchObject({ namespace: 'db' });
  });

  it('reads files, and gives a name and a password', async () => {
    const { url } = await tlsServer();
    const user = { username: 'ada', password: 'p:ä', certFile: ada!.path, keyFile: adaKey!.path };
    const options = await fromClientNode(single(release, { server: url, caFile: authority!.path }, user));
    const basic = `Basic ${Buffer.from('ada:p:ä').toString('base64')}`;
    expect(await visit(options)).toMatchObject({ authorization: basic, client: 'ada' });
  });

  it('is asked before each request, once for those at the same time, and its requests share sockets', async () => {
    const { url, connections } = await tlsServer();
    const kubeConfig = single(release, { server: url, caData: authority!.base64 });
    const options = await fromClientNode(kubeConfig);
    expect(kubeConfig.calls).toBe(0);
    for (let count = 0; count < 5; count += 1) await visit(options);
    expect(kubeConfig.calls).toBe(5);
    expect(connections()).toBe(1);
    await Promise.all(Array.from({ length: 100 }, () => credentialsOf(options)));
    expect(kubeConfig.calls).toBe(6);
  });

  it('that gives another certificate later gives another agent', async () => {
    const { url } = await tlsServer();
    let shown = { cert: ada!.pem, key: adaKey!.pem };
    const authenticator = async (options: object): Promise<void> => {
      Object.assign(options, shown);
    };
    const options = await fromClientNode(
      single(release, { server: url, caData: authority!.base64 }, { authenticator, token: 't' }),
    );
    expect(await visit(options)).toMatchObject({ client: 'ada', authorization: 'Bearer t' });
    const { agent } = await credentialsOf(options);
    expect((await credentialsOf(options)).agent).toBe(agent);
    shown = { cert: bob!.pem, key: bobKey!.pem };
    expect(await visit(options)).toMatchObject({ client: 'bob' });
    expect((await credentialsOf(options)).agent).not.toBe(agent);
  });

  it('verifies the server as its cluster says, also for a context without a user', async () => {
    const { url } = await tlsServer();
    const visitWith = async (cluster: object) =>
      visit(await fromClientNode(single(release, { server: url, ...cluster }, null)));
    expect(await visitWith({ caData: authority!.base64 })).toMatchObject({ serverName: false });
    await expect(visitWith({ caData: otherAuthority!.base64 })).rejects.toBeInstanceOf(Error);
    await expect(visitWith({})).rejects.toBeInstanceOf(Error);
    expect(await visitWith({ skipTLSVerify: true, caData: otherAuthority!.base64 })).toMatchObject({});
    const named = await tlsServer('named-server');
    const cluster = { server: named.url, caData: authority!.base64, tlsServerName: 'kube.internal' };
    expect(await visitWith(cluster)).toMatchObject({ serverName: 'kube.internal' });
  });

  it('goes through the proxy of its cluster, and keeps tunnels', async () => {
    const [{ url }, proxy] = await Promise.all([tlsServer(), httpProxy()]);
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const options = await fromClientNode(single(release, { server: url, caData: authority!.base64, proxyUrl }));
    for (let count = 0; count < 3; count += 1)
      expect(await visit(options)).toMatchObject({ authorization: 'Bearer t' });
    expect(proxy.requests).toEqual([`CONNECT ${new URL(url).host}`]);
  });

  it('gives no credential for a server without TLS, and is not asked for one', async () => {
    const kubeConfig = single(release, { server: 'http://127.0.0.1:8001' }, { token: 't', impersonateUser: 'bob' });
    const options = await fromClientNode(kubeConfig);
    expect(await credentialsOf(options)).toEqual({ headers: { 'impersonate-user': 'bob' }, agent: undefined });
    expect(kubeConfig.calls).toBe(0);
  });

  it('does not show the credentials of another context that is chosen later', async () => {
    const kubeConfig = fakeKubeConfig(release, {
      dev: { cluster: { server: 'https://dev' }, user: { token: 'dev' } },
      prod: { cluster: { server: 'https://prod' }, user: { token: 'prod' } },
    });
    const options = await fromClientNode(kubeConfig);
    expect((await credentialsOf(options)).headers).toEqual({ authorization: 'Bearer dev' });
    kubeConfig.current = 'prod';
    await expect(credentialsOf(options)).rejects.toMatchObject({ code: 'kubeconfig-client-node', context: 'dev' });
    kubeConfig.current = 'dev';
    expect((await credentialsOf(options)).headers).toEqual({ authorization: 'Bearer dev' });
  });
});

describe('a KubeConfig of client-node', () => {
  it('impersonates, where its release does', async () => {
    const headers = async (release: Release) =>
      (await credentialsOf(await fromClientNode(single(release, { server: 'https://x' }, { impersonateUser: 'bob' }))))
        .headers;
    expect(await headers('0.22')).toEqual({});
    for (const release of ['1.4', '2.0'] as const)
      expect(await headers(release)).toEqual({ 'impersonate-user': 'bob' });
  });

  it('needs no more than two methods, and may give headers of any name', async () => {
    const options = await fromClientNode({
      getCurrentCluster: () => ({ server: 'https://x/' }),
      async applyToHTTPSOptions(given) {
        const headers = JSON.parse('{ "X-Own": ["a", "b"], "X-Count": 7, "X-None": null, "__proto__": "p" }') as object;
        Object.assign(given, { headers });
      },
    });
    expect(options).toMatchObject({ server: 'https://x', namespace: undefined });
    const { headers } = await credentialsOf(options);
    expect(Object.entries(headers)).toEqual([
      ['x-own', ['a', 'b']],
      ['x-count', '7'],
      ['__proto__', 'p'],
    ]);
  });

  it('is left by those who abort', async () => {
    const hanging = single('1.4', { server: 'https://x' }, { authenticator: () => new Promise<void>(() => {}) });
    const options = await fromClientNode(hanging);
    const leaving = new AbortController();
    const left = options.authenticate?.({ signal: leaving.signal, rejected: false });
    const reason = new Error('enough');
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
  });
});

describe('a KubeConfig that cannot be used', () => {
  it('has no cluster', async () => {
    await expect(fromClientNode(single('1.4', null))).rejects.toBeInstanceOf(ClientNodeError);
  });

  it.each([
    ['server', { server: 'no sense' }, 'kubeconfig-invalid-field'],
    ['proxy-url', { server: 'https://x', proxyUrl: `ftp://u:${secret}@x` }, 'kubeconfig-invalid-field'],
    ['certificate-authority', { server: 'https://x', caFile: '/no/such' }, 'kubeconfig-unreadable-file'],
    ['certificate-authority-data', { server: 'https://x', caData: '!' }, 'kubeconfig-invalid-field'],
    ['certificate-authority-data', { server: 'https://x', caData: 'QUJD' }, 'kubeconfig-invalid-certificate'],
  ])('has a %s that makes no sense: %j', async (field, cluster, code) => {
    const failure: unknown = await fromClientNode(single('1.4', { name: 'c', ...cluster })).catch((e: unknown) => e);
    expect(failure).toMatchObject({ code, context: 'dev', field: `clusters["c"].cluster.${field}` });
    expect(inspect(failure)).not.toContain(secret);
  });

  const failing: readonly [string, FakeUser, string, string | RegExp][] = [
    ['throws', { authenticator: () => Promise.reject(new Error(secret)) }, 'client-node', 'failed ("Error")'],
    ['misses a file', { certFile: '/no/such' }, 'client-node', 'failed ("ENOENT")'],
    ['has a certificate alone', { certData: ada!.base64 }, 'client-node', 'without the other'],
    [
      'has the key of another',
      { certData: ada!.base64, keyData: bobKey!.base64 },
      'invalid-certificate',
      'does not match',
    ],
    ['has a certificate that is none', { certData: 'QUJD', keyData: adaKey!.base64 }, 'invalid-certificate', 'PEM'],
    ['has a token of two lines', { token: `${secret}\nX: y` }, 'invalid-field', 'header'],
    [
      'has a key that is not a string',
      { authenticator: async (options) => void Object.assign(options, { key: { pem: secret } }) },
      'client-node',
      'a key that is neither a string nor a Buffer',
    ],
    [
      'has a header that is no text',
      { authenticator: async (options) => void Object.assign(options, { headers: { x: { secret } } }) },
      'client-node',
      'a header that is not a string',
    ],
  ];
  it.each(failing)('%s, and shows no secret', async (_, user, code, says) => {
    const options = await fromClientNode(single('1.4', { server: 'https://x' }, user));
    const failure: unknown = await credentialsOf(options).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: `kubeconfig-${code}`,
      context: 'dev',
      message: expect.stringContaining(String(says)) as string,
    });
    const shown = inspect(failure, { depth: null, showHidden: true });
    for (const each of [secret, adaKey!.pem.split('\n')[1]!]) expect(shown).not.toContain(each);
  });

  it('prints none of what it gives', async () => {
    const user = { token: secret, certData: ada!.base64, keyData: adaKey!.base64 };
    const options = await fromClientNode(single('1.4', { server: 'https://x' }, user));
    const credentials = await credentialsOf(options);
    const printed = inspect([options, credentials], { depth: null });
    for (const each of [secret, adaKey!.pem.split('\n')[1]!]) expect(printed).not.toContain(each);
  });
});
