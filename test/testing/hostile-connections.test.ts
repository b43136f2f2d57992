import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { configMap } from './support.js';

interface Started {
  readonly fake: FakeApiServer;
  /** Opens a connection and sends the lines of a request, or a part of them. */
  readonly open: (...lines: string[]) => Socket;
  /** Reads an answer to its end. */
  readonly ask: (socket: Socket) => Promise<string>;
  /** Proves that others are still served. */
  readonly serves: () => Promise<void>;
}

async function start(tls: boolean, fake = createFakeApiServer({ documents: kubernetes() })): Promise<Started> {
  const server = await startFakeApiServer(fake, { tls });
  const { hostname: host, port } = new URL(server.url);
  const sockets = new Set<Socket>();
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });
  const open: Started['open'] = (...lines) => {
    const at = { host, port: Number(port) };
    const socket = tls ? connectTls({ ...at, ca: server.ca, ALPNProtocols: ['http/1.1'] }) : connect(at);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(lines.join('\r\n'));
    return socket;
  };
  const ask: Started['ask'] = async (socket) => {
    let text = '';
    for await (const part of socket) text += String(part);
    return text;
  };
  const serves: Started['serves'] = async () => {
    const answer = await ask(open('GET /readyz HTTP/1.1', 'Host: localhost', 'Connection: close', '', ''));
    expect(answer).toMatch(/^HTTP\/1.1 200 [^]*ok/);
  };
  return { fake, open, ask, serves };
}

const post = [
  'POST /api/v1/namespaces/default/configmaps HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
];

describe.each([false, true])('with TLS %s, others are served beside', (tls) => {
  it('a thousand connections, each with half a header', async () => {
    const { open, serves } = await start(tls);
    const all = Array.from({ length: tls ? 200 : 1000 }, () => open('GET /api HTTP/1.1', 'X-Slow: '));
    await Promise.all(all.map((socket) => once(socket, tls ? 'secureConnect' : 'connect')));
    await serves();
    expect(all.filter((socket) => socket.destroyed)).toEqual([]);
  });

  it('uploads that stop half-way, and whose clients leave', async () => {
    const { fake, open, serves } = await start(tls);
    const half = Array.from({ length: 100 }, () => open(...post, 'Content-Length: 100000', '', '{"metadata":'));
    await serves();
    for (const [index, socket] of half.entries()) {
      if (index % 2 === 0) socket.destroy();
      else socket.resume().end();
    }
    await expect.poll(() => half.filter((socket) => !socket.closed)).toEqual([]);
    await serves();
    expect(fake.objects).toEqual([]);
  });

  it('a watch that nobody reads, which ends as on real servers', async () => {
    const fake = createFakeApiServer({ documents: kubernetes(), watchBacklog: 100 });
    const { open, serves } = await start(tls, fake);
    for (const upgrade of [
      [],
      [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Origin: http://localhost',
        'Sec-WebSocket-Key: abc',
        'Sec-WebSocket-Version: 13',
      ],
    ]) {
      open('GET /api/v1/configmaps?watch=1 HTTP/1.1', 'Host: localhost', ...upgrade, '', '').pause();
      await expect.poll(() => fake.openWatches).toBe(1);
      const data = { x: 'y'.repeat(100_000) };
      // More than the buffers of a connection take.
      for (let turn = 0; turn < 1000 && fake.openWatches > 0; turn += 1) {
        fake.put({ ...configMap('a'), data: { ...data, turn: String(turn) } });
        if (turn % 20 === 0) await serves();
      }
      expect(fake.openWatches).toBe(0);
    }
  });

  it('long lists that nobody reads', async () => {
    const data = { x: 'y'.repeat(100_000) };
    const objects = Array.from({ length: 50 }, (_, index) => ({ ...configMap(`c${index}`), data }));
    const { fake, open, serves } = await start(tls, createFakeApiServer({ documents: kubernetes(), objects }));
    for (let count = 0; count < 10; count += 1)
      open('GET /api/v1/configmaps HTTP/1.1', 'Host: localhost', '', '').pause();
    await expect.poll(() => fake.requests.length).toBe(10);
    await serves();
  });
});

it('does not unpack what a request sends packed, as real servers do not', async () => {
  const { open, ask } = await start(false);
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
  const length = `Content-Length: ${bomb.length}`;
  const socket = open(...post, 'Content-Encoding: gzip', length, 'Connection: close', '', '');
  socket.write(bomb);
  expect(await ask(socket)).toMatch(/^HTTP\/1.1 400 [^]*the object provided is unrecognized/);
});
