import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';
import { startReverseProxy, type ReverseProxy } from '../harness/reverse-proxy.js';
import { base64, connectBy, mayReadSecrets, whoIs } from './by-kubeconfig.js';

const server = inject('server');
const password = 'p:ä ß';

describe('a name and a password', () => {
  let proxy: ReverseProxy;
  let cluster: object;

  beforeAll(async () => {
    proxy = await startReverseProxy(server, { logins: { [`ada:${password}`]: server.tokens.admin } });
    cluster = { server: proxy.url, 'certificate-authority-data': base64(proxy.ca) };
  });

  afterAll(() => proxy.close());

  it('arrive as one Basic header with every request, over TLS that is verified', async () => {
    const from = proxy.authorizations.length;
    const client = await connectBy({ username: 'ada', password }, cluster);
    expect(await whoIs(client)).toMatchObject({ username: 'admin' });
    expect(await mayReadSecrets(client)).toBe(true);
    const sent = proxy.authorizations.slice(from);
    expect(sent.length).toBeGreaterThanOrEqual(4);
    expect(new Set(sent)).toEqual(new Set([`Basic ${base64(`ada:${password}`)}`]));
  });

  it('that are wrong are a 401, after a second try', async () => {
    const client = await connectBy({ username: 'ada', password: 'wrong' }, cluster);
    const refused = expect.objectContaining({ code: 'api', statusCode: 401 }) as unknown;
    const failure: unknown = await client.discovery.catalog().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'discovery', causes: { api: refused, apis: refused } });
    expect(String(failure)).not.toContain(base64('ada:wrong'));
  });

  it('are sent to nobody whose certificate is of another authority', async () => {
    const from = proxy.authorizations.length;
    const stranger = {
      ...cluster,
      'certificate-authority-data': base64(createCertificateAuthority('another').certificate),
    };
    const client = await connectBy({ username: 'ada', password }, stranger);
    await expect(client.discovery.catalog()).rejects.toMatchObject({ code: 'discovery' });
    expect(proxy.authorizations.slice(from)).toEqual([]);
  });

  it('make nobody known to kube-apiserver itself, which has not taken them since 1.19', async () => {
    const client = await connectBy({ username: 'ada', password });
    const refused = expect.objectContaining({ statusCode: 403, message: anonymous }) as unknown;
    await expect(client.discovery.catalog()).rejects.toMatchObject({ causes: { api: refused, apis: refused } });
  });
});

const anonymous = expect.stringContaining('system:anonymous') as unknown;
