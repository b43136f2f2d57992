import type { AddressInfo, Socket } from 'node:net';
import { createServer as createPlainServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConnectionError } from '../../src/core/transport/errors.js';
import { guardConnection } from '../../src/core/transport/connection.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { fakeTransport } from './fake-transport.js';
import { serve } from './loopback-server.js';

const get = { path: '/api/v1/pods' };
const write = { method: 'POST', path: '/api/v1/namespaces/a/pods', body: '{}' } as const;

/** A server with idle sockets of one client, which it resets as soon as anything more is sent on them. */
async function withDeadSockets(count: number) {
  const taken: string[] = [];
  const dead = new Set<Socket>();
  let waiting: (() => void)[] = [];
  const listening = await serve((request, response) => {
    const { socket, method = '' } = request;
    if (dead.has(socket)) {
      socket.resetAndDestroy();
      return;
    }
    taken.push(method);
    if (taken.length > count) {
      response.end('{}');
      return;
    }
    // All at once, so that each has a socket of its own.
    waiting.push(() => {
      dead.add(socket);
      response.end('{}');
    });
    if (waiting.length === count) for (const answer of waiting) answer();
  });
  const connection = createConnection({ server: listening.url });
  onTestFinished(() => connection.close());
  await Promise.all(Array.from({ length: count }, () => connection.request(get)));
  waiting = [];
  taken.length = 0;
  // Everything from here on is answered.
  taken.push(...Array.from({ length: count }, () => 'GET'));
  return { connection, taken: () => taken.slice(count), opened: listening.opened };
}

describe('after a freeze, on sockets that died meanwhile,', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'one %s fails at most, and is not sent again',
    async (method) => {
      const { connection, taken, opened } = await withDeadSockets(3);
      await expect(connection.request({ ...write, method })).rejects.toMatchObject({
        code: 'connection',
        unsent: false,
      });
      expect(taken()).toEqual([]);
      for (let each = 0; each < 3; each += 1) await connection.request({ ...write, method });
      expect(taken()).toEqual([method, method, method]);
      expect(opened()).toBe(4);
    },
  );

  it('a read is sent again on a new one', async () => {
    const { connection, taken, opened } = await withDeadSockets(3);
    expect((await connection.request(get)).status).toBe(200);
    expect((await connection.request(write)).status).toBe(200);
    expect(taken()).toEqual(['GET', 'POST']);
    expect(opened()).toBe(4);
  });

  it('no write fails if the clock shows that they were idle for long', async () => {
    const { connection, taken } = await withDeadSockets(3);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await connection.request(write)).status).toBe(200);
    expect(taken()).toEqual(['POST']);
  });
});

describe('a write of which no byte left', () => {
  /** A server that resets the first connections before TLS is spoken. */
  async function resetting(times: number) {
    let accepted = 0;
    const server = createPlainServer((socket) => {
      accepted += 1;
      socket.on('error', () => undefined);
      if (accepted <= times) socket.resetAndDestroy();
      else socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return { url: `https://127.0.0.1:${port}`, accepted: () => accepted };
  }

  it('is sent again, and says so in the end', async () => {
    const { url, accepted } = await resetting(3);
    const connection = createConnection({ server: url, retry: { limit: 2, maxDelayMs: 1 } });
    onTestFinished(() => connection.close());
    await expect(connection.request(write)).rejects.toMatchObject({ reasonCode: 'ECONNRESET', unsent: true });
    expect(accepted()).toBe(3);
  });

  it('passes the guard again each time', async () => {
    const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET', unsent: true });
    const transport = fakeTransport(lost, lost, {});
    let checks = 0;
    const open = createConnection({ server: 'https://127.0.0.1:6443', transport, retry: { maxDelayMs: 1 } });
    const guarded = guardConnection(open, { check: () => void (checks += 1) });
    expect((await guarded.request(write)).status).toBe(200);
    expect([checks, transport.requests.length]).toEqual([3, 3]);
    const refused = new Error('leads no more');
    const refusing = guardConnection(
      createConnection({ server: 'https://127.0.0.1:6443', transport: fakeTransport(lost, {}) }),
      {
        check: () => {
          checks += 1;
          if (checks > 4) throw refused;
        },
      },
    );
    await expect(refusing.request(write)).rejects.toBe(refused);
  });

  it('is not assumed: a reset alone says nothing, and another failure is never tried again', async () => {
    for (const error of [
      { code: 'ECONNRESET' },
      { code: 'ECONNRESET', unsent: 'yes' },
      { code: 'ENOTFOUND', unsent: true },
    ]) {
      const transport = fakeTransport(Object.assign(new Error('lost'), error), {});
      const asking = createConnection({ server: 'https://127.0.0.1:6443', transport }).request(write);
      await expect(asking).rejects.toBeInstanceOf(ConnectionError);
      expect(transport.requests).toHaveLength(1);
    }
  });
});
