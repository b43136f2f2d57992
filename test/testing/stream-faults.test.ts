import axios from 'axios';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeApiServer, FakeApiServerError, type FakeApiServerOptions } from '../../src/testing/index.js';
import { fakeApiServerHandlers } from '../../src/testing/msw.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../src/testing/node.js';
import { createHeldTimers } from './held-timers.js';
import { ask, capturedDocuments, configMap, formatEvent, watchIn, watching } from './support.js';

const documents = capturedDocuments('kube-1.36-v2');
const maps = '/api/v1/namespaces/default/configmaps';
const objects = [configMap('a'), configMap('b'), configMap('ü')];

function start(options: FakeApiServerOptions = {}) {
  return createFakeApiServer({ documents, objects, ...options });
}

describe('a fault on the way', () => {
  it('drops the connection, and nothing is done', async () => {
    const server = start();
    server.fail(`${maps}/a`, { drop: true, times: 1 });
    await expect(ask(server, `${maps}/a`, { method: 'DELETE' })).rejects.toMatchObject({
      name: 'TypeError',
      cause: { code: 'ECONNRESET' },
    });
    expect(server.objects).toHaveLength(3);
    expect(server.requests.map(({ method, status }) => [method, status])).toEqual([['DELETE', 0]]);
    expect((await ask(server, `${maps}/a`, { method: 'DELETE' })).status).toBe(200);
  });

  it('lets a request hang until its client leaves', async () => {
    const server = start();
    server.fail(maps, { hang: true });
    const controller = new AbortController();
    const answered = server.handle(new Request(`http://k${maps}`, { signal: controller.signal }));
    await expect.poll(() => server.requests.map(({ status }) => status)).toEqual([0]);
    controller.abort(new Error('enough'));
    await expect(answered).rejects.toThrow('enough');
  });

  it('delays the right answer by a clock that a test holds', async () => {
    const timers = createHeldTimers();
    const server = start({ timers, latencyMs: 10 });
    server.fail(maps, { delayMs: 500, times: 1 });
    const answered = ask(server, maps);
    expect(timers.pending()).toBe(1);
    timers.advance(509);
    expect([timers.pending(), server.requests.length]).toEqual([1, 0]);
    timers.advance(1);
    expect((await answered).status).toBe(200);
  });

  it('cuts a watch behind so many events', async () => {
    const server = start();
    server.fail(maps, { cut: { afterEvents: 2 }, times: 1 });
    const { rest } = await watching(server, `${maps}?watch=1`);
    expect((await rest()).map(formatEvent)).toEqual(['ADDED a', 'ADDED b']);
    expect(server.openWatches).toBe(0);
    expect((await (await watching(server, `${maps}?watch=1`)).take(3)).map(formatEvent).at(-1)).toBe('ADDED ü');
  });

  it('cuts inside an event, and inside a character', async () => {
    const server = start();
    const whole = (await ask(server, `${maps}/%C3%BC`)).text;
    const cut = new TextEncoder().encode(whole.slice(0, whole.indexOf('ü'))).length + 1;
    server.fail(({ path }) => path !== maps, { cut: { afterBytes: cut } });
    const response = await server.handle(new Request(`http://k${maps}/%C3%BC`));
    expect(response.headers.get('content-length')).toBeNull();
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([bytes.length, bytes.at(-1)]).toEqual([cut, 0xc3]);
    server.fail(maps, { cut: { afterBytes: 20 } });
    await expect((await watching(server, `${maps}?watch=1`)).rest()).rejects.toThrow('ends inside an event');
  });

  it('resets a watch behind what it has sent', async () => {
    const server = start();
    server.fail(maps, { reset: { afterEvents: 1 } });
    const { next } = await watching(server, `${maps}?watch=1`);
    expect(formatEvent(await next())).toBe('ADDED a');
    await expect(next()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(server.openWatches).toBe(0);
  });

  it('lets a watch hang: it stays open, and nothing comes', async () => {
    const server = start();
    server.fail(maps, { hang: { afterEvents: 1 } });
    const { next, leave } = await watching(server, `${maps}?watch=1`);
    expect(formatEvent(await next())).toBe('ADDED a');
    server.put(configMap('c'));
    server.endWatches();
    const silent = Symbol('silent');
    expect(await Promise.race([next(), new Promise((resolve) => setImmediate(resolve, silent))])).toBe(silent);
    await leave();
    expect(server.openWatches).toBe(0);
  });

  it('breaks an answer before its first byte', async () => {
    const server = start();
    server.fail(maps, { cut: { afterBytes: 0 } });
    expect(await (await server.handle(new Request(`http://k${maps}`))).text()).toBe('');
    expect(await (await watching(server, `${maps}?watch=1`)).rest()).toEqual([]);
    expect(server.openWatches).toBe(0);
  });

  it('breaks the answer that it gives itself', async () => {
    const server = start();
    server.fail(maps, { status: 500, body: 'no answer at all', cut: { afterBytes: 2 } });
    const response = await server.handle(new Request(`http://k${maps}`));
    expect([response.status, await response.text()]).toEqual([500, 'no']);
  });

  it('is unused until it has made a difference', async () => {
    const server = start();
    const never = { status: 500 };
    const far = { cut: { afterEvents: 4 } };
    const near = { reset: { afterEvents: 1 }, times: 1 };
    const lift = server.fail('/api/v1/nodes', never);
    server.fail(maps, far);
    server.fail(maps, near);
    const unused = () => server.unusedFaults.map(({ answer }) => answer);
    expect(unused()).toEqual([never, far, near]);
    await (await watching(server, `${maps}?watch=1`)).next().catch(() => undefined);
    expect(unused()).toEqual([never, far]);
    const { take } = await watching(server, `${maps}?watch=1`);
    await take(3);
    expect(unused()).toEqual([never, far]);
    server.put(configMap('z'));
    await take(1);
    expect(unused()).toEqual([never]);
    lift();
    expect(server.unusedFaults).toEqual([]);
  });

  it.each([
    {},
    { drop: true, hang: true },
    { cut: { afterBytes: 1 }, reset: { afterBytes: 1 } },
    { cut: { afterBytes: -1 } },
    { cut: { afterEvents: 1.5 } },
    { cut: {} as { afterBytes: number } },
    { hang: { afterBytes: 1, afterEvents: 1 } },
    { delayMs: -1 },
    { delayMs: '5' as never },
    { cut: null as never },
    { reset: 5 as never },
    { drop: 'yes' as never },
    { hang: 'yes' as never },
  ])('%j makes no sense', (answer) => {
    expect(() => start().fail(maps, answer)).toThrow(FakeApiServerError);
  });
});

describe('a fault seen from outside', () => {
  const network = setupServer();
  let running: RunningFakeApiServer | undefined;
  afterEach(async () => {
    network.close();
    await running?.close();
    running = undefined;
  });

  it('breaks connections of the listener, and sends what came before', async () => {
    const server = start();
    running = await startFakeApiServer(server);
    server.fail('/api', { drop: true });
    server.fail(maps, { reset: { afterEvents: 2 } });
    server.fail('/apis', { cut: { afterBytes: 10 } });
    await expect(fetch(`${running.url}/api`)).rejects.toThrow();
    const { take, next } = watchIn(await fetch(`${running.url}${maps}?watch=1`));
    expect((await take(2)).map(formatEvent)).toEqual(['ADDED a', 'ADDED b']);
    await expect(next()).rejects.toThrow();
    expect(await (await fetch(`${running.url}/apis`)).text()).toHaveLength(10);
  });

  it('breaks connections of fetch and axios through msw', async () => {
    const server = start();
    const baseUrl = 'https://kubernetes.test';
    network.use(...fakeApiServerHandlers(server, { baseUrl }));
    network.listen({ onUnhandledRequest: 'error' });
    server.fail('/api', { drop: true });
    server.fail(maps, { reset: { afterEvents: 3 } });
    await expect(fetch(`${baseUrl}/api`)).rejects.toThrow();
    await expect(axios.get(`${baseUrl}/api`)).rejects.toThrow();
    await expect(watchIn(await fetch(`${baseUrl}${maps}?watch=1`)).take(4)).rejects.toThrow();
  });
});
