import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../src/kubeconfig/index.js';
import { KubeError } from '../../src/core/shared/kube-error.js';
import { plugin } from './exec/plugins.js';
import { freePort, get } from './requests.js';
import { tlsServer } from './tls/tls-server.js';
import { oneContext, tlsFixture, tempFolder, type TempFolder } from './temp-folder.js';

const [authority, otherAuthority] = await Promise.all(['authority.crt', 'other-authority.crt'].map(tlsFixture));
const trusting = { 'certificate-authority-data': authority!.base64 };
const secret = 'hunter2-hunter2';

interface Mistake {
  readonly what: string;
  /** Writes the kubeconfig; `secret` is somewhere in it, or in what a plugin says. */
  readonly kubeconfig: (temp: TempFolder) => Promise<string | object>;
  readonly options?: LoadKubeconfigOptions;
  readonly code: string;
  /** Undefined where the file as a whole is wrong. */
  readonly field?: string;
}

const withPlugin = (script: string) => async (temp: TempFolder) =>
  oneContext({ user: { exec: (await plugin(temp, script)).exec } });

const mistakes: readonly Mistake[] = [
  {
    what: 'a kubeconfig that is not YAML',
    kubeconfig: async () => `users: [{ token: ${secret} }\n- x`,
    code: 'kubeconfig-syntax',
  },
  {
    what: 'a missing context',
    kubeconfig: async () => oneContext({ user: { token: secret } }),
    options: { context: 'prod' },
    code: 'kubeconfig-missing-entry',
    field: 'options.context',
  },
  {
    what: 'an unreadable certificate',
    kubeconfig: async () => oneContext({ user: { token: secret, 'client-certificate': '/no', 'client-key': '/no' } }),
    code: 'kubeconfig-unreadable-file',
    field: 'users["me"].user.client-certificate',
  },
  {
    what: 'a certificate that is none',
    kubeconfig: async () => oneContext({ cluster: { 'certificate-authority-data': btoa(secret) } }),
    code: 'kubeconfig-invalid-certificate',
    field: 'clusters["c"].cluster.certificate-authority-data',
  },
  {
    what: 'a token that is no text',
    kubeconfig: async () => oneContext({ user: { token: [secret] } }),
    code: 'kubeconfig-invalid-field',
    field: 'users["me"].user.token',
  },
  {
    what: 'a plugin that is not there',
    kubeconfig: async () => {
      const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such', args: [secret] };
      return oneContext({ user: { exec: { ...exec, interactiveMode: 'Never' } } });
    },
    code: 'kubeconfig-exec-missing',
    field: 'users["me"].user.exec',
  },
  {
    what: 'a plugin that fails',
    kubeconfig: withPlugin(`print('${secret}'); process.exitCode = 1;`),
    code: 'kubeconfig-exec-failed',
    field: 'users["me"].user.exec',
  },
  {
    what: 'a plugin that hangs',
    kubeconfig: withPlugin(`print('${secret}'); setInterval(() => {}, 1000);`),
    options: { execTimeoutMs: 300 },
    code: 'kubeconfig-exec-timeout',
    field: 'users["me"].user.exec',
  },
  {
    what: 'a plugin that prints garbage',
    kubeconfig: withPlugin(`print('${secret}');`),
    code: 'kubeconfig-exec-output',
    field: 'users["me"].user.exec',
  },
  {
    what: 'a wrong authority',
    kubeconfig: async () => {
      const cluster = { server: (await tlsServer()).url, 'certificate-authority-data': otherAuthority!.base64 };
      return oneContext({ cluster, user: { token: secret } });
    },
    code: 'untrusted-server',
    field: 'clusters["c"].cluster.certificate-authority-data',
  },
  {
    what: 'a server whose certificate has another name',
    kubeconfig: async () => {
      const cluster = { server: (await tlsServer()).url, 'tls-server-name': 'elsewhere.example.org', ...trusting };
      return oneContext({ cluster, user: { token: secret } });
    },
    code: 'untrusted-server',
    field: 'clusters["c"].cluster.tls-server-name',
  },
  {
    what: 'a host that resolves nowhere',
    kubeconfig: async () =>
      oneContext({ cluster: { server: `https://${'x'.repeat(64)}`, ...trusting }, user: { token: secret } }),
    code: 'host-not-found',
    field: 'clusters["c"].cluster.server',
  },
  {
    what: 'a port that nobody listens on',
    kubeconfig: async () =>
      oneContext({ cluster: { server: `https://127.0.0.1:${await freePort()}` }, user: { token: secret } }),
    code: 'connection-refused',
    field: 'clusters["c"].cluster.server',
  },
  {
    what: 'a proxy that nobody runs',
    kubeconfig: async () => {
      const proxy = `http://ada:${secret}@127.0.0.1:${await freePort()}`;
      return oneContext({ cluster: { server: 'https://10.0.0.1', 'proxy-url': proxy }, user: { token: secret } });
    },
    code: 'connection-refused',
    field: 'clusters["c"].cluster.proxy-url',
  },
];

async function failureOf({ kubeconfig, options }: Mistake): Promise<{ error: unknown; file: string }> {
  const temp = await tempFolder();
  const file = await temp.write('config', await kubeconfig(temp));
  const request = async (): Promise<unknown> => get(await loadKubeconfig({ path: file, ...options }));
  const error: unknown = await request().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, file };
}

describe('each mistake has a code of its own', () => {
  it.each(mistakes)('$what', async (mistake) => {
    const { code, field, options } = mistake;
    const { error, file } = await failureOf(mistake);
    const context = code === 'kubeconfig-syntax' ? undefined : (options?.context ?? 'dev');
    expect(error).toBeInstanceOf(KubeError);
    expect(error).toMatchObject({ code, file, context, field });
    for (const each of [file, context ?? '', field ?? '']) expect((error as KubeError).message).toContain(each);
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(secret);
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(btoa(secret));
  });
});
