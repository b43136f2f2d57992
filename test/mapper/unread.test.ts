import { describe, expect, it } from 'vitest';
import type { CatalogFailure } from '../../src/core/catalog/failures.js';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { describeResolution } from '../../src/core/mapper/resolution.js';
import type { Subject } from '../../src/core/mapper/subject.js';
import { catalogOf, endpoint, failureAt, res } from './build-catalog.js';

const groups = [
  { name: '', versions: { v1: [res('pods', 'Pod')] } },
  { name: 'apps', versions: { v1: [], v1beta1: [res('deployments', 'Deployment')] }, stale: ['v1'] },
  { name: 'zoo.example.com', versions: { v1: [] }, stale: ['v1'] },
  { name: 'batch', versions: { v1: [] }, stale: ['v1'] },
  { name: 'farm.example.com', versions: { v2: [res('cows', 'Cow')], v1: [] }, stale: ['v1'] },
];
const appsV1 = failureAt('apps', 'v1');
const zoo = failureAt('zoo.example.com', 'v1', { class: 'unreachable' });
const batch = failureAt('batch', 'v1');
const farmV1 = failureAt('farm.example.com', 'v1');
const all = [appsV1, zoo, batch, farmV1];

function unreadBefore(subject: Subject, failures: readonly CatalogFailure[] = all, format?: 'legacy') {
  return createMapper(catalogOf(groups, { failures, ...(format && { format }) })).resolve(subject).unread;
}

describe('an answer names what could not be read and goes before it', () => {
  it('in the order of an aggregated document', () => {
    expect(unreadBefore('cows')).toEqual([appsV1, zoo, batch]);
  });

  it('in a legacy document, where custom groups rank by name behind the built-in ones', () => {
    expect(unreadBefore('cows', all, 'legacy')).toEqual([appsV1, batch]);
  });

  it('such as a version before its own', () => {
    expect(unreadBefore('deployments')).toEqual([appsV1]);
    expect(unreadBefore('deployments.apps')).toEqual([appsV1]);
    expect(unreadBefore({ group: 'apps', kind: 'Deployment' })).toEqual([appsV1]);
  });

  it('such as the core group, and what does not tell its group', () => {
    const core = failureAt('', 'v1');
    const root: CatalogFailure = { class: 'unreachable', root: 'api', document: '/api', message: 'no answer' };
    const nameless: CatalogFailure = { class: 'malformed', root: 'apis', document: '/apis', message: 'is no object' };
    expect(unreadBefore('cows', [core, root, nameless])).toEqual([core, root, nameless]);
  });

  it('such as a group that is not in the catalog at all', () => {
    const lost = failureAt('lost.example.com');
    expect(unreadBefore('cows', [lost])).toEqual([lost]);
  });

  it('such as an entry of that very name, and no other entry', () => {
    const cows = failureAt('apps', 'v1', { class: 'malformed', resource: 'Cows' });
    const hens = failureAt('apps', 'v1', { class: 'malformed', resource: 'hens' });
    expect(unreadBefore('cows', [cows, hens])).toEqual([cows]);
  });

  it('such as a group by which the word was read first', () => {
    const grouped = failureAt('v2.example.com', 'v1');
    expect(unreadBefore('cows.v2', [grouped])).toEqual([grouped]);
  });

  it.each<[string, Subject]>([
    ['the core group is first', 'pods'],
    ['the version is named', 'deployments.v1beta1.apps'],
    ['the group is named, and the rest of it ranks lower', 'cows.farm.example.com'],
    ['an object names both', { apiVersion: 'apps/v1beta1', kind: 'Deployment' }],
  ])('but nothing when %s', (_when, subject) => {
    expect(createMapper(catalogOf(groups, { failures: all })).resolve(subject)).not.toHaveProperty('unread');
  });

  it('and a group that is cut short hides in those that begin so', () => {
    expect(unreadBefore('cows.farm', [failureAt('farmers.example.com', 'v1'), zoo])).toEqual([
      failureAt('farmers.example.com', 'v1'),
    ]);
  });

  it('each answer of several for itself', () => {
    const mapper = createMapper(catalogOf(groups, { failures: all }));
    const unread = mapper.resolveAll('pods,deployments').resolutions.map((resolution) => resolution.unread);
    expect(unread).toEqual([undefined, [appsV1]]);
  });

  it('in words as well', () => {
    const mapper = createMapper(catalogOf(groups, { failures: all }));
    expect(describeResolution(mapper.resolve('deployments'))).toBe(
      'deployments.v1beta1.apps (Deployment, namespaced): the only candidate; not read, but takes precedence: apps/v1',
    );
    expect(endpoint(mapper.resolve('deployments').mapping)).toBe('deployments.v1beta1.apps');
  });
});
