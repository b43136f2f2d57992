import { describe, expect, it } from 'vitest';
import { expandRules } from '../../src/admission/expand-rules.js';
import { catalogOf } from '../identity/catalogs.js';
import { cluster, coveredOf, missedOf, policy, served, webhook } from './cluster.js';

const events = { groups: [''], versions: ['v1'], resources: ['events'] };
const apps = { groups: ['apps'], versions: ['v1'], resources: ['deployments'] };
const gadgets = { groups: ['old.example.org'], versions: ['v1'], resources: ['gadgets'] };

/** One set of gadgets by its id, in two groups and three versions. */
const twoGroups = catalogOf([
  served('gadgets.v1.old.example.org', { internalID: 'one' }),
  served('gadgets.v2.old.example.org', { internalID: 'one' }),
  served('gadgets.v1.young.example.org', { internalID: 'one' }),
]);

describe('under Equivalent the server brings to a rule', () => {
  it.each([
    ['other versions and cohabiting groups', apps, ['deployments.v1beta1.apps', 'deployments.v1beta1.extensions']],
    ['events of the other group', events, ['events.v1.events.k8s.io']],
    [
      'the same subresource',
      { ...apps, resources: ['deployments/scale'] },
      ['deployments/scale.v1beta1.apps', 'deployments/scale.v1beta1.extensions'],
    ],
  ])('%s', (_what, said, expected) => {
    const expansion = expandRules(webhook([said]), cluster());
    expect(coveredOf(expansion)).toEqual(expected);
    expect(missedOf(expansion)).toEqual([]);
    expect(expansion.complete).toBe(true);
  });

  it('but not a subresource that the named endpoint does not have', () => {
    const all = { ...apps, resources: ['deployments/*'] };
    expect(missedOf(expandRules(webhook([all]), cluster()))).toEqual([
      'deployments/rollback.v1beta1.apps (unknown to the server)',
    ]);
  });

  it('cohabiting groups by their documented list alone, without a hash', () => {
    const id = { internalID: 'deployments' };
    const catalog = catalogOf([served('deployments.v1.apps', id), served('deployments.v1beta1.extensions', id)]);
    expect(coveredOf(expandRules(webhook([apps]), catalog))).toEqual(['deployments.v1beta1.extensions']);
  });

  it('groups of equal hashes, although no list has them', () => {
    const hash = { storageVersionHash: 'one' };
    const catalog = catalogOf([served('gadgets.v1.old.example.org', hash), served('gadgets.v1.new.example.org', hash)]);
    expect(coveredOf(expandRules(webhook([gadgets]), catalog))).toEqual(['gadgets.v1.new.example.org']);
  });

  it('and tells by which named endpoint', () => {
    const [finding] = expandRules(webhook([events]), cluster()).findings;
    expect(finding?.covered).toEqual([
      {
        group: 'events.k8s.io',
        version: 'v1',
        resource: 'events',
        sameAs: { group: '', version: 'v1', resource: 'events' },
      },
    ]);
  });

  it('what is excluded elsewhere as well', () => {
    const excluded = [{ groups: ['events.k8s.io'], resources: ['events'] }];
    const expansion = expandRules(policy([events], { excluded }), cluster());
    // The exclusion is brought to the core group too, so that the rule has no effect at all.
    expect([missedOf(expansion), coveredOf(expansion)]).toEqual([[], ['events.v1.']]);
  });
});

describe('under Equivalent a rule misses', () => {
  it('a set of two groups that is known by its ids alone, and no version of the group itself', () => {
    const expansion = expandRules(webhook([gadgets]), twoGroups);
    expect(missedOf(expansion)).toEqual(['gadgets.v1.young.example.org (unknown to the server)']);
    expect(coveredOf(expansion)).toEqual(['gadgets.v2.old.example.org']);
  });

  it.each([
    ['another one', [{ group: 'young.example.org', version: 'v1' }], 'another server'],
    [
      'one that serves both groups, which does not know either',
      [
        { group: 'old.example.org', version: 'v1', backend: 'one' },
        { group: 'old.example.org', version: 'v2', backend: 'one' },
        { group: 'young.example.org', version: 'v1', backend: 'one' },
      ],
      'unknown to the server',
    ],
  ])('what is served behind the aggregator by %s', (_what, remote, reason) => {
    const expansion = expandRules(webhook([gadgets]), twoGroups, { remote });
    expect(missedOf(expansion)).toEqual([`gadgets.v1.young.example.org (${reason})`]);
    expect(coveredOf(expansion)).toEqual(['gadgets.v2.old.example.org']);
  });

  it('a version of its own group that another server has', () => {
    const remote = [{ group: 'old.example.org', version: 'v2' }];
    expect(missedOf(expandRules(webhook([gadgets]), twoGroups, { remote }))).toEqual([
      'gadgets.v2.old.example.org (another server)',
      'gadgets.v1.young.example.org (unknown to the server)',
    ]);
  });

  it('cohabiting groups of another server than kube-apiserver, whose storage has no such list', () => {
    const remote = ['apps/v1', 'apps/v1beta1', 'extensions/v1beta1'].map((name) => {
      const [group = '', version = ''] = name.split('/');
      return { group, version, backend: 'one' };
    });
    const expansion = expandRules(webhook([apps]), cluster(), { remote });
    expect(missedOf(expansion)).toEqual(['deployments.v1beta1.extensions (unknown to the server)']);
    expect(coveredOf(expansion)).toEqual(['deployments.v1beta1.apps']);
  });

  it('a cohabiting group that another server has', () => {
    const remote = [{ group: 'events.k8s.io', version: 'v1' }];
    expect(missedOf(expandRules(webhook([events]), cluster(), { remote }))).toEqual([
      'events.v1.events.k8s.io (another server)',
    ]);
  });
});

describe('the match policy is', () => {
  it.each([
    ['Equivalent for webhooks of v1', webhook([events], undefined, 'v1'), []],
    ['Exact for webhooks of v1beta1', webhook([events], undefined, 'v1beta1'), ['events.v1.events.k8s.io (exact)']],
    ['Equivalent for policies', policy([events]), []],
    ['Exact where it says so', policy([events], { matchPolicy: 'Exact' }), ['events.v1.events.k8s.io (exact)']],
  ])('%s', (_what, configuration, expected) => {
    expect(missedOf(expandRules(configuration, cluster()))).toEqual(expected);
  });

  it.each(['MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy'])('Equivalent for %s of every version', (kind) => {
    for (const version of ['v1alpha1', 'v1beta1', 'v1']) {
      const configuration = { ...policy([events]), kind, apiVersion: `admissionregistration.k8s.io/${version}` };
      expect(coveredOf(expandRules(configuration, cluster()))).toEqual(['events.v1.events.k8s.io']);
    }
  });
});
