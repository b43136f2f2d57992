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
  const sentence =
    'the credentials are not sent: the server speaks plain http, where others could read them. Use an https server.';

  it.each<[string, object]>([
    ['a token', { token: 's3cret' }],
    ['a token file', { tokenFile: '/nowhere' }],
    ['a password', { username: 'me', password: 's3cret' }],
    ['a certificate', { 'client-certificate-data': 'eA==' }],
    ['a plugin', { exec: { command: 'nothing' } }],
  ])('are reported: %s', async (_what, user) => {
    expect(await warned(user, 'http://cluster.example:8080')).toEqual([sentence]);
  });

  it('are reported on loopback only where they are options', async () => {
    const proxy = 'http://127.0.0.1:8001';
    expect(await warned({ token: 's3cret' }, proxy)).toEqual([]);
    expect(await warned({ token: 's3cret' }, 'http://[::1]:8001/base')).toEqual([]);
    expect(await warned({}, proxy, { token: 's3cret' })).toEqual([sentence]);
    expect(await warned({}, 'http://localhost.example', { token: '' })).toEqual([]);
    expect(await warned({ token: 's3cret' }, 'http://127.0.0.1.example')).toHaveLength(1);
  });

  it('are none with TLS, and none where there are none', async () => {
    expect(await warned({ token: 's3cret' }, 'https://cluster.example')).toEqual([]);
    expect(await warned({}, 'http://cluster.example')).toEqual([]);
  });
});
