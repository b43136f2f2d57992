import { describe, expect, it } from 'vitest';
import { isInCluster } from '../../src/kubeconfig/in-cluster.js';
import { inClusterOptions, loadKubeconfig } from '../../src/kubeconfig/index.js';
import { tlsServer, visit } from './tls/tls-server.js';
import { credentialsOf, tlsFixture, tempFolder, type TempFolder } from './temp-folder.js';

const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };

async function pod(): Promise<TempFolder> {
  const temp = await tempFolder();
  await temp.write('token', 'pod-token\n');
  await temp.write('ca.crt', (await tlsFixture('authority.crt')).pem);
  await temp.write('namespace', 'team-a\n');
  return temp;
}

describe('in a pod', () => {
  it('server, namespace, token and authority are those of the service account', async () => {
    const { folder, write } = await pod();
    const { url } = await tlsServer();
    const { hostname, port } = new URL(url);
    const here = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
    const loaded = await inClusterOptions({ folder, env: here });
    expect(loaded).toMatchObject({ server: url, namespace: 'team-a' });
    expect(await visit(loaded)).toMatchObject({ authorization: 'Bearer pod-token' });
    await write('token', 'next-token');
    expect(await visit(loaded)).toMatchObject({ authorization: 'Bearer next-token' });
  });

  it('an IPv6 host stands in brackets', async () => {
    const { folder } = await pod();
    const loaded = await inClusterOptions({ folder, env: { ...env, KUBERNETES_SERVICE_HOST: 'fd00::1' } });
    expect(loaded.server).toBe('https://[fd00::1]');
  });

  it('the port stands in the server when it is not that of https', async () => {
    const { folder } = await pod();
    const loaded = await inClusterOptions({ folder, env: { ...env, KUBERNETES_SERVICE_PORT: '6443' } });
    expect(loaded.server).toBe('https://10.96.0.1:6443');
  });

  it('the namespace may be missing', async () => {
    const { folder, write } = await pod();
    await write('namespace', '');
    expect((await inClusterOptions({ folder, env })).namespace).toBeUndefined();
  });
});

describe('outside of a pod', () => {
  it.each(Object.keys(env))('%s is missed by name', async (name) => {
    const { folder } = await pod();
    const failure = inClusterOptions({ folder, env: { ...env, [name]: undefined } });
    await expect(failure).rejects.toMatchObject({ code: 'kubeconfig-not-in-cluster', field: name });
  });

  it.each([
    ['token', 'in-cluster.user.tokenFile'],
    ['ca.crt', 'in-cluster.cluster.certificate-authority'],
  ])('a missing %s is missed by name', async (name, field) => {
    const temp = await tempFolder();
    for (const other of ['token', 'ca.crt'].filter((each) => each !== name)) {
      await temp.write(other, other === 'token' ? 'x' : (await tlsFixture('authority.crt')).pem);
    }
    const failure = inClusterOptions({ folder: temp.folder, env });
    await expect(failure).rejects.toMatchObject({ code: 'kubeconfig-unreadable-file', field });
    await expect(failure).rejects.toThrow(temp.at(name));
  });

  it('is where the variables or the token are not', async () => {
    const { folder, at } = await pod();
    expect(await isInCluster({ folder, env })).toBe(true);
    expect(await isInCluster({ folder, env: {} })).toBe(false);
    expect(await isInCluster({ folder: at('elsewhere'), env })).toBe(false);
  });
});

describe('a kubeconfig', () => {
  it('comes before the service account', async () => {
    const { folder, write } = await pod();
    await write('.kube/config', {
      'current-context': 'dev',
      clusters: [{ name: 'c', cluster: { server: 'https://file' } }],
      contexts: [{ name: 'dev', context: { cluster: 'c' } }],
    });
    expect((await loadKubeconfig({ env: { ...env, HOME: folder } })).server).toBe('https://file');
  });

  it('that is missing is missed by path where there is no service account either', async () => {
    const { folder, at } = await tempFolder();
    const failure = loadKubeconfig({ env: { HOME: folder } });
    await expect(failure).rejects.toMatchObject({ code: 'kubeconfig-missing-file' });
    await expect(failure).rejects.toThrow(at('.kube/config'));
  });

  it('that has to be there is not replaced by a service account', async () => {
    const { folder } = await tempFolder();
    await expect(loadKubeconfig({ context: 'dev', env: { ...env, HOME: folder } })).rejects.toThrow(
      'kubeconfig not found',
    );
  });

  it('is not looked for where a server is given, so that nobody is authenticated', async () => {
    const { folder } = await tempFolder();
    const loaded = await loadKubeconfig({ server: 'https://x', env: { ...env, HOME: folder } });
    expect((await credentialsOf(loaded)).headers).toEqual({});
  });
});
