import { describe, expect, it } from 'vitest';
import { captured } from '../fixtures/captured.js';
import { cli, lines, server } from './support.js';

/** Times differ from run to run, and the numbers of bytes are not this command's. */
function steady(text: string): string {
  return text.replace(/\d+ bytes/g, 'N bytes').replace(/^(GET .*?) {3}\d+ +\d+$/gm, '$1   N   N');
}

const v2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

describe('discovery', () => {
  it('prints formats and counts per root, what could not be read, and the requests', async () => {
    const { code, stdout, stderr } = await cli(server(), 'discovery');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(steady(stdout)).toBe(
      lines`
        Server http://fake.example
        ROOT    FORMAT          GROUPS   VERSIONS   RESOURCES   SUBRESOURCES   STALE   KEPT
        /api    aggregated/v2   1        1          17          22             0       0
        /apis   aggregated/v2   29       32         63          27             1       0

        Not read
        CLASS   WHAT                            WHY
        stale   custom.metrics.k8s.io/v1beta1   the server marks it stale: the backend that serves it does not answer

        Requests (2, N bytes)
        METHOD   PATH    STATUS   ANSWER                                                                 BYTES   MS
        GET      /api    200      application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList   N   N
        GET      /apis   200      application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList   N   N
      `,
    );
  });

  it('--refresh shows a second round, which costs nothing while nothing changed', async () => {
    const { stdout } = await cli(server(), 'discovery --refresh');
    expect(stdout).toContain('\nSecond round (2, 0 bytes): nothing changed\n');
    expect(stdout).toMatch(/GET +\/apis +304 +<none> +0 +\d+\n$/);
  });

  it('--refresh tells of a change', async () => {
    const api = server();
    const { stdout } = await cli(api, 'discovery --refresh -o json -v', {
      stderr: {
        async write() {
          api.define({ group: 'shop.example.org', version: 'v1', resource: 'carts', kind: 'Cart' });
        },
      },
    });
    expect(JSON.parse(stdout)).toMatchObject({ refresh: { changed: true } });
  });

  it.each([
    ['legacy', 'legacy'],
    ['v2', 'aggregated/v2'],
    ['aggregated/v2,legacy', 'aggregated/v2'],
    ['v2beta1,legacy', 'legacy'],
  ])('--formats %s offers those alone', async (formats, spoken) => {
    const { stdout } = await cli(server(), `discovery --formats ${formats} -o json`);
    expect(JSON.parse(stdout)).toMatchObject({ provenance: { api: spoken, apis: spoken } });
  });

  it('-o json tells the same, with each request', async () => {
    const { stdout } = await cli(server(), 'discovery -o json');
    const counted = expect.any(Number) as number;
    const request = { method: 'GET', status: 200, mediaType: v2, bytes: counted, ms: counted, attempt: 0 };
    expect(JSON.parse(stdout)).toEqual({
      server: 'http://fake.example',
      confirmed: 0,
      kept: [],
      provenance: { api: 'aggregated/v2', apis: 'aggregated/v2' },
      groups: 30,
      versions: 33,
      resources: 80,
      subresources: 49,
      stale: ['custom.metrics.k8s.io/v1beta1'],
      failures: [
        {
          class: 'stale',
          root: 'apis',
          document: '/apis',
          group: 'custom.metrics.k8s.io',
          version: 'v1beta1',
          message: expect.any(String) as string,
        },
      ],
      requests: [
        { ...request, path: '/api' },
        { ...request, path: '/apis' },
      ],
    });
  });

  it('a root that failed is named, and the other is reported', async () => {
    const api = server();
    api.fail('/api', { status: 403, body: 'no' });
    const { code, stdout } = await cli(api, 'discovery');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\/api +<none> +0 +0 +0 +0 +0 +0$/m);
    expect(stdout).toMatch(/^denied +\/api +GET \/api: 403/m);
  });

  it('a server of which nothing could be learned is an error', async () => {
    const api = server();
    api.fail(() => true, { status: 500, body: 'broken' });
    const { code, stdout, stderr } = await cli(api, 'discovery');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: unable to retrieve the list of server APIs: .*500.*\n$/);
  });

  it('tells on a terminal how far a discovery is that takes many documents, and takes the line away', async () => {
    const api = server({ documents: captured('kube-1.36-legacy'), speaks: 'legacy' });
    const { stderr } = await cli(api, 'discovery', { showsProgress: true });
    expect(stderr).toMatch(/discovery: 0 of \d+ documents read/);
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
    expect((await cli(api, 'discovery')).stderr).toBe('');
  });
});
