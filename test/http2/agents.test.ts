import { createServer as createHttpsServer, Agent, type AgentOptions } from 'node:https';
import { createServer as createPlainServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import { copyFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { createClient, type ClientOptions } from '../../src/index.js';
import { loadKubeconfig } from '../../src/kubeconfig/index.js';
import { httpProxy, socksProxy } from '../kubeconfig/proxy/proxies.js';
import { oneContext, tlsFixture, tempFolder } from '../kubeconfig/temp-folder.js';
import { textOf } from '../transport/body-text.js';
import { answerJson, closedPort, serve } from '../transport/loopback-server.js';
import { selfSigned } from '../transport/self-signed.js';
import { serveFrames } from './frame-server.js';
import { listening, openTransport, serveHttp2, trusting } from './serve-http2.js';
import { eventually } from '../shared/eventually.js';

const [authority, cert, key, ada, adaKey, bob, bobKey] = (
  await Promise.all(
    ['authority.crt', 'server.crt', 'server.key', 'ada.crt', 'ada.key', 'bob.crt', 'bob.key'].map(tlsFixture),
  )
).map(({ pem }) => pem);

/** A server that tells whom it sees, by name and by certificate. */
const identifying = () =>
  serveHttp2(
    (request, response) => {
      const socket = request.socket as TLSSocket;
      const subject = socket.authorized ? socket.getPeerX509Certificate()?.subject : undefined;
      answerJson(response, {
        http: request.httpVersion,
        client: /CN=(\w+)/.exec(subject ?? '')?.[1],
        authorization: request.headers.authorization,
      });
    },
    { cert, key, ca: authority, requestCert: true, rejectUnauthorized: false, allowHTTP1: true },
  );

const get = (url: string, agent?: object) => ({ method: 'GET' as const, url, headers: {}, agent });

describe('an agent', () => {
  it.each<[string, AgentOptions, string]>([
    ['trusts nobody but the authority that it has', {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [
      'looks for the name that it has',
      { ca: selfSigned.cert, servername: 'kube.internal' },
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'that cannot agree on a version of TLS',
      { ca: selfSigned.cert, maxVersion: 'TLSv1.2', minVersion: 'TLSv1.2' },
      'PROTOCOL_VERSION',
    ],
  ])('%s', async (_, options, code) => {
    const server = await serveHttp2((__, response) => answerJson(response, {}), { minVersion: 'TLSv1.3' });
    const refused = openTransport().send(get(server.url, new Agent(options)));
    await expect(refused).rejects.toMatchObject({ code: expect.stringContaining(code) as string });
    expect(server.sessions.length).toBe(0);
  });

  it('that verifies nobody, and one with an identity check of its own, are taken at their word', async () => {
    const server = await serveHttp2((_, response) => answerJson(response, {}));
    const transport = openTransport();
    expect(await transport.send(get(server.url, new Agent({ rejectUnauthorized: false })))).toMatchObject({
      status: 200,
    });
    const strict = new Agent({ ca: selfSigned.cert, checkServerIdentity: () => new Error('not that one') });
    await expect(transport.send(get(server.url, strict))).rejects.toThrow('not that one');
  });

  it('shows its certificate, and shares its connections with nobody', async () => {
    const server = await identifying();
    const transport = openTransport();
    const agents = [
      new Agent({ ca: authority, cert: ada, key: adaKey }),
      new Agent({ ca: authority, cert: bob, key: bobKey }),
    ];
    const seen: unknown[] = [];
    for (const agent of [...agents, ...agents]) {
      const { client } = JSON.parse(await textOf((await transport.send(get(server.url, agent))).body)) as {
        client: string;
      };
      seen.push(client);
    }
    expect(seen).toEqual(['ada', 'bob', 'ada', 'bob']);
    expect(server.sessions.length).toBe(2);
  });

  it.each<[string, () => Agent]>([
    ['of a class of its own', () => new (class extends Agent {})({ ca: selfSigned.cert })],
    ['that chose the protocol', () => new Agent({ ca: selfSigned.cert, ALPNProtocols: ['http/1.1'] })],
  ])('%s goes over HTTP/1.1', async (_, make) => {
    const server = await serveHttp2((request, response) => answerJson(response, request.httpVersion), {
      allowHTTP1: true,
    });
    const { body } = await openTransport().send(get(server.url, make()));
    expect([await textOf(body), server.sessions.length]).toEqual(['"1.1"', 0]);
  });
});

describe('a server', () => {
  it('without TLS is reached over HTTP/1.1', async () => {
    const server = await serve((request, response) => answerJson(response, request.httpVersion));
    expect(await textOf((await openTransport().send(get(server.url))).body)).toBe('"1.1"');
  });

  it('that speaks HTTP/1.1 alone is reached by it, and asked again after five minutes', async () => {
    const sockets = new Set<Socket>();
    const server = createHttpsServer(selfSigned, (request, response) => answerJson(response, request.httpVersion));
    let connections = 0;
    server.on('connection', (socket: Socket) => {
      connections += 1;
      sockets.add(socket);
    });
    const url = await listening(server, sockets);
    const transport = openTransport();
    const agent = new Agent({ ca: selfSigned.cert, keepAlive: true });
    const send = async () => textOf((await transport.send(get(url, agent))).body);
    expect([await send(), await send()]).toEqual(['"1.1"', '"1.1"']);
    // One to learn it by.
    expect(connections).toBe(2);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 5 * 60_000 + 1);
    await send();
    clock.mockRestore();
    expect(connections).toBe(3);
    agent.destroy();
  });

  it('that has never heard of ALPN is reached over HTTP/1.1', async () => {
    const sockets = new Set<Socket>();
    const server = createTlsServer({ ...selfSigned, ALPNProtocols: undefined }, (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
    });
    const url = await listening(server, sockets);
    expect(await textOf((await openTransport().send(get(url, trusting()))).body)).toBe('ok');
  });

  it('that is not there is refused, with the system’s word', async () => {
    const refused = openTransport().send(get(`https://127.0.0.1:${await closedPort()}`));
    await expect(refused).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it.each([
    ['takes the connection and says nothing', 'tcp'],
    ['completes TLS and says nothing', 'tls'],
  ])('that %s is given up in time, and let go of', async (_, layer) => {
    const sockets = new Set<Socket>();
    const tcp = createPlainServer((socket) => {
      sockets.add(
        socket
          .on('close', () => sockets.delete(socket))
          .on('error', () => undefined)
          .resume(),
      );
    });
    const mute = layer === 'tls' ? await serveFrames({ isMute: true }) : undefined;
    const url = mute?.url ?? (await listening(tcp, sockets));
    const sending = openTransport({ connectTimeoutMs: 60 }).send(get(url, trusting()));
    await expect(sending).rejects.toMatchObject({ code: 'ERR_CONNECT_TIMEOUT' });
    await expect(sending).rejects.toThrow('within 60 ms (connectTimeoutMs)');
    await eventually(() => expect([sockets.size, mute?.open() ?? 0]).toEqual([0, 0]));
  });

  it('is not connected to any more when nobody waits for it', async () => {
    const server = await serveFrames({ isMute: true });
    const controller = new AbortController();
    const sending = openTransport().send({ ...get(server.url, trusting()), signal: controller.signal });
    await eventually(() => expect(server.open()).toBe(1));
    controller.abort('enough');
    await expect(sending).rejects.toBe('enough');
    await eventually(() => expect(server.open()).toBe(0));
  });
});

describe('a kubeconfig', () => {
  const data = (pem: string | undefined): string => Buffer.from(pem ?? '').toString('base64');

  async function load(server: string, user: object, cluster: object = {}): Promise<ClientOptions> {
    const { write } = await tempFolder();
    const trust = { server, 'certificate-authority-data': data(authority) };
    return loadKubeconfig({ path: await write('config', oneContext({ cluster: { ...trust, ...cluster }, user })) });
  }
  interface Seen {
    readonly http: string;
    readonly client?: string;
    readonly authorization?: string;
  }
  const ask = async (options: ClientOptions): Promise<Seen> => {
    const client = createClient({ ...options, transport: openTransport() });
    const answer = await client.request({ path: '/' });
    await client.close();
    return answer.json() as Seen;
  };

  it('with a certificate, or with a token, is shown over HTTP/2', async () => {
    const { url } = await identifying();
    const certified = { 'client-certificate-data': data(ada), 'client-key-data': data(adaKey) };
    expect(await ask(await load(url, certified))).toMatchObject({ http: '2.0', client: 'ada' });
    expect(await ask(await load(url, { token: 't' }))).toMatchObject({ http: '2.0', authorization: 'Bearer t' });
  });

  it('leads through its proxy, by CONNECT and by SOCKS', async () => {
    const { url } = await identifying();
    const proxies = [
      ['http', await httpProxy()],
      ['socks5', await socksProxy()],
    ] as const;
    for (const [scheme, { port, requests }] of proxies) {
      const cluster = { 'proxy-url': `${scheme}://127.0.0.1:${port}` };
      expect(await ask(await load(url, { token: 't' }, cluster))).toMatchObject({ http: '2.0' });
      expect(requests.length).toBe(1);
    }
  });

  it('whose certificate is renewed gets a new connection, while what runs on the one of before goes on', async () => {
    const server = await identifying();
    const { at, write } = await tempFolder();
    for (const [name, pem] of [
      ['me.crt', ada],
      ['me.key', adaKey],
    ] as const)
      await write(name, pem ?? '');
    const cluster = { server: server.url, 'certificate-authority-data': data(authority) };
    const user = { 'client-certificate': 'me.crt', 'client-key': 'me.key' };
    const options = await loadKubeconfig({ path: await write('config', oneContext({ cluster, user })) });
    const transport = openTransport({ idleMs: 50 });
    const client = createClient({ ...options, transport });
    const who = async () => ((await client.request({ path: '/' })).json() as Seen).client;
    const held = await client.stream({ path: '/' });
    expect(await who()).toBe('ada');
    for (const [from, to] of [
      ['bob.crt', 'me.crt'],
      ['bob.key', 'me.key'],
    ] as const) {
      await copyFile((await tlsFixture(from)).path, at(to));
    }
    // Files are looked at again after a second.
    await eventually(async () => expect(await who()).toBe('bob'));
    expect(server.sessions.length).toBe(2);
    expect(await textOf(held.body)).toContain('"ada"');
    await eventually(() => expect(server.open()).toBe(0));
    await client.close();
  });
});

describe('credentials', () => {
  it('are in no error, and in nothing that is printed of the transport', async () => {
    const server = await serveFrames({ request: (peer) => peer.socket.destroy() });
    const transport = openTransport();
    const headers = { authorization: 'Bearer s3cr3t' };
    const agent = new Agent({ ca: selfSigned.cert, cert: ada, key: adaKey });
    const outcome: unknown = await transport
      .send({ ...get(server.url, agent), headers })
      .catch((error: unknown) => error);
    const shown = [outcome, transport].map((value) => inspect(value, { depth: 20, showHidden: true })).join();
    expect(shown).toContain('ECONNRESET');
    for (const secret of ['s3cr3t', 'PRIVATE KEY']) expect(shown).not.toContain(secret);
  });

  it('headers that belong to HTTP/1.1 are left out, and several values of one stay apart', async () => {
    let raw: string[] = [];
    const server = await serveHttp2((request, response) => {
      raw = request.rawHeaders;
      answerJson(response, request.headers['impersonate-group'] ?? null);
    });
    const headers = {
      'impersonate-group': ['a', 'b'],
      connection: 'keep-alive',
      host: 'elsewhere',
      te: 'gzip',
      'transfer-encoding': 'chunked',
      upgrade: 'websocket',
    };
    const { body } = await openTransport().send({ ...get(server.url, trusting()), headers });
    await textOf(body);
    const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]]] : []));
    expect(pairs.filter(([name]) => !name?.startsWith(':') && name !== 'accept-encoding')).toEqual([
      ['impersonate-group', 'a'],
      ['impersonate-group', 'b'],
    ]);
    expect(pairs).toContainEqual([':authority', 'elsewhere']);
  });
});
