import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../../src/kubeconfig/index.js';
import { credentialsOf, oneContext, tempFolder } from '../temp-folder.js';

const three = {
  'current-context': 'dev',
  clusters: [
    { name: 'near', cluster: { server: 'https://near:6443/' } },
    { name: 'far', cluster: { server: 'https://far/k8s/clusters/c-abc/' } },
  ],
  contexts: [
    { name: 'dev', context: { cluster: 'near', user: 'ada', namespace: 'web' } },
    { name: 'prod', context: { cluster: 'far', user: 'bob' } },
    { name: 'nobody', context: { cluster: 'near' } },
  ],
  users: [
    { name: 'ada', user: { token: 'adas' } },
    { name: 'bob', user: { token: 'bobs' } },
  ],
};

interface Chosen {
  readonly server: string;
  readonly namespace: string | undefined;
  readonly authorization: unknown;
}

async function choose(kubeconfig: object, options: LoadKubeconfigOptions = {}): Promise<Chosen> {
  const { write } = await tempFolder();
  const loaded = await loadKubeconfig({ path: await write('config', kubeconfig), ...options });
  const { headers } = await credentialsOf(loaded);
  return { server: loaded.server, namespace: loaded.namespace, authorization: headers['authorization'] };
}

const cases: readonly { rule: string; options: LoadKubeconfigOptions; chosen: Partial<Chosen> }[] = [
  {
    rule: 'the current context leads to server, user and namespace',
    options: {},
    chosen: { server: 'https://near:6443', namespace: 'web', authorization: 'Bearer adas' },
  },
  {
    rule: 'a context that is asked for comes before the current one',
    options: { context: 'prod' },
    chosen: { server: 'https://far/k8s/clusters/c-abc', namespace: undefined, authorization: 'Bearer bobs' },
  },
  {
    rule: "a cluster that is asked for replaces the context's",
    options: { cluster: 'far' },
    chosen: { server: 'https://far/k8s/clusters/c-abc', namespace: 'web', authorization: 'Bearer adas' },
  },
  {
    rule: "a user that is asked for replaces the context's",
    options: { user: 'bob' },
    chosen: { server: 'https://near:6443', authorization: 'Bearer bobs' },
  },
  { rule: 'a namespace that is given comes first', options: { namespace: 'db' }, chosen: { namespace: 'db' } },
  {
    rule: 'a server that is given comes first',
    options: { server: 'https://elsewhere/path/?x#y' },
    chosen: { server: 'https://elsewhere/path', authorization: 'Bearer adas' },
  },
  {
    rule: "a token that is given replaces the user's",
    options: { token: 'mine' },
    chosen: { authorization: 'Bearer mine' },
  },
  {
    rule: "a password that is given replaces the user's token",
    options: { username: 'ada', password: 'päss' },
    chosen: { authorization: `Basic ${Buffer.from('ada:päss').toString('base64')}` },
  },
  {
    rule: 'a context without a user is anonymous',
    options: { context: 'nobody' },
    chosen: { authorization: undefined },
  },
  {
    rule: 'an empty option is none',
    options: { context: '', cluster: '', user: '', server: '', namespace: '', token: '' },
    chosen: { server: 'https://near:6443', namespace: 'web', authorization: 'Bearer adas' },
  },
];

describe('what a kubeconfig leads to', () => {
  it.each(cases)('$rule', async ({ options, chosen }) => {
    expect(await choose(three, options)).toMatchObject(chosen);
  });

  it('needs no context where a cluster is asked for', async () => {
    const { 'current-context': _, ...without } = three;
    expect(await choose(without, { cluster: 'near', user: 'bob' })).toEqual({
      server: 'https://near:6443',
      namespace: undefined,
      authorization: 'Bearer bobs',
    });
  });

  it('may be written in YAML with comments, anchors and merge keys', async () => {
    const { write } = await tempFolder();
    const file = await write(
      'config',
      `# mine
current-context: &name dev
clusters:
- name: c
  cluster: &base { server: "https://here:1", extensions: [ { name: x } ] }
- name: d
  cluster: { <<: *base, tls-server-name: other }
contexts: [ { name: *name, context: { cluster: d, user: null } } ]
users:
`,
    );
    expect((await loadKubeconfig({ path: file })).server).toBe('https://here:1');
  });

  it('reads names that JavaScript has a meaning for', async () => {
    const odd = {
      'current-context': '__proto__',
      clusters: [{ name: 'constructor', cluster: { server: 'https://odd' } }],
      contexts: [{ name: '__proto__', context: { cluster: 'constructor', user: 'toString' } }],
      users: [{ name: 'toString', user: { token: 't' } }],
    };
    expect(await choose(odd)).toMatchObject({ server: 'https://odd', authorization: 'Bearer t' });
  });
});

describe('where the kubeconfig is', () => {
  it('KUBECONFIG says, or else it is ~/.kube/config', async () => {
    const { folder, write } = await tempFolder();
    await write('.kube/config', oneContext({ cluster: { server: 'https://home' } }));
    const listed = await write('listed', oneContext({ cluster: { server: 'https://listed' } }));
    const serverFor = async (env: Record<string, string>): Promise<string> => (await loadKubeconfig({ env })).server;
    expect(await serverFor({ HOME: folder })).toBe('https://home');
    expect(await serverFor({ HOME: folder, KUBECONFIG: '' })).toBe('https://home');
    expect(await serverFor({ HOME: folder, KUBECONFIG: listed })).toBe('https://listed');
  });

  it('the path that is given says, whatever KUBECONFIG says', async () => {
    const { write, at } = await tempFolder();
    const file = await write('given', oneContext({ cluster: { server: 'https://given' } }));
    expect((await loadKubeconfig({ path: file, env: { KUBECONFIG: at('missing') } })).server).toBe('https://given');
    expect((await loadKubeconfig({ path: path.relative('.', file) })).server).toBe('https://given');
  });

  it('does not matter where a server is given and no file is there', async () => {
    const { folder } = await tempFolder();
    const loaded = await loadKubeconfig({ server: 'http://127.0.0.1:8001', env: { HOME: folder } });
    expect(loaded).toMatchObject({ server: 'http://127.0.0.1:8001', namespace: undefined });
    expect(await credentialsOf(loaded)).toEqual({ headers: {}, agent: undefined });
  });

  it('is a mistake where it is a folder', async () => {
    const { at } = await tempFolder();
    await mkdir(at('folder'));
    await expect(loadKubeconfig({ path: at('folder') })).rejects.toMatchObject({
      code: 'kubeconfig-unreadable-file',
      file: at('folder'),
    });
  });
});
