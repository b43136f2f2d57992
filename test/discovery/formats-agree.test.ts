import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { captured, capturedNames, type CapturedName } from '../fixtures/captured.js';
import { thawed } from '../catalog/thawed.js';
import { replay } from './replay-connection.js';

async function learn(name: CapturedName): Promise<Catalog> {
  return createDiscovery(replay(captured(name))).catalog();
}

/** An entry without the fields that only one format has. */
function comparable(entry: ResourceEntry): object {
  const { storageVersionHash: _hash, subresources, ...rest } = entry;
  return {
    ...rest,
    subresources: subresources.map(({ acceptedTypes: _types, ...each }) => each),
  };
}

function entriesOf(catalog: Catalog): [string, object][] {
  const keyed = catalog
    .resources()
    .map((entry): [string, object] => [`${entry.resource}.${entry.version}.${entry.group}`, comparable(entry)]);
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1));
}

function groupsOf(catalog: Catalog): unknown[] {
  return catalog.groups
    .map(({ name, preferredVersion, versions }) => [
      name,
      preferredVersion,
      versions.map(({ version, freshness }) => [version, freshness]),
    ])
    .sort();
}

describe('the catalogs learned of one server in different formats hold the same entries', () => {
  const pairs: [CapturedName, CapturedName][] = [
    ['kube-1.37-v2', 'kube-1.37-legacy'],
    ['kube-1.36-v2', 'kube-1.36-legacy'],
    ['kube-1.29-v2beta1', 'kube-1.29-legacy'],
  ];
  it.each(pairs)('%s and %s', async (one, other) => {
    const [left, right] = [await learn(one), await learn(other)];
    expect(entriesOf(left)).toEqual(entriesOf(right));
    expect(groupsOf(left)).toEqual(groupsOf(right));
    expect(left.resources().length).toBeGreaterThan(60);
  });
});

describe.each(capturedNames)('the catalog of %s', (name) => {
  it('has the core group first and the groups in the order of the document', async () => {
    const catalog = await learn(name);
    const names = catalog.groups.map((group) => group.name);
    expect(names.slice(0, 3)).toEqual(['', 'apiregistration.k8s.io', 'apps']);
    expect(new Set(names).size).toBe(names.length);
  });

  it('keeps the group-version that nobody serves by name, and says why', async () => {
    const catalog = await learn(name);
    const dead = { group: 'custom.metrics.k8s.io', version: 'v1beta1' };
    expect(catalog.version(dead)).toMatchObject({ freshness: 'Stale', resources: [] });
    expect(catalog.failuresOf(dead)).toEqual([expect.objectContaining({ ...dead, root: 'apis' })]);
    expect(catalog.failures).toHaveLength(1);
    expect(catalog.failures[0]?.class).toBe(name.endsWith('legacy') ? 'unreachable' : 'stale');
  });

  it('knows subresources with kinds of their own', async () => {
    const catalog = await learn(name);
    const deployments = catalog.resource({ group: 'apps', version: 'v1', resource: 'deployments' });
    const scale = deployments?.subresources.find((each) => each.subresource === 'scale');
    expect(scale?.responseKind).toEqual({ group: 'autoscaling', version: 'v1', kind: 'Scale' });
    const pods = catalog.resource({ group: '', version: 'v1', resource: 'pods' });
    expect(pods).toMatchObject({ kind: 'Pod', singular: 'pod', shortNames: ['po'], scope: 'Namespaced' });
    expect(pods?.categories).toContain('all');
    expect(pods).not.toHaveProperty('responseKind');
  });

  it('can not be changed', async () => {
    const catalog = await learn(name);
    const [group] = catalog.groups;
    const frozen = [catalog, catalog.groups, group, group?.versions, group?.versions[0], group?.versions[0]?.resources];
    expect([...frozen, catalog.resources()[0], catalog.resources()].every(Object.isFrozen)).toBe(true);
  });
});

it('tells of each root which format it spoke', async () => {
  const spoken = await Promise.all(capturedNames.map(async (name) => (await learn(name)).provenance));
  expect(spoken).toEqual([
    { api: 'aggregated/v2', apis: 'aggregated/v2' },
    { api: 'legacy', apis: 'legacy' },
    { api: 'aggregated/v2', apis: 'aggregated/v2' },
    { api: 'legacy', apis: 'legacy' },
    { api: 'aggregated/v2beta1', apis: 'aggregated/v2beta1' },
    { api: 'aggregated/v2beta1', apis: 'aggregated/v2beta1' },
    { api: 'legacy', apis: 'legacy' },
  ]);
});

it('reads storage version hashes from legacy documents, the only ones that carry them', async () => {
  const aggregated = await learn('kube-1.36-v2');
  const legacy = await learn('kube-1.36-legacy');
  const pods = { group: '', version: 'v1', resource: 'pods' };
  const eviction = aggregated.resource(pods)?.subresources.find((each) => each.subresource === 'eviction');
  expect(eviction?.responseKind).toEqual({ group: 'policy', version: 'v1', kind: 'Eviction' });
  expect(aggregated.resource(pods)).not.toHaveProperty('storageVersionHash');
  expect(legacy.resource(pods)?.storageVersionHash).toBe('xPOwRZ+Yhw8=');
});

describe('what discovery learns is frozen, down to the last list', () => {
  it.each(capturedNames)('%s', async (name) => {
    const { groups, failures } = await learn(name);
    expect(groups.length).toBeGreaterThan(10);
    expect([...thawed(groups), ...thawed(failures)]).toEqual([]);
  });
});
