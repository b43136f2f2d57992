import { describe, expect, inject, it } from 'vitest';
import { httpProxy, socksProxy } from '../../kubeconfig/proxy/proxies.js';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';
import { freePorts } from '../harness/free-ports.js';
import { base64, connectBy, whoIs } from './by-kubeconfig.js';

const server = inject('server');
const user = { token: server.tokens.admin };
const cluster = 'clusters["real"].cluster';

describe('a server that is not the right one is refused', () => {
  it('when its certificate comes from another authority', async () => {
    const stranger = createCertificateAuthority('another authority');
    const client = await connectBy(user, { 'certificate-authority-data': base64(stranger.certificate) });
    await expect(client.discovery.catalog()).rejects.toMatchObject({
      code: 'discovery',
      causes: { apis: { code: 'untrusted-server', context: 'here', field: `${cluster}.certificate-authority-data` } },
    });
  });

  it('unless it is not to be verified', async () => {
    const cluster = { 'certificate-authority-data': undefined, 'insecure-skip-tls-verify': true };
    expect(await whoIs(await connectBy(user, cluster))).toMatchObject({ username: 'admin' });
  });

  it('when its certificate has another name, and accepted by the name it has', async () => {
    const wrong = await connectBy(user, { 'tls-server-name': 'elsewhere.example.com' });
    await expect(wrong.discovery.catalog()).rejects.toMatchObject({
      causes: { apis: { code: 'untrusted-server', context: 'here', field: `${cluster}.tls-server-name` } },
    });
    const right = await connectBy(user, { 'tls-server-name': 'localhost' });
    expect(await whoIs(right)).toMatchObject({ username: 'admin' });
  });

  it('when nobody listens there, or the name leads nowhere', async () => {
    const nobody = await connectBy(user, { server: `https://127.0.0.1:${(await freePorts(1))[0]}` });
    await expect(nobody.discovery.catalog()).rejects.toMatchObject({
      causes: { apis: { code: 'connection-refused', context: 'here', field: `${cluster}.server` } },
    });
    const nowhere = await connectBy(user, { server: 'https://no-such-host.invalid' });
    await expect(nowhere.discovery.catalog()).rejects.toMatchObject({
      causes: { apis: { code: 'host-not-found', context: 'here', field: `${cluster}.server` } },
    });
  });
});

describe('the proxy of a cluster', () => {
  const { host, hostname, port } = new URL(server.url);

  it('opens tunnels by CONNECT, keeps them for later requests, and sees no credential but its own', async () => {
    const proxy = await httpProxy();
    const client = await connectBy(user, { 'proxy-url': `http://ada:secret@127.0.0.1:${proxy.port}` });
    expect(await whoIs(client)).toMatchObject({ username: 'admin' });
    expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${host}`]));
    expect(new Set(proxy.logins)).toEqual(new Set([`Basic ${base64('ada:secret')}`]));
    const opened = proxy.requests.length;
    for (const _turn of [1, 2, 3]) expect(await whoIs(client)).toMatchObject({ username: 'admin' });
    expect(proxy.requests).toHaveLength(opened);
  });

  it('opens a tunnel by SOCKS 5, at whose end the server is verified', async () => {
    const proxy = await socksProxy({}, true);
    const cluster = { 'proxy-url': `socks5://ada:secret@127.0.0.1:${proxy.port}` };
    expect(await whoIs(await connectBy(user, cluster))).toMatchObject({ username: 'admin' });
    expect(new Set(proxy.requests)).toEqual(new Set([`SOCKS ${host}`]));
    expect(new Set(proxy.logins)).toEqual(new Set(['ada:secret']));
    const stranger = base64(createCertificateAuthority('another authority').certificate);
    const wrong = await connectBy(user, { ...cluster, 'certificate-authority-data': stranger });
    await expect(wrong.discovery.catalog()).rejects.toMatchObject({ code: 'discovery' });
  });

  it('of the environment finds a server that this machine does not know, unless NO_PROXY exempts it', async () => {
    const proxy = await httpProxy({ hosts: { 'kubernetes.default.svc': hostname } });
    const cluster = { server: `https://kubernetes.default.svc:${port}` };
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect(await whoIs(await connectBy(user, cluster, { env }))).toMatchObject({ username: 'admin' });
    expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT kubernetes.default.svc:${port}`]));
    proxy.requests.length = 0;
    const exempt = await connectBy(user, cluster, { env: { ...env, NO_PROXY: '.default.svc' } });
    await expect(exempt.discovery.catalog()).rejects.toMatchObject({ code: 'discovery' });
    expect(proxy.requests).toEqual([]);
  });
});
