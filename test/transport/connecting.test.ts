import { createServer, type Socket } from 'node:net';
import { Agent } from 'node:http';
import { expect, it, onTestFinished, describe, vi } from 'vitest';
import { limitConnecting } from '../../src/core/shared/node-sockets.js';
import { createClient } from '../../src/core/client.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { serve } from './loopback-server.js';
import { selfSigned } from './self-signed.js';
import { eventually } from '../shared/eventually.js';

/** A server that takes connections and says nothing. */
async function silentServer(): Promise<{ readonly port: number; readonly open: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, open: () => sockets.size };
}

describe('connecting', () => {
  it('to a server that never completes TLS ends in time, and closes the socket', async () => {
    const { port, open } = await silentServer();
    const connection = createConnection({ server: `https://127.0.0.1:${port}`, connectTimeoutMs: 50 });
    onTestFinished(() => connection.close());
    const asking = connection.request({ path: '/api' });
    await expect(asking).rejects.toMatchObject({ code: 'connection', reasonCode: 'ERR_CONNECT_TIMEOUT', path: '/api' });
    await expect(asking).rejects.toThrow('connectTimeoutMs');
    await eventually(() => {
      expect(open()).toBe(0);
    });
  });

  it('that never comes to an end is bounded for streams as well', async () => {
    const { port } = await silentServer();
    const connection = createConnection({ server: `https://127.0.0.1:${port}`, connectTimeoutMs: 50 });
    onTestFinished(() => connection.close());
    await expect(connection.stream({ path: '/api' })).rejects.toMatchObject({ reasonCode: 'ERR_CONNECT_TIMEOUT' });
  });

  it('to where packets vanish ends in time', async () => {
    // As a firewall does it: neither connected nor refused.
    const agent = new Agent();
    Reflect.set(agent, 'createConnection', () => undefined);
    limitConnecting(agent, 50);
    const authenticate = () => Promise.resolve({ headers: {}, agent });
    const connection = createConnection({ server: 'http://192.0.2.1', authenticate });
    onTestFinished(() => connection.close());
    await expect(connection.request({ path: '/api' })).rejects.toMatchObject({ reasonCode: 'ERR_CONNECT_TIMEOUT' });
  });

  it('is all that is limited: a slow answer is waited for, over TLS as well, and an idle socket serves again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = (_: unknown, response: { end(text: string): unknown }): void => {
      vi.advanceTimersByTime(150);
      response.end('{}');
    };
    const server = await serve(slow);
    const connection = createConnection({ server: server.url, connectTimeoutMs: 75 });
    onTestFinished(() => connection.close());
    for (let index = 0; index < 2; index += 1) expect((await connection.request({ path: '/' })).status).toBe(200);
    expect(server.opened()).toBe(1);
    const secure = await serve(slow, selfSigned);
    const untrusting = createConnection({ server: secure.url, connectTimeoutMs: 1000 });
    onTestFinished(() => untrusting.close());
    await expect(untrusting.request({ path: '/' })).rejects.toMatchObject({ code: 'untrusted-server' });
  });

  it.each([0, -1, NaN])('cannot be limited to %d', (connectTimeoutMs) => {
    expect(() => createClient({ server: 'https://host', connectTimeoutMs })).toThrow('connectTimeoutMs');
  });
});
