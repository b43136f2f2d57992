import { describe, expect, it } from 'vitest';
import { formatTable, NoMatchError } from '../../src/index.js';
import type { ClusterError } from '../../src/fleet/index.js';
import { fleetCount, fleetDiff, fleetResolve, fleetTable, NoClustersError } from '../../src/fleet/index.js';
import { configMap, fakeCluster, fleetOf } from './fleets.js';

const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget', shortNames: ['zz'] };
const others = { group: 'other.io', version: 'v1', resource: 'others', kind: 'Other', shortNames: ['zz'] };

/** Two clusters of one kind, one of another, and one that is dead. */
function fleet() {
  const [one, two, three] = [
    fakeCluster({ objects: [configMap('a'), configMap('b')], resources: [widgets] }),
    fakeCluster({ objects: [configMap('c')], resources: [widgets] }),
    fakeCluster({ resources: [others] }),
  ];
  const dead = { name: 'dead', client: () => Promise.reject(new Error('no way')) };
  const made = Object.entries({ one, two, three }).map(([name, { options }]) => ({ name, client: () => options }));
  return fleetOf([dead, ...made]);
}

const dead = [expect.objectContaining({ cluster: 'dead', code: 'cluster-failed' }) as ClusterError];

describe('of a fleet', () => {
  it('a table has the clusters first, in their order, and failures beside it', async () => {
    const { table, failures } = await fleetTable(fleet(), 'configmaps');
    const lines = formatTable(table)
      .split('\n')
      .map((line) => line.split(/ {2,}/).slice(0, 3).join('|'));
    expect(lines).toEqual(['CLUSTER|NAMESPACE|NAME', 'one|shop|a', 'one|shop|b', 'two|shop|c', '']);
    expect(failures).toEqual(dead);
  });

  it('a table of one namespace has no column of them', async () => {
    const { table } = await fleetTable(fleet(), 'cm', { namespace: 'shop', fieldSelector: 'metadata.name=c' });
    expect(table.columnDefinitions.slice(0, 2).map(({ name }) => name)).toEqual(['Cluster', 'Name']);
    expect(table.rows.map(({ cells }) => cells.slice(0, 2))).toEqual([['two', 'c']]);
  });

  it('a table of what a cluster does not serve names the cluster', async () => {
    const { table, failures } = await fleetTable(fleet(), 'widgets');
    expect(table.rows).toEqual([]);
    expect(failures.map(({ cluster, cause }) => [cluster, cause instanceof NoMatchError])).toEqual([
      ['dead', false],
      ['three', true],
    ]);
  });

  it('a name has its meanings, the most frequent first', async () => {
    const { meanings, failures } = await fleetResolve(fleet(), 'zz');
    expect(meanings.map(({ resolution, clusters }) => [resolution.mapping.resource.group, clusters])).toEqual([
      ['example.com', ['one', 'two']],
      ['other.io', ['three']],
    ]);
    expect(failures).toEqual(dead);
  });

  it('counts tell what is missing', async () => {
    const { total, counts, complete, failures } = await fleetCount(fleet(), { count: { resources: ['configmaps'] } });
    expect([total, counts.map(({ cluster, count }) => [cluster, count.total]), complete]).toEqual([
      3,
      [
        ['one', 2],
        ['two', 1],
        ['three', 0],
      ],
      false,
    ]);
    expect(failures).toEqual(dead);
  });

  it('differences are those from one of them', async () => {
    const { reference, differences, failures } = await fleetDiff(fleet());
    const names = differences.map(({ cluster, servers }) => [
      cluster,
      servers.added.map(({ resource }) => resource),
      servers.gone.map(({ resource }) => resource),
    ]);
    expect([reference, names]).toEqual([
      'one',
      [
        ['two', [], []],
        ['three', ['others'], ['widgets']],
      ],
    ]);
    expect(failures).toEqual(dead);
    expect((await fleetDiff(fleet(), { reference: 'three' })).differences).toHaveLength(2);
    await expect(fleetDiff(fleet(), { reference: 'dead' })).rejects.toThrow(
      '"dead" is not in the fleet, or did not answer',
    );
  });

  it('none is an error', async () => {
    await expect(fleetTable(fleetOf([]), 'pods')).rejects.toBeInstanceOf(NoClustersError);
  });
});
