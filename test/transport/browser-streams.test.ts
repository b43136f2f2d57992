import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createBrowserStreams } from '../../src/core/transport/browser-streams.js';
import { TooManyStreamsError } from '../../src/core/transport/errors.js';
import { iteratorOf } from '../../src/core/transport/body.js';
import type { TransportAnswer, TransportRequest } from '../../src/core/transport/transport.js';

const watch = '/api/v1/pods?watch=true';
const protocol = 'stream.kubeatlas';

/** The locks of one browser: `ifAvailable` alone. */
function browserLocks() {
  const held = new Set<string>();
  return {
    held,
    async request(name: string, _options: object, hold: (lock: object | null) => unknown): Promise<void> {
      await Promise.resolve();
      if (held.has(name)) return void hold(null);
      held.add(name);
      await hold({ name });
      held.delete(name);
    },
  };
}

let locks = browserLocks();
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
setMaxListeners(0, page);

function show(visibilityState: string): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  locks = browserLocks();
  page.visibilityState = 'visible';
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { locks });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that does with each WebSocket what a test says, or refuses it. */
async function serve(onSocket?: (socket: WebSocket) => void): Promise<{ url: string; asked: (string | undefined)[] }> {
  const asked: (string | undefined)[] = [];
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    asked.push(request.headers['sec-websocket-protocol']);
    if (onSocket === undefined) socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n');
    else sockets.handleUpgrade(request, socket, head, onSocket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Streams of a tab. Requests are answered by the test itself. */
function openStreams(options: { bearerProtocol?: boolean; takesSockets?: boolean; status?: number } = {}) {
  const { bearerProtocol = false, status = 200 } = options;
  let { takesSockets = true } = options;
  const sent: { readonly request: TransportRequest; readonly cancelled: () => boolean }[] = [];
  const open = createBrowserStreams({
    async send(request) {
      request.signal?.throwIfAborted();
      let isCancelled = false;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          request.signal?.addEventListener('abort', () =>
            controller.error(request.signal?.reason ?? new Error('aborted')),
          );
        },
        cancel() {
          isCancelled = true;
        },
      });
      sent.push({ request, cancelled: () => isCancelled || request.signal?.aborted === true });
      return { status, headers: {}, body };
    },
    takesSockets: () => takesSockets,
    bearerProtocol,
    TooManyStreamsError,
  });
  const ask = (url: string, more: Partial<TransportRequest> = {}): Promise<TransportAnswer> =>
    open({ method: 'GET', url: url + watch, headers: { accept: 'application/json', 'user-agent': 'x' }, ...more });
  return { ask, sent, learn: () => (takesSockets = true) };
}

/** What `kubeatlas/proxy` does. */
function greets(answer: (socket: WebSocket) => void): (socket: WebSocket) => void {
  return (socket) => {
    socket.send(protocol);
    socket.once('message', () => {
      socket.send(JSON.stringify({ status: 200, headers: { etag: '"1"' } }));
      answer(socket);
    });
  };
}

const textOf = async ({ body }: TransportAnswer): Promise<string> => {
  const pieces = iteratorOf(body);
  let text = '';
  for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next())
    text += new TextDecoder().decode(piece.value);
  return text;
};

describe('a stream over a WebSocket', () => {
  it('has the status, the headers and the bytes of the answer, and takes no connection', async () => {
    const { url, asked } = await serve(
      greets((socket) => {
        socket.send(Buffer.from('{"type"'));
        socket.send(Buffer.from(':"ADDED"}'));
        socket.close(1000);
      }),
    );
    const { ask, sent } = openStreams();
    const answer = await ask(url);
    expect([answer.status, answer.headers, await textOf(answer)]).toEqual([200, { etag: '"1"' }, '{"type":"ADDED"}']);
    expect([sent.length, locks.held.size, asked]).toEqual([0, 0, [protocol]]);
  });

  it.each([
    ['breaks off', (socket: WebSocket) => socket.close(1011)],
    ['vanishes', (socket: WebSocket) => socket.terminate()],
    ['ends with the login', (socket: WebSocket) => socket.close(1008)],
  ])('fails where it %s', async (_, leave) => {
    const { url } = await serve(greets(leave));
    await expect(openStreams().ask(url).then(textOf)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('ends at the server when it is left, or its request is aborted, at any time', async () => {
    let closed = 0;
    const { url } = await serve((socket) => {
      socket.on('close', () => (closed += 1));
      greets(() => undefined)(socket);
    });
    const { ask } = openStreams();
    const left = await ask(url);
    await iteratorOf(left.body).return?.();
    await expect.poll(() => closed).toBe(1);
    const stop = new AbortController();
    const reading = textOf(await ask(url, { signal: stop.signal }));
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    await expect.poll(() => closed).toBe(2);
    const early = new AbortController();
    const asking = ask(url, { signal: early.signal });
    early.abort(new Error('too soon'));
    await expect(asking).rejects.toThrow('too soon');
    await expect(ask(url, { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
    await expect.poll(() => closed).toBe(3);
  });

  it('is asked for once a server says that it takes them, even by the stream itself', async () => {
    const { url } = await serve(greets((socket) => socket.close(1000)));
    const { ask, sent, learn } = openStreams({ takesSockets: false });
    await ask(url);
    expect(sent.length).toBe(1);
    learn();
    expect((await ask(url)).headers).toEqual({ etag: '"1"' });
    expect(sent.length).toBe(1);
    const first = openStreams({ takesSockets: false });
    const asking = first.ask(url);
    first.learn();
    expect((await asking).headers).toEqual({ etag: '"1"' });
    await expect.poll(() => locks.held.size).toBe(1);
  });

  it.each<[string, Record<string, string>, boolean, boolean]>([
    ['no credentials', {}, false, true],
    ['a token', { authorization: 'Bearer a' }, false, false],
    ['a token that may be a subprotocol', { authorization: 'Bearer a' }, true, true],
    ['a password', { authorization: 'Basic a' }, true, false],
    ['an impersonation', { 'impersonate-user': 'jane' }, true, false],
  ])('is asked for with %s: %j, %s', async (_, headers, bearerProtocol, isSocket) => {
    const { url, asked } = await serve(greets((socket) => socket.close(1000)));
    const { ask, sent } = openStreams({ bearerProtocol });
    await ask(url, { headers: { accept: '*/*', ...headers } });
    expect([asked.length, sent.length]).toEqual(isSocket ? [1, 0] : [0, 1]);
    if (headers['authorization'] !== undefined && isSocket)
      expect(asked[0]).toContain('bearer.authorization.k8s.io.YQ');
    else expect(String(asked[0])).not.toContain('bearer');
  });

  it('sends no token to another machine over plain http', async () => {
    const { ask, sent } = openStreams({ bearerProtocol: true });
    await ask('http://dashboard.test', { headers: { authorization: 'Bearer a' } });
    expect(sent.length).toBe(1);
  });

  it('gives the pieces in order to readers that ask for several at once', async () => {
    const { url } = await serve(
      greets((socket) => {
        for (const piece of ['a', 'b']) socket.send(Buffer.from(piece));
        socket.close(1000);
      }),
    );
    const pieces = iteratorOf((await openStreams().ask(url)).body);
    const read = await Promise.all([pieces.next(), pieces.next(), pieces.next()]);
    const texts = read.map(({ done, value }) => (done === true ? 'end' : new TextDecoder().decode(value)));
    expect(texts).toEqual(['a', 'b', 'end']);
  });

  it('asks for each piece, so that what nobody reads stays at the server', async () => {
    let wanted = 0;
    const { url } = await serve(
      greets((socket) => {
        for (let piece = 0; piece < 4; piece += 1) socket.send(Buffer.alloc(10));
        socket.on('message', () => (wanted += 1));
      }),
    );
    const answer = await openStreams().ask(url);
    const pieces = iteratorOf(answer.body);
    expect(wanted).toBe(0);
    for (let piece = 1; piece <= 3; piece += 1) {
      await pieces.next();
      await expect.poll(() => wanted).toBe(piece);
    }
  });
});

describe('a server that takes no streams over WebSockets', () => {
  it.each<[string, ((socket: WebSocket) => void) | undefined]>([
    ['refuses', undefined],
    ['closes', (socket) => socket.close()],
    ['vanishes', (socket) => socket.terminate()],
    // kube-apiserver agrees to every protocol.
    ['sends the events of a watch', (socket) => socket.send('{"type":"ADDED","object":{}}')],
    ['sends bytes', (socket) => socket.send(Buffer.from(protocol))],
    ['sends another greeting', (socket) => socket.send(`${protocol}2`)],
    ['sends 5 MB', (socket) => socket.send('x'.repeat(5_000_000))],
  ])('and %s, is sent requests, and no further WebSocket', async (_, onSocket) => {
    const { url, asked } = await serve(onSocket);
    const { ask, sent } = openStreams();
    await ask(url);
    await ask(url);
    expect([asked.length, sent.length]).toEqual([1, 2]);
  });

  it('and stays silent, is sent a request after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const opened = new Promise<void>((resolve) => {
      void serve(() => resolve()).then(({ url }) => (asking = ask(url)));
    });
    const { ask, sent } = openStreams();
    let asking: Promise<TransportAnswer> | undefined;
    await opened;
    vi.advanceTimersByTime(10_000);
    await asking;
    expect(sent.length).toBe(1);
  });

  it('and refuses the login, shows so by a request, and is asked again', async () => {
    const { url, asked } = await serve();
    const { ask, sent } = openStreams({ status: 401 });
    expect((await ask(url)).status).toBe(401);
    await ask(url);
    expect([asked.length, sent.length]).toEqual([2, 2]);
  });

  it.each<[string, string | Buffer]>([
    ['no JSON', 'ok'],
    ['null', 'null'],
    ['a text for a status', '{"status":"200","headers":{}}'],
    ['bytes', Buffer.from('{"status":200,"headers":{}}')],
  ])('and begins with %s, fails', async (_, head) => {
    const { url } = await serve((socket) => {
      socket.send(protocol);
      socket.once('message', () => socket.send(head));
    });
    await expect(openStreams().ask(url)).rejects.toThrow('began without an answer');
  });
});

describe('streams over HTTP/1.1', () => {
  const url = 'http://127.0.0.1';

  it('are four of all tabs, and one more when one has ended or failed', async () => {
    const [one, other] = [openStreams({ takesSockets: false }), openStreams({ takesSockets: false })];
    const open = [await one.ask(url), await other.ask(url), await one.ask(url), await other.ask(url)];
    await expect(one.ask(url)).rejects.toMatchObject({ maxStreams: 4 });
    await expect(other.ask('http://127.0.0.1:81')).resolves.toMatchObject({ status: 200 });
    await iteratorOf(open[0]!.body).return?.();
    await expect
      .poll(() =>
        other.ask(url).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect(one.ask(url)).rejects.toMatchObject({ maxStreams: 4 });
    const stop = new AbortController();
    await iteratorOf(open[1]!.body).return?.();
    await expect
      .poll(() =>
        one.ask(url, { signal: stop.signal }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('give their place back where the request is aborted or fails', async () => {
    const { ask } = openStreams({ takesSockets: false });
    await expect(ask(url, { signal: AbortSignal.abort(new Error('never')) }).then(textOf)).rejects.toThrow('never');
    await expect.poll(() => locks.held.size).toBe(0);
    const failing = createBrowserStreams({
      send: () => Promise.reject(new Error('no network')),
      takesSockets: () => false,
      bearerProtocol: false,
      TooManyStreamsError,
    });
    await expect(failing({ method: 'GET', url: url + watch, headers: {} })).rejects.toThrow('no network');
    await expect.poll(() => locks.held.size).toBe(0);
  });

  it('end when the tab is hidden, which opens none until it is shown', async () => {
    const { ask, sent } = openStreams({ takesSockets: false });
    const reading = textOf(await ask(url));
    show('hidden');
    await expect(reading).rejects.toMatchObject({
      code: 'ECONNRESET',
      message: expect.stringContaining('hidden') as string,
    });
    await expect.poll(() => locks.held.size).toBe(0);
    await expect(ask(url)).rejects.toThrow('hidden');
    show('visible');
    await ask(url);
    expect([sent.length, locks.held.size]).toEqual([2, 1]);
  });

  it('are two of a tab where tabs cannot agree', async () => {
    vi.stubGlobal('navigator', {});
    const { ask } = openStreams({ takesSockets: false });
    const first = await ask(url);
    await ask(url);
    await expect(ask(url)).rejects.toMatchObject({ maxStreams: 4 });
    const pieces = iteratorOf(first.body);
    await pieces.return?.();
    await pieces.return?.();
    await ask(url);
    await expect(ask(url)).rejects.toMatchObject({ code: 'too-many-streams' });
  });

  it('are fifty over HTTP/2, which the browser tells of a request before, hidden or not', async () => {
    const origin = 'https://dashboard.test';
    const entries = [{ name: `${origin}/k8s/apis`, nextHopProtocol: 'h2' }];
    vi.spyOn(performance, 'getEntriesByType').mockImplementation(
      (type) => (type === 'resource' ? entries : []) as never,
    );
    onTestFinished(() => void vi.restoreAllMocks());
    show('hidden');
    // It takes them, and needs none.
    const { ask, sent } = openStreams();
    for (let count = 0; count < 50; count += 1) await ask(origin);
    expect(sent.length).toBe(50);
    await expect(ask(origin)).rejects.toMatchObject({ maxStreams: 50 });
  });
});
