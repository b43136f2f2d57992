import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, isForbidden, isNotFound, isUnauthorized, type ClientOptions } from '../../src/index.js';
import { serve } from '../transport/loopback-server.js';

const token = 'a-token-that-nobody-may-see';

async function clientOf(answer: Parameters<typeof serve>[0], options: Partial<ClientOptions> = {}) {
  const { url } = await serve(answer);
  const client = createClient({ server: url, token, ...options });
  onTestFinished(() => client.close());
  return client;
}

describe('a server in front of which is a page to log in', () => {
  it.each([
    ['a whole address', `https://sso.example/login?state=${token}&again=1#x`, '"https://sso.example/login"'],
    ['a path', '/login', '"/login"'],
    ['a password in it', `https://me:secret@sso.example/${token}`, '"https://sso.example/[hidden]"'],
  ])('is named by the error of its redirect: %s', async (_what, location, shown) => {
    const client = await clientOf((_, response) => response.writeHead(302, { location }).end('<html>log in</html>'));
    const refused = { code: 'api', statusCode: 302, fromServer: false };
    await expect(client.request({ path: '/version' })).rejects.toMatchObject(refused);
    // Discovery follows a path, which leads in a circle here.
    const calls = [
      client.request({ path: '/version' }),
      ...(location === '/login' ? [] : [client.resource('pods').list()]),
    ];
    for (const call of calls) {
      const error = (await call.catch((reason: unknown) => reason)) as Error;
      expect(error.message).toContain(`redirects to ${shown}, which is not followed`);
      expect(error.message).not.toMatch(/secret|nobody/);
    }
  });
});

describe('a server that refuses discovery', () => {
  const refusing = (statuses: Readonly<Record<string, number>>) =>
    clientOf((request, response) => response.writeHead(statuses[request.url ?? ''] ?? 404).end());

  it.each([
    [401, 401, 401, 'isUnauthorized'],
    [403, 403, 403, 'isForbidden'],
    [404, 404, 404, 'none'],
    [401, 403, undefined, 'none'],
  ])('with %d and %d has the status %s', async (api, apis, statusCode, holds) => {
    const client = await refusing({ '/api': api, '/apis': apis });
    const error: unknown = await client
      .resource('pods')
      .list()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'discovery' });
    expect(error).toHaveProperty('statusCode', statusCode);
    const told = Object.entries({ isUnauthorized, isForbidden, isNotFound }).filter(([, is]) => is(error));
    expect(told.map(([name]) => name)).toEqual(holds === 'none' ? [] : [holds]);
  });
});

describe('what a server repeats of a credential', () => {
  it('is redacted in warnings and exchanges, wherever it stands', async () => {
    const seen: unknown[] = [];
    const note = (each: unknown): void => void seen.push(each);
    const client = await clientOf(
      (request, response) => {
        const { authorization = '' } = request.headers;
        response.setHeader('warning', `299 ${token} "you sent ${authorization}"`);
        response.setHeader('content-type', `application/json;for=${token}`).end('{}');
      },
      { onWarning: note, onExchange: note },
    );
    await client.request({ path: `/version/${token}` });
    expect(seen).toHaveLength(2);
    expect(JSON.stringify(seen)).not.toContain('nobody');
    expect(seen).toContainEqual(expect.objectContaining({ agent: '[hidden]' }));
  });

  it('is redacted in the reason with which a WebSocket closes', async () => {
    const socket = {
      protocol: '',
      messages: (async function* () {})(),
      send: () => Promise.resolve(),
      close: () => undefined,
      closed: Promise.resolve({ code: 1008, reason: `bad token ${token}` }),
    };
    const client = createClient({
      server: 'https://sockets.test',
      token,
      transport: {
        send: () => Promise.reject(new Error('nothing is sent')),
        connect: () => Promise.resolve({ status: 101, headers: {}, body: null, socket }),
        close: () => undefined,
      },
    });
    const opened = await client.connect({ path: '/exec' });
    expect(await opened.closed).toEqual({ code: 1008, reason: 'bad token [hidden]' });
    await client.close();
  });
});
