import { describe, expect, it } from 'vitest';
import { cohabit, cohabitingGroups } from '../../src/identity/cohabitation.js';

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
