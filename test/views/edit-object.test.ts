import { describe, expect, it } from 'vitest';
import { editable } from '../../src/views/apply-edit.js';
import { editOf } from '../../src/views/edit-object.js';

const manager = 'kubeatlas-dashboard';
const main = { name: 'main', image: 'web:1', env: [{ name: 'A', value: '1' }], args: ['--one', '--two'] };
const helm = {
  manager: 'helm',
  operation: 'Apply',
  apiVersion: 'apps/v1',
  fieldsV1: {
    'f:metadata': { 'f:labels': { 'f:app': {}, 'f:tier': {} }, 'f:finalizers': { 'v:"a.example.com/x"': {} } },
    'f:spec': {
      'f:selector': {},
      'f:template': {
        'f:spec': {
          'f:containers': {
            'k:{"name":"main"}': {
              '.': {},
              'f:name': {},
              'f:image': {},
              'f:args': {},
              'f:env': { 'k:{"name":"A"}': { '.': {}, 'f:name': {}, 'f:value': {} } },
            },
            'k:{"name":"side"}': { '.': {}, 'f:name': {}, 'f:image': {} },
          },
        },
      },
    },
  },
};
const scaler = {
  manager: 'kube-controller-manager',
  operation: 'Update',
  apiVersion: 'apps/v1',
  subresource: 'scale',
  fieldsV1: { 'f:spec': { 'f:replicas': {} } },
};

/** A deployment that helm applied and a HorizontalPodAutoscaler scales. */
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'front',
    namespace: 'shop',
    uid: 'u-1',
    resourceVersion: '7',
    labels: { app: 'front', tier: 'web' },
    finalizers: ['a.example.com/x'],
    managedFields: [helm, scaler] as object[],
  },
  spec: {
    replicas: 5,
    selector: { matchLabels: { app: 'front' } },
    template: { spec: { containers: [main, { name: 'side', image: 'side:1' }] as object[], dnsPolicy: 'Default' } },
  },
  status: { replicas: 5 },
};
type Deployment = typeof deployment;

const address = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'front', namespace: 'shop', uid: 'u-1' },
};

/** Returns how the server is told of what a function changes. */
function edited(change: (object: Deployment) => unknown, present: Deployment = deployment) {
  const before = editable(present, true);
  const after = structuredClone(before);
  change(after as unknown as Deployment);
  return editOf({ before, after, present, manager });
}

function withContainers(containers: readonly object[]): object {
  return { ...address, spec: { template: { spec: { containers } } } };
}

const containersOf = ({ spec }: Deployment) => spec.template.spec.containers as (typeof main)[];

describe('an edit in the dashboard', () => {
  it('is nothing where nothing is changed, moved or set to null', () => {
    expect(edited(() => undefined)).toBeUndefined();
    expect(edited((object) => Object.assign(object.spec, { paused: null }))).toBeUndefined();
    expect(
      edited((object) => {
        const { replicas, ...rest } = object.spec;
        object.spec = { ...rest, replicas };
      }),
    ).toBeUndefined();
  });

  it('applies one field of one item, found by its name, and leaves replicas to whoever scales', () => {
    expect(edited((object) => (containersOf(object)[1]!.image = 'side:2'))).toEqual({
      manifest: withContainers([{ name: 'side', image: 'side:2' }]),
      patch: {
        metadata: { resourceVersion: '7' },
        spec: { template: { spec: { containers: [main, { name: 'side', image: 'side:2' }] } } },
      },
      conflicts: [{ field: '.spec.template.spec.containers[name="side"].image', manager: 'helm' }],
      overtaken: [],
    });
  });

  it('applies a nested item, with the keys of those around it', () => {
    expect(edited((object) => containersOf(object)[0]!.env.push({ name: 'B', value: '2' }))?.manifest).toEqual(
      withContainers([{ name: 'main', env: [{ name: 'B', value: '2' }] }]),
    );
  });

  it('applies a list of strings as a whole, as the server merges it', () => {
    expect(edited((object) => containersOf(object)[0]!.args.pop())?.manifest).toEqual(
      withContainers([{ name: 'main', args: ['--one'] }]),
    );
  });

  it('applies a map as a whole where the server does, and one entry where not', () => {
    expect(edited((object) => Object.assign(object.spec.selector.matchLabels, { tier: 'web' }))?.manifest).toEqual({
      ...address,
      spec: { selector: { matchLabels: { app: 'front', tier: 'web' } } },
    });
    expect(edited((object) => Object.assign(object.metadata.labels, { team: 'a' }))).toMatchObject({
      manifest: { ...address, metadata: { ...address.metadata, labels: { team: 'a' } } },
      conflicts: [],
    });
  });

  it('applies one value of a set, and a new item and a new map as they are', () => {
    expect(edited((object) => object.metadata.finalizers.push('b.example.com/y'))?.manifest).toEqual({
      ...address,
      metadata: { ...address.metadata, finalizers: ['b.example.com/y'] },
    });
    const added = { name: 'new', image: 'new:1', ports: [{ containerPort: 80 }] };
    expect(edited((object) => object.spec.template.spec.containers.push(added))?.manifest).toEqual(
      withContainers([added]),
    );
    expect(edited((object) => Object.assign(object.spec, { strategy: { type: 'Recreate' } }))?.manifest).toEqual({
      ...address,
      spec: { strategy: { type: 'Recreate' } },
    });
  });

  it('applies what was applied here before, as it is now: else the server would remove it', () => {
    const own = {
      manager,
      operation: 'Apply',
      apiVersion: 'apps/v1',
      fieldsV1: {
        'f:metadata': { 'f:labels': { 'f:tier': {} } },
        'f:spec': {
          'f:template': {
            'f:spec': { 'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:name': {}, 'f:args': {} } } },
          },
        },
      },
    };
    const present = structuredClone(deployment);
    present.metadata.managedFields.push(own);
    const before = editable(present, true);
    present.metadata.labels.tier = 'api';
    const after = structuredClone(before) as unknown as Deployment;
    containersOf(after)[0]!.image = 'web:2';
    const edit = editOf({ before, after: after, present, manager });
    expect(edit?.manifest).toEqual({
      ...withContainers([{ name: 'main', args: ['--one', '--two'], image: 'web:2' }]),
      metadata: { ...address.metadata, labels: { tier: 'api' } },
    });
    expect(containersOf(present)[0]).toEqual(main);
  });

  it('tells what another page has set meanwhile, which counts as the same manager', () => {
    const fieldsV1 = { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } };
    const before = editable(deployment, true);
    const present = structuredClone(deployment);
    present.metadata.managedFields.push({ manager, operation: 'Apply', apiVersion: 'apps/v1', fieldsV1 });
    present.spec.replicas = 9;
    const overtakenBy = (spec: object) =>
      editOf({ before, after: { ...before, spec: { ...deployment.spec, ...spec } }, present, manager })?.overtaken;
    expect(overtakenBy({ replicas: 7 })).toMatchObject([{ field: '.spec.replicas' }]);
    expect(overtakenBy({ replicas: 9 })).toEqual([]);
    expect(overtakenBy({ paused: true })).toEqual([]);
  });

  it('applies items in their order, and patches where it cannot tell its own from others', () => {
    const ownItems = (fields: object): Deployment => {
      const present = structuredClone(deployment);
      const fieldsV1 = { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': fields } } } };
      present.metadata.managedFields.push({ manager, operation: 'Apply', apiVersion: 'apps/v1', fieldsV1 });
      return present;
    };
    const side = ownItems({ 'k:{"name":"side"}': { '.': {}, 'f:name': {}, 'f:image': {} } });
    expect(edited((object) => (containersOf(object)[0]!.image = 'web:2'), side)?.manifest).toEqual(
      withContainers([
        { name: 'main', image: 'web:2' },
        { name: 'side', image: 'side:1' },
      ]),
    );
    const env = { 'f:env': { 'k:{"name":"A"}': { '.': {}, 'f:name': {}, 'f:value': {} } } };
    const twice = ownItems({ 'k:{"name":"main"}': { '.': {}, 'f:name': {}, ...env } });
    containersOf(twice)[0]!.env.push({ name: 'A', value: '2' });
    expect(edited((object) => (object.spec.replicas = 6), twice)?.manifest).toBeUndefined();
  });

  it('patches what an apply does not remove, for the version that was read', () => {
    const metadata = { resourceVersion: '7' };
    expect(edited((object) => Reflect.deleteProperty(object.spec.template.spec, 'dnsPolicy'))).toEqual({
      manifest: undefined,
      patch: { metadata, spec: { template: { spec: { dnsPolicy: null } } } },
      conflicts: [],
      overtaken: [],
    });
    expect(edited((object) => Object.assign(object.metadata.labels, { tier: null }))).toEqual({
      manifest: undefined,
      patch: { metadata: { ...metadata, labels: { tier: null } } },
      conflicts: [{ field: '.metadata.labels.tier', manager: 'helm' }],
      overtaken: [],
    });
    expect(edited((object) => object.spec.template.spec.containers.pop())).toEqual({
      manifest: undefined,
      patch: { metadata, spec: { template: { spec: { containers: [main] } } } },
      conflicts: [{ field: '.spec.template.spec.containers[name="side"]', manager: 'helm' }],
      overtaken: [],
    });
  });

  it('patches an item whose key is changed, and the order of items', () => {
    expect(edited((object) => (containersOf(object)[1]!.name = 'other'))).toMatchObject({
      manifest: undefined,
      patch: { spec: { template: { spec: { containers: [main, { name: 'other', image: 'side:1' }] } } } },
      conflicts: [{ field: '.spec.template.spec.containers[name="side"]', manager: 'helm' }],
    });
    expect(edited((object) => containersOf(object).reverse())).toMatchObject({
      manifest: undefined,
      patch: { spec: { template: { spec: { containers: [{ name: 'side' }, { name: 'main' }] } } } },
      conflicts: [],
    });
  });

  it('patches lists that are not known to have keys, or repeat one, and objects that nobody is known to manage', () => {
    expect(edited((object) => containersOf(object)[0]!.env.push({ name: 'A', value: '2' }))).toMatchObject({
      manifest: undefined,
      conflicts: [{ field: '.spec.template.spec.containers[name="main"].env', manager: 'helm' }],
    });
    const present = structuredClone(deployment);
    present.metadata.managedFields = [];
    expect(edited((object) => (containersOf(object)[0]!.image = 'web:2'), present)?.manifest).toBeUndefined();
    expect(edited((object) => (object.spec.replicas = 6), present)?.manifest).toEqual({
      ...address,
      spec: { replicas: 6 },
    });
  });

  it('patches where the server notes the fields of another version', () => {
    const present = structuredClone(deployment);
    present.metadata.managedFields.push({ manager, operation: 'Apply', apiVersion: 'apps/v1beta1', fieldsV1: {} });
    expect(edited((object) => (object.spec.replicas = 6), present)).toMatchObject({
      manifest: undefined,
      patch: { spec: { replicas: 6 } },
      conflicts: [{ field: '.spec.replicas', manager: 'kube-controller-manager' }],
    });
  });

  it('takes every name of a field as a name', () => {
    const names = JSON.parse('{"constructor": "1", "toString": "2", "__proto__": "3"}') as object;
    const present = structuredClone(deployment);
    present.metadata.labels = names as Deployment['metadata']['labels'];
    const patch = edited((object) => {
      object.metadata.labels = { app: 'front' } as Deployment['metadata']['labels'];
    }, present)?.patch;
    expect(JSON.stringify(patch)).toBe(
      '{"metadata":{"labels":{"constructor":null,"toString":null,"__proto__":null,"app":"front"},"resourceVersion":"7"}}',
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const added = edited((object) => {
      object.metadata.labels = { ...object.metadata.labels, ...names };
    });
    expect(JSON.stringify(added?.manifest)).toContain('"constructor":"1","toString":"2","__proto__":"3"');
  });

  it('finds a change in each of thousands of items in a moment', () => {
    const items = Array.from({ length: 1500 }, (_, index) => ({ name: `E${index}`, value: '1' }));
    const fields = items.map(({ name }) => [`k:{"name":"${name}"}`, { '.': {}, 'f:name': {}, 'f:value': {} }] as const);
    const present = structuredClone(deployment);
    const fieldsV1 = { 'f:spec': { 'f:env': Object.fromEntries(fields) } };
    present.metadata.managedFields = [
      { ...helm, fieldsV1 },
      { ...helm, manager, fieldsV1 },
    ];
    Object.assign(present.spec, { env: items });
    const changed = items.map(({ name }) => ({ name, value: '2' }));
    const edit = edited((object) => Object.assign(object.spec, { env: changed }), present);
    expect(edit?.manifest?.['spec']).toEqual({ env: changed });
    expect(edit?.conflicts[1499]).toEqual({ field: '.spec.env[name="E1499"].value', manager: 'helm' });
  });

  it('patches where it owns a list as a whole and others its items', () => {
    const present = structuredClone(deployment);
    const own = { manager, operation: 'Apply', apiVersion: 'apps/v1' };
    const containers = { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': {} } } } };
    present.metadata.managedFields.push({ ...own, fieldsV1: containers });
    expect(edited((object) => (containersOf(object)[1]!.image = 'side:2'), present)).toMatchObject({
      manifest: undefined,
      patch: { spec: { template: { spec: { containers: [main, { name: 'side', image: 'side:2' }] } } } },
    });
  });
});
