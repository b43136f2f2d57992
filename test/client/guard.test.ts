import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../src/core/client.js';
import type { RequestGuard } from '../../src/core/transport/connection.js';
import { ApiError } from '../../src/core/transport/errors.js';
import { podMapping } from '../representation/contexts.js';
import { fakeTransport, statusAnswer, type Scripted } from '../transport/fake-transport.js';

const pod = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'web' } });
const answer = { headers: { 'content-type': 'application/json' }, body: pod };
const refused = new Error('not now');

function guarded(guard: RequestGuard, ...script: Scripted[]) {
  const transport = fakeTransport(...script);
  const client = createClient({ server: 'https://127.0.0.1:6443', transport });
  const behind = client.with(guard);
  return { transport, client, behind, pods: behind.handle(podMapping).namespace('web') };
}

describe('a guard', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is refused if it guards nothing', () => {
    for (const guard of [{}, { chekc: () => undefined }, { check: undefined }]) {
      expect(() => guarded(guard as RequestGuard)).toThrow('guard must have a signal, check or prepare');
    }
  });

  it('is asked as each try begins, and what it throws is what the call throws', async () => {
    let checks = 0;
    const busy = statusAnswer(429, 'TooManyRequests', { details: { retryAfterSeconds: 1 } });
    const check = (): void => {
      checks += 1;
      if (checks === 3) throw refused;
    };
    const { transport, pods } = guarded({ check }, busy);
    const asking = pods.get('a').catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await asking).toBe(refused);
    expect([checks, transport.requests.length]).toEqual([3, 2]);
  });

  it('is not asked again after it threw an error that would be retried if a server had answered it', async () => {
    const status = { code: 503, details: { retryAfterSeconds: 1 } };
    const given = {
      method: 'GET',
      path: '/',
      statusCode: 503,
      status,
      fromServer: true,
      retryAfterSeconds: 1,
    } as const;
    const unavailable = new ApiError(given);
    let checks = 0;
    const check = (): never => {
      checks += 1;
      throw unavailable;
    };
    const { transport, pods } = guarded({ check }, answer);
    await expect(pods.get('a')).rejects.toBe(unavailable);
    expect([checks, transport.requests.length]).toEqual([1, 0]);
  });

  it('is asked after the credentials came and a socket was free', async () => {
    let isOver = false;
    let give = (): void => undefined;
    const transport = fakeTransport(answer);
    const client = createClient({
      server: 'https://127.0.0.1:6443',
      transport,
      authenticate: () =>
        new Promise((resolve) => {
          give = () => {
            resolve({ headers: {} });
          };
        }),
    });
    const behind = client.with({
      check: () => {
        if (isOver) throw refused;
      },
    });
    const asking = behind.request({ path: '/version' }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    isOver = true;
    give();
    expect(await asking).toBe(refused);
    expect(transport.requests).toEqual([]);
  });

  it('gives its place back when it refuses, and observers are told of nothing', async () => {
    const onExchange = vi.fn();
    const transport = fakeTransport(answer);
    const client = createClient({ server: 'https://127.0.0.1:6443', transport, maxSockets: 1, onExchange });
    const behind = client.with({
      check: () => {
        throw refused;
      },
    });
    await expect(behind.request({ path: '/version' })).rejects.toBe(refused);
    await expect(behind.stream({ path: '/version' })).rejects.toBe(refused);
    expect(onExchange).not.toHaveBeenCalled();
    await expect(client.request({ path: '/version' })).resolves.toMatchObject({ status: 200 });
  });

  it('makes the request that is sent, once for all tries', async () => {
    const busy = statusAnswer(429, 'TooManyRequests', { details: { retryAfterSeconds: 1 } });
    let made = 0;
    const prepare: RequestGuard['prepare'] = (request) => ({ ...request, headers: { 'x-made': String((made += 1)) } });
    const { transport, pods } = guarded({ prepare }, busy, answer);
    const asking = pods.get('a');
    await vi.runAllTimersAsync();
    await asking;
    expect(transport.requests.map(({ headers }) => headers['x-made'])).toEqual(['1', '1']);
  });

  it('ends what is under way with its signal, and refuses the rest', async () => {
    const controller = new AbortController();
    const { behind, client, pods } = guarded({ signal: controller.signal }, new Promise(() => undefined));
    const asking = pods.get('a').catch((error: unknown) => error);
    const own = new AbortController();
    const other = client
      .request({ path: '/version', signal: own.signal })
      .catch((error: unknown) => (error as Error).message);
    await vi.advanceTimersByTimeAsync(1);
    controller.abort(refused);
    expect(await asking).toBe(refused);
    await expect(pods.get('a')).rejects.toBe(refused);
    expect(behind.signal.aborted).toBe(true);
    expect(client.signal.aborted).toBe(false);
    own.abort(new Error('left'));
    expect(await other).toBe('left');
  });

  it('stands behind those before it', async () => {
    const asked: string[] = [];
    const { behind } = guarded({ check: () => asked.push('outer') }, answer);
    await behind.with({ check: () => asked.push('inner') }).request({ path: '/version' });
    expect(asked.sort()).toEqual(['inner', 'outer']);
    await behind.close();
    await expect(behind.request({ path: '/version' })).rejects.toMatchObject({ code: 'closed' });
  });

  it('has to be an object', () => {
    const { client } = guarded({ check: () => undefined });
    expect(() => client.with(null as never)).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error);
  });
});
