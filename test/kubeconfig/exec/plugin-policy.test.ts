import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../../src/kubeconfig/index.js';
import { credentialsOf, oneContext, tempFolder } from '../temp-folder.js';
import { credential, plugin } from './plugins.js';

const header = 'apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n';

interface Given {
  /** The kuberc file; `BIN` stands for the folder of the plugins. */
  readonly kuberc: string;
  /** The command of the kubeconfig. @default the plugin's name, to be found on the PATH */
  readonly command?: string;
  readonly options?: LoadKubeconfigOptions;
}

/** Loads a kubeconfig whose plugin is `get-token`, with `~/.kube/kuberc`, and authenticates once. */
async function authenticate({
  kuberc,
  command = 'get-token',
  options,
}: Given): Promise<{ runs: number; error?: unknown }> {
  const temp = await tempFolder();
  const { runs, exec } = await plugin(temp, `print(${JSON.stringify(credential({ token: 't' }))});`, {}, 'get-token');
  const bin = path.dirname(temp.at('get-token'));
  await chmod(temp.at('get-token'), 0o755);
  const at = (text: string): string => text.replaceAll('BIN', bin);
  await temp.write('.kube/kuberc', at(kuberc));
  const file = await temp.write('config', oneContext({ user: { exec: { ...exec, args: [], command: at(command) } } }));
  const env = { HOME: bin, PATH: bin };
  try {
    await credentialsOf(await loadKubeconfig({ path: file, kuberc: true, env, ...options }));
    return { runs: (await runs()).length };
  } catch (error) {
    return { runs: (await runs()).length, error };
  }
}

const allowing = (...entries: string[]): string =>
  `${header}credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n${entries.map((each) => `- ${each}\n`).join('')}`;

describe('a plugin that kuberc allows runs', () => {
  it.each<Given & { readonly rule: string }>([
    { rule: 'without a policy', kuberc: header },
    { rule: 'with an empty file', kuberc: '' },
    { rule: 'with AllowAll', kuberc: `${header}credentialPluginPolicy: AllowAll\n` },
    { rule: 'by its name', kuberc: allowing('command: other', 'command: get-token') },
    { rule: 'by the former field', kuberc: allowing('name: get-token') },
    { rule: 'by its path', kuberc: allowing('command: BIN/get-token') },
    { rule: 'a path by its name on the PATH', kuberc: allowing('command: get-token'), command: 'BIN/get-token' },
    { rule: 'a path that is not normal', kuberc: allowing('command: BIN/get-token'), command: 'BIN/./get-token' },
    { rule: 'after documents of other kinds', kuberc: `kind: Other\n---\n${allowing('command: get-token')}` },
    { rule: 'unless asked', kuberc: `${header}credentialPluginPolicy: DenyAll\n`, options: { kuberc: false } },
  ])('$rule', async ({ rule: _, ...given }) => {
    expect(await authenticate(given)).toEqual({ runs: 1 });
  });

  it.each([{ KUBERC: 'off' }, { KUBECTL_KUBERC: 'false' }])('with %j', async (env) => {
    const kuberc = `${header}credentialPluginPolicy: DenyAll\n`;
    const temp = await tempFolder();
    const { exec, runs } = await plugin(temp, `print(${JSON.stringify(credential({ token: 't' }))});`);
    await temp.write('.kube/kuberc', kuberc);
    const file = await temp.write('config', oneContext({ user: { exec } }));
    const HOME = path.dirname(file);
    await credentialsOf(await loadKubeconfig({ path: file, kuberc: true, env: { HOME, ...env } }));
    expect(await runs()).toHaveLength(1);
  });
});

describe('a plugin that kuberc does not allow never runs', () => {
  it.each<Given & { readonly rule: string }>([
    { rule: 'with DenyAll', kuberc: `${header}credentialPluginPolicy: DenyAll\n` },
    { rule: 'with other names', kuberc: allowing('command: get', 'command: get-token2') },
    { rule: 'with a file of the same name elsewhere', kuberc: allowing('command: /elsewhere/get-token') },
    { rule: 'in letters of another case', kuberc: allowing('command: GET-TOKEN') },
  ])('$rule', async ({ rule: _, ...given }) => {
    const { runs, error } = await authenticate(given);
    expect(runs).toBe(0);
    expect(error).toMatchObject({ code: 'kubeconfig-exec-refused', command: 'get-token' });
  });

  it.each<Given & { readonly rule: string; readonly says: string }>([
    { rule: 'an unknown policy', kuberc: `${header}credentialPluginPolicy: Deny\n`, says: 'it is "Deny"' },
    { rule: 'a list without its policy', kuberc: `${header}credentialPluginAllowlist: []\n`, says: 'is AllowAll' },
    { rule: 'no list', kuberc: `${header}credentialPluginPolicy: Allowlist\n`, says: 'it is empty' },
    { rule: 'an empty entry', kuberc: allowing('{}'), says: 'it has no command' },
    { rule: 'two commands', kuberc: allowing('{ name: a, command: get-token }'), says: 'differ' },
    { rule: 'a path that is not normal', kuberc: allowing('command: BIN/./get-token'), says: 'not a normalized path' },
    { rule: 'no preference', kuberc: 'kind: Other\n', says: 'no Preference' },
    { rule: 'no YAML', kuberc: '{', says: 'cannot be read as YAML' },
    { rule: 'a missing file', kuberc: header, says: 'not found', options: { kuberc: '/nowhere/kuberc' } },
    { rule: 'a folder', kuberc: header, says: 'cannot be read', options: { kuberc: import.meta.dirname } },
  ])('if it holds $rule', async ({ rule: _, says, ...given }) => {
    const { runs, error } = await authenticate(given);
    expect(runs).toBe(0);
    expect(error).toMatchObject({ message: expect.stringContaining(says) as string });
  });
});

describe('the file', () => {
  it('is the given one, before that of KUBERC, before the one at home', async () => {
    const temp = await tempFolder();
    const { exec, runs } = await plugin(temp, `print(${JSON.stringify(credential({ token: 't' }))});`);
    const file = await temp.write('config', oneContext({ user: { exec } }));
    const denies = await temp.write('denies', `${header}credentialPluginPolicy: DenyAll\n`);
    const allows = await temp.write('.kube/kuberc', header);
    const env = { HOME: path.dirname(file), KUBERC: denies };
    const load = async (kuberc: true | string): Promise<unknown> =>
      credentialsOf(await loadKubeconfig({ path: file, kuberc, env }));
    await expect(load(true)).rejects.toMatchObject({ kuberc: denies });
    await load(allows);
    expect(await runs()).toHaveLength(1);
    const off = loadKubeconfig({ path: file, kuberc: allows, env: { ...env, KUBERC: 'off' } });
    await expect(off).rejects.toMatchObject({ code: 'invalid-argument', argument: 'kuberc' });
  });

  it('is reported for fields that kubectl does not know, and for one that was asked for without a plugin', async () => {
    const warnings: string[] = [];
    const misspelt = `${header}credentialPluginPolcy: DenyAll\n`;
    await authenticate({ kuberc: misspelt, options: { onWarning: (text) => warnings.push(text) } });
    expect(warnings).toEqual([expect.stringContaining('"credentialPluginPolcy"')]);
    const temp = await tempFolder();
    const file = await temp.write('config', oneContext({ user: { token: 't' } }));
    await expect(loadKubeconfig({ path: file, kuberc: temp.at('nope') })).rejects.toThrow(/not found/);
  });
});
