import { createHash } from 'node:crypto';
import { Agent as HttpsAgent } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limitConnecting } from '../../src/core/shared/node-sockets.js';
import { createClient, type ApiSocket, type Client } from '../../src/index.js';
import { selfSigned } from './self-signed.js';

/** A server that does with each connection, whose request has come, what a test says. It reads no further. */
async function serve(tls: boolean, onRequest: (socket: Socket, head: string) => void): Promise<Client> {
  const sockets = new Set<Socket>();
  const onSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let head = '';
    const onData = (bytes: Buffer): void => {
      head += bytes.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', onData);
      socket.pause();
      onRequest(socket, head);
    };
    socket.on('data', onData);
  };
  const server = tls ? createTlsServer(selfSigned, onSocket) : createServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = limitConnecting(new HttpsAgent({ ca: selfSigned.cert }), 30_000);
  const client = createClient({
    server: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...(tls && { authenticate: () => Promise.resolve({ headers: {}, agent }) }),
  });
  onTestFinished(async () => {
    await client.close();
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return client;
}

function switchProtocols(head: string): string {
  const key = /sec-websocket-key: (\S+)/i.exec(head)?.[1] ?? '';
  const proof = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${proof}\r\n\r\n`;
}

/** A message of up to 65,535 bytes. */
function messageOf(content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0x82, 126, content.byteLength >> 8, content.byteLength & 0xff]), content]);
}

/** Sends until that fails, and returns the error. */
async function sendUntilItFails(socket: ApiSocket): Promise<unknown> {
  try {
    for (;;) await socket.send(new Uint8Array(32 * 1024));
  } catch (error) {
    return error;
  }
}

describe.each([
  ['http', false],
  ['https', true],
])('over %s, a server that takes no more', (_, tls) => {
  const content = Uint8Array.from({ length: 20_000 }, (_each, index) => index & 0xff);
  const goodbye = Buffer.from([0x88, 2, 3, 232]);

  it.each([
    ['reads at once', false],
    ['reads after a send has failed', true],
  ])('costs no message that it sent before: a client that %s', async (_words, waits) => {
    const client = await serve(tls, (socket, head) => {
      socket.write(switchProtocols(head));
      for (let count = 0; count < 3; count += 1) socket.write(messageOf(content));
      // What it has not read makes the kernel reset the connection.
      socket.write(goodbye, () => socket.destroy());
    });
    for (let run = 0; run < 20; run += 1) {
      const socket = await client.connect({ path: '/x' });
      const sending = sendUntilItFails(socket);
      if (waits) await sending;
      const received: Uint8Array[] = [];
      for await (const message of socket.messages) received.push(message);
      expect(received).toHaveLength(3);
      expect(Buffer.concat(received).equals(Buffer.concat(new Array<Uint8Array>(3).fill(content)))).toBe(true);
      expect(await socket.closed).toEqual({ code: 1000, reason: '' });
      expect(await sending).toMatchObject({ code: 'connection' });
    }
  });

  it('is told as lost if it has not said how it ends', async () => {
    const client = await serve(tls, (socket, head) => {
      socket.write(switchProtocols(head));
      socket.write(messageOf(content), () => socket.destroy());
    });
    const socket = await client.connect({ path: '/x' });
    const sending = sendUntilItFails(socket);
    const received: Uint8Array[] = [];
    const reading = (async () => {
      for await (const message of socket.messages) received.push(message);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'connection' });
    await expect(socket.closed).rejects.toMatchObject({ code: 'connection' });
    expect(received).toHaveLength(1);
    await sending;
  });

  it('answers a request whose body it did not want', async () => {
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'too large', code: 413 };
    const body = JSON.stringify({ ...status, details: { name: 'x'.repeat(10_000) } });
    const client = await serve(tls, (socket) => {
      const head = `HTTP/1.1 413 Too Large\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
      socket.write(head + body, () => socket.destroy());
    });
    for (let run = 0; run < 20; run += 1) {
      const asking = client.request({ method: 'POST', path: '/x', body: new Uint8Array(5_000_000) });
      await expect(asking).rejects.toMatchObject({ code: 'api', statusCode: 413, fromServer: true });
    }
  });

  it('fails a request that it did not answer', async () => {
    const client = await serve(tls, (socket) => socket.destroy());
    const asking = client.request({ method: 'POST', path: '/x', body: new Uint8Array(5_000_000) });
    await expect(asking).rejects.toMatchObject({ code: 'connection', reasonCode: 'ECONNRESET' });
  });
});
