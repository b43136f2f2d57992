import { describe, expect, inject, it } from 'vitest';
import { inClusterOptions, loadKubeconfig } from '../../../src/kubeconfig/index.js';
import { tempFolder } from '../../kubeconfig/temp-folder.js';
import { base64, clientOf, connectBy, kubeconfigOf, mayReadSecrets, whoIs } from './by-kubeconfig.js';

const server = inject('server');
const { admin, reader } = server.tokens;
const certificateOf = ({ certificate, key }: { readonly certificate: string; readonly key: string }): object => ({
  'client-certificate-data': base64(certificate),
  'client-key-data': base64(key),
});

describe('a kubeconfig proves who somebody is, over TLS that is verified', () => {
  it('by a token', async () => {
    const client = await connectBy({ token: admin });
    expect(await whoIs(client)).toMatchObject({ username: 'admin' });
    expect(client.defaultNamespace).toBe('kube-system');
    expect(await mayReadSecrets(client)).toBe(true);
    expect(await mayReadSecrets(await connectBy({ token: reader }))).toBe(false);
  });

  it('by a client certificate in the file', async () => {
    const client = await connectBy(certificateOf(server.clientCertificates.admin));
    expect(await whoIs(client)).toMatchObject({ username: 'certified-admin' });
    expect(await mayReadSecrets(client)).toBe(true);
    expect(await mayReadSecrets(await connectBy(certificateOf(server.clientCertificates.reader)))).toBe(false);
  });

  it('by a client certificate and an authority in files, relative to it', async () => {
    const { write } = await tempFolder();
    await write('pki/ca.crt', server.ca);
    await write('pki/me.crt', server.clientCertificates.reader.certificate);
    await write('pki/me.key', server.clientCertificates.reader.key);
    const user = { 'client-certificate': 'pki/me.crt', 'client-key': 'pki/me.key' };
    const cluster = { 'certificate-authority-data': undefined, 'certificate-authority': 'pki/ca.crt' };
    const path = await write('config', kubeconfigOf(user, cluster));
    expect(await whoIs(clientOf(await loadKubeconfig({ path })))).toMatchObject({ username: 'certified-reader' });
  });

  it("by a pod's service account, where it is in a pod", async () => {
    const { write, folder } = await tempFolder();
    await write('ca.crt', server.ca);
    await write('token', `${admin}\n`);
    await write('namespace', 'web');
    const { hostname, port } = new URL(server.url);
    const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
    const client = clientOf(await inClusterOptions({ folder, env }));
    expect(await whoIs(client)).toMatchObject({ username: 'admin' });
    expect(client.defaultNamespace).toBe('web');
  });

  it('by the context that is asked for, of all files that KUBECONFIG lists', async () => {
    const { write } = await tempFolder();
    const clusters = [
      { name: 'real', cluster: { server: server.url, 'certificate-authority-data': base64(server.ca) } },
    ];
    const contexts = Object.keys(server.tokens).map((user) => ({ name: user, context: { cluster: 'real', user } }));
    const users = Object.entries(server.tokens).map(([name, token]) => ({ name, user: { token } }));
    const files = [
      await write('one', { contexts, 'current-context': 'reader' }),
      await write('two', { clusters, users, 'current-context': 'admin' }),
      // Neither of these counts: the first file that has an entry of a name has it.
      await write('three', { users: [{ name: 'admin', user: { token: 'wrong' } }], 'current-context': 'nowhere' }),
    ];
    const env = { KUBECONFIG: files.join(':') };
    expect(await whoIs(clientOf(await loadKubeconfig({ env })))).toMatchObject({ username: 'reader' });
    const asked = clientOf(await loadKubeconfig({ env, context: 'admin' }));
    expect(await whoIs(asked)).toMatchObject({ username: 'admin' });
  });
});

describe('somebody who may impersonate', () => {
  it('is taken for another user, with groups, uid and extra', async () => {
    const as = {
      as: 'ada lovelace/ä',
      'as-uid': '815',
      'as-groups': ['readers', 'system:masters'],
      'as-user-extra': { 'example.org/Scope%': ['one', 'two'] },
    };
    const client = await connectBy({ token: admin, ...as });
    expect(await whoIs(client)).toEqual({
      username: 'ada lovelace/ä',
      uid: '815',
      groups: ['readers', 'system:masters', 'system:authenticated'],
      extra: { 'example.org/scope%': ['one', 'two'] },
    });
    expect(await mayReadSecrets(client)).toBe(true);
  });

  it('has the rights of that user and no others', async () => {
    expect(await mayReadSecrets(await connectBy({ token: admin, as: 'somebody' }))).toBe(false);
    const flags = { as: 'somebody', asGroups: ['system:masters'], asUid: '7' };
    const client = await connectBy({ token: admin }, {}, flags);
    expect(await whoIs(client)).toMatchObject({ username: 'somebody', uid: '7' });
    expect(await mayReadSecrets(client)).toBe(true);
  });

  it('is refused without the right to', async () => {
    const client = await connectBy({ token: reader, as: 'admin' });
    await expect(client.discovery.catalog()).rejects.toMatchObject({
      causes: { apis: { statusCode: 403, message: expect.stringContaining('cannot impersonate') as string } },
    });
  });
});
