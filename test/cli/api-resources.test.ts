import { describe, expect, it } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { cli, lines, server } from './support.js';

const small = createFakeApiServer({
  resources: [
    { group: '', version: 'v1', resource: 'pods', kind: 'Pod', shortNames: ['po'], categories: ['all'] },
    { group: '', version: 'v1', resource: 'nodes', kind: 'Node', scope: 'Cluster', shortNames: ['no'] },
    { group: '', version: 'v1', resource: 'bindings', kind: 'Binding', verbs: ['create'] },
    { group: 'shop.example.org', version: 'v2', resource: 'carts', kind: 'Cart', shortNames: ['c', 'ca'] },
    { group: 'shop.example.org', version: 'v1', resource: 'carts', kind: 'Cart' },
    { group: 'shop.example.org', version: 'v1', resource: 'apples', kind: 'Fruit', verbs: ['get', 'list'] },
    { group: 'shop.example.org', version: 'v1', resource: 'parents', kind: '', subresources: ['status'] },
  ],
});

const stale =
  'error: discovery could not read custom.metrics.k8s.io/v1beta1 (stale): ' +
  'the server marks it stale: the backend that serves it does not answer\n';

describe('api-resources', () => {
  it('prints each resource once, in the preferred version that has it, by group and name', async () => {
    expect(await cli(small, 'api-resources')).toEqual({
      code: 0,
      stderr: '',
      stdout: lines`
        NAME       SHORTNAMES   APIVERSION            NAMESPACED   KIND
        bindings                v1                    true         Binding
        nodes      no           v1                    false        Node
        pods       po           v1                    true         Pod
        apples                  shop.example.org/v1   true         Fruit
        carts      c,ca         shop.example.org/v2   true         Cart
      `,
    });
  });

  it('-o wide adds verbs and categories', async () => {
    const { stdout } = await cli(small, 'api-resources -o wide --api-group= --verbs create --no-headers');
    expect(stdout).toBe(
      lines`
        bindings         v1    true    Binding   create
        nodes      no    v1    false   Node      create,delete,deletecollection,get,list,patch,update,watch
        pods       po    v1    true    Pod       create,delete,deletecollection,get,list,patch,update,watch   all
      `,
    );
  });

  it.each([
    ['--api-group shop.example.org', ['apples.shop.example.org', 'carts.shop.example.org']],
    ['--namespaced', ['bindings', 'pods', 'apples.shop.example.org', 'carts.shop.example.org']],
    ['--namespaced=true --verbs list,watch', ['pods', 'carts.shop.example.org']],
    ['--namespaced=false', ['nodes']],
    ['--categories all', ['pods']],
    ['--sort-by kind', ['bindings', 'carts.shop.example.org', 'apples.shop.example.org', 'nodes', 'pods']],
    ['--sort-by name', ['apples.shop.example.org', 'bindings', 'carts.shop.example.org', 'nodes', 'pods']],
  ])('%s', async (flags, names) => {
    const { code, stdout } = await cli(small, `api-resources -o name ${flags}`);
    expect(code).toBe(0);
    expect(stdout).toBe(names.map((name) => `${name}\n`).join(''));
  });

  it('-o json tells resources and failures', async () => {
    const { stdout } = await cli(small, 'api-resources -o json --sort-by kind --verbs get --categories all');
    expect(JSON.parse(stdout)).toEqual({
      resources: [
        {
          group: '',
          version: 'v1',
          resource: 'pods',
          kind: 'Pod',
          scope: 'Namespaced',
          singular: 'pod',
          shortNames: ['po'],
          categories: ['all'],
          verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
          subresources: [],
        },
      ],
      failures: [],
    });
  });

  it('says so when nothing fits', async () => {
    const { code, stdout, stderr } = await cli(small, 'api-resources --api-group nowhere');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: 'No resources match.\n' });
  });

  it('what could not be read is named, the rest is printed, and the exit code is 1', async () => {
    const { code, stdout, stderr } = await cli(server(), 'api-resources -o name');
    expect(code).toBe(1);
    expect(stdout).toContain('deployments.apps\n');
    expect(stderr).toBe(stale);
    const json = await cli(server(), 'api-resources -o json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      failures: [{ class: 'stale', group: 'custom.metrics.k8s.io', version: 'v1beta1' }],
    });
  });

  it('a failure that cannot hide what was asked for does not matter', async () => {
    expect(await cli(server(), 'api-resources --api-group apps')).toMatchObject({ code: 0, stderr: '' });
    expect(await cli(server(), 'api-resources --api-group custom.metrics.k8s.io')).toMatchObject({
      code: 1,
      stderr: `No resources match.\n${stale}`,
    });
  });
});

it('names from a server do not reach the terminal as control characters, nor turn the direction of writing', async () => {
  const bidi = 'a\u202eb\u2066c';
  const all = `${bidi}\u009b2J\u001b[2J`;
  for (const [name, word] of [
    [bidi, bidi],
    [bidi, all],
    [all, all],
  ] as const) {
    const described = {
      group: name,
      version: 'v1',
      resource: name,
      kind: word,
      shortNames: [word],
      categories: [word],
    };
    const api = server({ documents: undefined, objects: [], resources: [described] });
    for (const words of ['api-resources -o name', 'api-resources -o wide', 'discovery', 'aliases', 'count --empty']) {
      const { stdout, stderr } = await cli(api, words);
      expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2066]/u);
      if (words === 'api-resources -o name' && name === bidi) expect(stdout).toContain('a\\u202eb\\u2066c');
    }
  }
});
