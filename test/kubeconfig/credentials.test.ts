import { rm, symlink, utimes } from 'node:fs/promises';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../src/kubeconfig/index.js';
import { tlsServer, visit } from './tls/tls-server.js';
import { credentialsOf, oneContext, tlsFixture, tempFolder, type OneContext } from './temp-folder.js';

async function headersFor(parts: OneContext, options: LoadKubeconfigOptions = {}): Promise<unknown> {
  const { write } = await tempFolder();
  const loaded = await loadKubeconfig({ path: await write('config', oneContext(parts)), ...options });
  return (await credentialsOf(loaded)).headers;
}

describe('the headers of a user', () => {
  it.each([
    { rule: 'a token is a bearer', user: { token: 't' }, headers: { authorization: 'Bearer t' } },
    {
      rule: 'a name and a password are basic',
      user: { username: 'ada', password: 'p:w' },
      headers: { authorization: `Basic ${Buffer.from('ada:p:w').toString('base64')}` },
    },
    { rule: 'a name alone is basic', user: { username: 'ada' }, headers: { authorization: 'Basic YWRhOg==' } },
    { rule: 'a password alone is not sent, as in kubectl', user: { password: 'pw' }, headers: {} },
    { rule: 'nulls and empty texts are nothing', user: { token: '', username: null, 'as-groups': null }, headers: {} },
  ])('$rule', async ({ user, headers }) => {
    expect(await headersFor({ user })).toEqual(headers);
  });

  it('ask to act as somebody else, with groups and extra fields in headers of their own', async () => {
    const user = {
      token: 't',
      as: 'bob',
      'as-uid': '7',
      'as-groups': ['dev', 'ops'],
      'as-user-extra': { 'example.org/Scope%é': ['read', 'write'], plain: ['x'] },
    };
    expect(await headersFor({ user })).toEqual({
      authorization: 'Bearer t',
      'impersonate-user': 'bob',
      'impersonate-uid': '7',
      'impersonate-group': ['dev', 'ops'],
      'impersonate-extra-example.org%2Fscope%25%C3%A9': ['read', 'write'],
      'impersonate-extra-plain': ['x'],
    });
  });

  it('take impersonation from the options first', async () => {
    const user = { as: 'bob', 'as-uid': '7', 'as-groups': ['dev'] };
    const options = { as: 'eve', asUid: '8', asGroups: ['ops', 'qa'] };
    expect(await headersFor({ user }, options)).toEqual({
      'impersonate-user': 'eve',
      'impersonate-uid': '8',
      'impersonate-group': ['ops', 'qa'],
    });
  });

  it('carry names in UTF-8', async () => {
    const { url } = await tlsServer();
    const cluster = { server: url, 'insecure-skip-tls-verify': true };
    const { write } = await tempFolder();
    const file = await write('config', oneContext({ cluster, user: { as: 'x', 'as-groups': ['Zoë 漢'] } }));
    const { groups } = await visit(await loadKubeconfig({ path: file }));
    expect(Buffer.from(groups ?? '', 'latin1').toString('utf8')).toBe('Zoë 漢');
  });

  it('show no credential to a server without TLS', async () => {
    const user = { tokenFile: 'missing', exec: { command: 'x' }, 'client-certificate': 'missing', as: 'bob' };
    const { write } = await tempFolder();
    const file = await write('config', oneContext({ cluster: { server: 'http://127.0.0.1:8001' }, user }));
    const loaded = await loadKubeconfig({ path: file, token: 'secret' });
    expect(await credentialsOf(loaded)).toEqual({ headers: { 'impersonate-user': 'bob' }, agent: undefined });
  });

  it('are not given once the signal is aborted', async () => {
    const { write } = await tempFolder();
    const loaded = await loadKubeconfig({ path: await write('config', oneContext({ user: { token: 't' } })) });
    const reason = new Error('enough');
    await expect(loaded.authenticate?.({ signal: AbortSignal.abort(reason), rejected: false })).rejects.toBe(reason);
  });
});

describe('a token file', () => {
  it('comes before the token beside it, which stands in for it while it cannot be read', async () => {
    const { write, at } = await tempFolder();
    const user = { token: 'beside', tokenFile: 'token' };
    const loaded = await loadKubeconfig({ path: await write('config', oneContext({ user })) });
    const authorization = async (): Promise<unknown> => (await credentialsOf(loaded)).headers['authorization'];
    expect(await authorization()).toBe('Bearer beside');
    await write('token', ' from-file\n');
    expect(await authorization()).toBe('Bearer from-file');
    await rm(at('token'));
    expect(await authorization()).toBe('Bearer from-file');
  });

  it('is read again when it has changed: same length, same time of writing, or another file by the same name', async () => {
    const { write, at } = await tempFolder();
    await write('a', 'token-a');
    await write('b', 'token-b');
    const longAgo = new Date('2020-01-01');
    for (const name of ['a', 'b']) await utimes(at(name), longAgo, longAgo);
    await symlink(at('a'), at('token'));
    const user = { tokenFile: 'token' };
    const loaded = await loadKubeconfig({ path: await write('config', oneContext({ user })) });
    const authorization = async (): Promise<unknown> => (await credentialsOf(loaded)).headers['authorization'];
    expect(await authorization()).toBe('Bearer token-a');
    await rm(at('token'));
    await symlink(at('b'), at('token'));
    expect(await authorization()).toBe('Bearer token-b');
    await write('b', 'token-c');
    expect(await authorization()).toBe('Bearer token-c');
    await write('b', 'token-d');
    expect(await authorization()).toBe('Bearer token-d');
  });

  it('is read again when it has changed long after it was read first', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { write } = await tempFolder();
    await write('token', 'token-a');
    const loaded = await loadKubeconfig({ path: await write('config', oneContext({ user: { tokenFile: 'token' } })) });
    expect((await credentialsOf(loaded)).headers).toEqual({ authorization: 'Bearer token-a' });
    await write('token', 'another');
    expect((await credentialsOf(loaded)).headers).toEqual({ authorization: 'Bearer another' });
  });

  it('that is emptied or spoilt leaves the token of before', async () => {
    const { write } = await tempFolder();
    await write('token', 'good');
    const user = { tokenFile: 'token' };
    const loaded = await loadKubeconfig({ path: await write('config', oneContext({ user })) });
    for (const spoilt of ['', '  \n', 'two\nlines', 'x'.repeat(2_000_000)]) {
      await write('token', spoilt);
      expect((await credentialsOf(loaded, true)).headers).toEqual({ authorization: 'Bearer good' });
    }
    await write('token', 'better');
    expect((await credentialsOf(loaded)).headers).toEqual({ authorization: 'Bearer better' });
  });
});

describe('printed', () => {
  it('neither options nor credentials nor agent show a token, a password or a key', async () => {
    const { write } = await tempFolder();
    const [cert, key] = await Promise.all([tlsFixture('ada.crt'), tlsFixture('ada.key')]);
    const user = { token: 'secret-token', 'client-certificate-data': cert.base64, 'client-key-data': key.base64 };
    const loaded = await loadKubeconfig({ path: await write('config', oneContext({ user })) });
    const credentials = await credentialsOf(loaded);
    const everything = { depth: null, showHidden: false };
    const { agent } = credentials;
    const printed = [
      inspect(loaded, everything),
      inspect(credentials, everything),
      inspect({ ...credentials }, everything),
      inspect(agent, { depth: null, customInspect: false }),
      ...[loaded, credentials, { ...credentials }, credentials.headers, agent].flatMap((value) => [
        JSON.stringify(value),
        String(value as unknown),
      ]),
    ].join('\n');
    const secretLine = key.pem.split('\n')[1]!;
    for (const secret of ['secret-token', secretLine, secretLine.slice(0, 20), key.base64.slice(0, 40)]) {
      expect(printed).not.toContain(secret);
    }
    expect(credentials.headers['authorization']).toBe('Bearer secret-token');
  });

  it('an agent shows no header of a request that is under way', async () => {
    const { url, open } = await tlsServer();
    const { write } = await tempFolder();
    const cluster = { server: url, 'insecure-skip-tls-verify': true };
    const file = await write('config', oneContext({ cluster, user: { token: 'secret-token' } }));
    const loaded = await loadKubeconfig({ path: file });
    const { agent } = await credentialsOf(loaded);
    void visit(loaded, '/watch').catch(() => undefined);
    await expect.poll(open).toBe(1);
    const printed = inspect(agent, { depth: null, customInspect: false }) + inspect(agent) + JSON.stringify({ agent });
    expect(printed).not.toContain('secret-token');
  });
});
