import { KubeConfig } from '@kubernetes/client-node';
import { KubeConfig as KubeConfig022 } from 'client-node-0.22';
import { KubeConfig as KubeConfig2 } from 'client-node-2';
import { describe, expect, inject, it } from 'vitest';
import { fromClientNode } from '../../../src/kubeconfig/index.js';
import { v1 } from '../../kubeconfig/exec/plugins.js';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';
import { base64, clientOf, kubeconfigOf, mayReadSecrets, whoIs } from './by-kubeconfig.js';

const server = inject('server');
const { certificate, key } = server.clientCertificates.admin;
const certified = { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) };

const releases = [
  { release: '0.22', create: () => new KubeConfig022(), impersonates: false },
  { release: '1.4', create: () => new KubeConfig(), impersonates: true },
  { release: '2', create: () => new KubeConfig2(), impersonates: true },
];

describe.each(releases)('a KubeConfig of @kubernetes/client-node $release', ({ create, impersonates }) => {
  const connect = async (user: object, cluster: object = {}) => {
    const kubeConfig = create();
    kubeConfig.loadFromString(JSON.stringify(kubeconfigOf(user, cluster)));
    return clientOf(await fromClientNode(kubeConfig));
  };

  it('loaded with the contexts of a server makes a client of each, with the rights of its user', async () => {
    const kubeConfig = create();
    kubeConfig.loadFromString(server.kubeconfig);
    const admin = clientOf(await fromClientNode(kubeConfig));
    const catalog = await admin.discovery.catalog();
    expect(catalog.failures).toEqual([]);
    expect(catalog.resource({ group: 'apps', version: 'v1', resource: 'deployments' })).toBeDefined();
    const namespaces = await admin.resource('namespaces').list();
    expect(namespaces.items.map(({ metadata }) => metadata.name)).toContain('kube-system');
    expect(await whoIs(admin)).toMatchObject({ username: 'admin' });

    const other = create();
    other.loadFromString(server.kubeconfig);
    other.setCurrentContext('reader');
    const reader = clientOf(await fromClientNode(other));
    expect((await reader.discovery.catalog()).resources()).toEqual(catalog.resources());
    await expect(reader.resource('secrets').list()).rejects.toMatchObject({
      code: 'api',
      statusCode: 403,
      status: { details: { kind: 'secrets' } },
    });
  });

  it('shows a client certificate, and verifies the server', async () => {
    const client = await connect(certified);
    expect(client.defaultNamespace).toBe('kube-system');
    expect(await whoIs(client)).toMatchObject({ username: 'certified-admin' });
    const stranger = {
      'certificate-authority-data': base64(createCertificateAuthority('another authority').certificate),
    };
    await expect((await connect(certified, stranger)).discovery.catalog()).rejects.toMatchObject({ code: 'discovery' });
    const named = await connect(certified, { 'tls-server-name': 'localhost' });
    expect(await mayReadSecrets(named)).toBe(true);
  });

  it('runs an exec plugin', async () => {
    const credential = { apiVersion: v1, kind: 'ExecCredential', status: { token: server.tokens.reader } };
    const script = `console.log(${JSON.stringify(JSON.stringify(credential))})`;
    const exec = { apiVersion: v1, command: process.execPath, args: ['-e', script], interactiveMode: 'Never' };
    expect(await whoIs(await connect({ exec }))).toMatchObject({ username: 'reader' });
  });

  it('impersonates where its release does', async () => {
    const kubeConfig = create();
    kubeConfig.loadFromString(server.kubeconfig);
    Object.assign(kubeConfig.getCurrentUser() ?? {}, { impersonateUser: 'somebody' });
    const username = impersonates ? 'somebody' : 'admin';
    expect(await whoIs(clientOf(await fromClientNode(kubeConfig)))).toMatchObject({ username });
  });
});
