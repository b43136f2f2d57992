import { createFakeApiServer, type FakeApiServer, type FakeResource } from '../../src/testing/index.js';
import type { OwnerReference } from '../../src/core/model/owner-reference.js';

/** The number of objects, and of their sets. */
export const objectCount = 20_000;
export const setCount = 60;

const core = { group: '', version: 'v1' };
const apps = { group: 'apps', version: 'v1' };
const plain: readonly FakeResource[] = [
  { ...core, resource: 'pods', kind: 'Pod' },
  { ...core, resource: 'configmaps', kind: 'ConfigMap' },
  { ...core, resource: 'secrets', kind: 'Secret' },
  { ...core, resource: 'services', kind: 'Service' },
  { ...core, resource: 'events', kind: 'Event', storageVersionHash: 'events' },
  { ...apps, resource: 'deployments', kind: 'Deployment' },
  { ...apps, resource: 'replicasets', kind: 'ReplicaSet' },
  { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler' },
];
/** Other endpoints for the same objects. */
const aliases: readonly FakeResource[] = [
  { group: 'events.k8s.io', version: 'v1', resource: 'events', kind: 'Event', storageVersionHash: 'events' },
  { group: 'autoscaling', version: 'v1', resource: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler' },
];
const custom: readonly FakeResource[] = Array.from({ length: setCount - plain.length }, (_, index) => index).flatMap(
  (index) =>
    ['v1', 'v1beta1'].map((version) => ({
      group: `group-${index % 10}.example.org`,
      version,
      resource: `things${index}`,
      kind: `Thing${index}`,
    })),
);

const sizes: Readonly<Record<string, number>> = {
  Pod: 6000,
  ReplicaSet: 3000,
  Deployment: 1000,
  ConfigMap: 2000,
  Secret: 1500,
  Service: 1000,
  Event: 1000,
  HorizontalPodAutoscaler: 300,
};

/**
 * Creates a fake server with 20,000 objects in 60 sets behind 114 endpoints: pods owned by replica sets owned by
 * deployments, and custom resources that own each other, with typical managed fields and specs.
 */
export function serverOfOwnedObjects(): FakeApiServer {
  const fake = createFakeApiServer({ resources: [...plain, ...aliases, ...custom] });
  const kinds = [...plain, ...custom.filter(({ version }) => version === 'v1')];
  const left = objectCount - Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const each = Math.floor(left / (setCount - plain.length));
  const ordered = ['Deployment', 'ReplicaSet'].flatMap((kind) => kinds.filter((one) => one.kind === kind));
  const rest = kinds.filter((one) => !ordered.includes(one));
  const owners: OwnerReference[] = [];
  let count = 0;
  for (const [place, { group, version, kind }] of [...ordered, ...rest].entries()) {
    const isLast = place === kinds.length - 1;
    const size = isLast ? objectCount - count : (sizes[kind] ?? each);
    for (let index = 0; index < size; index += 1) {
      const owner = place === 0 ? undefined : owners[(index * 7919) % owners.length];
      const apiVersion = group === '' ? version : `${group}/${version}`;
      const { metadata } = fake.put(objectOf(apiVersion, kind, `${kind.toLowerCase()}-${index}`, owner));
      count += 1;
      if (index % 3 === 0) owners.push({ apiVersion, kind, name: metadata.name ?? '', uid: metadata.uid ?? '' });
    }
  }
  return fake;
}

function objectOf(apiVersion: string, kind: string, name: string, owner: OwnerReference | undefined): object {
  const labels = { app: name, 'app.kubernetes.io/part-of': 'front', 'pod-template-hash': '7d4b9c6f5d' };
  const managed = { 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} }, 'f:ownerReferences': { '.': {} } } };
  const container = {
    name: 'main',
    image: 'registry.example.org/team/front:1.2.3',
    env: manyOf(8),
    volumeMounts: manyOf(4),
  };
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      namespace: `team-${name.length % 20}`,
      labels,
      annotations: { 'example.org/checksum': 'f'.repeat(64) },
      managedFields: ['controller', 'kubelet'].map((manager) => ({ manager, operation: 'Update', fieldsV1: managed })),
      ...(owner !== undefined && { ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }] }),
    },
    spec: { containers: [container, container], tolerations: manyOf(3) },
    status: { conditions: manyOf(5), phase: 'Running', podIP: '10.1.2.3' },
  };
}

function manyOf(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `name-${index}`,
    value: `value-${index}`,
    key: 'example.org/key',
  }));
}
