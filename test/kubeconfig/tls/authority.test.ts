import { execFile } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { createHttp2Transport } from '../../../src/http2/index.js';
import { createClient, UntrustedServerError, type Client, type ClientOptions } from '../../../src/index.js';
import { fromClientNode, inClusterOptions } from '../../../src/kubeconfig/index.js';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';
import { serveHttp2 } from '../../http2/serve-http2.js';
import { answerJson } from '../../transport/loopback-server.js';
import { httpProxy, socksProxy } from '../proxy/proxies.js';
import { loadOne } from '../requests.js';
import { oneContext, tempFolder } from '../temp-folder.js';
import { issue, type Certificate, type Issued } from './chains.js';

/** What a server shows, its own certificate first, and what a kubeconfig has as its authority. */
interface Chain {
  readonly shown: readonly [Issued, ...Issued[]];
  readonly authority: readonly Issued[];
}

const host = '127.0.0.1';
const authority = { isAuthority: true, usage: 'sign certificates' } as const;
const server = { name: 'server', isAuthority: false, usage: 'sign', purpose: 'server', host } as const;

const root = issue({ name: 'root', ...authority });
const other = issue({ name: 'other', ...authority });
const middle = issue({ name: 'middle', by: root, ...authority });
const lower = issue({ name: 'lower', by: middle, ...authority });
const leaf = issue({ ...server, by: middle });
const alone = issue(server);
const under = (wanted: Omit<Certificate, 'name' | 'by'>): Chain => {
  const issuer = issue({ name: 'issuer', by: root, ...wanted });
  return { shown: [issue({ ...server, by: issuer })], authority: [issuer] };
};
const shownAlone = (wanted: Partial<Certificate>): Chain => {
  const own = issue({ ...server, by: middle, ...wanted });
  return { shown: [own], authority: [own] };
};

/** As Go's crypto/tls decides, which kubectl speaks with. */
const chains: Readonly<Record<string, readonly [Chain, 'accepted' | 'refused']>> = {
  'a root of the chain': [{ shown: [leaf, middle], authority: [root] }, 'accepted'],
  'an intermediate certificate that is not shown': [{ shown: [leaf], authority: [middle] }, 'accepted'],
  'an intermediate certificate that is shown': [{ shown: [leaf, middle], authority: [middle] }, 'accepted'],
  'an intermediate certificate below the shown root': [
    { shown: [leaf, middle, root], authority: [middle] },
    'accepted',
  ],
  'an intermediate certificate two levels up': [
    { shown: [issue({ ...server, by: lower }), lower], authority: [middle] },
    'accepted',
  ],
  'an intermediate certificate beside another root': [{ shown: [leaf], authority: [other, middle] }, 'accepted'],
  'an intermediate certificate, renewed with its key': [
    { shown: [leaf, middle], authority: [issue({ name: 'middle', by: other, keyOf: middle, ...authority })] },
    'accepted',
  ],
  "the server's own certificate": [{ shown: [leaf], authority: [leaf] }, 'accepted'],
  "the server's own certificate, shown with its issuer": [{ shown: [leaf, middle], authority: [leaf] }, 'accepted'],
  'a server that signed its own certificate': [{ shown: [alone], authority: [alone] }, 'accepted'],
  'an authority without a word about usage': [under({ isAuthority: true }), 'accepted'],
  'a root, without the certificate between': [{ shown: [leaf], authority: [root] }, 'refused'],
  'another root': [{ shown: [leaf, middle], authority: [other] }, 'refused'],
  "another server's certificate of the same issuer": [
    { shown: [leaf, middle], authority: [issue({ ...server, by: middle })] },
    'refused',
  ],
  'a certificate of the name of its issuer, with another key': [
    { shown: [leaf, middle], authority: [issue({ name: 'middle', by: root, ...authority })] },
    'refused',
  ],
  'an intermediate certificate that has expired': [under({ ...authority, isExpired: true }), 'refused'],
  "the server's own certificate, expired": [shownAlone({ isExpired: true }), 'refused'],
  "an authority's certificate, for a server that has expired": [
    { shown: [issue({ ...server, by: middle, isExpired: true })], authority: [middle] },
    'refused',
  ],
  'an intermediate certificate, for a server of another name': [
    { shown: [issue({ ...server, by: middle, host: 'kube.internal' })], authority: [middle] },
    'refused',
  ],
  "the server's own certificate, for another name": [shownAlone({ host: 'kube.internal' }), 'refused'],
  "the server's own certificate, for clients": [shownAlone({ purpose: 'client' }), 'refused'],
  'an issuer that is no authority': [under({ isAuthority: false, usage: 'sign' }), 'refused'],
  'an issuer that may not sign certificates': [under({ isAuthority: true, usage: 'sign' }), 'refused'],
  'an authority for clients': [under({ ...authority, purpose: 'client' }), 'refused'],
  'an authority with too many below it': [
    {
      shown: [issue({ ...server, by: lower }), lower],
      authority: [issue({ name: 'middle', by: root, keyOf: middle, pathLength: 0, ...authority })],
    },
    'refused',
  ],
};

const pemOf = (certificates: readonly Issued[]): string => certificates.map(({ pem }) => pem).join('');
const base64Of = (text: string): string => Buffer.from(text).toString('base64');

const keyOf = ({ key }: Issued): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const nameAskedFor = ({ socket }: { socket: object }): string => String(Reflect.get(socket, 'servername'));

const serverOf = (shown: readonly [Issued, ...Issued[]]): Promise<string> => serverWith(pemOf(shown), keyOf(shown[0]));

/** A server of both protocols and of WebSockets, which says by which protocol and for which name it was asked. */
async function serverWith(cert: string, key: string): Promise<string> {
  const { url, server } = await serveHttp2(
    (request, response) => answerJson(response, [request.httpVersion, nameAskedFor(request)]),
    { cert, key, allowHTTP1: true },
  );
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, socket, head, (opened) => opened.send(nameAskedFor(request)));
  });
  return url;
}

function clientOf(options: ClientOptions): Client {
  const client = createClient({ ...options, retry: { limit: 0 } });
  onTestFinished(() => client.close());
  return client;
}

const ask = async (options: ClientOptions): Promise<unknown> =>
  (await clientOf(options).request({ path: '/version' })).json();

/** The ways to a server; each returns the name that the server was asked for. */
const ways: Readonly<Record<string, (cluster: object) => Promise<unknown>>> = {
  'HTTP/1.1': async (cluster) => ask(await loadOne(cluster)),
  'HTTP/2': async (cluster) => ask({ ...(await loadOne(cluster)), transport: createHttp2Transport() }),
  'an HTTP proxy': async (cluster) =>
    ask(await loadOne({ ...cluster, 'proxy-url': `http://127.0.0.1:${(await httpProxy()).port}` })),
  'a SOCKS proxy and HTTP/2': async (cluster) => {
    const { port } = await socksProxy();
    const options = await loadOne({ ...cluster, 'proxy-url': `socks5://127.0.0.1:${port}` });
    return ask({ ...options, transport: createHttp2Transport() });
  },
  'a WebSocket': async (cluster) => {
    const socket = await clientOf(await loadOne(cluster)).connect({ path: '/exec' });
    for await (const message of socket.messages) return ['1.1', new TextDecoder().decode(message)];
    return undefined;
  },
};

/** Whether a request is answered, or refused because of the server's certificate. */
async function outcomeOf(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof UntrustedServerError ? 'refused' : error),
  );
}

describe('an authority that is', () => {
  it.each(Object.entries(chains))('%s', async (_, [{ shown, authority }, outcome]) => {
    const cluster = { server: await serverOf(shown), 'certificate-authority-data': base64Of(pemOf(authority)) };
    for (const [way, reach] of Object.entries(ways))
      expect([way, await outcomeOf(reach(cluster))]).toEqual([way, outcome]);
  });

  it.each([
    ['an intermediate certificate', [middle], 'accepted'],
    ["the server's own certificate", [leaf], 'accepted'],
    ['another root', [other], 'refused'],
  ] as const)('%s, in a pod and in a KubeConfig of client-node', async (_, authority, outcome) => {
    const server = await serverOf([leaf]);
    const { folder, write } = await tempFolder();
    await Promise.all([write('ca.crt', pemOf(authority)), write('token', 't'), write('namespace', 'web')]);
    const { hostname, port } = new URL(server);
    const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
    expect(await outcomeOf(ask(await inClusterOptions({ folder, env })))).toBe(outcome);
    const kubeConfig = {
      getCurrentCluster: () => ({ server, caData: base64Of(pemOf(authority)) }),
      applyToHTTPSOptions: () => Promise.resolve(),
    };
    expect(await outcomeOf(ask(await fromClientNode(kubeConfig)))).toBe(outcome);
  });

  it('shown by a proxy behind TLS', async () => {
    const cluster = { server: await serverOf([leaf]), 'certificate-authority-data': base64Of(pemOf([middle])) };
    const { port } = await httpProxy({ identity: { cert: leaf.pem, key: keyOf(leaf) } });
    expect(await ask(await loadOne({ ...cluster, 'proxy-url': `https://127.0.0.1:${port}` }))).toBeDefined();
  });
});

it('trusts an intermediate certificate of the system only with its root', async () => {
  const { write } = await tempFolder();
  const config = await write('config', oneContext({ cluster: { server: await serverOf([leaf, middle]) } }));
  const child = path.resolve(import.meta.dirname, '../ask-once-child.ts');
  const run = async (trusted: Issued): Promise<string> => {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: await write(`${trusted.name}.crt`, trusted.pem) };
    return (await promisify(execFile)(process.execPath, ['--import', 'tsx', child, config], { env })).stdout;
  };
  expect(await Promise.all([run(middle), run(root)])).toEqual(['untrusted-server', 'accepted']);
});

describe('a bundle', () => {
  const good = middle.pem;
  const body = good.split('\n').slice(1, -2).join('\n');
  const block = (content: string, type = 'CERTIFICATE'): string =>
    `-----BEGIN ${type}-----\n${content}\n-----END ${type}-----\n`;

  // As Go's AppendCertsFromPEM.
  it.each([
    ['whose first block is broken', block('bm90IGEgY2VydGlmaWNhdGU=') + good, 'accepted'],
    ['whose first block is not base64', block('*** not base64 ***') + good, 'accepted'],
    ['whose first block is empty', block('') + good, 'accepted'],
    ['whose first block never ends', `-----BEGIN CERTIFICATE-----\n${body.slice(0, 200)}\n${good}`, 'accepted'],
    ['whose last block is broken', good + block(body.slice(0, 80)), 'accepted'],
    ['that begins with a key', block('bm90IGEga2V5', 'PRIVATE KEY') + good, 'accepted'],
    ['with words and empty lines', `\ufeff# made in 2026\n\n${good}\n-- the end`, 'accepted'],
    ['with the line ends of Windows', good.replaceAll('\n', '\r\n'), 'accepted'],
    ['of another issuer, in front of the right one', other.pem + good, 'accepted'],
    ['with the right one in a block of another type', other.pem + block(body, 'TRUSTED CERTIFICATE'), 'refused'],
    ['with the right one on one line', other.pem + good.replaceAll('\n', ' '), 'refused'],
  ])('%s', async (_, bundle, outcome) => {
    const cluster = { server: await serverOf([leaf]), 'certificate-authority-data': base64Of(bundle) };
    expect(await outcomeOf(ask(await loadOne(cluster)))).toBe(outcome);
  });

  it.each([
    ['without any certificate', block('bm90IGEga2V5', 'PRIVATE KEY')],
    ['of broken blocks alone', block(body.slice(0, 80)) + block('')],
    ['of a certificate with more behind it', block(Buffer.from(`${'A'.repeat(99)}`).toString('base64'))],
  ])('%s is refused', async (_, bundle) => {
    const loading = loadOne({ 'certificate-authority-data': base64Of(bundle) });
    await expect(loading).rejects.toThrow(/does not contain a certificate in PEM format/);
  });
});

it('finds a server by its address of IPv6', async () => {
  const issuer = createCertificateAuthority('issuer');
  const { certificate, key } = issuer.issue({ commonName: 'kube', hosts: ['fd00::7'] });
  const { port } = new URL(await serverWith(certificate, key));
  const proxy = await httpProxy({ hosts: { '[fd00::7]': '127.0.0.1', '[fd00::8]': '127.0.0.1' } });
  const cluster = {
    'proxy-url': `http://127.0.0.1:${proxy.port}`,
    'certificate-authority-data': base64Of(issuer.certificate),
  };
  const outcomes = ['fd00::7', 'fd00::8'].map(async (address) =>
    outcomeOf(ask(await loadOne({ ...cluster, server: `https://[${address}]:${port}` }))),
  );
  expect(await Promise.all(outcomes)).toEqual(['accepted', 'refused']);
});

// As Go's VerifyHostname, tried with kubectl 1.37.
it.each([
  ['*.lan', 'kube.lan', 'accepted'],
  ['*.LAN', 'Kube.lan.', 'accepted'],
  ['kube_1.lan', 'kube_1.lan', 'accepted'],
  ['*.lan', 'a.kube.lan', 'refused'],
  ['*.lan', 'lan', 'refused'],
  ['ku*.web.lan', 'kube.web.lan', 'refused'],
  ['*', 'kubernetes', 'refused'],
  ['kube.lan.', 'kube.lan', 'refused'],
  ['10.9.8.7', 'the common name', 'refused'],
] as const)('a certificate for %s, where the server is called %s, is %s', async (certified, name, outcome) => {
  const issuer = createCertificateAuthority('issuer');
  const { certificate, key } = issuer.issue({ commonName: 'the common name', hosts: [certified] });
  const cluster = {
    'certificate-authority-data': base64Of(issuer.certificate),
    'tls-server-name': name,
    server: await serverWith(certificate, key),
  };
  expect(await outcomeOf(ask(await loadOne(cluster)))).toBe(outcome);
});

describe('tls-server-name', () => {
  const issuer = createCertificateAuthority('issuer');
  const ca = { 'certificate-authority-data': base64Of(issuer.certificate) };
  const serve = (...hosts: string[]): Promise<string> => {
    const { certificate, key } = issuer.issue({ commonName: '10.9.8.7', hosts });
    return serverWith(certificate, key);
  };

  it.each([
    ['an address', '10.9.8.7', ['10.9.8.7'], 'accepted', 'false'],
    ['an address of IPv6', 'fd00::7', ['fd00::7'], 'accepted', 'false'],
    ['an address of IPv6, written otherwise', 'FD00:0::07', ['fd00::7'], 'accepted', 'false'],
    ['an address in brackets', '[fd00::7]', ['fd00::7'], 'accepted', 'false'],
    [
      'an address that the certificate has beside others',
      '10.9.8.7',
      ['kube.internal', '127.0.0.1', '10.9.8.7'],
      'accepted',
      'false',
    ],
    ['a name', 'kube.internal', ['kube.internal'], 'accepted', 'kube.internal'],
    ['another address', '10.9.8.6', ['10.9.8.7', '127.0.0.1'], 'refused', ''],
    ['an address that is a name of the certificate', '10.9.8.7', ['127.0.0.1', 'kube.internal'], 'refused', ''],
    ['another name', 'kube.external', ['kube.internal', '127.0.0.1'], 'refused', ''],
  ] as const)('that is %s', async (_, name, hosts, outcome, asked) => {
    const warnings: Error[] = [];
    const note = (warning: Error): number => warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const cluster = { server: await serve(...hosts), 'tls-server-name': name, ...ca };
    for (const [way, reach] of Object.entries(ways)) {
      const reached = reach(cluster);
      expect([way, await outcomeOf(reached)]).toEqual([way, outcome]);
      if (outcome === 'accepted') expect([way, await reached]).toEqual([way, [expect.any(String), asked]]);
    }
    expect(warnings).toEqual([]);
  });
});
