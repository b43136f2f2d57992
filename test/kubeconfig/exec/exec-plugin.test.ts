import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../../src/core/client-options.js';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../../src/kubeconfig/index.js';
import { tlsServer, visit } from '../tls/tls-server.js';
import { credentialsOf, oneContext, tlsFixture, tempFolder, type TempFolder } from '../temp-folder.js';
import { credential, plugin, v1 } from './plugins.js';

const [authority, ada, adaKey, bob, bobKey] = await Promise.all(
  ['authority.crt', 'ada.crt', 'ada.key', 'bob.crt', 'bob.key'].map(tlsFixture),
);
const v1beta1 = 'client.authentication.k8s.io/v1beta1';
const gives = (status: object): string => `print(${JSON.stringify(credential(status))});`;

interface Given {
  readonly user: object;
  readonly cluster?: object;
  readonly options?: LoadKubeconfigOptions;
}

async function load(temp: TempFolder, { user, cluster = {}, options = {} }: Given): Promise<ClientOptions> {
  const file = await temp.write('config', oneContext({ cluster, user }));
  return loadKubeconfig({ path: file, ...options });
}

async function authorization(loaded: ClientOptions): Promise<unknown> {
  return (await credentialsOf(loaded)).headers['authorization'];
}

describe('a plugin', () => {
  it('gives the token, and runs with the first request only', async () => {
    const temp = await tempFolder();
    const { exec, runs } = await plugin(temp, gives({ token: 'from-plugin' }));
    const loaded = await load(temp, { user: { exec } });
    expect(await runs()).toHaveLength(0);
    for (let count = 0; count < 3; count += 1) expect(await authorization(loaded)).toBe('Bearer from-plugin');
    expect(await runs()).toHaveLength(1);
  });

  it.each([
    ['YAML', `apiVersion: ${v1}\nkind: ExecCredential\nstatus:\n  token: t\n---\nnot: read\n`],
    ['an object without a kind', JSON.stringify({ apiVersion: v1, status: { token: 't' } })],
    ['JSON behind a byte order mark', `\ufeff${credential({ token: 't' })}`],
  ])('may print %s, as for kubectl', async (_, text) => {
    const temp = await tempFolder();
    const { exec } = await plugin(temp, `print(${JSON.stringify(text)});`);
    expect(await authorization(await load(temp, { user: { exec } }))).toBe('Bearer t');
  });

  it('gets its arguments, its variables on top of those of this process, and nothing to read', async () => {
    const temp = await tempFolder();
    const script = `print(JSON.stringify({ apiVersion: '${v1}', kind: 'ExecCredential',
      status: { token: 'read-' + readFileSync(0, 'utf8').length } }));`;
    const { exec, runs } = await plugin(temp, script);
    const args = [...(exec['args'] as string[]), 'get-token', '--x', 'a b'];
    const env = [
      { name: 'OWN', value: 'first' },
      { name: 'OWN', value: 'last' },
      { name: 'BLANK', value: '' },
      { name: 'FROM_OUTSIDE', value: 'replaced' },
    ];
    const outside = { FROM_OUTSIDE: 'x', KEPT: 'kept', KUBERNETES_EXEC_INFO: 'stale' };
    const loaded = await load(temp, { user: { exec: { ...exec, args, env } }, options: { env: outside } });
    expect(await authorization(loaded)).toBe('Bearer read-0');
    const [run] = await runs();
    expect(run?.args).toEqual(['get-token', '--x', 'a b']);
    expect(run?.env).toMatchObject({ OWN: 'last', BLANK: '', FROM_OUTSIDE: 'replaced', KEPT: 'kept' });
    expect(run?.info).toEqual({ kind: 'ExecCredential', apiVersion: v1, spec: { interactive: false } });
  });

  it('receives the cluster as kubectl passes it, where it requests it', async () => {
    const temp = await tempFolder();
    const { exec, runs } = await plugin(temp, gives({ token: 't' }), { provideClusterInfo: true });
    const cluster = {
      server: 'https://kube.internal:443/base/?q#f',
      'certificate-authority-data': authority!.base64,
      'tls-server-name': 'other.internal',
      'proxy-url': 'http://u:p@proxy.internal:3128/',
      'disable-compression': true,
      extensions: [
        { name: 'other', extension: { no: 1 } },
        { name: 'client.authentication.k8s.io/exec', extension: { audience: 'a<b', list: [1, null] } },
      ],
    };
    await credentialsOf(await load(temp, { user: { exec }, cluster }));
    expect((await runs())[0]?.info).toEqual({
      kind: 'ExecCredential',
      apiVersion: v1,
      spec: {
        cluster: {
          server: 'https://kube.internal:443/base/',
          'tls-server-name': 'other.internal',
          'certificate-authority-data': authority!.base64,
          'proxy-url': 'http://u:p@proxy.internal:3128/',
          'disable-compression': true,
          config: { audience: 'a<b', list: [1, null] },
        },
        interactive: false,
      },
    });
  });

  it('receives the options instead of the cluster, and no more than there is', async () => {
    const temp = await tempFolder();
    const { exec, runs } = await plugin(temp, gives({ token: 't' }), { provideClusterInfo: true });
    const options = { server: 'https://given', insecureSkipTLSVerify: true };
    await credentialsOf(await load(temp, { user: { exec }, options }));
    expect((await runs())[0]?.info).toMatchObject({
      spec: { cluster: { server: 'https://given', 'insecure-skip-tls-verify': true, config: null } },
    });
  });

  it('of v1beta1 is asked and answers in v1beta1, and needs no interactive mode', async () => {
    const temp = await tempFolder();
    const script = `print(${JSON.stringify(credential({ token: 'beta' }, v1beta1))});`;
    const { exec, runs } = await plugin(temp, script, { apiVersion: v1beta1, interactiveMode: undefined });
    expect(await authorization(await load(temp, { user: { exec } }))).toBe('Bearer beta');
    expect((await runs())[0]?.info).toMatchObject({ apiVersion: v1beta1 });
  });

  it('may give a client certificate, alone or beside a token', async () => {
    const temp = await tempFolder();
    const { url } = await tlsServer();
    const cluster = { server: url, 'certificate-authority-data': authority!.base64 };
    const pair = { clientCertificateData: ada!.pem, clientKeyData: adaKey!.pem };
    const alone = await plugin(temp, gives(pair));
    const seen = await visit(await load(temp, { user: { exec: alone.exec }, cluster }));
    expect(seen).toMatchObject({ client: 'ada' });
    expect(seen).not.toHaveProperty('authorization');
    const both = await plugin(temp, gives({ ...pair, token: 't' }), {}, 'both.cjs');
    const bothSeen = await visit(await load(temp, { user: { exec: both.exec }, cluster }));
    expect(bothSeen).toMatchObject({ client: 'ada', authorization: 'Bearer t' });
  });

  it('that gives another certificate later gives another agent, and the same agent for the same certificate', async () => {
    const temp = await tempFolder();
    const { url, connections } = await tlsServer();
    const cluster = { server: url, 'certificate-authority-data': authority!.base64 };
    const pairs = [
      { clientCertificateData: ada!.pem, clientKeyData: adaKey!.pem, token: 'a' },
      { clientCertificateData: ada!.pem, clientKeyData: adaKey!.pem, token: 'b' },
      { clientCertificateData: bob!.pem, clientKeyData: bobKey!.pem },
    ].map((status) => credential(status));
    const { exec } = await plugin(temp, `print(${JSON.stringify(pairs)}[run]);`);
    const loaded = await load(temp, { user: { exec }, cluster });
    expect(await visit(loaded)).toMatchObject({ client: 'ada', authorization: 'Bearer a' });
    const { agent } = await credentialsOf(loaded);
    expect((await credentialsOf(loaded, true)).agent).toBe(agent);
    expect(await visit(loaded)).toMatchObject({ client: 'ada', authorization: 'Bearer b' });
    expect(connections()).toBe(1);
    expect((await credentialsOf(loaded, true)).agent).not.toBe(agent);
    expect(await visit(loaded)).toMatchObject({ client: 'bob' });
    expect(connections()).toBe(2);
  });
});

describe('the command of a plugin', () => {
  it.each([
    ['a path from the folder of the kubeconfig', './bin/tool', ''],
    ['a path from there without a dot', 'bin/tool', ''],
    ['a name on the PATH', 'tool', '/nowhere:$BIN'],
  ])('may be %s', async (_, command, searched) => {
    const temp = await tempFolder();
    const { exec } = await plugin(temp, gives({ token: 'found' }), { command, args: [] }, 'bin/tool');
    await chmod(temp.at('bin/tool'), 0o755);
    const PATH = searched.replace('$BIN', temp.at('bin'));
    expect(await authorization(await load(temp, { user: { exec }, options: { env: { PATH } } }))).toBe('Bearer found');
  });

  it.each([
    ['in a folder that is relative to where this process is', (bin: string) => path.relative('.', bin)],
    ["on the plugin's own PATH only", () => '/nowhere'],
  ])('is not looked for %s', async (_, pathOf) => {
    const temp = await tempFolder();
    const env = [{ name: 'PATH', value: temp.at('bin') }];
    const { exec, runs } = await plugin(temp, gives({ token: 't' }), { command: 'tool', args: [], env }, 'bin/tool');
    await chmod(temp.at('bin/tool'), 0o755);
    const loaded = await load(temp, { user: { exec }, options: { env: { PATH: pathOf(temp.at('bin')) } } });
    await expect(credentialsOf(loaded)).rejects.toMatchObject({ code: 'kubeconfig-exec-missing' });
    expect(await runs()).toHaveLength(0);
  });
});

describe('a plugin does not run', () => {
  const pair = { 'client-certificate-data': ada!.base64, 'client-key-data': adaKey!.base64 };
  it.each([
    ['a token', { token: 't' }, {}],
    ['a password', { username: 'u', password: 'p' }, {}],
    ['a client certificate', pair, {}],
    ['a token as an option', {}, { token: 't' }],
    ['a client certificate as an option', {}, { clientCertificate: ada!.path, clientKey: adaKey!.path }],
    ['a server without TLS', {}, { server: 'http://127.0.0.1:8001' }],
  ])('beside %s', async (_, user, options) => {
    const temp = await tempFolder();
    const { exec, runs } = await plugin(temp, gives({ token: 'from-plugin' }));
    const { headers } = await credentialsOf(await load(temp, { user: { ...user, exec }, options }));
    expect(headers['authorization']).not.toBe('Bearer from-plugin');
    expect(await runs()).toHaveLength(0);
  });
});
