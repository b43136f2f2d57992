import { describe, expect, it } from 'vitest';
import { endpointsByRank, groupsByRank, versionsByRank } from '../../src/core/catalog/rank.js';
import { distinctResources } from '../../src/identity/identity-report.js';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { catalogOf, endpoint, res } from '../mapper/build-catalog.js';

const catalog = catalogOf([
  { name: 'a.example.com', versions: { v1: [res('as', 'A')], v2: [res('as', 'A')] }, preferred: 'v2' },
  { name: '', versions: { v2: [res('pods', 'Pod')], v1: [res('pods', 'Pod')], v3: [] }, preferred: 'v3' },
  { name: 'b.example.com', versions: { v2: [res('bs', 'B')], v1: [res('bs', 'B')] } },
]);

describe('the order of rank', () => {
  it('has core first, then the groups in their order', () => {
    expect(groupsByRank(catalog.groups).map(({ name }) => name)).toEqual(['', 'a.example.com', 'b.example.com']);
    const withoutCore = catalog.groups.filter(({ name }) => name !== '');
    expect(groupsByRank(withoutCore)).toBe(withoutCore);
    expect(groupsByRank([])).toEqual([]);
  });

  it('has v1 of core first whatever is preferred, and elsewhere the preferred version', () => {
    const versions = groupsByRank(catalog.groups).map((group) => versionsByRank(group).map(({ version }) => version));
    expect(versions).toEqual([
      ['v1', 'v3', 'v2'],
      ['v2', 'v1'],
      ['v2', 'v1'],
    ]);
  });

  it('is the same for names, for sets of objects and for all endpoints', () => {
    const byRank = ['pods.v1.', 'pods.v2.', 'as.v2.a.example.com', 'as.v1.a.example.com', 'bs.v2.b.example.com'];
    const told = endpointsByRank(catalog).map((entry) => endpoint({ resource: entry }));
    expect(told).toEqual([...byRank, 'bs.v1.b.example.com']);
    expect(endpoint(createMapper(catalog).resolve('pods').mapping)).toBe('pods.v1.');
    expect(distinctResources(catalog).map((entry) => endpoint({ resource: entry }))).toEqual([
      'pods.v1.',
      'as.v2.a.example.com',
      'bs.v2.b.example.com',
    ]);
  });

  it('takes the first of what is listed twice, in a catalog that nobody looked through', () => {
    const [group] = catalogOf([
      { name: 'x.example.com', versions: { v1: [res('xs', 'X'), res('xs', 'Other')] } },
    ]).groups;
    const groups = [group!, { ...group!, versions: [...group!.versions, ...group!.versions] }];
    expect(endpointsByRank({ groups }).map(({ kind }) => kind)).toEqual(['X']);
  });
});
