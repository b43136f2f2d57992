import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { Exchange } from '../../src/core/transport/options.js';
import { fakeTransport } from './fake-transport.js';

const server = 'https://127.0.0.1:6443';
const unhandled = vi.fn();

beforeEach(() => {
  process.on('unhandledRejection', unhandled);
});
afterEach(() => {
  process.off('unhandledRejection', unhandled);
});

describe('an observer does no harm', () => {
  it.each<[string, () => unknown]>([
    ['that throws', () => runInNewContext('throw new Error("x")') as unknown],
    ['that rejects', () => Promise.reject(new Error('x'))],
    ['of another realm that rejects', () => runInNewContext('Promise.reject(new Error("x"))') as unknown],
    ['whose thenable throws', () => Object.defineProperty({}, 'then', { value: () => JSON.parse('{') as unknown })],
    [
      'whose thenable cannot be looked at',
      () =>
        Object.defineProperty({}, 'then', {
          get: () => {
            throw new Error('x');
          },
        }),
    ],
  ])('%s', async (_, observer) => {
    const transport = fakeTransport({ headers: { warning: '299 - "a"' } });
    const connection = createConnection({ server, transport, onExchange: observer, onWarning: observer });
    expect((await connection.request({ path: '/x' })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('an exchange that failed half-way', () => {
  it('is told with the status that had arrived', async () => {
    const exchanges: Exchange[] = [];
    const onExchange = (exchange: Exchange) => exchanges.push(exchange);
    const transport = fakeTransport({ headers: { 'content-type': 'application/json' }, body: '[1,2,3]' });
    const connection = createConnection({ server, transport, onExchange });
    await expect(connection.request({ path: '/x', maxBytes: 5 })).rejects.toMatchObject({ code: 'answer-too-large' });
    expect(exchanges).toMatchObject([{ status: 200, mediaType: 'application/json', bytes: 5 }]);
  });
});
