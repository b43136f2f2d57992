import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError } from '../../src/core/transport/errors.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { ApiRequest } from '../../src/core/transport/connection.js';
import { fakeTransport, statusAnswer, type Scripted } from './fake-transport.js';
import { serve } from './loopback-server.js';

const server = 'https://127.0.0.1:6443';
const pods: ApiRequest = { method: 'GET', path: '/api/v1/pods', accept: 'application/json' };
const busy = statusAnswer(429, 'TooManyRequests', { details: { retryAfterSeconds: 1 } });
const reset = new ConnectionError({
  method: 'GET',
  path: '/api/v1/pods',
  reasonCode: 'ECONNRESET',
  host: undefined,
  detail: 'socket hang up',
});

describe.each(['request', 'stream'] as const)('retries of a %s', (verb) => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What came of it, after how many tries and milliseconds. */
  async function outcome(script: Scripted[], request: Partial<ApiRequest> = {}) {
    const transport = fakeTransport(...script);
    const begun = Date.now();
    const asking = createConnection({ server, transport })[verb]({ ...pods, ...request });
    const settled = asking.then(
      ({ status }) => ({ status }),
      (error: unknown) => ({ error }),
    );
    await vi.runAllTimersAsync();
    return { ...(await settled), tries: transport.requests.length, ms: Date.now() - begun };
  }

  it('go on until the server answers', async () => {
    expect(await outcome([busy, busy, {}])).toEqual({ status: 200, tries: 3, ms: 2000 });
  });

  it('are made for every verb that was refused', async () => {
    expect(await outcome([busy, {}], { method: 'POST', body: '{}' })).toMatchObject({ status: 200, tries: 2 });
  });

  it('end after ten, with the last refusal', async () => {
    expect(await outcome([busy])).toMatchObject({ error: { statusCode: 429 }, tries: 11, ms: 10_000 });
  });

  it('wait for a moment where a server asks for no pause, so that eleven take seconds', async () => {
    const hasty = { status: 429, headers: { 'retry-after': '0' }, body: 'slow down' };
    const { tries, ms } = await outcome([hasty]);
    expect(tries).toBe(11);
    expect(ms).toBeGreaterThan(3000);
    expect(ms).toBeLessThan(8000);
  });

  it('wait half a minute at most, whatever a server asks for', async () => {
    const huge = { status: 503, headers: { 'retry-after': '99999999999' }, body: '' };
    expect(await outcome([huge, {}])).toEqual({ status: 200, tries: 2, ms: 30_000 });
  });

  it('honour the header of a 5xx', async () => {
    const down = { status: 503, headers: { 'retry-after': '4' }, body: 'service unavailable\n' };
    expect(await outcome([down, {}])).toEqual({ status: 200, tries: 2, ms: 4000 });
  });

  it('are not made for a 5xx that does not say when', async () => {
    const down = { status: 503, headers: { 'content-type': 'text/plain' }, body: 'service unavailable\n' };
    expect(await outcome([down])).toMatchObject({ error: { statusCode: 503, fromServer: false }, tries: 1 });
  });

  it('are made once a connection was reset, for GET alone', async () => {
    expect(await outcome([reset, reset, {}])).toEqual({ status: 200, tries: 3, ms: 1000 });
    const write = new ConnectionError({
      method: 'PUT',
      path: '/x',
      reasonCode: 'ECONNRESET',
      host: undefined,
      detail: 'x',
    });
    expect(await outcome([write], { method: 'PUT', body: '{}' })).toMatchObject({ error: write, tries: 1 });
  });

  it('are not made for any other failure', async () => {
    expect(await outcome([new Error('lost')])).toMatchObject({ error: { code: 'connection' }, tries: 1 });
    expect(await outcome([statusAnswer(404, 'NotFound')])).toMatchObject({ error: { reason: 'NotFound' }, tries: 1 });
  });
});

it('a socket that the server closed while it was idle costs one retry, not the request', async () => {
  let requests = 0;
  const listening = await serve((request, response) => {
    requests += 1;
    if (requests === 2) request.socket.destroy();
    else response.end('{}');
  });
  const connection = createConnection({ server: listening.url });
  await connection.request(pods);
  expect((await connection.request(pods)).status).toBe(200);
  expect(requests).toBe(3);
  await connection.close();
});
