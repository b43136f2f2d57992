import { describe, expect, it, vi } from 'vitest';
import type { ApiRequest } from '../../src/core/transport/connection.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { Transport } from '../../src/core/transport/transport.js';
import { fakeTransport } from './fake-transport.js';
import { eventually } from '../shared/eventually.js';

const server = 'https://127.0.0.1:6443';
const pods: ApiRequest = { method: 'GET', path: '/api/v1/pods', accept: 'application/json' };

describe('onClose', () => {
  it('is called once, when all requests have been ended', async () => {
    const events: string[] = [];
    const transport: Transport = {
      send: (sent) => {
        events.push('sent');
        sent.signal?.addEventListener('abort', () => events.push('ended'));
        return new Promise(() => undefined);
      },
      close: () => events.push('transport'),
    };
    const connection = createConnection({ server, transport, onClose: () => events.push('onClose') });
    const asking = connection.request(pods).catch((error: unknown) => error);
    await eventually(() => {
      expect(events).toEqual(['sent']);
    });
    await connection.close();
    await connection.close();
    expect(await asking).toMatchObject({ code: 'closed' });
    expect(events).toEqual(['sent', 'ended', 'transport', 'onClose']);
  });

  it('that throws rejects the promise of close(), with the transport closed', async () => {
    const close = vi.fn();
    const reason = new Error('cannot');
    const onClose = (): void => {
      throw reason;
    };
    const connection = createConnection({ server, transport: { ...fakeTransport(), close }, onClose });
    await expect(connection.close()).rejects.toBe(reason);
    expect(close).toHaveBeenCalledOnce();
  });

  it('is called where the transport throws, which rejects the promise as well', async () => {
    const onClose = vi.fn();
    const reason = new Error('cannot');
    const close = (): void => {
      throw reason;
    };
    const connection = createConnection({ server, transport: { ...fakeTransport(), close }, onClose });
    await expect(connection.close()).rejects.toBe(reason);
    expect(onClose).toHaveBeenCalledOnce();
  });
});
