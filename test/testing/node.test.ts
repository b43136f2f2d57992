import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createGunzip, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient, follow, type Transport } from '../../src/index.js';
import { InvalidArgumentError } from '../../src/core/shared/invalid-argument-error.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import {
  startFakeApiServer,
  type RunningFakeApiServer,
  type StartFakeApiServerOptions,
} from '../../src/testing/node.js';
import { capturedDocuments, configMap, listIn, read, v2 } from './support.js';

const documents = capturedDocuments('kube-1.36-v2');
let running: RunningFakeApiServer | undefined;

afterEach(async () => {
  vi.unstubAllGlobals();
  await running?.close();
  running = undefined;
});

async function listen(server: FakeApiServer, options?: StartFakeApiServerOptions): Promise<string> {
  running = await startFakeApiServer(server, options);
  return running.url;
}

/** Sends bytes as they are and gives everything that comes back. */
async function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(text);
  let answer = '';
  socket.on('data', (part) => {
    answer += part.toString();
  });
  await once(socket, 'close');
  return answer;
}

describe('a listener', () => {
  it('stands on a free port of loopback and answers over HTTP', async () => {
    const url = await listen(createFakeApiServer({ documents }));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answered = await read(await fetch(`${url}/apis`, { headers: { accept: v2 } }));
    expect([answered.status, answered.type, answered.body]).toEqual([200, v2, documents['/apis']?.body]);
    expect(answered.headers.get('content-length')).toBe(String(new TextEncoder().encode(answered.text).length));
    const etag = answered.headers.get('etag') ?? '';
    expect((await fetch(`${url}/apis`, { headers: { accept: v2, 'if-none-match': etag } })).status).toBe(304);
  });

  it('keeps a base path in its url and answers 404 outside of it', async () => {
    const url = await listen(createFakeApiServer({ documents }), { basePath: '/k8s/clusters/c-abc/' });
    expect(url).toMatch(/\/k8s\/clusters\/c-abc$/);
    expect((await fetch(`${url}/api`)).status).toBe(200);
    expect((await fetch(new URL('/api', url))).status).toBe(404);
    expect((await fetch(new URL('/k8s/clusters/c-abcd/api', url))).status).toBe(404);
  });

  it('takes bodies, and carries a large answer whole', async () => {
    const objects = Array.from({ length: 2000 }, (_, index) => ({
      ...configMap(`c${index}`),
      data: { x: 'ü'.repeat(2000) },
    }));
    const url = await listen(createFakeApiServer({ documents, objects }));
    const path = `${url}/api/v1/namespaces/default/configmaps`;
    const headers = { 'content-type': 'application/json' };
    const made = await fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ metadata: { name: 'e' }, data: { x: 'é' } }),
    });
    expect(made.status).toBe(201);
    expect(listIn(await read(await fetch(path))).items).toHaveLength(2001);
  });

  it('answers the next request on a connection after one that was too long', async () => {
    const url = await listen(createFakeApiServer({ documents }));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (length: number): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const sent = request(`${url}/api/v1/namespaces/x/configmaps`, { agent, method: 'POST' }, (response) => {
          response.resume().once('end', () => {
            resolve(response.statusCode);
          });
        });
        sent.once('error', reject);
        sent.end('x'.repeat(length));
      });
    const answers: (number | undefined)[] = [];
    for (const length of [4_000_000, 1_100_000, 4_000_000, 1_100_000]) answers.push(await send(length));
    agent.destroy();
    expect(answers).toEqual([413, 400, 413, 400]);
  });

  it('answers 413 to more than servers take', async () => {
    const url = await listen(createFakeApiServer({ documents }));
    const body = `{"x":"${'y'.repeat(3 * 1024 * 1024)}"}`;
    const answered = await read(await fetch(`${url}/api/v1/namespaces/default/configmaps`, { method: 'POST', body }));
    expect(answered).toMatchObject({ status: 413, body: { kind: 'Status', reason: 'RequestEntityTooLarge' } });
  });

  it.each([
    ['HEAD /api HTTP/1.1', '405'],
    ['TRACE /api HTTP/1.1', '400'],
    ['GET //evil.test/api HTTP/1.1', '404'],
    ['GET http://localhost/api HTTP/1.1', '200'],
    ['GET http://evil.test/api HTTP/1.1', '421'],
    ['GET nonsense HTTP/1.1', '400'],
    ['OPTIONS * HTTP/1.1', '400'],
    ['GET /api/%zz HTTP/1.1', '400'],
    ['nonsense', '400'],
  ])('survives %s with %s', async (line, status) => {
    const url = await listen(createFakeApiServer({ documents }));
    expect(await raw(url, `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toMatch(
      new RegExp(`^HTTP/1.1 ${status} `),
    );
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it.each([
    ['Host: LOCALHOST:1', '200'],
    ['Host: 127.0.0.1', '200'],
    ['Host: [::1]:8080', '200'],
    ['Host: localhost.', '200'],
    ['Host: kubernetes.test:443', '200'],
    ['Host: evil.test', '421'],
    ['Host: 127.0.0.1.evil.test', '421'],
    ['Host:', '421'],
    ['Host: localhost\r\nHost: evil.test', '400'],
    ['Host: localhost\r\nHost: localhost', '400'],
    ['X-Forwarded-Host: localhost', '400'],
  ])('answers %j with %s', async (host, status) => {
    const server = createFakeApiServer({ documents });
    const url = await listen(server, { allowedHosts: ['kubernetes.test'] });
    expect(await raw(url, `GET /api HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`)).toMatch(
      new RegExp(`^HTTP/1.1 ${status} `),
    );
    expect(server.requests).toHaveLength(status === '200' ? 1 : 0);
  });

  it('says in a Status whom it does not answer for, and takes nothing from there', async () => {
    const url = await listen(createFakeApiServer({ documents }));
    const body = JSON.stringify(configMap('a'));
    const answer = await raw(
      url,
      `POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: Evil.test\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    const [head = '', text = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 421 Misdirected Request\r\n/);
    expect(JSON.parse(text)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Misdirected Request: the fake API server does not answer for the host "Evil.test"',
      code: 421,
    });
  });

  it('without a Host in HTTP/1.0 is refused', async () => {
    const url = await listen(createFakeApiServer({ documents }));
    expect(await raw(url, 'GET /api HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  it('answers by the name that it listens on', async () => {
    const url = await listen(createFakeApiServer({ documents }), { host: '0.0.0.0' });
    expect((await fetch(`${url}/api`)).status).toBe(200);
  });

  it.each([[null], ['kubernetes.test'], [[7]], [['']]])('takes no %j for allowedHosts', async (allowedHosts) => {
    const start = startFakeApiServer(createFakeApiServer(), { allowedHosts: allowedHosts as never });
    await expect(start).rejects.toThrow(InvalidArgumentError);
  });

  it('needs a server', async () => {
    await expect(startFakeApiServer(null as never)).rejects.toThrow(InvalidArgumentError);
  });

  it('answers an upload that never ends, and goes on', async () => {
    const server = createFakeApiServer({ documents, maxRequestBytes: 10_000 });
    const url = await listen(server);
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      'POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const timer = setInterval(() => socket.write(chunk), 1);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    clearInterval(timer);
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('a client that leaves aborts its request', async () => {
    const server = createFakeApiServer({ documents, latencyMs: 60_000 });
    const arrived = new EventTarget();
    const handle: FakeApiServer['handle'] = (request, options) => {
      request.signal.addEventListener('abort', () => arrived.dispatchEvent(new Event('gone')));
      arrived.dispatchEvent(new Event('here'));
      return server.handle(request, options);
    };
    const [here, gone] = [once(arrived, 'here'), once(arrived, 'gone')];
    const url = await listen({ ...server, handle });
    const controller = new AbortController();
    const response = expect(fetch(`${url}/api`, { signal: controller.signal })).rejects.toThrow();
    await here;
    controller.abort();
    await Promise.all([response, gone]);
    expect(server.requests).toEqual([]);
  });

  it('a fault that throws ends the connection, not the process', async () => {
    const server = createFakeApiServer({ documents });
    server.fail(
      () => {
        throw new Error('in the test');
      },
      { status: 500 },
    );
    const url = await listen(server);
    await expect(fetch(`${url}/api`)).rejects.toThrow();
  });

  it('close ends open connections, and a taken port rejects', async () => {
    const server = createFakeApiServer({ documents, latencyMs: 60_000 });
    const url = await listen(server);
    await expect(startFakeApiServer(server, { port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
    const waiting = fetch(`${url}/api`);
    const ended = expect(waiting).rejects.toThrow();
    await running?.close();
    running = undefined;
    await ended;
  });
});

describe('a listener that compresses', () => {
  const objects = Array.from({ length: 3 }, (_, index) => configMap(`m-${index}`));
  const watched = '/api/v1/configmaps?watch=true&allowWatchBookmarks=true';

  /** Gives the encoding of an answer and its first part, undecoded. */
  async function open(url: string, encodings = 'gzip, deflate'): Promise<[string | undefined, Buffer]> {
    const sent = request(url, { headers: { 'accept-encoding': encodings } }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const [part] = (await once(answer, 'data')) as [Buffer];
    sent.destroy();
    return [answer.headers['content-encoding'], part];
  }

  it.each([
    ['a state with its end mark', '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan', 'gzip', 'gzip'],
    ['a state at any version', '&resourceVersion=0', 'gzip', 'gzip'],
    ['changes since a version', '&resourceVersion=1', 'gzip', undefined],
    ['a client that takes another coding', '&resourceVersion=0', 'gzip;q=1.0, br', undefined],
  ])('does what Kubernetes 1.37 does with a watch: %s', async (_title, query, encodings, expected) => {
    const url = await listen(createFakeApiServer({ documents, objects }), { compresses: true });
    const [encoding, part] = await open(`${url}${watched}${query}`, encodings);
    expect(encoding).toBe(expected);
    // A member ends with its line.
    const text = String(expected === undefined ? part : gunzipSync(part));
    expect(text.split('\n')[0]).toMatch(/^{"type":"ADDED".*}$/);
  });

  it('compresses long bodies, and no short ones', async () => {
    const long = [configMap('long', { annotations: { text: 'x'.repeat(140_000) } })];
    const url = await listen(createFakeApiServer({ documents, objects: long }), { compresses: true });
    expect((await open(`${url}/api/v1/configmaps`))[0]).toBe('gzip');
    expect((await open(`${url}/api/v1/namespaces`))[0]).toBeUndefined();
  });

  it('is followed by a client in Node, member by member', async () => {
    const fake = createFakeApiServer({ documents, objects });
    const client = createClient({ server: await listen(fake, { compresses: true }) });
    const seen: string[] = [];
    for await (const step of follow(client.resource('configmaps'))) {
      seen.push('object' in step ? step.object.metadata.name : step.type);
      if (step.type === 'synced') fake.put(configMap('late'));
      if (seen.at(-1) === 'late') break;
    }
    expect(seen).toEqual(['m-0', 'm-1', 'm-2', 'synced', 'late']);
    await client.close();
  });

  it('is followed by a runtime that reads the first member only, which lists the state', async () => {
    const fake = createFakeApiServer({ documents, objects });
    const server = await listen(fake, { compresses: true });
    vi.stubGlobal('Deno', {});
    const client = createClient({ server, transport: createFirstMemberTransport() });
    const seen: string[] = [];
    for await (const step of follow(client.resource('configmaps'))) {
      seen.push('object' in step ? step.object.metadata.name : step.type);
      if (step.type === 'synced') fake.put(configMap('late'));
      if (seen.at(-1) === 'late') break;
    }
    expect(seen).toEqual(['m-0', 'm-1', 'm-2', 'synced', 'late']);
    await client.close();
  });
});

/** Reads answers as browsers do: of a compressed one the first gzip member, then nothing. */
function createFirstMemberTransport(): Transport {
  return {
    close: () => undefined,
    async send({ url, headers, signal }) {
      const sent = request(url, { headers: { ...headers, 'accept-encoding': 'gzip' }, signal }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const { 'content-encoding': encoding, ...others } = answer.headers;
      async function* body(): AsyncGenerator<Uint8Array> {
        if (encoding === undefined) {
          yield* answer as AsyncIterable<Uint8Array>;
          return;
        }
        for await (const part of answer.compose(createGunzip())) {
          yield part as Uint8Array;
          if ('transfer-encoding' in others && url.includes('watch=')) await new Promise(() => undefined);
        }
      }
      return { status: answer.statusCode ?? 0, headers: others as Record<string, string>, body: body() };
    },
  };
}
