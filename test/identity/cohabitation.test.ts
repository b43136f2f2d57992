import { describe, expect, it } from 'vitest';
import { aliasesOf } from '../../src/identity/aliases.js';
import { cohabit, cohabitingGroups } from '../../src/core/model/cohabiting-groups.js';
import { equivalenceClasses } from '../../src/identity/classify.js';
import type { EvidenceLink } from '../../src/identity/evidence.js';
import { catalogOf, endpoint, names } from './catalogs.js';

describe('cohabiting groups', () => {
  it.each([
    ['events', ['', 'events.k8s.io']],
    ['deployments', ['apps', 'extensions']],
    ['daemonsets', ['apps', 'extensions']],
    ['replicasets', ['apps', 'extensions']],
    ['networkpolicies', ['networking.k8s.io', 'extensions']],
    ['ingresses', ['networking.k8s.io', 'extensions']],
    ['replicationcontrollers', ['', 'extensions']],
    ['podsecuritypolicies', ['policy', 'extensions']],
    ['pods', []],
    ['__proto__', []],
  ])('of %s are %j', (resource, groups) => {
    expect(cohabitingGroups(resource)).toEqual(groups);
    for (const group of groups) {
      expect(groups.every((other) => cohabit({ group, resource }, { group: other, resource }))).toBe(true);
      expect(cohabit({ group, resource }, { group: 'acid.example.org', resource })).toBe(false);
      expect(cohabit({ group: 'acid.example.org', resource }, { group, resource })).toBe(false);
    }
  });

  it('hold a resource and itself, in any group', () => {
    const volumes = { group: 'longhorn.io', resource: 'volumes' };
    expect(cohabit(volumes, volumes)).toBe(true);
    expect(cohabit(volumes, { group: 'longhorn.io', resource: 'snapshots' })).toBe(false);
  });

  it('are of one plural', () => {
    expect(cohabit({ group: 'apps', resource: 'deployments' }, { group: 'extensions', resource: 'daemonsets' })).toBe(
      false,
    );
  });
});

describe('the documented list of cohabiting groups', () => {
  const catalog = catalogOf([
    endpoint('deployments.v1.apps'),
    endpoint('deployments.v1.acid.example.org'),
    endpoint('deployments.v1beta1.extensions'),
  ]);
  const asked = catalog.resources()[0]!;
  const link = {
    kind: 'documented cohabitation',
    endpoints: ['deployments.v1.apps', 'deployments.v1beta1.extensions'],
  };
  const shown = (links: readonly EvidenceLink[]): object[] =>
    links.map(({ kind, endpoints }) => ({ kind, endpoints: names(endpoints) }));

  it('is named beside the answer that nothing is known, and joins nothing', () => {
    const { endpoints, unknown, hints } = aliasesOf(asked, catalog);
    expect(names(endpoints)).toEqual(['deployments.v1.apps']);
    expect(names(unknown)).toEqual(['deployments.v1.acid.example.org', 'deployments.v1beta1.extensions']);
    expect(shown(hints)).toEqual([link]);
  });

  it('joins where the caller trusts it, and no group that is not on it', () => {
    const { endpoints, evidence, unknown, hints } = aliasesOf(asked, catalog, { cohabitation: 'join' });
    expect(names(endpoints)).toEqual(['deployments.v1.apps', 'deployments.v1beta1.extensions']);
    expect(shown(evidence)).toEqual([link]);
    expect(names(unknown)).toEqual(['deployments.v1.acid.example.org']);
    expect(hints).toEqual([]);
  });

  it.each([
    ['ids', { internalID: 'x' }, { internalID: 'y' }],
    ['hashes', { storageVersionHash: 'h' }, { storageVersionHash: 'i' }],
  ])('joins nothing that %s set apart', (_, one, other) => {
    const apart = catalogOf([endpoint('events.v1.', one), endpoint('events.v1.events.k8s.io', other)]);
    expect(equivalenceClasses(apart, { cohabitation: 'join' })).toHaveLength(2);
    expect(aliasesOf(apart.resources()[0]!, apart)).toMatchObject({ unknown: [], hints: [] });
  });
});
