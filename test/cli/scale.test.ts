import { describe, expect, it } from 'vitest';
import type { FakeApiServer } from '../../src/testing/index.js';
import { cli, lines, server } from './support.js';

const prometheus = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'Prometheus',
  metadata: { name: 'main', namespace: 'web' },
  spec: { replicas: 1 },
};

/** The captured server has a backend that does not answer, and its group goes before the one added here. */
const unread = 'but could not read custom.metrics.k8s.io/v1beta1, which takes precedence';

function shop(): FakeApiServer {
  const api = server({
    resources: [
      {
        group: 'shop.example.org',
        version: 'v1',
        resource: 'carts',
        kind: 'Cart',
        subresources: ['scale'],
        scalePaths: { specReplicas: '.spec.size', statusReplicas: '.status.size' },
      },
    ],
  });
  const metadata = { name: 'big', namespace: 'web' };
  api.put({ apiVersion: 'shop.example.org/v1', kind: 'Cart', metadata, spec: { size: 4 }, status: { size: 3 } });
  return api;
}

describe('scale', () => {
  it('shows the size of built-in and custom resources alike', async () => {
    expect(await cli(shop(), 'scale deploy/front carts/big -n web')).toEqual({
      code: 0,
      stderr: `Warning: used carts.v1.shop.example.org for "carts/big", ${unread}\n`,
      stdout: lines`
        NAME                        DESIRED   CURRENT   SELECTOR
        deployment.apps/front       2         2         app=front
        cart.shop.example.org/big   4         3         <none>
      `,
    });
  });

  it('sets it with --replicas, and 0 is a number', async () => {
    const api = shop();
    expect(await cli(api, 'scale cart big -n web --replicas 0')).toEqual({
      code: 0,
      stdout: 'cart.shop.example.org/big scaled to 0\n',
      stderr: `Warning: used carts.v1.shop.example.org for "cart", ${unread}\n`,
    });
    expect(api.objects.find(({ kind }) => kind === 'Cart')).toMatchObject({ spec: { size: 0 } });
  });

  it('without --replicas nothing is written', async () => {
    const api = shop();
    await cli(api, 'scale deploy/front -n web');
    expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('-o json prints the Scale, or a List of several', async () => {
    const one = await cli(shop(), 'scale deploy/front -n web -o json');
    expect(JSON.parse(one.stdout)).toMatchObject({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'front', namespace: 'web' },
      spec: { replicas: 2 },
      status: { replicas: 2, selector: 'app=front' },
    });
    const two = await cli(shop(), 'scale deploy/front carts/big -n web -o json');
    expect(JSON.parse(two.stdout)).toMatchObject({ kind: 'List', items: [{ kind: 'Scale' }, { kind: 'Scale' }] });
  });

  it('what discovery names no scale for is refused without a request for the object', async () => {
    const api = server();
    const { code, stdout, stderr } = await cli(api, 'scale pods/front-0 -n web --replicas 2');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*scale.*\n$/);
    expect(api.requests.filter(({ path }) => path.includes('/pods'))).toEqual([]);
  });

  it('--current-replicas and --resource-version write only where they hold', async () => {
    const api = shop();
    const sizeOf = (): unknown => api.objects.find(({ kind }) => kind === 'Cart')?.['spec'];
    const versionOf = async (): Promise<string> => {
      const { stdout } = await cli(api, 'scale carts.shop.example.org/big -n web -o json');
      return (JSON.parse(stdout) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
    };
    const set = (more: string): ReturnType<typeof cli> => cli(api, `scale carts/big -n web ${more}`);

    const no = await set('--replicas 7 --current-replicas 5');
    expect(no).toMatchObject({ code: 1, stdout: '' });
    expect(no.stderr).toContain(
      'error: "big" of "carts.v1.shop.example.org" was not scaled: expected currentReplicas "5", but it is "4".\n',
    );
    const stale = await set('--replicas 7 --resource-version nope');
    expect(stale).toMatchObject({ code: 1, stdout: '' });
    expect(stale.stderr).toContain(
      `was not scaled: expected resourceVersion "nope", but it is "${await versionOf()}".\n`,
    );
    expect(sizeOf()).toEqual({ size: 4 });

    const version = await versionOf();
    expect(await set(`--replicas 0 --current-replicas 4 --resource-version ${version}`)).toMatchObject({ code: 0 });
    expect(await set('--replicas 6 --current-replicas 0')).toMatchObject({ code: 0 });
    expect(sizeOf()).toEqual({ size: 6 });
    expect(await set('--replicas 7 --current-replicas -1 --resource-version=')).toMatchObject({ code: 0 });
    expect(sizeOf()).toEqual({ size: 7 });
  });

  it.each([
    ['carts/big --current-replicas 3', 'require --replicas.'],
    ['carts/big --resource-version 3', 'require --replicas.'],
    ['carts/big deploy/front --replicas 2 --resource-version 3', 'requires a single object'],
    ['carts/big --replicas 2 --current-replicas -2', 'integer'],
    ['carts/big --replicas 2 --current-replicas 1.5', 'integer'],
  ])('%s is wrong use', async (words, expected) => {
    const api = shop();
    const { code, stderr } = await cli(api, `scale -n web ${words}`);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
    expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('an object that is missing does not keep the others back', async () => {
    const { code, stdout, stderr } = await cli(shop(), 'scale deploy nope front -n web --no-headers');
    expect(code).toBe(1);
    expect(stdout).toBe('deployment.apps/front   2     2     app=front\n');
    expect(stderr).toMatch(/^error: .*404 NotFound.*"nope".*\n$/);
  });

  it('works for a custom resource of a real server', async () => {
    const api = server();
    api.put(prometheus);
    const { code, stdout } = await cli(api, 'scale prom/main -n web --replicas 3');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'prometheus.monitoring.coreos.com/main scaled to 3\n' });
    expect(api.objects.find(({ kind }) => kind === 'Prometheus')).toMatchObject({ spec: { replicas: 3 } });
  });
});
