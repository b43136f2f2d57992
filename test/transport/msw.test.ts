import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { createDefaultTransport } from '../../src/core/transport/default-transport.js';
import { transports } from './transports.js';

const api = 'https://kubernetes.test:6443';
const server = setupServer();

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
});
afterEach(() => {
  server.resetHandlers();
  vi.unstubAllGlobals();
});
afterAll(() => {
  server.close();
});

describe.each(transports)('under msw, by $adapter', ({ open }) => {
  const connect = () => createConnection({ server: api, transport: open() });

  it('a request is answered', async () => {
    server.use(
      http.get(`${api}/api/v1/pods`, ({ request }) =>
        HttpResponse.json(
          { accept: request.headers.get('accept'), limit: new URL(request.url).searchParams.get('limit') },
          { headers: { etag: '"A1"' } },
        ),
      ),
    );
    const connection = connect();
    const query = { limit: 5 };
    const answer = await connection.request({ method: 'GET', path: '/api/v1/pods', query, accept: 'application/json' });
    expect(answer.json()).toEqual({ accept: 'application/json', limit: '5' });
    expect(answer.headers['etag']).toBe('"A1"');
    await connection.close();
  });

  it('a write carries its body', async () => {
    server.use(
      http.patch(`${api}/api/v1/pods/a`, async ({ request }) =>
        HttpResponse.json({ type: request.headers.get('content-type'), body: await request.text() }),
      ),
    );
    const connection = connect();
    const answer = await connection.request({
      method: 'PATCH',
      path: '/api/v1/pods/a',
      accept: 'application/json',
      contentType: 'application/merge-patch+json',
      body: '{"a":null}',
    });
    expect(answer.json()).toEqual({ type: 'application/merge-patch+json', body: '{"a":null}' });
    await connection.close();
  });

  it('a Status is an ApiError', async () => {
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Forbidden', code: 403 };
    server.use(http.get(`${api}/apis`, () => HttpResponse.json(status, { status: 403 })));
    const connection = connect();
    const asking = connection.request({ method: 'GET', path: '/apis', accept: 'application/json' });
    await expect(asking).rejects.toMatchObject({ code: 'api', reason: 'Forbidden', status });
    await connection.close();
  });

  it('a network error is a ConnectionError', async () => {
    server.use(http.get(`${api}/apis`, () => HttpResponse.error()));
    const connection = connect();
    const asking = connection.request({ method: 'GET', path: '/apis', accept: 'application/json' });
    await expect(asking).rejects.toMatchObject({ code: 'connection', path: '/apis' });
    await connection.close();
  });

  it('a stream is read piece by piece', async () => {
    const lines = ['{"type":"ADDED"}\n', '{"type":"BOOKMARK"}\n'];
    server.use(
      http.get(`${api}/api/v1/pods`, () => {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const line of lines) controller.enqueue(new TextEncoder().encode(line));
            controller.close();
          },
        });
        return new HttpResponse(body, { headers: { 'content-type': 'application/json' } });
      }),
    );
    const connection = connect();
    const stream = await connection.stream({ method: 'GET', path: '/api/v1/pods', accept: 'application/json' });
    let text = '';
    for await (const chunk of stream.body) text += new TextDecoder().decode(chunk);
    expect(text).toBe(lines.join(''));
    await connection.close();
  });
});

it('without Node modules requests go out by fetch', async () => {
  server.use(http.get(`${api}/apis`, () => HttpResponse.json({})));
  vi.stubGlobal('process', undefined);
  const transport = createDefaultTransport();
  vi.unstubAllGlobals();
  const fetched = vi.spyOn(globalThis, 'fetch');
  expect((await transport.send({ method: 'GET', url: `${api}/apis`, headers: {} })).status).toBe(200);
  expect(fetched).toHaveBeenCalledTimes(1);
  transport.close();
});
