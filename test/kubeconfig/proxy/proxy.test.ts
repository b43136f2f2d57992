import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeApiServer } from '../../../src/testing/index.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { freePort, get, loadOne } from '../requests.js';
import { tlsServer, visit, type Seen } from '../tls/tls-server.js';
import { credentialsOf, tlsFixture } from '../temp-folder.js';
import { httpProxy, socksProxy, type ProxyBehaviour, type TestProxy } from './proxies.js';

const [authority, otherAuthority, ada, adaKey] = await Promise.all(
  ['authority.crt', 'other-authority.crt', 'ada.crt', 'ada.key'].map(tlsFixture),
);
const trusting = { 'certificate-authority-data': authority!.base64 };
const secret = 'hunter2';

interface Kind {
  readonly what: string;
  readonly start: (behaviour?: ProxyBehaviour) => Promise<TestProxy>;
  readonly scheme: string;
  readonly verb: string;
}

const kinds: readonly Kind[] = [
  { what: 'an HTTP proxy', start: httpProxy, scheme: 'http', verb: 'CONNECT' },
  {
    what: 'an HTTP proxy behind TLS',
    start: (behaviour) => httpProxy({ ...behaviour, certificate: 'server' }),
    scheme: 'https',
    verb: 'CONNECT',
  },
  { what: 'a SOCKS proxy', start: (behaviour) => socksProxy(behaviour), scheme: 'socks5', verb: 'SOCKS' },
];

describe.each(kinds)('through $what', ({ start, scheme, verb }) => {
  it('a server is reached over TLS, which ends at the server', async () => {
    const [{ url }, proxy] = await Promise.all([tlsServer(), start()]);
    const cluster = { server: url, ...trusting, 'proxy-url': `${scheme}://127.0.0.1:${proxy.port}/` };
    const user = { token: 't', 'client-certificate-data': ada!.base64, 'client-key-data': adaKey!.base64 };
    const seen: Partial<Seen> = { authorization: 'Bearer t', client: 'ada', serverName: false };
    expect(await get(await loadOne(cluster, user))).toMatchObject(seen);
    expect(proxy.requests).toEqual([`${verb} ${new URL(url).host}`]);
    expect(proxy.logins.join('')).toBe('');
  });

  it('requests one after the other share a tunnel, and those at the same time have one each', async () => {
    const [{ url, connections }, proxy] = await Promise.all([tlsServer(), start()]);
    const cluster = { server: url, ...trusting, 'proxy-url': `${scheme}://127.0.0.1:${proxy.port}` };
    const loaded = await loadOne(cluster);
    for (let count = 0; count < 5; count += 1) await visit(loaded);
    expect(proxy.requests).toHaveLength(1);
    await Promise.all(Array.from({ length: 30 }, () => visit(loaded)));
    expect(connections()).toBe(proxy.requests.length);
    const { agent } = await credentialsOf(loaded);
    const idle = (): number => Object.values(Reflect.get(agent ?? {}, 'freeSockets') as object).flat().length;
    await expect.poll(idle).toBe(16);
  });

  it('a server is looked up by the proxy', async () => {
    const { url } = await tlsServer('named-server');
    const proxy = await start({ hosts: { 'kube.internal': '127.0.0.1' } });
    const server = url.replace('127.0.0.1', 'kube.internal');
    const seen = await get(await loadOne({ server, ...trusting, 'proxy-url': `${scheme}://127.0.0.1:${proxy.port}` }));
    expect(seen).toMatchObject({ serverName: 'kube.internal' });
    expect(proxy.requests).toEqual([`${verb} ${new URL(server).host}`]);
  });

  it.each([
    ['of another authority', 'server', '127.0.0.1', otherAuthority!, /SIGNATURE|CERT/],
    ['that shows the name of another one', 'named-server', '127.0.0.1', authority!, /ALTNAME/],
    ['that is named by its address and shows the name of this machine', 'server', '10.1.2.3', authority!, /ALTNAME/],
  ])('a server %s is refused', async (_, certificate, host, { base64 }, code) => {
    const { url } = await tlsServer(certificate);
    const proxy = await start({ hosts: { [host]: '127.0.0.1' } });
    const trust = { 'certificate-authority-data': base64, 'proxy-url': `${scheme}://localhost:${proxy.port}` };
    await expect(get(await loadOne({ server: url.replace('127.0.0.1', host), ...trust }))).rejects.toMatchObject({
      code: 'untrusted-server',
      field: `clusters["c"].cluster.${String(code).includes('ALTNAME') ? 'tls-server-name' : 'certificate-authority-data'}`,
      reasonCode: expect.stringMatching(code) as string,
    });
  });

  it('a server is looked for by its TLS server name', async () => {
    const [{ url }, proxy] = await Promise.all([tlsServer('named-server'), start()]);
    const cluster = { server: url, ...trusting, 'tls-server-name': 'kube.internal' };
    const seen = await get(await loadOne({ ...cluster, 'proxy-url': `${scheme}://127.0.0.1:${proxy.port}` }));
    expect(seen).toMatchObject({ serverName: 'kube.internal' });
  });

  it('that is not there is reported with its location, and not with its password', async () => {
    const { url } = await tlsServer();
    const port = await freePort();
    const proxyUrl = `${scheme}://ada:${secret}@127.0.0.1:${port}`;
    const failure: unknown = await get(await loadOne({ server: url, ...trusting, 'proxy-url': proxyUrl })).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: 'connection-refused',
      field: 'clusters["c"].cluster.proxy-url',
      message: expect.stringContaining(
        `the proxy 127.0.0.1:${port} could not open a tunnel: connect ECONNREFUSED`,
      ) as string,
    });
    expect(inspect(failure, { depth: null, showHidden: true })).not.toContain(secret);
  });

  it('nothing that is printed shows the password of the proxy', async () => {
    const cluster = { ...trusting, 'proxy-url': `${scheme}://ada:${secret}@127.0.0.1:1` };
    for (const server of ['https://10.0.0.1', 'http://10.0.0.1']) {
      const loaded = await loadOne({ ...cluster, server });
      const { agent } = await credentialsOf(loaded);
      const printed = inspect([loaded, agent], { depth: null }) + inspect(agent, { depth: null, customInspect: false });
      for (const each of [secret, Buffer.from(`ada:${secret}`).toString('base64')]) expect(printed).not.toContain(each);
    }
  });

  it('a server without TLS is reached, without credentials', async () => {
    const server = await startFakeApiServer(createFakeApiServer());
    onTestFinished(() => server.close());
    const proxy = await start();
    const cluster = { server: server.url, ...trusting, 'proxy-url': `${scheme}://127.0.0.1:${proxy.port}` };
    const loaded = await loadOne(cluster);
    for (let count = 0; count < 3; count += 1) expect(await get(loaded)).toHaveProperty('gitVersion');
    const { host } = new URL(server.url);
    if (verb === 'SOCKS') expect(proxy.requests).toEqual([`SOCKS ${host}`]);
    else expect(new Set(proxy.requests)).toEqual(new Set([`GET ${server.url}/version`]));
    expect((await credentialsOf(loaded)).headers).toEqual({});
  });
});
