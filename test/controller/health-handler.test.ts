import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHealthHandler, settled, type HealthHandlerOptions } from '../../src/controller/index.js';
import { control, gate, stage, widget } from './controlled.js';

async function ask(options: HealthHandlerOptions, path: string): Promise<[number, string]> {
  let status = 0;
  const body = await new Promise<string>((resolve) => {
    const response = {
      statusCode: 0,
      setHeader: () => undefined,
      end: (text: string) => {
        status = response.statusCode;
        resolve(text);
      },
    };
    createHealthHandler(options)({ url: path }, response);
  });
  return [status, body];
}

describe('health checks', () => {
  it('say whether a controller is ready and alive', async () => {
    const on = stage({ objects: [widget('a')] });
    const off = on.fake.fail('/apis/example.com/v1/widgets', { status: 503 });
    const { controller } = control(on);
    const controllers = [controller];
    expect(await ask({ controllers }, '/healthz')).toEqual([200, 'ok']);
    expect(await ask({ controllers }, '/readyz')).toEqual([
      503,
      '[-]tester failed: its informers are not synced\nreadyz check failed\n',
    ]);
    off();
    await on.clock.advance(10_000);
    await settled(controller);
    expect(await ask({ controllers }, '/readyz')).toEqual([200, 'ok']);
    await controller.close();
    expect(await ask({ controllers }, '/readyz')).toEqual([503, expect.stringContaining('has stopped') as string]);
    expect(await ask({ controllers }, '/healthz')).toEqual([500, expect.stringContaining('has stopped') as string]);
  });

  it('fail where all workers are blocked by reconciles past their deadline', async () => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const { opened, open } = gate();
    const { controller } = control(on, { concurrency: 2, reconcileTimeoutMs: 1000, reconcile: () => opened });
    await on.clock.advance(999);
    expect((await ask({ controllers: [controller] }, '/livez'))[0]).toBe(200);
    await on.clock.advance(1);
    expect((await ask({ controllers: [controller] }, '/livez'))[0]).toBe(500);
    open();
    await on.clock.advance(0);
    expect((await ask({ controllers: [controller] }, '/livez'))[0]).toBe(200);
  });

  it('run those of the user, one by one where that is asked for', async () => {
    const options: HealthHandlerOptions = {
      healthz: { disk: () => Promise.reject(new Error('full')), 'a b': () => undefined },
      readyz: {
        odd: () => {
          // eslint-disable-next-line @typescript-eslint/only-throw-error -- whatever a check throws
          throw undefined;
        },
      },
    };
    expect(await ask(options, '/healthz')).toEqual([500, '[-]disk failed: full\n[+]a b ok\nhealthz check failed\n']);
    expect(await ask(options, '/healthz/a%20b')).toEqual([200, 'ok']);
    expect(await ask(options, '/healthz/a%20b?verbose')).toEqual([200, '[+]a b ok\nhealthz check passed\n']);
    expect((await ask(options, '/readyz'))[0]).toBe(503);
    for (const path of ['/', '/metrics', '/healthz/none', '/healthz/a/b', '/healthz/%zz', '//x', '/readyz/disk']) {
      expect((await ask(options, path))[0], path).toBe(404);
    }
  });

  it('tell of each of two controllers that have one name', async () => {
    const on = stage({ objects: [widget('a')] });
    const [one, other] = [control(on).controller, control(on).controller];
    const controllers = [one, other];
    await settled(one);
    await settled(other);
    expect((await ask({ controllers }, '/healthz/tester'))[0]).toBe(200);
    await one.close();
    const healthz = { tester: () => undefined };
    for (const path of ['/healthz', '/livez', '/readyz', '/healthz/tester']) {
      const status = path === '/readyz' ? 503 : 500;
      expect(await ask({ controllers, healthz }, path), path).toEqual([
        status,
        expect.stringContaining('[+]tester ok'),
      ]);
    }
  });

  it('that throw what has no text fail all the same', async () => {
    const thrown: unknown = Object.create(null);
    const healthz = {
      odd: () => {
        throw thrown as Error;
      },
    };
    expect(await ask({ healthz }, '/healthz')).toEqual([500, expect.stringContaining('[-]odd failed')]);
  });

  it('fail after 10 s if they never settle', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const answer = ask({ healthz: { stuck: () => new Promise(() => undefined), quick: () => undefined } }, '/healthz');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toEqual([
      500,
      '[-]stuck failed: it took longer than 10 s\n[+]quick ok\nhealthz check failed\n',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('have one line each, whatever they are called and throw', async () => {
    const healthz = {
      'a\n[+]b ok': () => {
        throw new Error('full\r\n[+]disk ok\u2028[+]c ok');
      },
    };
    expect(await ask({ healthz }, '/healthz')).toEqual([
      500,
      '[-]a [+]b ok failed: full  [+]disk ok [+]c ok\nhealthz check failed\n',
    ]);
  });

  it.each<[string, unknown]>([
    ['healthz', { healthz: new Map([['disk', () => undefined]]) }],
    ['readyz', { readyz: [() => undefined] }],
    ['disk', { healthz: { disk: 'ok' } }],
    ['controllers', { controllers: {} }],
    ['controllers[0]', { controllers: [undefined] }],
  ])('refuse %s that would be ignored or fail later', (argument, options) => {
    expect(() => createHealthHandler(options as HealthHandlerOptions)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument }) as Error,
    );
  });

  it('survive whatever a request asks for', async () => {
    const server = createServer(createHealthHandler());
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const targets: [string, number][] = [
      ...['//', '/\\', '///', '*', '?', '/?', '//healthz', '/healthz%', '/%00', '/healthz/%ff', ':', '\\\\'].map(
        (target): [string, number] => [target, 404],
      ),
      ['http://[::::]/', 404],
      ['http://a:99999/', 404],
      ['http://', 404],
      ['http://a:99999/healthz', 200],
      ['http://[::::]/healthz?verbose#x', 200],
      ['/healthz?%', 200],
      ['/healthz#verbose', 200],
      ['/healthz/', 200],
    ];
    for (const [target, status] of targets) {
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.end(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`),
        );
        let text = '';
        socket
          .on('data', (bytes) => (text += String(bytes)))
          .on('end', () => {
            resolve(text);
          });
        socket.on('error', reject);
      });
      // Node itself refuses some targets.
      expect([`HTTP/1.1 ${status}`, 'HTTP/1.1 400'], target).toContain(answer.slice(0, 12));
    }
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it('are answered by a server of Node', async () => {
    const server = createServer(createHealthHandler());
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([answer.status, await answer.text()]).toEqual([200, 'ok']);
  });
});
