import { describe, expect, it } from 'vitest';
import { expandRules } from '../../src/admission/expand-rules.js';
import { InvalidConfigurationError } from '../../src/admission/invalid-configuration-error.js';
import { cluster, policy, rule, webhook } from './cluster.js';

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
    ['a policy without rules', policy([])],
    ['a binding of everything', { ...types, kind: 'ValidatingAdmissionPolicyBinding', spec: { policyName: 'x' } }],
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
      'webhooks[0] has to be an object',
      'webhooks[1].rules has to be a list',
      'webhooks[2].matchPolicy has to be Exact or Equivalent',
      'webhooks[2].rules[0] has to be an object',
      'webhooks[2].rules[1].operations has "create", which is none of *, CREATE, UPDATE, DELETE, CONNECT',
      'webhooks[2].rules[1].scope has to be Namespaced, Cluster or *',
      'webhooks[2].rules[1].apiGroups has to be a list of words',
      'webhooks[3].rules[0].operations is missing or empty',
      'webhooks[3].rules[0].apiGroups is missing or empty',
      'webhooks[3].rules[0].apiVersions is missing or empty',
      'webhooks[3].rules[0].resources is missing or empty',
      'webhooks[3].rules[1].apiVersions has words beside *, which stands alone',
      'webhooks[3].rules[1].resources has to be a list of words',
    ]);
  });

  it('are counted where they are many', () => {
    const error = new InvalidConfigurationError(
      Array.from({ length: 1000 }, (_, index) => ({ field: `webhooks[${index}]`, problem: 'has to be an object' })),
    );
    expect(error.message).toContain('webhooks[4] has to be an object; and 995 problems more.');
    expect(error.problems).toHaveLength(1000);
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

it('1,000 rules are judged in less than a second', () => {
  const said = (index: number): object =>
    rule({ groups: ['apps'], versions: ['v1'], resources: ['deployments', `things${index}`], operations: ['CREATE'] });
  const rules = Array.from({ length: 1000 }, (_, index) => said(index));
  const configuration = { ...types, webhooks: [{ name: 'x', matchPolicy: 'Exact', rules }] };
  const began = performance.now();
  const { findings } = expandRules(configuration, cluster());
  expect(findings).toHaveLength(1000);
  expect(findings.every(({ missed }) => missed.length === 2)).toBe(true);
  expect(performance.now() - began).toBeLessThan(1000);
});
