import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cli, lines, server } from './support.js';

describe('get -o json and yaml', () => {
  it('one named object is printed alone, without managedFields', async () => {
    const { code, stdout } = await cli(server(), 'get pod/front-0 -n web -o json');
    expect(code).toBe(0);
    const pod = JSON.parse(stdout) as { metadata: object };
    expect(pod).toMatchObject({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-0' }, spec: {} });
    expect(pod.metadata).not.toHaveProperty('managedFields');
  });

  it('--show-managed-fields keeps them', async () => {
    const { stdout } = await cli(server(), 'get pod/front-0 -n web -o json --show-managed-fields');
    expect(JSON.parse(stdout)).toMatchObject({ metadata: { managedFields: [{ manager: 'kubelet' }] } });
  });

  it('everything else is a List of all pages and types, each object with its kind', async () => {
    const { stdout } = await cli(server(), 'get pods,deploy -n web -o json --chunk-size 1');
    expect(JSON.parse(stdout)).toMatchObject({
      apiVersion: 'v1',
      kind: 'List',
      metadata: { resourceVersion: '' },
      items: [
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'cache-0' } },
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-0' } },
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-1' } },
        { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'front' } },
      ],
    });
  });

  it('an empty list is a List as well', async () => {
    const { code, stdout, stderr } = await cli(server(), 'get pods -o json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      apiVersion: 'v1',
      kind: 'List',
      metadata: { resourceVersion: '' },
      items: [],
    });
  });

  it('nothing is printed when none of the named objects is there', async () => {
    for (const words of ['get pod/nope -o json', 'get pod nope neither -o json']) {
      expect(await cli(server(), words)).toMatchObject({ code: 1, stdout: '' });
    }
  });

  it('those that are there are printed beside one that is missing', async () => {
    const { code, stdout, stderr } = await cli(server(), 'get pods nope front-0 -n web -o json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'List', items: [{ metadata: { name: 'front-0' } }] });
    expect(stderr).toMatch(/404 NotFound/);
  });

  it('--metadata is metadata alone, of the object type itself', async () => {
    const api = server();
    const { stdout } = await cli(api, 'get deploy -n web -o json --metadata');
    const list = JSON.parse(stdout) as { items: object[] };
    expect(list.items.map((item) => Object.keys(item).sort())).toEqual([['apiVersion', 'kind', 'metadata']]);
    expect(list.items[0]).toMatchObject({ apiVersion: 'apps/v1', kind: 'Deployment' });
    expect(api.requests.at(-1)?.accept).toMatch(/as=PartialObjectMetadataList/);
  });

  it('YAML quotes what a reader of YAML 1.1 would take for something else', async () => {
    const api = server();
    const data = {
      answer: 'yes',
      octal: '010',
      hex: '0X1f',
      time: '12:30',
      text: 'two\nlines\n',
      long: 'word '.repeat(40),
    };
    api.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'tricky', namespace: 'default' }, data });
    const { stdout } = await cli(api, 'get cm/tricky -o yaml');
    expect(stdout).toContain('answer: "yes"\n');
    expect(stdout).toContain('hex: "0X1f"\n');
    expect((parse(stdout, { version: '1.1' }) as { data: object }).data).toEqual(data);
  });

  it('YAML of several objects is one document', async () => {
    const { stdout } = await cli(server(), 'get svc,cm -n web -o yaml --metadata');
    expect(parse(stdout)).toMatchObject({ kind: 'List', items: [{ kind: 'Service', metadata: { name: 'front' } }] });
  });
});

describe('get -o name', () => {
  it('prints type and name from a table that carries no object', async () => {
    const api = server();
    expect((await cli(api, 'get pods,deploy -A -o name --chunk-size 2')).stdout).toBe(
      lines`
        pod/cache-0
        pod/front-0
        pod/front-1
        deployment.apps/front
      `,
    );
    const requests = api.requests.filter(({ path }) => /pods|deployments/.test(path));
    expect(requests).toHaveLength(3);
    for (const { path } of requests) expect(path).toContain('includeObject=None');
  });

  it('asks for each object that is named', async () => {
    const { code, stdout } = await cli(server(), 'get pods front-0 nope -n web -o name');
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'pod/front-0\n' });
  });

  it('works on a server that makes no tables', async () => {
    const { stdout } = await cli(server({ ignoresAccept: [''] }), 'get svc -n web -o name');
    expect(stdout).toBe('service/front\n');
  });
});
