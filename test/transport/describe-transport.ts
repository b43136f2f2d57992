import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import type { Transport } from '../../src/core/transport/transport.js';
import { textOf } from './body-text.js';
import { answerJson, type serve as serveHttp1 } from './loopback-server.js';

/** A transport, and servers that it reaches. */
export interface TransportUnderTest {
  readonly serve: (...[listener]: Parameters<typeof serveHttp1>) => Promise<{ readonly url: string }>;
  readonly open: () => Transport;
  /** What an agent is given for, the authority of the server say. */
  readonly agent?: object | undefined;
}

const headers = { accept: 'application/json', 'user-agent': 'kubeatlas' };

/** What every transport does, whatever it stands on. */
export function describeTransport({ serve, open, agent }: TransportUnderTest): void {
  const send = (url: string, rest: object = {}) => {
    const transport = open();
    onTestFinished(() => {
      transport.close();
    });
    return transport.send({ method: 'GET', url, headers, agent, ...rest });
  };

  it.each([200, 201, 302, 304, 404, 500, 503])('takes %i for an answer', async (status) => {
    const server = await serve((_, response) => {
      response.writeHead(status, { location: '/elsewhere', 'content-type': 'text/plain' });
      response.end(status === 304 ? undefined : 'words');
    });
    const answer = await send(server.url);
    expect(answer).toMatchObject({ status, headers: { location: '/elsewhere' } });
    expect(await textOf(answer.body)).toBe(status === 304 ? '' : 'words');
  });

  it('hands the body over as it came', async () => {
    const body = '{ "a": 1 ,\n"ü": "€"}\n';
    const server = await serve((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(body);
    });
    expect(await textOf((await send(server.url)).body)).toBe(body);
  });

  it('decompresses', async () => {
    const server = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('{"kind":"Status"}'));
    });
    expect(await textOf((await send(server.url)).body)).toBe('{"kind":"Status"}');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('sends the body of a %s untouched', async (method) => {
    const seen: unknown[] = [];
    const server = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push(request.method, request.headers['content-type'], body);
        answerJson(response, {});
      });
    });
    const body = ' {"a": "ü"}\n';
    await send(server.url, { method, body, headers: { ...headers, 'content-type': 'application/json' } });
    expect(seen).toEqual([method, 'application/json', body]);
  });

  it('sends no header of its own that a server reads', async () => {
    let names: string[] = [];
    const server = await serve((request, response) => {
      // Those of HTTP/2 that begin with a colon stand for the first line.
      names = Object.keys(request.headers).filter((name) => !name.startsWith(':'));
      answerJson(response, {});
    });
    await send(`${server.url}/x`, { headers: { accept: 'application/json', authorization: 'Bearer t' } });
    const ofTheRuntime = ['accept-encoding', 'accept-language', 'connection', 'host', 'sec-fetch-mode', 'user-agent'];
    expect(names.filter((name) => !ofTheRuntime.includes(name)).sort()).toEqual(['accept', 'authorization']);
  });

  it('joins repeated headers of an answer, under names in lower case', async () => {
    const server = await serve((_, response) => {
      response.setHeader('Warning', ['299 - "one"', '299 - "two"']);
      response.setHeader('__proto__', 'x');
      response.end();
    });
    const answer = await send(server.url);
    expect(answer.headers['warning']).toBe('299 - "one", 299 - "two"');
    expect(Object.getPrototypeOf(answer.headers)).toBe(Object.prototype);
  });

  it('sends bytes as they are, a part of a buffer as well', async () => {
    const seen: Buffer[] = [];
    const server = await serve((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (chunk: Buffer) => pieces.push(chunk));
      request.on('end', () => {
        seen.push(Buffer.concat(pieces));
        answerJson(response, {});
      });
    });
    const whole = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    const bodies = [whole, whole.subarray(10, 20), Buffer.from('ü')];
    for (const body of bodies) await send(server.url, { method: 'POST', body });
    expect(seen.map((body) => [...body])).toEqual(bodies.map((body) => [...body]));
  });

  it('has no body for a HEAD, whatever length is said', async () => {
    const server = await serve((_, response) => response.writeHead(200, { 'content-length': '123456' }).end());
    const answer = await send(server.url, { method: 'HEAD' });
    expect([answer.status, await textOf(answer.body)]).toEqual([200, '']);
  });
}
