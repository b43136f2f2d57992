import { KubeConfig, CoreV1Api, CustomObjectsApi } from '@kubernetes/client-node';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { withoutRequests } from '../../src/cli/commands/fake.js';
import { runCli } from '../../src/cli/run-cli.js';
import { exec, forwardPort, run, type ExecOptions } from '../../src/connect/index.js';
import { createClient } from '../../src/index.js';
import { loadKubeconfig } from '../../src/kubeconfig/index.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
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

const podsFile = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec: { containers: [{ name: main, image: main }, { name: side, image: side }] }
---
apiVersion: v1
kind: Pod
metadata: { name: quiet, namespace: shop }
spec: { containers: [{ name: main, image: main }] }
---
apiVersion: v1
kind: Pod
metadata: { name: odd, namespace: shop }
spec: { containers: [{ name: ../../secret, image: main }] }
`;

it('keeps no list of the requests, of which there are many in days', async () => {
  const fake = createFakeApiServer({ documents: kubernetes() });
  const server = withoutRequests(fake);
  for (let count = 0; count < 3; count += 1) await server.handle(new Request('http://localhost/api/v1/pods'));
  expect(fake.requests).toHaveLength(1);
});

it('plays logs from a folder, commands by a program and ports by those of this machine', async () => {
  const { write, at } = await tempFolder();
  await write('pods.yaml', podsFile);
  await write('secret.log', 'secret\n');
  await write('logs/shop/web.log', 'all\n');
  await write('logs/shop/web/side.log', 'side\n');
  await using listening = await echoServer();
  const words = ['--objects', at('pods.yaml'), '--write-kubeconfig', at('config'), '--logs', at('logs')];
  const { code, stderr } = await serve(
    [...words, '--exec', 'env', '--forward', `80=${listening.port}`, '--forward', '81=1'],
    async () => {
      const client = createClient(await loadKubeconfig({ path: at('config') }));
      const pods = client.resource('pods').namespace('shop');
      const logOf = async (pod: string, container: string): Promise<string> =>
        (await client.request({ path: `/api/v1/namespaces/shop/pods/${pod}/log`, query: { container } })).text();
      expect(await logOf('web', 'main')).toBe('all\n');
      expect(await logOf('web', 'side')).toBe('side\n');
      expect(await logOf('quiet', 'main')).toBe('');
      expect(await logOf('odd', '../../secret')).toBe('');
      const script = 'read line; echo "$line $NAMESPACE/$POD/$CONTAINER"; echo bad >&2; exit 3';
      const played = async (name: string, options: ExecOptions) => {
        const { stdin, stdout, stderr, done } = await exec(pods, name, options);
        if (options.stdin === true) await stdin.getWriter().write(new TextEncoder().encode('hello\n'));
        const outputs = await Promise.all([stdout, stderr].map((stream) => new Response(stream).text()));
        return [...outputs, (await done).exitCode];
      };
      const container = 'side';
      expect(await played('web', { container, command: ['sh', '-c', script], stdin: true })).toEqual([
        'hello shop/web/side\n',
        'bad\n',
        3,
      ]);
      expect((await played('web', { container, command: ['no-such-program'] })).at(-1)).toBe(127);
      const { readable, writable } = await forwardPort(pods, 'quiet', { port: 80 });
      const writer = writable.getWriter();
      await writer.write(new TextEncoder().encode('ping\n'));
      expect(await new Response(readable).text()).toBe('you said ping\n');
      for (const port of [81, 82]) {
        const refused = await forwardPort(pods, 'quiet', { port });
        await expect(new Response(refused.readable).text()).rejects.toThrow(port === 81 ? /ECONNREFUSED/ : /--forward/);
      }
      await client.close();
    },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

/** Answers the first line of a connection, and ends it. */
async function echoServer(): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', (data) => socket.end(`you said ${data.toString()}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

it('says which option would play a pod', async () => {
  const { write, at } = await tempFolder();
  await write('pods.yaml', podsFile);
  await serve(['--objects', at('pods.yaml'), '--write-kubeconfig', at('config')], async () => {
    const client = createClient(await loadKubeconfig({ path: at('config') }));
    const pods = client.resource('pods').namespace('shop');
    const log = client.request({ path: '/api/v1/namespaces/shop/pods/quiet/log' });
    await expect(log).rejects.toThrow('--logs');
    await expect(run(pods, 'quiet', ['ls'])).rejects.toThrow();
    await client.close();
  });
});

it.each([
  [['--forward', '80'], 'error: --forward 80: write a port of pods and one of this machine, such as 80=8080.\n'],
  [
    ['--forward', '0=99999'],
    'error: --forward 0=99999: write a port of pods and one of this machine, such as 80=8080.\n',
  ],
  [
    ['--port', '70000'],
    "error: option '--port <number>' argument '70000' is invalid. It must be a port, at most 65535.\n",
  ],
  [
    ['--speaks', '1.30'],
    "error: option '--speaks <version>' argument '1.30' is invalid. Allowed choices are 1.38, 1.37, 1.36, 1.34, 1.29.\n",
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
