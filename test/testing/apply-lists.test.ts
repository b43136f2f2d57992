import { describe, expect, it } from 'vitest';
import { apply, deployments, entry, managersIn, map, maps, start } from './apply-support.js';
import { ask, objectIn, type Answered } from './support.js';

// What is expected here is what kube-apiserver 1.36.3 answered.

describe('apply to lists', () => {
  const deployment = (containers: object[], spec: object = {}): object => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: { selector: { matchLabels: { a: 'b' } }, template: { spec: { containers } }, ...spec },
  });
  const containersIn = (answered: Answered): unknown =>
    (objectIn(answered)['spec'] as { template: { spec: { containers: unknown } } }).template.spec.containers;
  const x = { name: 'x', image: 'i' };
  const ports = [{ containerPort: 80 }];
  const env = [{ name: 'E', value: '1' }];

  it('goes item by item where built-in types have keys', async () => {
    const server = start();
    const path = `${deployments}/d`;
    const created = await apply(server, path, 'one', deployment([{ ...x, ports, env, args: ['a'] }], { replicas: 1 }));
    expect(managersIn(created)).toEqual([
      entry(
        'one',
        'Apply',
        {
          'f:spec': {
            'f:replicas': {},
            'f:selector': {},
            'f:template': {
              'f:spec': {
                'f:containers': {
                  'k:{"name":"x"}': {
                    '.': {},
                    'f:args': {},
                    'f:env': { 'k:{"name":"E"}': { '.': {}, 'f:name': {}, 'f:value': {} } },
                    'f:image': {},
                    'f:name': {},
                    'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
                  },
                },
              },
            },
          },
        },
        'apps/v1',
      ),
    ]);
    const part = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd', finalizers: ['a.b/c'] } };
    const y = { name: 'y', image: 'j' };
    const second = await apply(server, path, 'two', { ...part, spec: { template: { spec: { containers: [y] } } } });
    expect(containersIn(second)).toMatchObject([{ name: 'x' }, { name: 'y' }]);
    expect(managersIn(second)).toMatchObject([
      {},
      { fieldsV1: { 'f:metadata': { 'f:finalizers': { 'v:"a.b/c"': {} } } } },
    ]);
    const third = await apply(server, path, 'one', deployment([x]));
    expect(containersIn(third)).toEqual([x, y]);
    expect((await apply(server, path, 'one', deployment([x, { name: 'y', image: 'k' }]))).body).toMatchObject({
      message: 'Apply failed with 1 conflict: conflict with "two": .spec.template.spec.containers[name="y"].image',
    });
    // An item that its only owner leaves out goes, and the finalizer with it.
    const fourth = await apply(server, path, 'two', { ...part, metadata: { name: 'd' } });
    expect([containersIn(fourth), objectIn(fourth).metadata.finalizers]).toEqual([[x], undefined]);
  });

  // What structured-merge-diff 6.3.3 makes of a stored list and an applied one.
  it.each([
    ['ab', 'cb', 'acb'],
    ['abc', 'ca', 'bca'],
    ['abc', 'cba', 'cba'],
    ['abc', 'dac', 'dabc'],
    ['abcd', 'cad', 'bcad'],
    ['abcd', 'db', 'acdb'],
    ['ac', 'bdca', 'bdca'],
    ['bac', 'ab', 'acb'],
    ['aba', 'ba', 'ba'],
    ['caba', 'abc', 'abc'],
  ])('lays %s and the applied %s together as %s', async (stored, applied, merged) => {
    const named = (finalizers: string): object => map({}, { finalizers: [...finalizers].map((each) => `a.b/${each}`) });
    const server = start(named(stored));
    const answered = await apply(server, `${maps}/a`, 'one', named(applied), '&force=true');
    expect(objectIn(answered).metadata.finalizers).toEqual([...merged].map((each) => `a.b/${each}`));
  });

  it('is 500 for an item twice', async () => {
    const answered = await apply(start(), `${deployments}/d`, 'one', deployment([x, x]));
    expect(answered.body).toMatchObject({
      code: 500,
      message:
        'failed to create typed patch object (/d; apps/v1, Kind=Deployment): .spec.template.spec.containers: duplicate entries for key [name="x"]',
    });
  });

  it('takes lists of custom resources as a whole, but for owners and finalizers', async () => {
    const server = start();
    const path = '/apis/example.com/v1/namespaces/default/widgets/w';
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u1' };
    const widget = (metadata: object, spec: object): object => ({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'w', ...metadata },
      spec,
    });
    const first = await apply(
      server,
      path,
      'one',
      widget({ ownerReferences: [owner], finalizers: ['a.b/c'] }, { parts: ['a'] }),
    );
    expect(managersIn(first)).toEqual([
      entry(
        'one',
        'Apply',
        {
          'f:metadata': { 'f:finalizers': { 'v:"a.b/c"': {} }, 'f:ownerReferences': { 'k:{"uid":"u1"}': {} } },
          'f:spec': { 'f:parts': {} },
        },
        'example.com/v1',
      ),
    ]);
    const second = await apply(server, path, 'two', widget({ ownerReferences: [{ ...owner, uid: 'u2' }] }, {}));
    expect(objectIn(second).metadata.ownerReferences).toMatchObject([{ uid: 'u1' }, { uid: 'u2' }]);
    expect((await apply(server, path, 'two', widget({}, { parts: ['b'] }))).body).toMatchObject({
      message: 'Apply failed with 1 conflict: conflict with "one": .spec.parts',
    });
  });

  it('knows who applies in every version of a resource', async () => {
    const server = start();
    const widget = { group: 'example.com', version: 'v2', resource: 'widgets', kind: 'Widget' };
    server.define(widget);
    const body = (version: string, spec: object): object => ({
      apiVersion: `example.com/${version}`,
      kind: 'Widget',
      metadata: { name: 'w' },
      spec,
    });
    const at = (version: string): string => `/apis/example.com/${version}/namespaces/default/widgets/w`;
    await apply(server, at('v1'), 'one', body('v1', { a: 1, b: 1 }));
    const answered = await apply(server, at('v2'), 'one', body('v2', { a: 2 }));
    expect(objectIn(answered)['spec']).toEqual({ a: 2 });
    expect(managersIn(answered)).toMatchObject([{ manager: 'one', apiVersion: 'example.com/v2' }]);
  });

  it('writes the status through its endpoint alone, by a manager of its own', async () => {
    const server = start();
    const path = `${deployments}/d`;
    const conditions = [{ type: 'Available', status: 'True' }];
    const status = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, status: { conditions } };
    expect((await apply(server, `${path}/status`, 'st', status)).status).toBe(404);
    await apply(server, path, 'one', { ...deployment([x]), status: { replicas: 5 } });
    const answered = await apply(server, `${path}/status`, 'st', { ...status, spec: { replicas: 9 } });
    expect(objectIn(answered)).toMatchObject({ status: { conditions } });
    expect(objectIn(answered)['spec']).not.toHaveProperty('replicas');
    expect(managersIn(answered)).toMatchObject([
      { manager: 'one' },
      {
        manager: 'st',
        subresource: 'status',
        fieldsV1: {
          'f:status': { 'f:conditions': { 'k:{"type":"Available"}': { '.': {}, 'f:status': {}, 'f:type': {} } } },
        },
      },
    ]);
  });

  it('is at odds with a scale of what somebody owned', async () => {
    const server = start();
    const path = `${deployments}/d`;
    await apply(server, path, 'one', deployment([x], { replicas: 1 }));
    const scale = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'd', namespace: 'default' },
      spec: { replicas: 5 },
    };
    await ask(server, `${path}/scale?fieldManager=sc`, { method: 'PUT', body: scale });
    expect((await apply(server, path, 'one', deployment([x], { replicas: 2 }))).body).toMatchObject({
      message:
        'Apply failed with 1 conflict: conflict with "sc" with subresource "scale" using apps/v1: .spec.replicas',
    });
  });

  it('keeps items with equal keys that another client wrote, and owns them as one', async () => {
    const server = start();
    const path = `${deployments}/d`;
    const twice = [{ name: 'A' }, ...env, { name: 'A', value: '2' }];
    await ask(server, deployments, { method: 'POST', body: deployment([{ ...x, env: twice }]) });
    const added = await apply(server, path, 'one', deployment([{ name: 'x', env: [{ name: 'B' }] }]));
    expect(containersIn(added)).toEqual([{ ...x, env: [...twice, { name: 'B' }] }]);
    const taken = await apply(server, path, 'one', deployment([{ name: 'x', env: [{ name: 'A' }] }]), '&force=true');
    expect(containersIn(taken)).toEqual([{ ...x, env: [{ name: 'A' }, ...env] }]);
  });
});
