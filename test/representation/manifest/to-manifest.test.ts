import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/core/model/kube-object.js';
import { originOf } from '../../../src/core/representation/origin.js';
import { toManifest } from '../../../src/representations/manifest.js';

const managed = (manager: string, fieldsV1: unknown, more: object = {}): object => ({
  manager,
  operation: 'Update',
  apiVersion: 'apps/v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
});
const controller = 'kube-controller-manager';

function deployment(managedFields: unknown, more: Record<string, unknown> = {}): KubeObject {
  return {
    kind: 'Deployment',
    apiVersion: 'apps/v1',
    metadata: {
      name: 'front',
      generateName: 'fro',
      namespace: 'web',
      uid: 'u',
      resourceVersion: '9',
      generation: 4,
      creationTimestamp: '2026-01-01T00:00:00Z',
      deletionTimestamp: null,
      selfLink: '/x',
      labels: { app: 'front' },
      annotations: {
        'deployment.kubernetes.io/revision': '3',
        'kubectl.kubernetes.io/last-applied-configuration': '{}',
      },
      ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u' }],
      finalizers: ['foregroundDeletion', 'example.org/mine'],
      managedFields,
    } as KubeObject['metadata'],
    spec: {
      replicas: 7,
      paused: false,
      template: {
        metadata: { labels: { app: 'front' }, creationTimestamp: null },
        spec: {
          containers: [
            { name: 'main', image: 'a:1', resources: {} },
            { name: 'side', image: 'b:1' },
          ],
        },
      },
    },
    status: { replicas: 7 },
    ...more,
  };
}

const person = managed('kubectl', {
  'f:spec': {
    'f:replicas': {},
    'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:image': {} } } } },
  },
});

describe('a manifest', () => {
  it('has no status, and of the metadata what is written', () => {
    const object = deployment([person]);
    const before = structuredClone(object);
    const made = toManifest(object);
    expect(made).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'front', namespace: 'web', labels: { app: 'front' }, finalizers: ['example.org/mine'] },
      spec: {
        replicas: 7,
        paused: false,
        template: {
          metadata: { labels: { app: 'front' } },
          spec: {
            containers: [
              { name: 'main', image: 'a:1', resources: {} },
              { name: 'side', image: 'b:1' },
            ],
          },
        },
      },
    });
    expect(Object.keys(made)).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
    expect(Object.keys(made.metadata)).toEqual(['name', 'namespace', 'labels', 'finalizers']);
    expect(object).toEqual(before);
    expect(originOf(made)).toBe('converted');
  });

  it('has no annotations where a controller has all but the notes of kubectl', () => {
    const note = 'kubectl.kubernetes.io/last-applied-configuration';
    const ofKubectl = { 'f:metadata': { 'f:annotations': { [`f:${note}`]: {} } }, 'f:spec': { 'f:paused': {} } };
    const ofController = { 'f:metadata': { 'f:annotations': { 'f:a': {} } } };
    const object = deployment([managed('kubectl', ofKubectl), managed(controller, ofController)]);
    object.metadata.annotations = { [note]: '{}', a: 'b' };
    expect(toManifest(object).metadata).not.toHaveProperty('annotations');
  });

  it.each([undefined, null, 'x', [], [null, 7, {}]])(
    'takes every field for chosen where managedFields are %j',
    (fields) => {
      expect(toManifest(deployment(fields))['spec']).toMatchObject({ replicas: 7 });
    },
  );

  it.each([
    [null, 'object must be an object.'],
    [[], 'object must be an object.'],
    [{}, 'object must have apiVersion, kind and metadata.'],
    [{ apiVersion: 'v1', kind: 'A', metadata: null }, 'object must have apiVersion, kind and metadata.'],
  ])('is made of an object, not of %j', (object, problem) => {
    expect(() => toManifest(object as never)).toThrow(problem);
  });

  it('takes names of controllers as a list of texts', () => {
    expect(() => toManifest(deployment([]), { controllers: 'keda' as never })).toThrow('controllers must be a list');
  });
});

describe('a field that controllers alone own', () => {
  const spec = (managedFields: object[], options = {}): unknown =>
    toManifest(deployment(managedFields), options)['spec'];
  const template = { 'f:template': { 'f:spec': {} } };
  const yours = managed('me', { 'f:spec': { 'f:paused': {} } });

  it('goes: replicas that an autoscaler sets', () => {
    const scaler = managed(controller, { 'f:spec': { 'f:replicas': {} } }, { subresource: 'scale' });
    expect(spec([yours, scaler])).not.toHaveProperty('replicas');
    expect(spec([person, scaler])).toHaveProperty('replicas', 7);
  });

  it('stays where a person scaled', () => {
    const scaled = managed('kubectl', { 'f:spec': { 'f:replicas': {} } }, { subresource: 'scale' });
    expect(spec([yours, scaled])).toHaveProperty('replicas', 7);
  });

  it('goes where it was written with the status, whoever did', () => {
    const status = managed('operator', { 'f:spec': { 'f:replicas': {} } }, { subresource: 'status' });
    expect(spec([yours, status])).not.toHaveProperty('replicas');
  });

  it('goes where its manager is named', () => {
    const keda = managed('keda', { 'f:spec': { 'f:replicas': {} } });
    expect(spec([yours, keda])).toHaveProperty('replicas');
    expect(spec([yours, keda], { controllers: ['keda'] })).not.toHaveProperty('replicas');
  });

  it('goes as an item of a list, by its keys, and takes nothing else along', () => {
    const injected = managed(controller, {
      'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"side"}': { '.': {}, 'f:image': {} } } } } },
    });
    expect(spec([yours, injected])).toMatchObject({ template: { spec: { containers: [{ name: 'main' }] } } });
    expect(spec([managed('me', { 'f:spec': template }), injected])).toMatchObject({
      template: { spec: { containers: [{ name: 'main' }, { name: 'side' }] } },
    });
  });

  it('goes inside of an item that another owns', () => {
    const image = managed(controller, {
      'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"main"}': { 'f:resources': {} } } } } },
    });
    expect(spec([person, image])).toMatchObject({
      template: { spec: { containers: [{ name: 'main', image: 'a:1' }, { name: 'side' }] } },
    });
    expect(JSON.stringify(spec([person, image]))).not.toContain('resources');
  });

  it('goes as a value of a set, and so does what is empty then', () => {
    const finalizer = managed(controller, {
      'f:metadata': { 'f:finalizers': { 'v:"example.org/mine"': {} }, 'f:labels': { 'f:app': {} } },
    });
    const made = toManifest(deployment([person, finalizer]));
    expect(made.metadata).toEqual({ name: 'front', namespace: 'web' });
  });

  it('keeps what nobody owns, a default say, in a thing that is not the controller’s', () => {
    const some = managed(controller, { 'f:spec': { 'f:template': { 'f:metadata': { 'f:labels': { 'f:app': {} } } } } });
    expect(spec([yours, some])).toMatchObject({ template: { spec: { containers: [{}, {}] } } });
    expect(JSON.stringify(spec([yours, some]))).not.toContain('labels');
  });

  it('stays in an object that is theirs altogether, label of a person or not', () => {
    const all = managed(controller, { 'f:spec': { 'f:replicas': {}, 'f:template': {} } });
    const label = managed('kubectl', { 'f:metadata': { 'f:labels': { 'f:app': {} } } });
    expect(spec([all])).toHaveProperty('replicas', 7);
    expect(spec([all, label])).toHaveProperty('template.spec');
  });

  it('stays where somebody else’s fields are told in a version or a form that cannot be compared', () => {
    const scaler = managed(controller, { 'f:spec': { 'f:replicas': {} } });
    for (const strange of [
      managed('me', { 'f:spec': { 'f:size': {} } }, { apiVersion: 'apps/v1beta1' }),
      managed('me', 'not a tree'),
    ]) {
      expect(spec([yours, strange, scaler])).toHaveProperty('replicas', 7);
    }
    const strangeController = managed(controller, { 'f:spec': { 'f:paused': {} } }, { apiVersion: 'apps/v1beta1' });
    expect(spec([person, strangeController])).toHaveProperty('paused');
  });

  it('named by hostile keys harms nothing', () => {
    const hostile = managed(controller, {
      'f:spec': { 'f:__proto__': {}, 'f:constructor': { '.': {} }, 'k:nonsense': {}, 'v:': {}, 'f:toString': {} },
    });
    expect(spec([yours, hostile])).toEqual(spec([yours]));
    let deep: object = {};
    for (let level = 0; level < 100_000; level += 1) deep = { 'f:spec': deep };
    expect(spec([yours, managed(controller, deep)])).toHaveProperty('replicas');
  });

  it('goes from a list of thousands in a moment', () => {
    const count = 5000;
    const entries = Array.from({ length: count }, (_, index) => [`k:{"name":"e${index}"}`, { '.': {} }]);
    const object = deployment([
      yours,
      managed(controller, { 'f:spec': { 'f:env': Object.fromEntries(entries) as object } }),
    ]);
    (object['spec'] as Record<string, unknown>)['env'] = Array.from({ length: count + 1 }, (_, index) => ({
      name: `e${index}`,
    }));
    expect(toManifest(object)).toMatchObject({ spec: { env: [{ name: `e${count}` }] } });
  });
});
