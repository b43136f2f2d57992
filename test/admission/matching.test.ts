import { describe, expect, it } from 'vitest';
import {
  type AdmissionRule,
  parsePattern,
  readOperations,
  targetMatcher,
} from '../../src/admission/read-configuration.js';
import type { Scope } from '../../src/core/model/rest-mapping.js';

const pods = { group: '', version: 'v1', resource: 'pods', subresource: '', scope: 'Namespaced' as Scope };
const nodes = { group: '', version: 'v1', resource: 'nodes', subresource: '', scope: 'Cluster' as Scope };

function ruleOf(said: {
  groups?: string[];
  versions?: string[];
  resources: string[];
  scope?: AdmissionRule['scope'];
}): AdmissionRule {
  return {
    path: 'webhooks[0].rules[0]',
    apiGroups: new Set(said.groups ?? ['*']),
    apiVersions: new Set(said.versions ?? ['*']),
    resources: said.resources.map(parsePattern),
    operations: readOperations(['CREATE']),
    scope: said.scope ?? '*',
    resourceNames: new Set(),
  };
}

describe('a rule names', () => {
  it.each([
    ['*', '', true],
    ['*', 'status', false],
    ['pods', '', true],
    ['pods', 'status', false],
    ['pods/status', 'status', true],
    ['pods/status', '', false],
    ['pods/*', 'status', true],
    ['pods/*', '', true],
    ['*/status', 'status', true],
    ['*/status', '', false],
    ['*/*', '', true],
    ['*/*', 'status', true],
    ['deployments/*', 'status', false],
    ['pods/a/b', 'a/b', true],
    ['pods/', '', true],
    ['Pods', '', false],
    ['__proto__', '', false],
  ])('by %s the subresource "%s" of pods: %s', (word, subresource, expected) => {
    expect(targetMatcher(ruleOf({ resources: [word] }))({ ...pods, subresource })).toBe(expected);
  });

  it.each([
    [['*'], ['*'], true],
    [[''], ['v1'], true],
    [['apps'], ['v1'], false],
    [['apps', ''], ['v1beta1', 'v1'], true],
    [[''], ['v2'], false],
    [['extensions,'], ['v1'], false],
  ])('by the groups %j and versions %j core pods: %s', (groups, versions, expected) => {
    expect(targetMatcher(ruleOf({ groups, versions, resources: ['pods'] }))(pods)).toBe(expected);
  });

  it.each([
    ['*', true, true],
    ['Namespaced', true, false],
    ['Cluster', false, true],
  ] as const)('by the scope %s pods: %s, nodes: %s', (scope, ofPods, ofNodes) => {
    expect(targetMatcher(ruleOf({ resources: ['*'], scope }))(pods)).toBe(ofPods);
    expect(targetMatcher(ruleOf({ resources: ['*'], scope }))(nodes)).toBe(ofNodes);
  });
});
