import { describe, expect, it } from 'vitest';
import { fromClientNode, inClusterOptions, loadKubeconfig } from '../../src/kubeconfig/index.js';
import { fakeKubeConfig } from './client-node-fakes.js';

const kubeConfig = fakeKubeConfig('1.4', { dev: { cluster: { server: 'https://x' } } });
/** As JavaScript calls it, without types. */
const call = (take: unknown, ...given: readonly unknown[]): Promise<unknown> =>
  Reflect.apply(take as () => void, undefined, given) as Promise<unknown>;

describe('a wrong argument', () => {
  it.each<[what: string, take: unknown, given: readonly unknown[], argument: string]>([
    ['null for options', loadKubeconfig, [null], 'options'],
    ['a path for options', loadKubeconfig, ['/path'], 'options'],
    ['a list for options', loadKubeconfig, [[]], 'options'],
    ['a name that is misspelt', loadKubeconfig, [{ contxt: 'dev' }], 'contxt'],
    ['null for a text', loadKubeconfig, [{ path: null }], 'path'],
    ['a number for a token', loadKubeconfig, [{ token: 4711 }], 'token'],
    ['a text for a flag', loadKubeconfig, [{ insecureSkipTLSVerify: 'false' }], 'insecureSkipTLSVerify'],
    ['one group without a list', loadKubeconfig, [{ asGroups: 'dev' }], 'asGroups'],
    ['null among groups', loadKubeconfig, [{ asGroups: [null] }], 'asGroups[0]'],
    ['null for the environment', loadKubeconfig, [{ env: null }], 'env'],
    ['null for a signal', loadKubeconfig, [{ signal: null }], 'signal'],
    ['a controller for a signal', loadKubeconfig, [{ signal: new AbortController() }], 'signal'],
    ['a limit of 0', loadKubeconfig, [{ connectTimeoutMs: 0 }], 'connectTimeoutMs'],
    ['a limit that is none', loadKubeconfig, [{ connectTimeoutMs: NaN }], 'connectTimeoutMs'],
    ['a limit in words', loadKubeconfig, [{ connectTimeoutMs: '1s' }], 'connectTimeoutMs'],
    ['a limit for plugins in words', loadKubeconfig, [{ execTimeoutMs: '1s' }], 'execTimeoutMs'],
    ['a limit for plugins of 0', loadKubeconfig, [{ execTimeoutMs: 0 }], 'execTimeoutMs'],
    ['null for options in a pod', inClusterOptions, [null], 'options'],
    ['a number for a folder', inClusterOptions, [{ folder: 1 }], 'folder'],
    ['null for options beside a KubeConfig', fromClientNode, [kubeConfig, null], 'options'],
    ['a limit below 0', fromClientNode, [kubeConfig, { connectTimeoutMs: -1 }], 'connectTimeoutMs'],
  ])('is reported as what it is: %s', async (_, take, given, argument) => {
    const failure: unknown = await call(take, ...given).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'invalid-argument', argument });
    expect((failure as Error).message).not.toContain('4711');
  });

  it('is none where there are no options at all', async () => {
    await expect(call(loadKubeconfig, undefined).catch((error: unknown) => error)).resolves.not.toMatchObject({
      code: 'invalid-argument',
    });
  });
});
