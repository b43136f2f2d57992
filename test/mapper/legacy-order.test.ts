import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { isBuiltInGroup } from '../../src/core/model/built-in-groups.js';
import { catalogOf, endpoint, res, type GroupSpec } from './build-catalog.js';
import { captured } from '../fixtures/captured.js';

const volumes = [res('volumes', 'Volume', { shortNames: ['vol'], categories: ['all'] })];
const custom: readonly GroupSpec[] = [
  { name: 'example.com', versions: { v1: volumes, dev: volumes } },
  { name: 'longhorn.io', versions: { v1beta2: volumes } },
  { name: 'acme.k8s.io', versions: { v3: volumes } },
  { name: 'storage.example.org', versions: { v1: volumes } },
];
const builtIn: readonly GroupSpec[] = [
  { name: '', versions: { v1: [res('pods', 'Pod')] } },
  { name: 'storage.k8s.io', versions: { v1: volumes } },
  { name: 'policy', versions: { v1: volumes } },
];

const byName = (a: GroupSpec, b: GroupSpec): number => (a.name < b.name ? -1 : 1);
/** The aggregator lists groups of one priority by the smallest name of their APIServices. */
const byApiService = (a: GroupSpec, b: GroupSpec): number => (serviceOf(a) < serviceOf(b) ? -1 : 1);
function serviceOf({ name, versions }: GroupSpec): string {
  return (
    Object.keys(versions)
      .map((version) => `${version}.${name}`)
      .sort()[0] ?? ''
  );
}

const aggregated = createMapper(catalogOf([...builtIn, ...[...custom].sort(byName)]));
const legacy = createMapper(catalogOf([...builtIn, ...[...custom].sort(byApiService)], { format: 'legacy' }));

describe('one server in both formats', () => {
  it.each([
    'volumes',
    'vol',
    'Volume',
    'volumes.v1',
    'volumes.s',
    'volumes.example.com',
    'vol.longhorn',
    'VOLUMES.v1.l',
  ])('gives %s the same answer, candidates and reason', (word) => {
    const [one, other] = [aggregated, legacy].map((mapper) => {
      try {
        return mapper.resolve(word);
      } catch (error) {
        return error;
      }
    });
    expect(other).toEqual(one);
  });

  it('gives categories in the same order', () => {
    expect(legacy.resolveAll('all')).toEqual(aggregated.resolveAll('all'));
  });

  it('has the built-in groups first, in the order of the document, the others by name', () => {
    expect(legacy.resolve('volumes').candidates.map(endpoint)).toEqual([
      'volumes.v1.storage.k8s.io',
      'volumes.v1.policy',
      'volumes.v3.acme.k8s.io',
      'volumes.v1.example.com',
      'volumes.dev.example.com',
      'volumes.v1beta2.longhorn.io',
      'volumes.v1.storage.example.org',
    ]);
  });
});

describe('the order of the document', () => {
  it('stands in an aggregated one, whatever the names', () => {
    const turned = createMapper(catalogOf([...custom].sort(byName).reverse()));
    expect(endpoint(turned.resolve('volumes').mapping)).toBe('volumes.v1.storage.example.org');
  });

  it('stands for the seven methods in a legacy one, as for client-go', () => {
    const resource = legacy.resourceFor({ resource: 'volumes', version: 'v1beta2' });
    expect(resource.group).toBe('longhorn.io');
    const groups = legacy.resourcesFor({ resource: 'volumes' }).map(({ group }) => group);
    expect(groups.slice(2)).toEqual([
      'example.com',
      'example.com',
      'storage.example.org',
      'longhorn.io',
      'acme.k8s.io',
    ]);
  });

  it('stands when only the core group came in the legacy format', () => {
    const groups = [...custom].sort(byName).reverse();
    const { failures, ...parts } = catalogOf(groups);
    const mixed = { ...parts, failures, provenance: { api: 'legacy', apis: 'aggregated/v2' } } as const;
    expect(endpoint(createMapper(mixed).resolve('volumes').mapping)).toBe('volumes.v1.storage.example.org');
  });
});

describe('a built-in group', () => {
  it.each(['', 'apps', 'extensions', 'batch', 'storage.k8s.io', 'resource.k8s.io'])('is %j', (group) => {
    expect(isBuiltInGroup(group)).toBe(true);
  });

  it.each([
    'metrics.k8s.io',
    'custom.metrics.k8s.io',
    'gateway.networking.k8s.io',
    'autoscaling.k8s.io',
    'keda.sh',
    '__proto__',
  ])('is not %j, which an APIService or a custom resource brings', (group) => {
    expect(isBuiltInGroup(group)).toBe(false);
  });

  it.each(['kube-1.29-legacy', 'kube-1.36-legacy'] as const)('is each of %s before the first custom one', (name) => {
    const { groups } = captured(name)['/apis']?.body as { groups: { name: string }[] };
    const names = groups.map((group) => group.name);
    expect(names.map(isBuiltInGroup).lastIndexOf(true)).toBe(names.indexOf('acid.example.org') - 1);
    expect(names.map(isBuiltInGroup).indexOf(false)).toBe(names.indexOf('acid.example.org'));
  });
});
