import { describe, expect, it } from 'vitest';
import { expandRules } from '../../src/admission/expand-rules.js';
import { InvalidConfigurationError } from '../../src/admission/read-configuration.js';
import { catalogOf } from '../identity/catalogs.js';
import { cluster, policy, rule, served, webhook, type SaidRule } from './cluster.js';

const types = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' };
const good = { apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'], operations: ['CREATE'] };

function problemsOf(configuration: unknown): string[] {
  try {
    expandRules(configuration as object, cluster());
  } catch (error) {
    if (error instanceof InvalidConfigurationError) {
      return error.problems.map(({ field, problem }) => `${field} ${problem}`.trim());
    }
    throw error;
  }
  return [];
}

describe('what is no configuration of admission', () => {
  it.each([
    ['null', null],
    ['a list', []],
    ['a word', 'webhooks'],
    ['nothing', {}],
    ['another kind', { apiVersion: 'v1', kind: 'Pod' }],
    ['another group', { ...types, apiVersion: 'example.org/v1' }],
    ['the core group', { ...types, apiVersion: 'v1' }],
    ['an unknown version', { ...types, apiVersion: 'admissionregistration.k8s.io/v3' }],
    ['a hostile version', { ...types, apiVersion: 'admissionregistration.k8s.io/constructor' }],
    ['a hostile kind', { ...types, kind: '__proto__' }],
    ['types of another type', { apiVersion: 1, kind: ['x'] }],
    ['a policy without a spec', { ...policy([]), spec: undefined }],
    ['a policy without constraints', { ...policy([]), spec: {} }],
  ])('is refused with one problem: %s', (_what, configuration) => {
    expect(problemsOf(configuration)).toHaveLength(1);
  });

  it('is named safely, and the kinds that would do are told', () => {
    const kind = `Pod\r\nX-Header: \u0000${'x'.repeat(500)}`;
    const [problem = ''] = problemsOf({ ...types, kind });
    expect(problem).toContain('ValidatingAdmissionPolicy');
    expect(problem).not.toMatch(/\p{Cc}/u);
    expect(problem.length).toBeLessThan(500);
  });
});

describe('what says nothing', () => {
  it.each([
    ['no webhooks', types],
    ['null for webhooks', { ...types, webhooks: null }],
    ['a webhook without rules', { ...types, webhooks: [{ name: 'x' }] }],
    ['a binding of everything', { ...types, kind: 'ValidatingAdmissionPolicyBinding', spec: { policyName: 'x' } }],
    [
      'a binding whose matchResources are null',
      { ...types, kind: 'ValidatingAdmissionPolicyBinding', spec: { policyName: 'x', matchResources: null } },
    ],
    [
      'a binding whose matchResources have no rules',
      { ...types, kind: 'ValidatingAdmissionPolicyBinding', spec: { policyName: 'x', matchResources: {} } },
    ],
  ])('misses nothing: %s', (_what, configuration) => {
    expect(expandRules(configuration, cluster())).toMatchObject({ complete: true, findings: [], configuration });
  });
});

describe('wrong rules', () => {
  it('are told with their places, all at once', () => {
    const webhooks = [
      7,
      { rules: {} },
      { matchPolicy: 'Fuzzy', rules: [null, { ...good, apiGroups: 'apps', operations: ['create'], scope: 'Galaxy' }] },
      { rules: [{}, { ...good, apiVersions: ['*', 'v1'], resources: ['', 3] }] },
    ];
    expect(problemsOf({ ...types, webhooks })).toEqual([
      'webhooks[0] must be an object',
      'webhooks[1].rules must be a list',
      'webhooks[2].matchPolicy must be Exact or Equivalent',
      'webhooks[2].rules[0] must be an object',
      'webhooks[2].rules[1].operations contains "create", which is not one of *, CREATE, UPDATE, DELETE, CONNECT',
      'webhooks[2].rules[1].scope must be Namespaced, Cluster or *',
      'webhooks[2].rules[1].apiGroups must be a list of strings',
      'webhooks[3].rules[0].operations is missing or empty',
      'webhooks[3].rules[0].apiGroups is missing or empty',
      'webhooks[3].rules[0].apiVersions is missing or empty',
      'webhooks[3].rules[0].resources is missing or empty',
      'webhooks[3].rules[1].apiVersions contains other values besides *, which must be the only one',
      'webhooks[3].rules[1].resources must be a list of strings',
    ]);
  });

  it('are counted where they are many', () => {
    const error = new InvalidConfigurationError(
      Array.from({ length: 1000 }, (_, index) => ({ field: `webhooks[${index}]`, problem: 'must be an object' })),
    );
    expect(error.message).toContain('webhooks[4] must be an object; and 995 more problems.');
    expect(error.problems).toHaveLength(1000);
  });
});

describe('a policy without resourceRules', () => {
  it.each([undefined, null, []])('is refused, as its expressions have no types: %j', (resourceRules) => {
    const said = { ...policy([]), spec: { matchConstraints: { resourceRules } } };
    expect(problemsOf(said)).toEqual(['spec.matchConstraints.resourceRules is missing or empty']);
  });
});

describe('the words of resources', () => {
  const problemsOfWords = (...resources: readonly string[]): string[] =>
    problemsOf(webhook([{ resources }])).map((each) => each.replace('webhooks[0].rules[0].', ''));

  it.each([
    [['*', 'pods/status']],
    [['*', '*/scale']],
    [['pods', 'pods/status', 'pods/exec']],
    [['pods', 'pods']],
    [['pods', 'pods/*']],
    // Servers go by the order of the words.
    [['pods', '*']],
    [['pods/status', 'pods/*']],
    [['deployments/scale', '*/scale']],
    [['*/*']],
  ])('are accepted as servers accept them: %j', (words) => {
    expect(problemsOfWords(...words)).toEqual([]);
  });
});

describe('configurations of hostile size', () => {
  it('are refused where no server takes them', () => {
    const rules = Array.from({ length: 40_001 }, () => good);
    expect(problemsOf({ ...types, webhooks: [{ name: 'x', rules }] })).toEqual([
      'webhooks[0].rules exceeds, together with the rules before it, the number of rules that a server accepts: 40000',
    ]);
    const half = rules.slice(0, 25_000);
    expect(problemsOf({ ...types, webhooks: [{ rules: half }, { rules: half }] })).toHaveLength(1);
  });

  it('have their first 1,000 problems told, and all counted', () => {
    const webhooks = Array.from({ length: 5000 }, () => 7);
    const attempt = (): unknown => expandRules({ ...types, webhooks }, cluster());
    expect(attempt).toThrow('and 4995 more problems');
    expect(problemsOf({ ...types, webhooks })).toHaveLength(1000);
  });
});

describe('rules of a webhook', () => {
  it('hold for all names: servers drop resourceNames there', () => {
    const elsewhere = { groups: ['extensions', 'apps'], versions: ['v1beta1'], resources: ['deployments'] };
    const said = webhook([
      { groups: ['apps'], versions: ['v1'], resources: ['deployments'] },
      { ...elsewhere, names: ['a'] },
    ]);
    expect(expandRules(said, cluster()).findings[0]).toMatchObject({ missed: [], covered: [] });
  });
});

describe('rules of hostile names', () => {
  it.each(['__proto__', 'constructor', '..', 'a\r\nb', '\u0000', 'extensions,apps', ' '])(
    'name nothing: %j',
    (word) => {
      const said = webhook([{ groups: [word], versions: [word], resources: [word, `${word}/${word}`] }], 'Exact');
      expect(expandRules(said, cluster()).findings).toMatchObject([{ matches: 0, missed: [], unknown: [] }]);
    },
  );
});

describe('many rules', () => {
  const manyGroups = catalogOf(
    Array.from({ length: 300 }, (_, at) => [
      served(`widgets.v1.g${at}`, { storageVersionHash: `h${at}`, below: ['scale'] }),
      served(`widgets.v2.g${at}`, { storageVersionHash: `h${at}`, below: ['scale'] }),
    ]).flat(),
  );
  const kinds: readonly (readonly [string, (at: number) => SaidRule])[] = [
    ['of one resource', (at) => ({ groups: ['g1'], versions: ['v1'], resources: ['widgets', `things${at}`] })],
    ['each of another group', (at) => ({ groups: [`g${at % 300}`], versions: ['v1'], resources: ['widgets'] })],
    ['of everything', (at) => ({ versions: ['v1'], resources: ['*', `things${at}/scale`] })],
    ['of everything, each for another name', (at) => ({ versions: ['v1'], resources: ['*/*'], names: [`n${at}`] })],
  ];

  it.each(kinds)('take a bounded time: %s', (_, said) => {
    const excluded = [{ versions: ['v2'], resources: ['*/scale'] }];
    const millisecondsFor = (count: number): number => {
      const configuration = policy(
        Array.from({ length: count }, (_each, at) => said(at)),
        { excluded },
      );
      const began = performance.now();
      expect(expandRules(configuration, manyGroups).findings).toHaveLength(count + 1);
      return performance.now() - began;
    };
    millisecondsFor(10);
    expect(millisecondsFor(400)).toBeLessThan(8000);
  });

  it('are 1,000 in less than a second', () => {
    const said = (index: number): object =>
      rule({
        groups: ['apps'],
        versions: ['v1'],
        resources: ['deployments', `things${index}`],
        operations: ['CREATE'],
      });
    const rules = Array.from({ length: 1000 }, (_, index) => said(index));
    const configuration = { ...types, webhooks: [{ name: 'x', matchPolicy: 'Exact', rules }] };
    const began = performance.now();
    const { findings } = expandRules(configuration, cluster());
    expect(findings).toHaveLength(1000);
    expect(findings.every(({ missed }) => missed.length === 2)).toBe(true);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
