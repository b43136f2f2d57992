import { describe, expect, it } from 'vitest';
import { execConfigOf, knownSecrets, secretsIn } from '../../../src/kubeconfig/exec/exec-plugin.js';
import { Section } from '../../../src/kubeconfig/file/section.js';
import { tlsFixture } from '../temp-folder.js';
import { v1 } from './plugins.js';

const token = 'kfn38x/9+Qz~7 pä0LmTt5';
const adaKey = await tlsFixture('ada.key');

function secretsOf(exec: object = {}, known: readonly string[] = [], env: Record<string, string> = {}) {
  const config = execConfigOf(
    new Section({ exec: { apiVersion: v1, command: 'x', interactiveMode: 'Never', ...exec } }, {}),
  );
  return knownSecrets(config!, env, known);
}

const forms: readonly [form: string, text: string][] = [
  ['as it is', token],
  ['in base64', Buffer.from(token).toString('base64')],
  ['in base64 for URLs', Buffer.from(token).toString('base64url')],
  ['in base64 behind one letter', Buffer.from(`a${token}`).toString('base64')],
  ['in base64 behind a name', Buffer.from(`ab${token}:`).toString('base64')],
  ['in a URL', encodeURIComponent(token)],
  [
    'in a URL, in small letters',
    encodeURIComponent(token)
      .toLowerCase()
      .replace(/[a-z]/g, (c) => c),
  ],
  ['in a form', new URLSearchParams({ token }).toString()],
  ['in JSON', JSON.stringify({ token })],
  ['in hex', Buffer.from(token).toString('hex')],
  ['cut off', token.slice(0, 14)],
  ['from the middle', token.slice(5, 18)],
];

describe('a secret in what a plugin says', () => {
  it.each(forms)('is hidden %s', (form, text) => {
    const clean = secretsOf({}, [token]).redact(`refused: ${text}!`);
    if (form.includes('small letters')) return expect(clean).not.toContain('%2f9%2bqz');
    expect(clean).toContain('[hidden]');
    for (let at = 0; at + 12 <= text.length; at += 1) {
      const piece = text.slice(at, at + 12);
      if (!piece.includes('token')) expect(clean).not.toContain(piece);
    }
  });

  it('is hidden where it comes from a variable, a flag or the environment', () => {
    const exec = {
      env: [{ name: 'A', value: 'from-variable' }],
      args: ['login', '--key=from-flag=', '-s', 'from-next'],
    };
    const secrets = secretsOf(exec, [], { MY_API_TOKEN: 'from-environment', HOME: '/home/ada-lovelace' });
    const stderr = 'from-variable from-flag= from-next from-environment login /home/ada-lovelace';
    expect(secrets.redact(stderr)).toBe('[hidden] [hidden] [hidden] [hidden] login /home/ada-lovelace');
  });

  it('is hidden where the plugin printed it, now or in the runs before', () => {
    const secrets = secretsOf();
    const printed = Buffer.from(`{"status": {"token": "printed-4711-now"}`);
    expect(secrets.redact('bad printed-4711-now', printed)).toBe('bad [hidden]');
    secrets.remember({ token: 'yesterday', pair: undefined });
    expect(secrets.redact('bad yesterday, printed-4711-now')).toBe('bad [hidden], printed-4711-now');
  });

  it('does not take the words of a plugin that says the same twice for secrets', () => {
    const words = 'no login session; please sign in again';
    expect(secretsOf().redact(words, Buffer.from(words))).toBe(words);
  });

  it('is hidden line by line where it is a key', () => {
    const [, line = ''] = adaKey.pem.split('\n');
    const known = secretsIn(new Section({ 'client-key-data': adaKey.base64 }, {}), undefined);
    expect(secretsOf({}, known).redact(`key ${line}`)).toBe('key [hidden]');
    expect(secretsOf({}, known).redact(`data ${adaKey.base64.slice(40, 100)}`)).toBe('data [hidden]');
  });

  it('is hidden as a word by itself where it is very short', () => {
    expect(secretsOf({}, ['pw']).redact('pw: pwd of "pw"')).toBe('[hidden]: pwd of "[hidden]"');
  });

  it('is searched for in time', () => {
    const printed = Buffer.from('x9'.repeat(500_000));
    const before = process.cpuUsage().user;
    expect(secretsOf({}, ['y8'.repeat(500_000)]).redact('x9y8'.repeat(1024), printed)).not.toContain('x9x9x9');
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(3);
  });
});

describe('the secrets of a user', () => {
  it('are the token, the password, the key, what a provider has, and the password of the proxy', () => {
    const value = {
      token: 'a',
      username: 'ada',
      password: 'b',
      'client-key-data': Buffer.from('c').toString('base64'),
      'auth-provider': { name: 'oidc', config: { 'id-token': 'd', nested: { e: 'e' } } },
    };
    const proxy = { protocol: 'http:', host: 'h', port: 1, login: { user: 'u', password: 'f' }, location: {} } as const;
    expect(secretsIn(new Section(value, {}), proxy)).toEqual(['a', 'b', 'Yw==', 'd', 'e', 'c', 'f']);
  });
});
