import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../../src/kubeconfig/index.js';
import { credentialsOf, workplace, type Workplace } from '../workplace.js';

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

function list(place: Workplace, ...names: readonly string[]): LoadKubeconfigOptions {
  return { env: { HOME: place.folder, KUBECONFIG: names.map((name) => place.at(name)).join(path.delimiter) } };
}

async function written(): Promise<Workplace> {
  const place = await workplace();
  await place.write('first', first);
  await place.write('second', second);
  await place.write('third', third);
  await place.write('empty', '');
  return place;
}

describe('several files in KUBECONFIG', () => {
  it('give the current context of the first file that sets one', async () => {
    const place = await written();
    expect((await loadKubeconfig(list(place, 'first', 'second', 'third'))).server).toBe('https://own');
    expect((await loadKubeconfig(list(place, 'first', 'third', 'second'))).server).toBe('https://first');
  });

  it('give the entry of the first file that has its name, and nothing of a later one', async () => {
    const place = await written();
    const loaded = await loadKubeconfig({ ...list(place, 'first', 'second'), context: 'one' });
    expect(loaded).toMatchObject({ server: 'https://first', namespace: undefined });
    const basic = `Basic ${Buffer.from('red:first').toString('base64')}`;
    expect((await credentialsOf(loaded)).headers).toEqual({ authorization: basic });
  });

  it('may be missing, empty or listed twice', async () => {
    const place = await written();
    const loaded = await loadKubeconfig(list(place, 'missing', 'empty', 'second', 'second'));
    expect(loaded.server).toBe('https://own');
  });

  it('leave empty places in the list out', async () => {
    const place = await written();
    const KUBECONFIG = ['', place.at('second'), ''].join(path.delimiter);
    expect((await loadKubeconfig({ env: { KUBECONFIG } })).server).toBe('https://own');
  });

  it('are all named where a context is in none of them', async () => {
    const place = await written();
    const file = [place.at('first'), place.at('second')].join(path.delimiter);
    await expect(loadKubeconfig({ ...list(place, 'first', 'second'), context: 'three' })).rejects.toMatchObject({
      file,
      context: 'three',
      field: 'options.context',
    });
  });

  it('each find the files that they name beside themselves', async () => {
    const place = await workplace();
    await place.write('users/config', { users: [{ name: 'me', user: { tokenFile: 'token' } }] });
    await place.write('users/token', 'beside-the-users');
    await place.write('contexts/config', {
      'current-context': 'dev',
      clusters: [{ name: 'c', cluster: { server: 'https://x' } }],
      contexts: [{ name: 'dev', context: { cluster: 'c', user: 'me' } }],
    });
    const loaded = await loadKubeconfig(list(place, 'contexts/config', 'users/config'));
    expect((await credentialsOf(loaded)).headers).toEqual({ authorization: 'Bearer beside-the-users' });
  });
});
