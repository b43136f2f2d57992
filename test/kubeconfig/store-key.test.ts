import { describe, expect, it } from 'vitest';
import { fromClientNode, loadKubeconfig, type LoadKubeconfigOptions } from '../../src/kubeconfig/index.js';
import { fakeKubeConfig, type FakeContext } from './client-node-fakes.js';
import { oneContext, tlsFixture, tempFolder, type OneContext } from './temp-folder.js';

async function keyFor(parts: OneContext = {}, options: LoadKubeconfigOptions = {}): Promise<string> {
  const { write } = await tempFolder();
  const { discovery } = await loadKubeconfig({ path: await write('config', oneContext(parts)), env: {}, ...options });
  return discovery?.storeKey ?? '';
}

describe('the key for a store of discovery', () => {
  it('is a hash that stays while tokens change', async () => {
    const key = await keyFor({ user: { token: 'secret-1' } });
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyFor({ user: { token: 'secret-2' } })).toBe(key);
  });

  it('is another one for another server, CA, user or impersonation', async () => {
    const { base64 } = await tlsFixture('authority.crt');
    const keys = await Promise.all([
      keyFor(),
      keyFor({ cluster: { server: 'https://127.0.0.1:6444' } }),
      keyFor({ cluster: { server: 'https://127.0.0.1:6443/k8s/clusters/a' } }),
      keyFor({ cluster: { 'certificate-authority-data': base64 } }),
      keyFor({ user: { as: 'bob' } }),
      keyFor({ user: { as: 'bob', 'as-groups': ['ops'] } }),
      keyFor({}, { as: 'eve' }),
      keyFor({ cluster: { server: 'http://127.0.0.1:8001' } }),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the same whether the CA is inline or a file', async () => {
    const { base64, path } = await tlsFixture('authority.crt');
    expect(await keyFor({ cluster: { 'certificate-authority-data': base64 } })).toBe(
      await keyFor({ cluster: { 'certificate-authority': path } }),
    );
  });
});

describe('the key by a KubeConfig of client-node', () => {
  const keyIn = async (context: FakeContext, parts: object = {}): Promise<string | undefined> => {
    const kubeConfig = { ...fakeKubeConfig('1.4', { dev: context }), ...parts };
    return (await fromClientNode(kubeConfig)).discovery?.storeKey;
  };
  const server = 'https://127.0.0.1:6443';
  const user = { name: 'me', token: 'secret-1' };

  it('is the one that loadKubeconfig makes of the same file', async () => {
    const { base64 } = await tlsFixture('authority.crt');
    expect(await keyIn({ cluster: { server }, user })).toBe(await keyFor({ user: { token: 'secret-2' } }));
    const cluster = { server, caData: base64, tlsServerName: 'kube.internal' };
    expect(await keyIn({ cluster, user: { ...user, impersonateUser: 'bob' } })).toBe(
      await keyFor({
        cluster: { 'certificate-authority-data': base64, 'tls-server-name': 'kube.internal' },
        user: { as: 'bob' },
      }),
    );
  });

  it('is another one for another server, CA, user or impersonation, and none for a user without a name', async () => {
    const { base64 } = await tlsFixture('authority.crt');
    const keys = await Promise.all([
      keyIn({ cluster: { server }, user }),
      keyIn({ cluster: { server: 'https://127.0.0.1:6444' }, user }),
      keyIn({ cluster: { server, caData: base64 }, user }),
      keyIn({ cluster: { server }, user: { ...user, name: 'you' } }),
      keyIn({ cluster: { server }, user: { ...user, impersonateUser: 'bob' } }),
      keyIn({ cluster: { server }, user: null }),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain(undefined);
    expect(await keyIn({ cluster: { server }, user: { token: 'secret-1' } })).toBeUndefined();
    expect(await keyIn({ cluster: { server }, user: { ...user, name: '' } })).toBeUndefined();
    expect(await keyIn({ cluster: { server }, user }, { getCurrentUser: undefined })).toBeUndefined();
  });
});
