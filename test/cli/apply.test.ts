import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { apply, configMap, writes } from './apply-support.js';
import { cli, connectWith, lines, server } from './support.js';

describe('apply', () => {
  it('tells of each object whether it was created, configured or unchanged, in the order of the file', async () => {
    const api = server();
    const text = [configMap('a', 'one'), configMap('b', 'one', ', namespace: web')].join('---\n');
    expect(await apply(api, text)).toEqual({
      code: 0,
      stderr: '',
      stdout: lines`
        KIND/NAME     NAMESPACE   RESULT
        configmap/a   default     created
        configmap/b   web         created
      `,
    });
    const again = await apply(api, text.replace('key: one', 'key: two'), '--no-headers');
    expect(again.stdout).toBe('configmap/a   default   configured\nconfigmap/b   web       unchanged\n');
    expect(api.objects.find(({ metadata }) => metadata.name === 'a')).toMatchObject({ data: { key: 'two' } });
  });

  it('names itself as the field manager, or whom it is told to', async () => {
    const api = server();
    await apply(api, configMap('a', 'x'));
    await apply(api, configMap('b', 'x'), '--field-manager me --validate=ignore');
    expect(writes(api)).toEqual([
      '/api/v1/namespaces/default/configmaps/a?fieldManager=kubeatlas&fieldValidation=Strict',
      '/api/v1/namespaces/default/configmaps/b?fieldManager=me&fieldValidation=Ignore',
    ]);
  });

  it('of a conflict it prints each manager and field, and the way out; the others are applied', async () => {
    const api = server();
    await apply(api, configMap('a', 'theirs'), '--field-manager other');
    const text = `${configMap('a', 'ours')}---\n${configMap('b', 'ours')}`;
    expect(await apply(api, text)).toEqual({
      code: 1,
      stdout: lines`
        KIND/NAME     NAMESPACE   RESULT
        configmap/a   default     failed: conflict with "other" over 1 field
        configmap/b   default     created
      `,
      stderr: lines`
        error: ConfigMap "a" (standard input, line 1) has fields that other managers own:
          "other" owns .data.key
          Use --force-conflicts to take ownership of them, or omit them.
      `,
    });
    expect((await apply(api, text, '--force-conflicts --no-headers')).stdout).toBe(
      'configmap/a   default   configured\nconfigmap/b   default   unchanged\n',
    );
  });

  it('--dry-run server tells what would be done, and does nothing', async () => {
    const api = server();
    await apply(api, `${configMap('a', 'one')}---\n${configMap('b', 'one')}`);
    const text = [configMap('a', 'one'), configMap('b', 'two'), configMap('c', 'one')].join('---\n');
    const { code, stdout } = await apply(api, text, '--dry-run server --no-headers');
    expect(code).toBe(0);
    expect(stdout).toBe(lines`
      configmap/a   default   unchanged (server dry run)
      configmap/b   default   configured (server dry run)
      configmap/c   default   created (server dry run)
    `);
    expect(api.objects.filter(({ kind }) => kind === 'ConfigMap').map(({ data }) => data)).toEqual([
      { key: 'one' },
      { key: 'one' },
      {},
    ]);
  });

  it('what may not be read before is applied, and nobody knows whether it was there', async () => {
    const api = server();
    api.fail(({ method, path }) => method === 'GET' && path.endsWith('/configmaps/a'), { status: 403, body: 'no' });
    expect((await apply(api, configMap('a', 'x'), '--no-headers')).stdout).toBe('configmap/a   default   applied\n');
  });

  it('unpacks lists, and applies what stands there twice in its order', async () => {
    const api = server();
    const items = ['one', 'two', 'three'].map((value) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: value === 'two' ? { name: 'a', namespace: 'default' } : { name: 'a' },
      data: { key: value },
    }));
    const { stdout } = await apply(api, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }), '--no-headers');
    expect(stdout.match(/\w+$/gm)).toEqual(['created', 'configured', 'configured']);
    expect(api.objects.find(({ metadata }) => metadata.name === 'a')).toMatchObject({ data: { key: 'three' } });
  });

  it('a namespace goes before what is in it, and a definition is waited for', async () => {
    const api = server();
    const cart = 'apiVersion: shop.example.org/v1\nkind: Cart\nmetadata: { name: big, namespace: shop }\n';
    const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: carts.shop.example.org }
spec:
  group: shop.example.org
  names: { kind: Cart, plural: carts }
  scope: Namespaced
  versions: [{ name: v1, served: true, storage: true }, { name: v0, served: false, storage: false }]
`;
    const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
    const text = [cart, definition, namespace].join('---\n');
    const connect = connectWith(api, {
      after({ method, url }) {
        if (method !== 'PATCH' || !url.includes('customresourcedefinitions')) return;
        api.define({ group: 'shop.example.org', version: 'v1', resource: 'carts', kind: 'Cart' });
      },
    });
    const { code, stdout } = await apply(api, text, '--no-headers', { connect });
    expect(code).toBe(0);
    expect(stdout).toBe(lines`
      cart.shop.example.org/big                                              shop   created
      customresourcedefinition.apiextensions.k8s.io/carts.shop.example.org          created
      namespace/shop                                                                created
    `);
    expect(writes(api).at(-1)).toContain('/carts/big?');
  });

  it('a definition that is not served in time is reported, and the rest is applied', async () => {
    const api = server();
    const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: carts.shop.example.org }
spec:
  group: shop.example.org
  names: { kind: Cart, plural: carts }
  versions: [{ name: v1, served: true, storage: true }]
`;
    const connect = connectWith(api, {
      after({ method }) {
        if (method === 'PATCH') api.undefine({ group: 'shop.example.org', version: 'v1', resource: 'carts' });
      },
    });
    const text = `${definition}---\n${configMap('a', 'x')}`;
    const { code, stdout, stderr } = await apply(api, text, '--timeout 1ms', { connect });
    expect(code).toBe(1);
    expect(stdout).toMatch(/configmap\/a +default +created\n$/);
    expect(stderr).toContain('error: the server does not serve carts.v1.shop.example.org 0.001 s after the definition');
  });

  it('looks for what is defined once where it has no time', async () => {
    const api = server();
    const connect = connectWith(api, {
      after({ method }) {
        if (method === 'PATCH') api.define({ group: 'a.example.org', version: 'v1', resource: 'bs', kind: 'B' });
      },
    });
    const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: bs.a.example.org }
spec: { group: a.example.org, names: { kind: B, plural: bs }, versions: [{ name: v1, served: true, storage: true }] }
`;
    expect(await apply(api, definition, '--timeout 0 -o name', { connect })).toMatchObject({ code: 0, stderr: '' });
  });

  it('of a server that does not answer it is reported once', async () => {
    const api = server();
    api.fail(({ path }) => path.startsWith('/api'), { status: 503, body: 'no' });
    const { code, stdout, stderr } = await apply(api, `${configMap('a', 'x')}---\n${configMap('b', 'x')}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]*503[^\n]*\n$/);
  });

  it('-o name and -o json print what was applied', async () => {
    const api = server();
    expect((await apply(api, configMap('a', 'x'), '-o name')).stdout).toBe('configmap/a\n');
    const one = JSON.parse((await apply(api, configMap('a', 'x'), '-o json')).stdout) as object;
    expect(one).toMatchObject({ kind: 'ConfigMap', data: { key: 'x' } });
    expect(one).not.toHaveProperty('metadata.managedFields');
    const two = await apply(api, `${configMap('a', 'x')}---\n${configMap('b', 'x')}`, '-o json --show-managed-fields');
    expect(JSON.parse(two.stdout)).toMatchObject({
      kind: 'List',
      items: [{ metadata: { managedFields: [{ manager: 'kubeatlas' }] } }, {}],
    });
  });

  it('a kind that is not there does not keep the others back', async () => {
    const ghost = 'apiVersion: ghosts.example.org/v1\nkind: Ghost\nmetadata: { name: boo }\n';
    const text = [ghost, configMap('b', 'x')].join('---\n');
    const { code, stdout, stderr } = await apply(server(), text, '-n web --no-headers');
    expect(code).toBe(1);
    expect(stdout).toBe(lines`
      ghost/boo           failed: no match
      configmap/b   web   created
    `);
    expect(stderr).toMatch(/^error: .*Ghost.*\n$/);
  });

  it('Ctrl-C tells what was done by then', async () => {
    const interruption = new AbortController();
    const api = server();
    const connect = connectWith(api, {
      before({ url }) {
        if (url.includes('/configmaps/a')) interruption.abort(new Error('interrupted'));
      },
    });
    const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
    const twice = configMap('a', 'y');
    const text = [namespace, configMap('a', 'x'), twice].join('---\n');
    const outcome = await apply(api, text, '--no-headers', {
      connect,
      signal: interruption.signal,
    });
    expect(outcome).toEqual({
      code: 130,
      stdout: 'namespace/shop         created\nconfigmap/a            not known\nconfigmap/a            not done\n',
      stderr: '',
    });
  });

  it('a folder is its manifests by name, with -R those of the folders in it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-apply-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    mkdirSync(path.join(folder, 'more'));
    mkdirSync(path.join(folder, 'none'));
    writeFileSync(path.join(folder, 'b.yml'), configMap('b', 'x'));
    writeFileSync(path.join(folder, 'a.yaml'), configMap('a', 'x'));
    writeFileSync(path.join(folder, 'README.md'), 'no manifest');
    writeFileSync(
      path.join(folder, 'more/c.json'),
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } }),
    );
    const names = async (words: string): Promise<string> => (await cli(server(), `apply -o name ${words}`)).stdout;
    expect(await names(`-f ${folder}`)).toBe('configmap/a\nconfigmap/b\n');
    expect(await names(`-R -f ${folder}`)).toBe('configmap/a\nconfigmap/b\nconfigmap/c\n');
    expect(await names(`-f ${folder}/more -f ${folder}/a.yaml`)).toBe('configmap/c\nconfigmap/a\n');
    const { code, stderr } = await cli(server(), `apply -f ${folder}/none`);
    expect(code).toBe(2);
    expect(stderr).toContain('contains no .json, .yaml or .yml file. Use -R');
  });
});
