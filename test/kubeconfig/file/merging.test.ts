import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../../src/kubeconfig/index.js';
import { credentialsOf, tempFolder, type TempFolder } from '../temp-folder.js';

const first = {
  clusters: [{ name: 'shared', cluster: { server: 'https://first' } }],
  users: [{ name: 'red', user: { username: 'red', password: 'first' } }],
  contexts: [{ name: 'one', context: { cluster: 'shared', user: 'red' } }],
};
const second = {
  'current-context': 'two',
  clusters: [
    { name: 'shared', cluster: { server: 'https://second', 'tls-server-name': 'second' } },
    { name: 'own', cluster: { server: 'https://own' } },
  ],
  users: [{ name: 'red', user: { token: 'second' } }],
  contexts: [
    { name: 'one', context: { cluster: 'own', user: 'red', namespace: 'second' } },
    { name: 'two', context: { cluster: 'own', user: 'red' } },
  ],
};
const third = { 'current-context': 'one' };

function list(temp: TempFolder, ...names: readonly string[]): LoadKubeconfigOptions {
  return { env: { HOME: temp.folder, KUBECONFIG: names.map((name) => temp.at(name)).join(path.delimiter) } };
}

async function written(): Promise<TempFolder> {
  const temp = await tempFolder();
  await temp.write('first', first);
  await temp.write('second', second);
  await temp.write('third', third);
  await temp.write('empty', '');
  return temp;
}

describe('several files in KUBECONFIG', () => {
  it('give the current context of the first file that sets one', async () => {
    const temp = await written();
    expect((await loadKubeconfig(list(temp, 'first', 'second', 'third'))).server).toBe('https://own');
    expect((await loadKubeconfig(list(temp, 'first', 'third', 'second'))).server).toBe('https://first');
  });

  it('give the entry of the first file that has its name, and nothing of a later one', async () => {
    const temp = await written();
    const loaded = await loadKubeconfig({ ...list(temp, 'first', 'second'), context: 'one' });
    expect(loaded).toMatchObject({ server: 'https://first', namespace: undefined });
    const basic = `Basic ${Buffer.from('red:first').toString('base64')}`;
    expect((await credentialsOf(loaded)).headers).toEqual({ authorization: basic });
  });

  it('may be missing, empty or listed twice', async () => {
    const temp = await written();
    const loaded = await loadKubeconfig(list(temp, 'missing', 'empty', 'second', 'second'));
    expect(loaded.server).toBe('https://own');
  });

  it('leave empty entries of the list out', async () => {
    const temp = await written();
    const KUBECONFIG = ['', temp.at('second'), ''].join(path.delimiter);
    expect((await loadKubeconfig({ env: { KUBECONFIG } })).server).toBe('https://own');
  });

  it('are all named where a context is in none of them', async () => {
    const temp = await written();
    const file = [temp.at('first'), temp.at('second')].join(path.delimiter);
    await expect(loadKubeconfig({ ...list(temp, 'first', 'second'), context: 'three' })).rejects.toMatchObject({
      file,
      context: 'three',
      field: 'options.context',
    });
  });

  it('each find the files that they name beside themselves', async () => {
    const temp = await tempFolder();
    await temp.write('users/config', { users: [{ name: 'me', user: { tokenFile: 'token' } }] });
    await temp.write('users/token', 'beside-the-users');
    await temp.write('contexts/config', {
      'current-context': 'dev',
      clusters: [{ name: 'c', cluster: { server: 'https://x' } }],
      contexts: [{ name: 'dev', context: { cluster: 'c', user: 'me' } }],
    });
    const loaded = await loadKubeconfig(list(temp, 'contexts/config', 'users/config'));
    expect((await credentialsOf(loaded)).headers).toEqual({ authorization: 'Bearer beside-the-users' });
  });
});
