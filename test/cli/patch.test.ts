import { describe, expect, it } from 'vitest';
import type { FakeApiServer } from '../../src/testing/index.js';
import { cli, connectWith, server } from './support.js';

const cart = { apiVersion: 'shop.example.org/v1', kind: 'Cart', metadata: { name: 'big', namespace: 'web' }, spec: {} };

function shop(): FakeApiServer {
  const api = server({
    resources: [{ group: 'shop.example.org', version: 'v1', resource: 'carts', kind: 'Cart' }],
  });
  api.put(cart);
  return api;
}

function specOf(api: FakeApiServer, expectedKind: string): unknown {
  return api.objects.find(({ kind }) => kind === expectedKind)?.['spec'];
}

describe('patch', () => {
  it('patches strategically unless it is told otherwise, and says whether that changed anything', async () => {
    const api = server();
    const words = ['patch', 'deploy/front', '-n', 'web', '-p', '{"spec":{"paused":true}}'];
    let contentType: unknown;
    const connect = connectWith(api, {
      before({ method, headers }) {
        if (method === 'PATCH') contentType = headers['content-type'];
      },
    });
    expect(await cli(api, words, { connect })).toEqual({
      code: 0,
      stdout: 'deployment.apps/front patched\n',
      stderr: '',
    });
    expect(contentType).toBe('application/strategic-merge-patch+json');
    expect(specOf(api, 'Deployment')).toMatchObject({ paused: true, replicas: 2 });
    expect((await cli(api, words)).stdout).toBe('deployment.apps/front patched (no change)\n');
    expect(api.requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path)).toEqual(
      Array(2).fill('/apis/apps/v1/namespaces/web/deployments/front?fieldManager=kubeatlas'),
    );
  });

  it('--type=merge and --type=json, in YAML and from a file as well', async () => {
    const api = shop();
    const merge = ['patch', 'carts.shop.example.org/big', '-n', 'web', '--type=merge', '-p', 'spec: { size: 0644 }'];
    expect((await cli(api, merge)).code).toBe(0);
    expect(specOf(api, 'Cart')).toEqual({ size: 420 });
    const readInput = (file: string): Promise<string> =>
      Promise.resolve(file === 'ops.json' ? '[{"op":"add","path":"/spec/size","value":7}]' : '');
    const json = 'patch carts.shop.example.org big -n web --type json --patch-file ops.json -o name';
    expect((await cli(api, json, { readInput })).stdout).toBe('cart.shop.example.org/big\n');
    expect(specOf(api, 'Cart')).toEqual({ size: 7 });
  });

  it('tells the way out where a resource takes no strategic patch', async () => {
    const { code, stderr } = await cli(shop(), 'patch carts.shop.example.org/big -n web -p {"spec":{}}');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'error: carts.v1.shop.example.org does not support strategic merge patches, which work only for built-in resources: use --type=merge',
    );
  });

  it('--subresource patches that, and one that is not there is refused', async () => {
    const api = server();
    const words = 'patch nodes/node-1 --type=merge -p {"status":{"phase":"Odd"}} --subresource';
    expect((await cli(api, `${words} status`)).stdout).toBe('node/node-1 patched\n');
    expect(api.objects.find(({ kind }) => kind === 'Node')).toMatchObject({ status: { phase: 'Odd' } });
    const { code, stderr } = await cli(api, `${words} nope`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*no nope subresource.*\n$/);
  });

  it('--dry-run server changes nothing, and -o prints what would be', async () => {
    const api = server();
    const words = 'patch deploy/front -n web -p {"spec":{"replicas":9}} --dry-run server';
    expect((await cli(api, words)).stdout).toBe('deployment.apps/front patched (server dry run)\n');
    const { stdout } = await cli(api, `${words} -o json`);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'Deployment', spec: { replicas: 9 } });
    expect(stdout).not.toContain('managedFields');
    expect(specOf(api, 'Deployment')).toMatchObject({ replicas: 2 });
  });

  it('-o json prints every digit that the server sent', async () => {
    const api = server();
    api.fail(({ method }) => method === 'PATCH', {
      status: 200,
      body: '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"front-0"},"n":9007199254740993}',
      headers: { 'content-type': 'application/json' },
    });
    const { stdout } = await cli(api, 'patch pods/front-0 -n web -p {"spec":{}} -o json');
    expect(stdout).toContain('"n": 9007199254740993');
  });

  it('an object that is not there does not keep the others back', async () => {
    const { code, stdout, stderr } = await cli(server(), 'patch pods nope front-0 -n web -p {"spec":{"x":1}}');
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'pod/front-0 patched\n' });
    expect(stderr).toMatch(/^error: PATCH \S+: 404 NotFound: .*\n$/);
  });

  it.each([
    ['pods a', 'Specify the patch'],
    ['pods a -p {} --patch-file b', 'Specify the patch'],
    ['pods -p {}', 'A type alone selects nothing'],
    ['pods a -p []', 'A patch with --type=strategic must be an object: for a list of operations, use --type=json.'],
    ['pods a --type=json -p {}', 'A patch with --type=json must be a list of operations.'],
    ['pods a -p 5', 'must be a single JSON or YAML object'],
    ['pods a -p {"a":9007199254740993}', '"the patch", line 1, column 6: it contains a number'],
    ['pods a -p {', 'it cannot be read as YAML'],
    ['pods a -p {} --type apply', 'Allowed choices are strategic, merge, json.'],
  ])('patch %s is wrong use', async (words, expected) => {
    const api = server();
    const { code, stdout, stderr } = await cli(api, `patch ${words}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
    expect(api.requests).toEqual([]);
  });
});
