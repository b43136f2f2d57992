import { copyFile } from 'node:fs/promises';
import type { Agent } from 'node:https';
import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../../src/core/client-options.js';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../../src/kubeconfig/index.js';
import { credentialsOf, oneContext, tlsFixture, tempFolder, type OneContext } from '../temp-folder.js';
import { tlsServer, visit } from './tls-server.js';

const [authority, otherAuthority, ada, adaKey, bob, bobKey] = await Promise.all(
  ['authority.crt', 'other-authority.crt', 'ada.crt', 'ada.key', 'bob.crt', 'bob.key'].map(tlsFixture),
);
const trusting = { 'certificate-authority-data': authority!.base64 };

async function load(
  server: string,
  { cluster, user }: OneContext,
  options: LoadKubeconfigOptions = {},
): Promise<ClientOptions> {
  const { write } = await tempFolder();
  const kubeconfig = oneContext({ cluster: { server, ...cluster }, ...(user && { user }) });
  return loadKubeconfig({ path: await write('config', kubeconfig), ...options });
}

describe('a server', () => {
  it("is verified with the cluster's authority, inline or in a file", async () => {
    const { url } = await tlsServer();
    const user = { token: 't' };
    expect(await visit(await load(url, { cluster: trusting, user }))).toMatchObject({ authorization: 'Bearer t' });
    const file = { 'certificate-authority': authority!.path };
    expect(await visit(await load(url, { cluster: file, user }))).toMatchObject({ authorization: 'Bearer t' });
  });

  it('of another authority, or of none that is known, is refused', async () => {
    const { url } = await tlsServer();
    for (const cluster of [{ 'certificate-authority-data': otherAuthority!.base64 }, {}]) {
      await expect(visit(await load(url, { cluster }))).rejects.toMatchObject({
        code: expect.stringMatching(/CERT|SIGNATURE/) as string,
      });
    }
  });

  it('whose certificate names another host is refused, unless that is the name to look for', async () => {
    const { url } = await tlsServer('named-server');
    await expect(visit(await load(url, { cluster: trusting }))).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    const named = { ...trusting, 'tls-server-name': 'kube.internal' };
    expect(await visit(await load(url, { cluster: named }))).toMatchObject({ serverName: 'kube.internal' });
    const wrong = { ...trusting, 'tls-server-name': 'kube.external' };
    await expect(visit(await load(url, { cluster: wrong }))).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('is not verified where the cluster says so', async () => {
    const { url } = await tlsServer('named-server');
    const loaded = await load(url, { cluster: { 'insecure-skip-tls-verify': true }, user: { token: 't' } });
    expect(await visit(loaded)).toMatchObject({ authorization: 'Bearer t' });
  });

  it('that is given as an option is not looked for by the name of the cluster', async () => {
    const { url } = await tlsServer();
    const cluster = { ...trusting, server: 'https://kube.internal', 'tls-server-name': 'kube.internal' };
    expect(await visit(await load('', { cluster }, { server: url }))).toMatchObject({ serverName: false });
    const { url: named } = await tlsServer('named-server');
    const options = { server: named, tlsServerName: 'kube.internal' };
    expect(await visit(await load('', { cluster }, options))).toMatchObject({ serverName: 'kube.internal' });
  });

  it('is verified or not as the options say, whatever the cluster says', async () => {
    const { url } = await tlsServer();
    const insecure = { 'insecure-skip-tls-verify': true };
    const wrong = { 'certificate-authority-data': otherAuthority!.base64 };
    expect(await visit(await load(url, { cluster: wrong }, { insecureSkipTLSVerify: true }))).toBeDefined();
    const given = { certificateAuthority: authority!.path };
    expect(await visit(await load(url, { cluster: wrong }, given))).toBeDefined();
    const other = { certificateAuthority: otherAuthority!.path };
    await expect(visit(await load(url, { cluster: insecure }, other))).rejects.toBeInstanceOf(Error);
  });
});

describe('a client certificate', () => {
  it.each([
    ['inline', { 'client-certificate-data': ada!.base64, 'client-key-data': adaKey!.base64 }],
    ['in files', { 'client-certificate': ada!.path, 'client-key': adaKey!.path }],
    [
      'inline before files',
      {
        'client-certificate-data': ada!.base64,
        'client-key-data': adaKey!.base64,
        'client-certificate': bob!.path,
        'client-key': '/missing',
      },
    ],
  ])('%s is shown to the server, beside a token', async (_, user) => {
    const { url } = await tlsServer();
    const loaded = await load(url, { cluster: trusting, user: { ...user, token: 't' } });
    expect(await visit(loaded)).toMatchObject({ client: 'ada', authorization: 'Bearer t' });
  });

  it("in the options comes before the user's", async () => {
    const { url } = await tlsServer();
    const user = { 'client-certificate-data': ada!.base64, 'client-key-data': adaKey!.base64 };
    const options = { clientCertificate: bob!.path, clientKey: bobKey!.path };
    expect(await visit(await load(url, { cluster: trusting, user }, options))).toMatchObject({ client: 'bob' });
  });

  it('that is replaced in its file is shown by a new agent, and a half replaced one by none', async () => {
    const { url } = await tlsServer();
    const { write, at } = await tempFolder();
    await write('user.crt', ada!.pem);
    await write('user.key', adaKey!.pem);
    const user = { 'client-certificate': 'user.crt', 'client-key': 'user.key' };
    const kubeconfig = oneContext({ cluster: { server: url, ...trusting }, user });
    const loaded = await loadKubeconfig({ path: await write('config', kubeconfig) });
    expect(await visit(loaded)).toMatchObject({ client: 'ada' });
    const { agent: before } = await credentialsOf(loaded);

    await copyFile(bob!.path, at('user.crt'));
    expect((await credentialsOf(loaded)).agent).toBe(before);
    expect(await visit(loaded)).toMatchObject({ client: 'ada' });

    await copyFile(bobKey!.path, at('user.key'));
    expect(await visit(loaded)).toMatchObject({ client: 'bob' });
    expect((await credentialsOf(loaded)).agent).not.toBe(before);
  });

  it('that is written again unchanged keeps the agent', async () => {
    const { write } = await tempFolder();
    await write('ca.crt', authority!.pem);
    const kubeconfig = oneContext({ cluster: { 'certificate-authority': 'ca.crt' } });
    const loaded = await loadKubeconfig({ path: await write('config', kubeconfig) });
    const { agent: before } = await credentialsOf(loaded);
    await write('ca.crt', authority!.pem);
    const agents = await Promise.all([1, 2, 3].map(async () => (await credentialsOf(loaded)).agent));
    expect(new Set([before, ...agents]).size).toBe(1);
  });
});

it('a server without a kubeconfig is corrected by options', async () => {
  const { configLocations } = await loadKubeconfig({ server: 'https://x', env: { KUBECONFIG: '/dev/null' } });
  expect(configLocations).toMatchObject({
    authority: { field: 'options.certificateAuthority' },
    serverName: { field: 'options.tlsServerName' },
  });
});

describe('the agent', () => {
  it('keeps its sockets, so that requests one after the other share one', async () => {
    const { url, connections } = await tlsServer();
    const loaded = await load(url, { cluster: trusting });
    for (let count = 0; count < 5; count += 1) await visit(loaded);
    expect(connections()).toBe(1);
  });

  it('has a socket for a request, however many watches are open', async () => {
    const { url, connections } = await tlsServer();
    const loaded = await load(url, { cluster: trusting });
    const watches = Array.from({ length: 20 }, () => visit(loaded, '/watch').catch(() => 'ended'));
    await expect.poll(connections).toBe(20);
    expect(await visit(loaded)).toMatchObject({ serverName: false });
    const { agent } = await credentialsOf(loaded);
    (agent as Agent).destroy();
    expect(new Set(await Promise.all(watches))).toEqual(new Set(['ended']));
  });

  it('of a certificate that was replaced gives its idle sockets back', async () => {
    const { url } = await tlsServer();
    const { write } = await tempFolder();
    await write('ca.crt', authority!.pem);
    const kubeconfig = oneContext({ cluster: { server: url, 'certificate-authority': 'ca.crt' } });
    const loaded = await loadKubeconfig({ path: await write('config', kubeconfig) });
    await visit(loaded);
    const { agent } = await credentialsOf(loaded);
    const idle = (): number => Object.values(Reflect.get(agent ?? {}, 'freeSockets') as object).flat().length;
    await expect.poll(idle).toBe(1);
    await write('ca.crt', `${authority!.pem}\n${otherAuthority!.pem}`);
    await visit(loaded);
    await expect.poll(idle).toBe(0);
  });

  it('is one for each loaded kubeconfig', async () => {
    const [one, other] = await Promise.all([load('https://x', {}), load('https://x', {})]);
    expect((await credentialsOf(one)).agent).not.toBe((await credentialsOf(other)).agent);
  });
});
