import { expect, it } from 'vitest';
import { describeFailedPart, describeFailedParts, describeFailure } from '../../src/core/catalog/describe-failure.js';
import { failureAt } from '../mapper/build-catalog.js';

it.each([
  ['a group-version', failureAt('apps', 'v1'), 'apps/v1'],
  ['a group', failureAt('apps'), 'apps'],
  ['the core group', failureAt(''), 'the core group'],
  ['its version', failureAt('', 'v1'), 'v1'],
  ['a resource', failureAt('apps', 'v1', { resource: 'deployments' }), '"deployments" in apps/v1'],
  ['a resource of core', failureAt('', undefined, { resource: 'pods' }), '"pods" in the core group'],
  ['a root', failureAt('apps', undefined, { group: undefined, document: '/apis' }), '/apis'],
  ['a name that breaks lines', failureAt('a\nb', 'v1'), '"a\\nb/v1"'],
  [
    'a document with a prefix and an escape',
    failureAt('', undefined, { group: undefined, document: '/k\u001b8s/api' }),
    '"/k\\u001b8s/api"',
  ],
])('%s is named in a few words', (_what, failure, words) => {
  expect(describeFailedPart(failure)).toBe(words);
});

it('a failure is one sentence with class and reason', () => {
  expect(describeFailure(failureAt('metrics.k8s.io', 'v1beta1'))).toBe(
    'discovery could not read metrics.k8s.io/v1beta1 (stale): the backend does not answer',
  );
});

it('several are listed once each, five at most', () => {
  const many = ['a', 'b', 'a', 'c', 'd', 'e', 'f'].map((group) => failureAt(group, 'v1'));
  expect(describeFailedParts(many)).toBe('a/v1, b/v1, c/v1, d/v1, e/v1 and more');
  expect(describeFailedParts(many.slice(0, 3))).toBe('a/v1, b/v1');
  expect(describeFailedParts([])).toBe('');
});
