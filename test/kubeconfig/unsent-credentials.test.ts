import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../src/kubeconfig/index.js';

const folder = mkdtempSync(path.join(tmpdir(), 'unsent-credentials-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function warned(user: object, server: string, options: LoadKubeconfigOptions = {}): Promise<readonly string[]> {
  const file = path.join(folder, 'config');
  const config = {
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user }],
    'current-context': 'c',
  };
  writeFileSync(file, JSON.stringify(config));
  const texts: string[] = [];
  await loadKubeconfig({ path: file, env: {}, onWarning: (text) => texts.push(text), ...options });
  return texts;
}

describe('credentials that are not sent over plain http', () => {
  it.each<[string, object, RegExp]>([
    ['a token', { token: 's3cret' }, /^the token is not sent: the server speaks plain http/],
    ['a token file', { tokenFile: '/nowhere' }, /^the token is not sent/],
    ['a password', { username: 'me', password: 's3cret' }, /^the user name and password are not sent/],
    ['a certificate', { 'client-certificate-data': 'eA==' }, /^the client certificate is not sent/],
    ['a plugin', { exec: { command: 'nothing' } }, /^the credential of the exec plugin is not sent/],
  ])('are reported: %s', async (_what, user, words) => {
    const texts = await warned(user, 'http://cluster.example:8080');
    expect(texts).toEqual([expect.stringMatching(words)]);
    expect(texts.join('')).not.toMatch(/s3cret|eA==/);
  });

  it('are reported on loopback only where they are options', async () => {
    const proxy = 'http://127.0.0.1:8001';
    expect(await warned({ token: 's3cret' }, proxy)).toEqual([]);
    expect(await warned({ token: 's3cret' }, 'http://[::1]:8001/base')).toEqual([]);
    expect(await warned({}, proxy, { token: 's3cret' })).toEqual([expect.stringContaining('the token is not sent')]);
    expect(await warned({}, 'http://localhost.example', { token: '' })).toEqual([]);
    expect(await warned({ token: 's3cret' }, 'http://127.0.0.1.example')).toHaveLength(1);
  });

  it('are none with TLS, and none where there are none', async () => {
    expect(await warned({ token: 's3cret' }, 'https://cluster.example')).toEqual([]);
    expect(await warned({}, 'http://cluster.example')).toEqual([]);
  });
});
