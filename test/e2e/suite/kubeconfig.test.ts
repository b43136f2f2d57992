import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { stringify } from 'yaml';
import { createClient, type Client } from '../../../src/index.js';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../../src/kubeconfig/index.js';
import { createAuthority } from '../harness/certificates.js';
import { freePorts } from '../harness/free-ports.js';

const server = inject('server');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const clients: Client[] = [];
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-kubeconfig-'));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A client of the real server by a kubeconfig with this user, and with this cluster where it differs. */
async function connectBy(user: object, cluster: object = {}, options: LoadKubeconfigOptions = {}): Promise<Client> {
  const text = stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'real', cluster: { server: server.url, 'certificate-authority-data': base64(server.ca), ...cluster } },
    ],
    users: [{ name: 'me', user }],
    contexts: [{ name: 'here', context: { cluster: 'real', user: 'me', namespace: 'kube-system' } }],
    'current-context': 'here',
  });
  const file = path.join(folder, `config-${clients.length}`);
  writeFileSync(file, text);
  const client = createClient(await loadKubeconfig({ path: file, env: { PATH: process.env['PATH'] }, ...options }));
  clients.push(client);
  return client;
}

/** True where the client may read the secrets of all namespaces, which only a cluster admin may here. */
async function mayReadSecrets(client: Client): Promise<boolean> {
  const secrets = await client.resource('secrets');
  return secrets.list({ limit: 1 }).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'api', statusCode: 403 });
      return false;
    },
  );
}

describe('a kubeconfig proves who somebody is, over TLS that is verified', () => {
  it('by a token', async () => {
    const client = await connectBy({ token: server.tokens.admin });
    expect(await mayReadSecrets(client)).toBe(true);
    expect(client.defaultNamespace).toBe('kube-system');
    expect(await mayReadSecrets(await connectBy({ token: server.tokens.reader }))).toBe(false);
  });

  it('by a client certificate in the file', async () => {
    const { certificate, key } = server.clientCertificate;
    const user = { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) };
    expect(await mayReadSecrets(await connectBy(user))).toBe(true);
  });

  it('by a client certificate and an authority beside the file, relative to it', async () => {
    writeFileSync(path.join(folder, 'ca.crt'), server.ca);
    writeFileSync(path.join(folder, 'me.crt'), server.clientCertificate.certificate);
    writeFileSync(path.join(folder, 'me.key'), server.clientCertificate.key);
    const user = { 'client-certificate': 'me.crt', 'client-key': 'me.key' };
    const cluster = { 'certificate-authority-data': undefined, 'certificate-authority': 'ca.crt' };
    expect(await mayReadSecrets(await connectBy(user, cluster))).toBe(true);
  });

  it('by a token file, read again when it changes', async () => {
    const tokenFile = path.join(folder, 'token');
    writeFileSync(tokenFile, server.tokens.reader);
    const client = await connectBy({ tokenFile });
    expect(await mayReadSecrets(client)).toBe(false);
    writeFileSync(tokenFile, `${server.tokens.admin}\n`);
    expect(await mayReadSecrets(client)).toBe(true);
  });

  it('by an exec plugin, asked again when the server refuses what it gave', async () => {
    const credential = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential' };
    const script = path.join(folder, 'plugin.cjs');
    const runs = path.join(folder, 'runs');
    writeFileSync(
      script,
      `const fs = require('node:fs');
fs.appendFileSync(${JSON.stringify(runs)}, 'x');
const token = fs.readFileSync(${JSON.stringify(runs)}).length === 1 ? 'worn-out' : ${JSON.stringify(server.tokens.admin)};
console.log(JSON.stringify({ ...${JSON.stringify(credential)}, status: { token } }));`,
    );
    const exec = {
      apiVersion: credential.apiVersion,
      command: process.execPath,
      args: [script],
      interactiveMode: 'Never',
    };
    const client = await connectBy({ exec });
    expect(await Promise.all([mayReadSecrets(client), mayReadSecrets(client)])).toEqual([true, true]);
    expect(readFileSync(runs, 'utf8')).toBe('xx');
  });

  it('and as whom they act', async () => {
    const token = server.tokens.admin;
    expect(await mayReadSecrets(await connectBy({ token, as: 'somebody' }))).toBe(false);
    const groups = ['readers', 'system:masters'];
    expect(await mayReadSecrets(await connectBy({ token, as: 'somebody', 'as-groups': groups }))).toBe(true);
  });
});

describe('a server that is not the right one is refused', () => {
  it('when its certificate comes from another authority', async () => {
    const stranger = createAuthority('another authority');
    const cluster = { 'certificate-authority-data': base64(stranger.certificate) };
    const client = await connectBy({ token: server.tokens.admin }, cluster);
    await expect(client.discovery.catalog()).rejects.toMatchObject({
      code: 'discovery',
      causes: { apis: { code: 'connection', reasonCode: expect.stringMatching(/CERT|SIGNATURE|ISSUER/) as string } },
    });
  });

  it('unless it is not to be verified', async () => {
    const cluster = { 'certificate-authority-data': undefined, 'insecure-skip-tls-verify': true };
    expect(await mayReadSecrets(await connectBy({ token: server.tokens.admin }, cluster))).toBe(true);
  });

  it('when its certificate has another name, and accepted by the name it has', async () => {
    const wrong = await connectBy({ token: server.tokens.admin }, { 'tls-server-name': 'elsewhere.example.com' });
    await expect(wrong.discovery.catalog()).rejects.toMatchObject({
      causes: { apis: { code: 'connection', reasonCode: 'ERR_TLS_CERT_ALTNAME_INVALID' } },
    });
    const right = await connectBy({ token: server.tokens.admin }, { 'tls-server-name': 'localhost' });
    expect(await mayReadSecrets(right)).toBe(true);
  });

  it('when nobody listens there, or the name leads nowhere', async () => {
    const nobody = await connectBy({ token: 't' }, { server: `https://127.0.0.1:${(await freePorts(1))[0]}` });
    await expect(nobody.discovery.catalog()).rejects.toMatchObject({
      causes: { apis: { reasonCode: 'ECONNREFUSED' } },
    });
    const nowhere = await connectBy({ token: 't' }, { server: 'https://no-such-host.invalid' });
    await expect(nowhere.discovery.catalog()).rejects.toMatchObject({
      causes: { apis: { code: 'connection', reasonCode: expect.stringMatching(/^E(NOTFOUND|AI_AGAIN)$/) as string } },
    });
  });
});
