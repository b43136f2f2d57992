import { writeFileSync } from 'node:fs';
import type { Agent } from 'node:https';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import type { Client, ClientOptions } from '../../../src/index.js';
import { loadKubeconfig } from '../../../src/kubeconfig/index.js';
import { plugin, v1 } from '../../kubeconfig/exec/plugins.js';
import { tempFolder } from '../../kubeconfig/temp-folder.js';
import type { IssuedCertificate } from '../../../src/testing/tls/certificates.js';
import { base64, clientOf, connectBy, kubeconfigOf, loadBy, mayReadSecrets, whoIs } from './by-kubeconfig.js';

const server = inject('server');
const { admin, reader } = server.clientCertificates;

afterEach(() => {
  vi.useRealTimers();
});

/** A client that notes each pool of sockets it was given. */
function watched(options: ClientOptions): { readonly client: Client; readonly pools: ReadonlySet<Agent> } {
  const pools = new Set<Agent>();
  const authenticate: ClientOptions['authenticate'] = async (context) => {
    const credentials = await options.authenticate!(context);
    pools.add(credentials.agent as Agent);
    return credentials;
  };
  return { client: clientOf({ ...options, authenticate }), pools };
}

/** How many sockets each pool keeps for later. */
function idleSockets(pools: Iterable<Agent>): number[] {
  return [...pools].map(({ freeSockets }) => Object.values(freeSockets).flat().length);
}

/** What a plugin prints who shows a certificate. */
function statusOf({ certificate, key }: IssuedCertificate): object {
  return { clientCertificateData: certificate, clientKeyData: key };
}

describe('a token file that is written anew', () => {
  it('is read again, and the pool stays', async () => {
    const { write } = await tempFolder();
    const tokenFile = await write('token', server.tokens.reader);
    const { client, pools } = watched(await loadBy({ tokenFile }));
    expect(await whoIs(client)).toMatchObject({ username: 'reader' });
    writeFileSync(tokenFile, `${server.tokens.admin}\n`);
    expect(await whoIs(client)).toMatchObject({ username: 'admin' });
    expect(pools.size).toBe(1);
  });
});

describe('a client certificate that is replaced in its files', () => {
  it('makes the server see the other user, over a new pool', async () => {
    const { write } = await tempFolder();
    await write('me.crt', reader.certificate);
    await write('me.key', reader.key);
    const user = { 'client-certificate': 'me.crt', 'client-key': 'me.key' };
    const path = await write('config', kubeconfigOf(user));
    const { client, pools } = watched(await loadKubeconfig({ path }));
    expect(await whoIs(client)).toMatchObject({ username: 'certified-reader' });
    expect([pools.size, await mayReadSecrets(client)]).toEqual([1, false]);
    await write('me.crt', admin.certificate);
    await write('me.key', admin.key);
    expect(await whoIs(client)).toMatchObject({ username: 'certified-admin' });
    expect([pools.size, await mayReadSecrets(client)]).toEqual([2, true]);
    await expect.poll(() => idleSockets(pools)[0]).toBe(0);
  });
});

describe('an exec plugin', () => {
  it('whose certificate expires is asked for another one, shown over a new pool', async () => {
    const place = await tempFolder();
    // Ten minutes of life each; the first one is the reader's, all others are the admin's.
    const { exec, runs } = await plugin(
      place,
      `const statuses = ${JSON.stringify([statusOf(reader), statusOf(admin)])};
      const expirationTimestamp = new Date(Date.now() + [10, 60][run] * 60_000).toISOString();
      print(JSON.stringify({ apiVersion: '${v1}', kind: 'ExecCredential', status: { ...statuses[run], expirationTimestamp } }));`,
    );
    const { client, pools } = watched(await loadBy({ exec }));
    expect(await whoIs(client)).toMatchObject({ username: 'certified-reader' });
    expect([pools.size, await mayReadSecrets(client)]).toEqual([1, false]);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    expect(await whoIs(client)).toMatchObject({ username: 'certified-admin' });
    expect([pools.size, await mayReadSecrets(client)]).toEqual([2, true]);
    expect(await runs()).toHaveLength(2);
    await expect.poll(() => idleSockets(pools)[0]).toBe(0);
  });

  it('is run again at once when the server refuses its token, once for all who ask', async () => {
    const place = await tempFolder();
    const { exec, runs } = await plugin(
      place,
      `const token = run === 0 ? 'worn-out' : ${JSON.stringify(server.tokens.admin)};
      print(JSON.stringify({ apiVersion: '${v1}', kind: 'ExecCredential', status: { token } }));`,
    );
    const client = await connectBy({ exec });
    expect(await Promise.all([mayReadSecrets(client), mayReadSecrets(client)])).toEqual([true, true]);
    expect(await runs()).toHaveLength(2);
  });

  it.each(['v1', 'v1beta1'])('of %s gets its variables and what it is to know of the cluster', async (version) => {
    const place = await tempFolder();
    const apiVersion = `client.authentication.k8s.io/${version}`;
    const script = `const { apiVersion } = info;
      print(JSON.stringify({ apiVersion, kind: 'ExecCredential', status: { token: env.E2E_TOKEN } }));`;
    const env = [{ name: 'E2E_TOKEN', value: server.tokens.reader }];
    const { exec, runs } = await plugin(place, script, { apiVersion, env, provideClusterInfo: true });
    expect(await whoIs(await connectBy({ exec }))).toMatchObject({ username: 'reader' });
    const cluster = { server: server.url, 'certificate-authority-data': base64(server.ca) };
    expect((await runs()).map(({ info }) => info)).toMatchObject([
      { apiVersion, kind: 'ExecCredential', spec: { interactive: false, cluster } },
    ]);
  });
});
