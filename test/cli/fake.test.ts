import { KubeConfig, CoreV1Api, CustomObjectsApi } from '@kubernetes/client-node';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { tempFolder } from '../kubeconfig/temp-folder.js';
import { celDefinition } from '../testing/cel-rows.js';
import { definition } from '../testing/schema-rows.js';

/** Runs `fake` until the work has ended. */
async function serve(words: readonly string[], work: () => Promise<void>): Promise<{ code: number; stderr: string }> {
  const ending = new AbortController();
  let stderr = '';
  let ready = (): void => undefined;
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const code = runCli({
    argv: ['fake', ...words],
    env: {},
    isTTY: false,
    signal: ending.signal,
    stdout: {
      write: (text) => {
        expect(text).toMatch(/^ready at https:\/\/127\.0\.0\.1:\d+\n$/);
        ready();
        return Promise.resolve();
      },
    },
    stderr: {
      write: (text) => {
        stderr += String(text);
        return Promise.resolve();
      },
    },
  });
  await Promise.race([isReady, code]);
  try {
    await work();
  } finally {
    ending.abort();
  }
  return { code: await code, stderr };
}

it('serves definitions and objects from files until it is interrupted', async () => {
  const { write, at } = await tempFolder();
  await write('crds/rules.json', definition);
  await write('crds/judged.json', celDefinition);
  await write('objects/deep/map.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\n');
  const words = ['--crds', at('crds'), '--objects', at('objects'), '--write-kubeconfig', at('config')];
  const { code, stderr } = await serve(words, async () => {
    const config = new KubeConfig();
    config.loadFromString(await readFile(at('config'), 'utf8'));
    const maps = await config.makeApiClient(CoreV1Api).listNamespacedConfigMap({ namespace: 'shop' });
    expect(maps.items.map((item) => item.metadata?.name)).toEqual(['a']);
    const where = { group: 'kit.example.org', version: 'v1', plural: 'rules', namespace: 'shop' };
    const rules = config.makeApiClient(CustomObjectsApi);
    const create = (spec: object) =>
      rules.createNamespacedCustomObject({
        ...where,
        body: { apiVersion: 'kit.example.org/v1', kind: 'Rule', metadata: { name: 'a' }, spec },
      });
    await expect(create({ size: 99 })).rejects.toMatchObject({ code: 422 });
    expect(await create({ size: 1 })).toMatchObject({ spec: { unit: 'cm' } });
    const judged = { apiVersion: 'cel.example.org/v1', kind: 'Judged', metadata: { name: 'a' }, spec: { replicas: 0 } };
    const other = { ...where, group: 'cel.example.org', plural: 'judged' };
    await expect(rules.createNamespacedCustomObject({ ...other, body: judged })).rejects.toMatchObject({
      code: 422,
      body: expect.stringContaining('must be positive') as string,
    });
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

it.each([
  [
    ['--port', '70000'],
    "error: option '--port <number>' argument '70000' is invalid. It must be a port, at most 65535.\n",
  ],
  [
    ['--speaks', '1.30'],
    "error: option '--speaks <version>' argument '1.30' is invalid. Allowed choices are 1.37, 1.36, 1.34, 1.29.\n",
  ],
])('refuses %j', async (words, stderr) => {
  expect(await serve(words, () => Promise.resolve())).toEqual({ code: 2, stderr });
});

it('refuses files that hold something else', async () => {
  const { write } = await tempFolder();
  const map = await write('map.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n');
  const idle = (): Promise<void> => Promise.resolve();
  expect(await serve(['--crds', map], idle)).toEqual({
    code: 2,
    stderr: 'error: --crds has a ConfigMap; use --objects for it.\n',
  });
  const broken = await write('broken.yaml', 'a: [');
  expect((await serve(['--objects', broken], idle)).stderr).toMatch(/^error: .*broken\.yaml", line 1, column \d+: /);
});
