import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../../src/core/shared/invalid-argument-error.js';
import { KubeconfigSyntaxError, listContexts, loadKubeconfig } from '../../../src/kubeconfig/index.js';
import { credentialsOf, tempFolder } from '../temp-folder.js';

const text = `
apiVersion: v1
kind: Config
current-context: dev
clusters: [{ name: near, cluster: { server: https://near:6443 } }]
users: [{ name: ada, user: { token: adas } }]
contexts:
  - { name: dev, context: { cluster: near, user: ada, namespace: web } }
  - { name: prod, context: { cluster: near } }
`;
/** Where a kubeconfig would be looked for that must not be read. */
const env = { HOME: '/nonexistent', KUBECONFIG: '/nonexistent/config' };

describe('a kubeconfig as text', () => {
  it('leads to server, user and namespace without a file', async () => {
    const options = await loadKubeconfig({ text, env });
    expect([options.server, options.namespace]).toEqual(['https://near:6443', 'web']);
    expect((await credentialsOf(options)).headers).toEqual({ authorization: 'Bearer adas' });
    expect((await loadKubeconfig({ text, env, context: 'prod' })).namespace).toBeUndefined();
  });

  it.each([undefined, '', '  \n'])('that is blank (%j) leads to no other cluster', async (blank) => {
    const { write } = await tempFolder();
    const there = { HOME: '/nonexistent', KUBECONFIG: await write('config', text) };
    await expect(loadKubeconfig({ text: blank, env: there })).rejects.toThrow(InvalidArgumentError);
    await expect(listContexts({ text: blank, env: there })).rejects.toThrow(InvalidArgumentError);
  });

  it('is refused beside a path, and quoted by no error', async () => {
    await expect(loadKubeconfig({ text, path: 'config', env })).rejects.toThrow('text is set together with path');
    const wrong = 'users: [{ name: a, user: { token: hunter2 }';
    const refusal: unknown = await loadKubeconfig({ text: wrong, env }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(KubeconfigSyntaxError);
    expect(String(refusal)).not.toContain('hunter2');
  });
});

describe('the contexts', () => {
  it('are listed in their order, the current one marked', async () => {
    const dev = { name: 'dev', cluster: 'near', user: 'ada', namespace: 'web', isCurrent: true };
    const prod = { name: 'prod', cluster: 'near', user: undefined, namespace: undefined, isCurrent: false };
    expect(await listContexts({ text, env })).toEqual([dev, prod]);
  });

  it('of merged files are those of all, and of none are none', async () => {
    const { write, at } = await tempFolder();
    const more = { 'current-context': 'dev', contexts: [{ name: 'lab', context: { cluster: 'near' } }] };
    const files = [await write('first', more), await write('second', text)];
    const listed = await listContexts({ env: { KUBECONFIG: files.join(':') } });
    expect(listed.map(({ name, isCurrent }) => [name, isCurrent]).sort()).toEqual([
      ['dev', true],
      ['lab', false],
      ['prod', false],
    ]);
    expect(await listContexts({ env: { HOME: at('nobody') } })).toEqual([]);
  });
});
