import { describe, expect, it } from 'vitest';
import { expandRules } from '../../src/admission/expand-rules.js';
import { catalogOf } from '../identity/catalogs.js';
import { cluster, coveredOf, missedOf, nameOf, policy, served, webhook } from './cluster.js';

const apps = { groups: ['apps'], versions: ['v1'], resources: ['deployments'] };

describe('a rule under Exact', () => {
  it('misses every other endpoint of its objects', () => {
    const expansion = expandRules(webhook([apps], 'Exact'), cluster());
    expect(missedOf(expansion)).toEqual(['deployments.v1beta1.apps (exact)', 'deployments.v1beta1.extensions (exact)']);
    expect(coveredOf(expansion)).toEqual([]);
    expect(expansion.complete).toBe(false);
    expect(expansion.findings).toMatchObject([
      {
        path: 'webhooks[0].rules[0]',
        name: 'guard.example.org',
        matchPolicy: 'Exact',
        matches: 1,
        missed: [
          {
            sameAs: { group: 'apps', version: 'v1', resource: 'deployments' },
            operations: ['*'],
            evidence: ['storageVersionHash'],
          },
          {},
        ],
      },
    ]);
  });

  it('misses the same subresource elsewhere, where there is one', () => {
    const scale = { ...apps, resources: ['deployments/scale'] };
    expect(missedOf(expandRules(webhook([scale], 'Exact'), cluster()))).toEqual([
      'deployments/scale.v1beta1.apps (exact)',
      'deployments/scale.v1beta1.extensions (exact)',
    ]);
    const status = { ...apps, resources: ['deployments/status'] };
    expect(missedOf(expandRules(webhook([status], 'Exact'), cluster()))).toEqual([
      'deployments/status.v1beta1.apps (exact)',
    ]);
  });

  it('with all subresources misses those that another endpoint alone has', () => {
    const all = { ...apps, resources: ['deployments/*'] };
    expect(missedOf(expandRules(webhook([all], 'Exact'), cluster()))).toEqual([
      'deployments.v1beta1.apps (exact)',
      'deployments/rollback.v1beta1.apps (exact)',
      'deployments/scale.v1beta1.apps (exact)',
      'deployments/status.v1beta1.apps (exact)',
      'deployments.v1beta1.extensions (exact)',
      'deployments/scale.v1beta1.extensions (exact)',
    ]);
  });

  it.each([
    ['all groups', { versions: ['v1'], resources: ['events'] }],
    ['everything', { resources: ['*/*'] }],
    ['both groups', { groups: ['', 'events.k8s.io'], versions: ['v1'], resources: ['events'] }],
  ])('misses nothing of events with %s', (_what, said) => {
    const expansion = expandRules(webhook([said], 'Exact'), cluster());
    expect(missedOf(expansion)).toEqual([]);
    expect(expansion.complete).toBe(true);
  });

  it('misses nothing that another rule of the same webhook sees to, and only the operations that none does', () => {
    const creates = { ...apps, operations: ['CREATE'] };
    const elsewhere = { groups: ['apps', 'extensions'], versions: ['v1beta1'], resources: ['deployments'] };
    const seen = [creates, { ...elsewhere, operations: ['CREATE', 'DELETE'] }];
    expect(missedOf(expandRules(webhook(seen, 'Exact'), cluster()))).toEqual(['deployments.v1.apps (exact)']);
    const { findings } = expandRules(webhook(seen, 'Exact'), cluster());
    expect(findings[1]?.missed[0]?.operations).toEqual(['DELETE']);
  });

  it.each([
    [['CREATE'], ['*'], undefined],
    [['*'], ['CREATE'], ['*']],
    [['*'], ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'], ['*']],
    [['CREATE', 'DELETE'], ['CREATE'], ['DELETE']],
  ])('for %j, where another rule has %j, is left with %j', (operations, others, expected) => {
    const elsewhere = { groups: ['apps', 'extensions'], versions: ['v1beta1'], resources: ['deployments'] };
    const said = webhook(
      [
        { ...apps, operations },
        { ...elsewhere, operations: others },
      ],
      'Exact',
    );
    expect(expandRules(said, cluster()).findings[0]?.missed[0]?.operations).toEqual(expected);
  });

  it('misses what another webhook sees to: each is asked by itself', () => {
    const webhooks = [apps, { groups: ['apps', 'extensions'], versions: ['v1beta1'], resources: ['deployments'] }];
    const each = webhooks.map((said) => webhook([said], 'Exact') as { webhooks: object[] });
    const both = { ...each[0], webhooks: each.flatMap((one) => one.webhooks) };
    const { findings } = expandRules(both, cluster());
    expect(findings.map(({ path, missed }) => [path, missed.length])).toEqual([
      ['webhooks[0].rules[0]', 2],
      ['webhooks[1].rules[0]', 1],
    ]);
  });

  it('does not miss what can only be read, nor webhooks and policies themselves', () => {
    const configurations = ['v1', 'v1beta1'].map((version) =>
      served(`validatingwebhookconfigurations.${version}.admissionregistration.k8s.io`, { scope: 'Cluster' }),
    );
    const readable = served('pods.v1.old.example.org', { verbs: ['get', 'list', 'watch'], storageVersionHash: 'pod' });
    const catalog = cluster(readable, ...configurations);
    const rules = [
      { groups: [''], versions: ['v1'], resources: ['pods'] },
      { groups: ['*'], versions: ['v1'], resources: ['validatingwebhookconfigurations'] },
    ];
    expect(missedOf(expandRules(webhook(rules, 'Exact'), catalog))).toEqual([]);
  });

  it('keeps to its scope', () => {
    const said = { groups: ['apps'], versions: ['v1'], resources: ['deployments'], scope: 'Cluster' };
    const { findings } = expandRules(webhook([said], 'Exact'), cluster());
    expect(findings).toMatchObject([{ matches: 0, missed: [] }]);
  });
});

describe('a rule that names what is not served', () => {
  it.each([
    ['an old version', { groups: ['apps'], versions: ['v1beta2'], resources: ['deployments'] }, 3],
    ['a group that the resource left', { groups: ['extensions'], resources: ['ingresses'] }, 1],
    ['a group that nobody knows', { groups: ['example.org'], resources: ['ingresses'] }, 0],
    ['a resource that nobody knows', { groups: ['apps'], resources: ['dachshunds'] }, 0],
  ])('by %s misses the endpoints that there are: %s -> %i', (_what, said, count) => {
    for (const matchPolicy of ['Exact', 'Equivalent']) {
      const expansion = expandRules(webhook([said], matchPolicy), cluster());
      expect(expansion.findings[0]).toMatchObject({ matches: 0 });
      expect(missedOf(expansion)).toHaveLength(count);
      expect(missedOf(expansion).every((each) => each.endsWith('(not served)'))).toBe(true);
    }
  });

  it('tells by which name it meant them', () => {
    const said = { groups: ['extensions'], resources: ['ingresses'] };
    const [finding] = expandRules(webhook([said]), cluster()).findings;
    expect(finding?.missed[0]).toMatchObject({
      sameAs: { group: 'extensions', version: '*', resource: 'ingresses' },
      evidence: [],
    });
  });
});

describe('excludeResourceRules', () => {
  it('take out what is then not missed', () => {
    const excluded = [{ groups: ['extensions'], resources: ['deployments'] }];
    expect(missedOf(expandRules(policy([apps], { matchPolicy: 'Exact', excluded }), cluster()))).toEqual([
      'deployments.v1beta1.apps (exact)',
      // The exclusion misses the other endpoints of what it is about.
      'deployments.v1.apps (exact)',
      'deployments.v1beta1.apps (exact)',
    ]);
  });

  it('that hold for some names alone take out nothing for others', () => {
    const excluded = [{ groups: ['extensions'], resources: ['deployments'], names: ['free'] }];
    const [finding] = expandRules(policy([apps], { matchPolicy: 'Exact', excluded }), cluster()).findings;
    expect(finding?.missed.map(nameOf)).toEqual(['deployments.v1beta1.apps', 'deployments.v1beta1.extensions']);
  });

  it('take a rule away as a whole when nothing of it is left', () => {
    const [finding] = expandRules(policy([apps], { matchPolicy: 'Exact', excluded: [apps] }), cluster()).findings;
    expect(finding).toMatchObject({ matches: 1, missed: [] });
  });
});

describe('names of objects', () => {
  it('that another rule is limited to do not see to those of a rule without', () => {
    const elsewhere = { groups: ['apps', 'extensions'], versions: ['v1beta1'], resources: ['deployments'] };
    const first = (names: string[] | undefined, others: string[]): number | undefined =>
      expandRules(
        policy(
          [
            { ...apps, ...(names && { names }) },
            { ...elsewhere, names: others },
          ],
          { matchPolicy: 'Exact' },
        ),
        cluster(),
      ).findings[0]?.missed.length;
    expect(first(undefined, ['a'])).toBe(2);
    expect(first(['a', 'b'], ['a'])).toBe(2);
    expect(first(['a'], ['a', 'b'])).toBe(0);
  });
});

describe('what is not known', () => {
  const evidence = (): undefined => undefined;

  it('is told apart, does not make a rule incomplete, and is not written', () => {
    const catalog = catalogOf([served('events.v1.'), served('events.v1.events.k8s.io')]);
    const said = webhook([{ groups: [''], versions: ['v1'], resources: ['events'] }], 'Exact');
    const expansion = expandRules(said, catalog, { evidence });
    expect(expansion.findings[0]?.unknown.map(nameOf)).toEqual(['events.v1.events.k8s.io']);
    expect(expansion.complete).toBe(true);
    expect(expansion.configuration).toBe(said);
  });

  it('is left out where another rule sees to it, or an exclusion takes it out', () => {
    const catalog = catalogOf([served('events.v1.'), served('events.v1.events.k8s.io')]);
    const [old, young] = ['', 'events.k8s.io'].map((group) => ({
      groups: [group],
      versions: ['v1'],
      resources: ['events'],
    }));
    const unknownOf = (configuration: object): unknown[] =>
      expandRules(configuration, catalog).findings.map(({ unknown }) => unknown.length);
    expect(unknownOf(policy([old!]))).toEqual([1]);
    expect(unknownOf(policy([old!, young!]))).toEqual([0, 0]);
    expect(unknownOf(policy([old!], { excluded: [young!] }))).toEqual([0, 1]);
  });

  it('is left out where it is known to be different', () => {
    const metrics = served('pods.v1.metrics.example.org', { storageVersionHash: 'other' });
    const said = webhook([{ groups: [''], versions: ['v1'], resources: ['pods'] }], 'Exact');
    expect(expandRules(said, cluster(metrics)).findings[0]?.unknown).toEqual([]);
  });
});
