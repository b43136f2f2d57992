import { describe, expect, it } from 'vitest';
import { createConnection } from '../../src/transport/create-connection.js';
import type { Impersonation } from '../../src/transport/options.js';
import { fakeTransport } from './fake-transport.js';

const server = 'http://127.0.0.1:1';

describe('impersonate', () => {
  it('sends every request as the other user, and leaves nothing of an impersonation of the credentials', async () => {
    const transport = fakeTransport({});
    const connection = createConnection({
      server,
      transport,
      authenticate: () =>
        Promise.resolve({ headers: { authorization: 'Bearer t', 'Impersonate-User': 'old', 'impersonate-uid': '1' } }),
      impersonate: { user: 'jane', groups: ['dev', 'ops'], extra: { 'example.com/Größe': ['x'] } },
    });
    await connection.request({ path: '/version' });
    const { authorization, ...rest } = transport.requests[0]!.headers;
    expect(authorization).toBe('Bearer t');
    expect(Object.fromEntries(Object.entries(rest).filter(([name]) => name.startsWith('impersonate')))).toEqual({
      'impersonate-user': 'jane',
      'impersonate-group': ['dev', 'ops'],
      'impersonate-extra-example.com%2fgr%c3%b6%c3%9fe': ['x'],
    });
  });

  it.each<[string, unknown]>([
    ['no user', { groups: ['dev'] }],
    ['an empty user', { user: '' }],
    ['a group that is no text', { user: 'jane', groups: [5] }],
    ['a line break', { user: 'jane\r\nx-admin: 1' }],
  ])('is refused with %s', (_what, impersonate) => {
    const make = () =>
      createConnection({ server, transport: fakeTransport({}), impersonate: impersonate as Impersonation });
    expect(make).toThrow(expect.objectContaining({ code: 'invalid-option' }) as Error);
  });
});
