import { describe, expect, it } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { ask, capturedDocuments, failureOf, objectIn, type Answered } from './support.js';

// What is expected here is what kube-apiserver 1.36.3 answered.
const documents = capturedDocuments('kube-1.36-v2');
const path = '/apis/apps/v1/namespaces/default/deployments/s';
const env = [
  { name: 'A', value: '1' },
  { name: 'B', value: '2' },
];
const x = { name: 'x', image: 'i', args: ['1', '2'], env, ports: [{ containerPort: 80 }] };
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 's', namespace: 'default', finalizers: ['a.b/x'] },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
    template: { spec: { containers: [x, { name: 'y', image: 'j' }], volumes: [{ name: 'v', emptyDir: {} }] } },
  },
};

function patch(body: unknown): Promise<Answered> {
  const server = createFakeApiServer({ documents, objects: [deployment] });
  return ask(server, path, { method: 'PATCH', contentType: 'application/strategic-merge-patch+json', body });
}

const inPod = (spec: object): object => ({ spec: { template: { spec } } });

interface Patched {
  readonly spec: {
    readonly strategy: object;
    readonly template: { readonly spec: { containers: (typeof x)[]; volumes: object[] } };
  };
}

async function podAfter(spec: object): Promise<Patched['spec']['template']['spec']> {
  const answered = await patch(inPod(spec));
  expect(answered.status).toBe(200);
  return (answered.body as Patched).spec.template.spec;
}

describe('a strategic merge patch', () => {
  it('finds items by their key, and puts new ones first', async () => {
    const { containers } = await podAfter({ containers: [{ name: 'x', image: 'k' }] });
    expect(containers).toMatchObject([{ ...x, image: 'k' }, { name: 'y' }]);
    const more = await podAfter({ containers: [{ name: 'z', image: 'z' }] });
    expect(more.containers.map(({ name }) => name)).toEqual(['z', 'x', 'y']);
  });

  it('goes down into items: lists with keys are merged, others replaced', async () => {
    const change = {
      name: 'x',
      args: ['9'],
      env: [
        { name: 'B', value: '3' },
        { name: 'C', value: '4' },
      ],
      ports: [{ containerPort: 81 }],
    };
    const { containers } = await podAfter({ containers: [change] });
    expect(containers[0]).toEqual({
      ...x,
      args: ['9'],
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '3' },
        { name: 'C', value: '4' },
      ],
      ports: [{ containerPort: 81 }, { containerPort: 80 }],
    });
  });

  it('deletes and replaces by directives', async () => {
    const deleted = await podAfter({
      containers: [{ name: 'y', $patch: 'delete' }],
      volumes: [{ name: 'v', $patch: 'delete' }],
    });
    expect(deleted.containers.map(({ name }) => name)).toEqual(['x']);
    const replaced = await podAfter({
      containers: [{ name: 'x', env: [{ $patch: 'replace' }, { name: 'D', value: '1' }] }],
    });
    expect(replaced.containers[0]?.env).toEqual([{ name: 'D', value: '1' }]);
  });

  it('puts items in the order that is set', async () => {
    const { containers } = await podAfter({
      '$setElementOrder/containers': [{ name: 'y' }, { name: 'x' }],
      containers: [
        { name: 'x', '$setElementOrder/env': [{ name: 'B' }, { name: 'A' }], env: [{ name: 'A', value: '5' }] },
      ],
    });
    expect(containers.map(({ name }) => name)).toEqual(['y', 'x']);
    expect(containers[1]?.env).toEqual([
      { name: 'B', value: '2' },
      { name: 'A', value: '5' },
    ]);
  });

  it('keeps the keys that are retained', async () => {
    const { body } = await patch({ spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } });
    expect((body as Patched).spec.strategy).toEqual({ type: 'Recreate' });
    const volumes = [{ $retainKeys: ['name', 'configMap'], name: 'v', configMap: { name: 'c' } }];
    expect((await podAfter({ volumes })).volumes).toEqual([{ name: 'v', configMap: { name: 'c' } }]);
  });

  it('adds to finalizers, takes some away, and removes for null', async () => {
    const added = objectIn(await patch({ metadata: { finalizers: ['c.d/y'], labels: { q: 'r' } } })).metadata;
    expect([added.finalizers, added.labels]).toEqual([['c.d/y', 'a.b/x'], { q: 'r' }]);
    const taken = objectIn(await patch({ metadata: { '$deleteFromPrimitiveList/finalizers': ['a.b/x'] } })).metadata;
    expect(taken.finalizers).toBeUndefined();
    expect((await patch({ spec: { strategy: null } })).body).not.toHaveProperty('spec.strategy');
  });

  it.each([
    [inPod({ containers: [{ image: 'k' }] }), 500, 'does not contain declared merge key: name'],
    [inPod({ containers: ['k'] }), 500, 'list element types are not identical'],
    [inPod({ containers: [{ name: 'x', $patch: 'nope' }] }), 500, 'unknown patch type: nope'],
    [inPod({ containers: { name: 'x' } }), 422, 'cannot restore slice from map'],
    [[], 400, ''],
    ['x', 400, ''],
  ])('%j is refused with %i', async (body, code, message) => {
    const answered = await patch(body);
    expect(answered.status).toBe(code);
    expect(answered.text).toContain(message);
  });

  it('is 415 for custom resources', async () => {
    const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
    const server = createFakeApiServer({ resources: [widgets] });
    const contentType = 'application/strategic-merge-patch+json';
    const answered = await ask(server, '/apis/example.com/v1/namespaces/x/widgets/w', {
      method: 'PATCH',
      contentType,
      body: {},
    });
    expect(failureOf(answered).code).toBe(415);
    expect(answered.text).toContain('application/apply-patch+yaml');
  });

  it('patches a scale', async () => {
    const server = createFakeApiServer({ documents, objects: [deployment] });
    const contentType = 'application/strategic-merge-patch+json';
    const answered = await ask(server, `${path}/scale`, {
      method: 'PATCH',
      contentType,
      body: { spec: { replicas: 3 } },
    });
    expect(answered.body).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } });
  });
});
