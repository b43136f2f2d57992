import { once } from 'node:events';
import axios from 'axios';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeRequest } from '../../src/testing/index.js';
import { fakeApiServerHandlers } from '../../src/testing/msw.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../src/testing/node.js';
import { createHandle } from '../../src/testing/server/handle.js';
import { createStorage } from '../../src/testing/store/storage.js';
import { streamReply, type BodyWriter } from '../../src/testing/wire/reply.js';

const network = setupServer();
let running: RunningFakeApiServer | undefined;

afterEach(async () => {
  network.close();
  await running?.close();
  running = undefined;
});

const plain = {
  fault: () => undefined,
  timers: { setTimeout: () => undefined, clearTimeout: () => undefined },
};

/** A server that answers everything with its changes, one line each. */
function feed() {
  const storage = createStorage(10);
  const store = storage.store('a');
  const requests: FakeRequest[] = [];
  const events = new EventTarget();
  let open = 0;
  const begin: BodyWriter = ({ write, end }) => {
    open += 1;
    const stop = storage.changes.listen(({ type, key }) => {
      if (key === 'end') end();
      else write(`${type} ${key}\n`);
    });
    return () => {
      open -= 1;
      stop();
      events.dispatchEvent(new Event('left'));
    };
  };
  const handle = createHandle({
    ...plain,
    answer: () => Promise.resolve(streamReply('application/json;stream=watch', begin)),
    switches: () => ({}),
    record: (request) => requests.push(request),
    maxBodyBytes: 1000,
  });
  const server: FakeApiServer = { ...createFakeApiServer(), handle };
  const put = (name: string): void => {
    store.put(name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
  };
  return { server, put, requests, open: () => open, left: () => once(events, 'left') };
}

type Chunks = AsyncIterator<Uint8Array | string, undefined>;

/** The next part of a body that brings a line. */
async function next(chunks: Chunks): Promise<string | undefined> {
  const { done, value } = await chunks.next();
  if (done === true) return undefined;
  return value.length === 0 ? next(chunks) : typeof value === 'string' ? value : new TextDecoder().decode(value);
}

function chunksOf(body: ReadableStream<Uint8Array> | null): Chunks {
  if (body === null) throw new Error('no body');
  const reader = body.getReader();
  return {
    next: async () => {
      const part = await reader.read();
      return part.done ? { done: true, value: undefined } : { done: false, value: part.value };
    },
  };
}

describe('an answer that arrives over time', () => {
  it('comes with every commit, and is counted as far as it was sent', async () => {
    const { server, put, requests, open } = feed();
    const response = await server.handle(new Request('http://x/api'));
    expect([response.status, response.headers.get('content-type'), response.headers.get('content-length')]).toEqual([
      200,
      'application/json;stream=watch',
      null,
    ]);
    const chunks = chunksOf(response.body);
    expect([open(), requests[0]?.bytes]).toEqual([1, 0]);
    put('a');
    expect(await next(chunks)).toBe('ADDED a\n');
    put('a');
    put('ü');
    expect([await next(chunks), await next(chunks)]).toEqual(['MODIFIED a\n', 'ADDED ü\n']);
    expect(requests[0]).toMatchObject({ path: '/api', status: 200, bytes: 8 + 11 + 9 });
    put('end');
    expect([await next(chunks), open()]).toEqual([undefined, 0]);
    put('late');
    expect(requests[0]?.bytes).toBe(28);
  });

  it('ends for a reader that has enough, and once only', async () => {
    const { server, put, open } = feed();
    const { body } = await server.handle(new Request('http://x/api'));
    await body?.cancel();
    await body?.cancel();
    put('a');
    put('end');
    expect(open()).toBe(0);
  });

  it('fails with the reason of an abort', async () => {
    const { server, open, put } = feed();
    const controller = new AbortController();
    const { body } = await server.handle(new Request('http://x/api', { signal: controller.signal }));
    const read = expect(next(chunksOf(body))).rejects.toThrow('enough');
    controller.abort(new Error('enough'));
    await read;
    put('a');
    expect(open()).toBe(0);
  });

  it('may end before it has begun', async () => {
    let stopped = 0;
    const handle = createHandle({
      ...plain,
      answer: () =>
        Promise.resolve(
          streamReply('text/plain', ({ write, end }) => {
            write('all');
            end();
            end();
            write('more');
            return () => {
              stopped += 1;
            };
          }),
        ),
      switches: () => ({}),
      record: () => undefined,
      maxBodyBytes: 1,
    });
    expect(await (await handle(new Request('http://x/'))).text()).toBe('all');
    expect(stopped).toBe(1);
  });

  it('goes through the listener, its head before its first part, until the client leaves', async () => {
    const { server, put, open, left } = feed();
    running = await startFakeApiServer(server);
    const controller = new AbortController();
    const response = await fetch(`${running.url}/api`, { signal: controller.signal });
    expect(response.headers.get('content-type')).toBe('application/json;stream=watch');
    const chunks = chunksOf(response.body);
    for (const name of ['a', 'b']) {
      put(name);
      expect(await next(chunks)).toBe(`ADDED ${name}\n`);
    }
    const gone = left();
    const failed = expect(next(chunks)).rejects.toThrow();
    controller.abort();
    await Promise.all([gone, failed]);
    expect(open()).toBe(0);
  });

  it('goes through the listener to its end', async () => {
    const { server, put } = feed();
    running = await startFakeApiServer(server);
    const response = await fetch(`${running.url}/api`);
    put('a');
    put('end');
    expect(await response.text()).toBe('ADDED a\n');
  });

  it('ends when the listener closes', async () => {
    const { server, open, left } = feed();
    running = await startFakeApiServer(server);
    const response = await fetch(`${running.url}/api`);
    const failed = expect(response.text()).rejects.toThrow();
    const gone = left();
    await running.close();
    running = undefined;
    await Promise.all([gone, failed]);
    expect(open()).toBe(0);
  });

  it('waits for a client that reads slowly', async () => {
    const { server, put, open, left } = feed();
    running = await startFakeApiServer(server);
    const response = await fetch(`${running.url}/api`);
    const name = 'x'.repeat(100_000);
    for (let count = 0; count < 100; count += 1) put(name);
    const chunks = chunksOf(response.body);
    let length = 0;
    while (length < 5_000_000) length += (await next(chunks))?.length ?? Number.NaN;
    const gone = left();
    put('end');
    for (let part = await next(chunks); part !== undefined; part = await next(chunks)) length += part.length;
    await gone;
    expect([length, open()]).toEqual([100 * 100_000 + 'ADDED \n'.length + 99 * 'MODIFIED \n'.length, 0]);
  });

  describe('through msw', () => {
    const baseUrl = 'https://kubernetes.test';

    it('goes to fetch, until it leaves', async () => {
      const { server, put, open, left } = feed();
      network.use(...fakeApiServerHandlers(server, { baseUrl }));
      network.listen({ onUnhandledRequest: 'error' });
      const controller = new AbortController();
      const response = await fetch(`${baseUrl}/api`, { signal: controller.signal });
      const chunks = chunksOf(response.body);
      put('a');
      expect(await next(chunks)).toBe('ADDED a\n');
      const gone = left();
      controller.abort();
      await gone;
      expect(open()).toBe(0);
    });

    // A client of node:http that leaves is nothing that msw tells of, so it ends with the server's end.
    it('goes to axios, its head before its first part', async () => {
      const { server, put, open } = feed();
      network.use(...fakeApiServerHandlers(server, { baseUrl }));
      network.listen({ onUnhandledRequest: 'error' });
      const { data } = await axios.get<NodeJS.ReadableStream>(`${baseUrl}/api`, { responseType: 'stream' });
      const chunks = data[Symbol.asyncIterator]();
      for (const name of ['a', 'b']) {
        put(name);
        expect(await next(chunks)).toBe(`ADDED ${name}\n`);
      }
      put('end');
      expect([await next(chunks), open()]).toEqual([undefined, 0]);
    });
  });
});
