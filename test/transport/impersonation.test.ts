import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/index.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { Impersonation } from '../../src/core/transport/options.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
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

  it('sends names beyond ASCII in UTF-8, as kubectl does, which a server reads', async () => {
    const fake = await startFakeApiServer(createFakeApiServer({ documents: kubernetes() }));
    onTestFinished(() => fake.close());
    const impersonate = { user: 'Jörg Ωшà😀', groups: ['système'], uid: 'é', extra: { größe: ['\u0085ñ'] } };
    const client = createClient({ server: fake.url, impersonate });
    onTestFinished(() => client.close());
    const review = await client.resource('selfsubjectreviews').create({});
    expect(review).toMatchObject({
      status: { userInfo: { username: 'Jörg Ωшà😀', groups: ['système', 'system:authenticated'], uid: 'é' } },
    });
    expect(review).toMatchObject({ status: { userInfo: { extra: { größe: ['\u0085ñ'] } } } });
  });

  it('sends no header for what is undefined, or a list of nothing', async () => {
    const transport = fakeTransport({});
    const extra = { a: undefined, b: [] } as unknown as Record<string, readonly string[]>;
    const connection = createConnection({ server, transport, impersonate: { user: 'jane', groups: [], extra } });
    await connection.request({ path: '/version' });
    const sent = Object.keys(transport.requests[0]!.headers).filter((name) => name.startsWith('impersonate'));
    expect(sent).toEqual(['impersonate-user']);
  });

  it.each<[string, unknown]>([
    ['no user', { groups: ['dev'] }],
    ['an empty user', { user: '' }],
    ['a group that is no text', { user: 'jane', groups: [5] }],
    ['a line break', { user: 'jane\r\nx-admin: 1' }],
    ['null', null],
    ['a name alone', 'jane'],
    ['a list', [{ user: 'jane' }]],
    ['an unknown field', { user: 'jane', group: 'dev' }],
    ['a blank at the end, which no header keeps', { user: 'jane ' }],
    ['a blank before a group', { user: 'jane', groups: [' dev'] }],
    ['a blank behind a value of extra', { user: 'jane', extra: { scopes: ['view '] } }],
    ['a hole in the groups', { user: 'jane', groups: [, 'dev'] }], // eslint-disable-line no-sparse-arrays
    ['an empty uid', { user: 'jane', uid: '' }],
    ['one group that is no list', { user: 'jane', groups: 'dev' }],
    ['groups that are null', { user: 'jane', groups: null }],
    ['half a character, which would be another name', { user: 'jane\ud83d' }],
    ['an empty group', { user: 'jane', groups: [''] }],
    ['extra that is null', { user: 'jane', extra: null }],
    ['extra that is a list', { user: 'jane', extra: ['x'] }],
    ['an empty key of extra', { user: 'jane', extra: { '': ['x'] } }],
    ['a text in extra that is no list', { user: 'jane', extra: { scopes: 'view' } }],
    ['keys of extra that are one for a server', { user: 'jane', extra: { Scopes: ['a'], scopes: ['b'] } }],
  ])('is refused with %s', (_what, impersonate) => {
    const make = () =>
      createConnection({ server, transport: fakeTransport({}), impersonate: impersonate as Impersonation });
    expect(make).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error);
  });
});

it.each([0, 2.5, Number.NaN, '4', null])('%j is no number of streams, nor of sockets', (value) => {
  for (const option of ['maxStreams', 'maxSockets']) {
    const make = () => createClient({ server, transport: fakeTransport({}), [option]: value });
    expect(make).toThrow(expect.objectContaining({ code: 'invalid-argument', argument: option }) as Error);
  }
});
