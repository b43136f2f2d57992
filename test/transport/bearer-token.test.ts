import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { ConnectionOptions } from '../../src/core/transport/options.js';
import { fakeTransport, statusAnswer } from './fake-transport.js';

const server = 'https://kube.test';

describe('a token', () => {
  it.each(['https://kube.test:6443', 'http://127.0.0.1:8001', 'http://localhost', 'http://[::1]:1', '/k8s'])(
    'goes along with each request to %s',
    async (base) => {
      const transport = fakeTransport({});
      await createConnection({ server: base, transport, token: 'abc.def' }).request({ path: '/version' });
      expect(transport.requests[0]?.headers).toMatchObject({ authorization: 'Bearer abc.def' });
    },
  );

  it('that the server does not take is not sent a second time', async () => {
    const transport = fakeTransport(statusAnswer(401, 'Unauthorized'));
    const connection = createConnection({ server, transport, token: 'abc' });
    await expect(connection.request({ path: '/version' })).rejects.toMatchObject({ statusCode: 401 });
    expect(transport.requests).toHaveLength(1);
  });

  it('is hidden where the server repeats it', async () => {
    const transport = fakeTransport(statusAnswer(403, 'Forbidden: Bearer abc-secret-def'));
    const asking = createConnection({ server, transport, token: 'abc-secret-def' }).request({ path: '/version' });
    const error: unknown = await asking.catch((thrown: unknown) => thrown);
    expect(inspect(error, { depth: 9 })).not.toContain('abc-secret-def');
  });

  it.each<[string, Partial<ConnectionOptions>]>([
    ['is set together with authenticate()', { token: 'abc', authenticate: () => Promise.resolve({ headers: {} }) }],
    ['plain http', { token: 'abc', server: 'http://kube.test' }],
    ['plain http', { token: 'abc', server: 'HTTP://localhost.evil.test' }],
    ['plain http', { token: 'abc', server: 'http://127.0.0.1.evil.test' }],
    ['a string without spaces', { token: '' }],
    ['a string without spaces', { token: 'a b' }],
    ['a string without spaces', { token: 'a\nb' }],
    ['a string without spaces', { token: 'ä' }],
    ['a string without spaces', { token: 5 as never }],
    ['a string without spaces', { token: null as never }],
  ])('is refused: %s', (problem, options) => {
    const make = (): unknown => createConnection({ server, transport: fakeTransport({}), ...options });
    expect(make).toThrow(problem);
    expect(make).toThrow(expect.objectContaining({ code: 'invalid-argument', argument: 'token' }) as Error);
  });
});
