import { describe, expect, it } from 'vitest';
import { createMapper, type RESTMapper } from '../../src/core/mapper/create-mapper.js';
import { GroupUnavailableError, NoMatchError } from '../../src/core/mapper/errors.js';
import { catalogOf, failureAt, res } from './build-catalog.js';

const failures = [
  failureAt('metrics.k8s.io', 'v1beta1'),
  failureAt('apps', 'v1beta1', { class: 'denied', message: 'forbidden' }),
  failureAt('policy', undefined, { class: 'unreachable' }),
];
const mapper = createMapper(
  catalogOf(
    [
      { name: '', versions: { v1: [res('pods', 'Pod')] } },
      { name: 'apps', versions: { v1: [res('deployments', 'Deployment')] } },
      { name: 'metrics.k8s.io', versions: { v1beta1: [res('nodes', 'NodeMetrics')] }, stale: ['v1beta1'] },
      { name: 'policy.example.com', versions: { v1: [res('rules', 'Rule')] } },
    ],
    { failures },
  ),
);

describe('a question that leads nowhere', () => {
  const unavailable: [rule: string, ask: (mapper: RESTMapper) => unknown, classes: readonly string[]][] = [
    ['a group that could not be read', (m) => m.resolve('nodes.metrics.k8s.io'), ['stale']],
    ['the beginning of one', (m) => m.resolve('nodes.metrics'), ['stale']],
    ['the beginning of one, behind a kind', (m) => m.resolve('NodeMetrics.v1beta1.metrics'), ['stale']],
    ['a version that could not be read', (m) => m.resolve('daemonsets.v1beta1.apps'), ['denied']],
    ['a group that could not be read wholly', (m) => m.resolve('daemonsets.apps'), ['denied']],
    ['such a group in a resource', (m) => m.resourceFor({ group: 'metrics.k8s.io', resource: 'nodes' }), ['stale']],
    ['its beginning in a resource', (m) => m.kindsFor({ group: 'metrics', resource: 'nodes' }), ['stale']],
    ['such a group in a kind', (m) => m.mappingFor({ group: 'policy', kind: 'PodDisruptionBudget' }), ['unreachable']],
    [
      'such a version in a kind',
      (m) => m.mappingsFor({ group: 'apps', kind: 'DaemonSet' }, 'v1', 'v1beta1'),
      ['denied'],
    ],
    ['such a version in an object', (m) => m.resolve({ apiVersion: 'apps/v1beta1', kind: 'Deployment' }), ['denied']],
    [
      'such a group, though another begins like it',
      (m) => m.resourceFor({ group: 'policy', resource: 'rules' }),
      ['unreachable'],
    ],
  ];
  it.each(unavailable)('and names %s is not answered with a no', (_rule, ask, classes) => {
    try {
      ask(mapper);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(GroupUnavailableError);
      expect(error).toMatchObject({ code: 'group-unavailable' });
      expect((error as GroupUnavailableError).failures.map((failure) => failure.class)).toEqual(classes);
    }
  });

  it.each<[string, (mapper: RESTMapper) => unknown]>([
    ['a version that was read', (m) => m.resolve('daemonsets.v1.apps')],
    ['a group that is not there', (m) => m.resolve('daemonsets.foo.example.com')],
    ['a group that was read', (m) => m.mappingFor({ group: 'policy.example.com', kind: 'Pod' })],
    [
      'the beginning of a group beside a version',
      (m) => m.resolve({ group: 'metrics', version: 'v1beta1', resource: 'x' }),
    ],
    ['the core group', (m) => m.resolve('deployments.')],
    ['a version that was read, in an object', (m) => m.resolve({ apiVersion: 'apps/v1', kind: 'DaemonSet' })],
  ])('and names %s is a no, and proves it', (_rule, ask) => {
    try {
      ask(mapper);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(NoMatchError);
      expect(error).toMatchObject({ code: 'no-match', failures: [] });
    }
  });

  it('and names a group that could not be read tells why it could not', () => {
    expect(() => mapper.resolve('nodes.metrics')).toThrow(
      'cannot tell whether the server has "nodes.metrics": discovery could not read ' +
        'metrics.k8s.io/v1beta1 (the backend does not answer)',
    );
    expect(() => mapper.resolve('daemonsets.apps')).toThrow('discovery could not read apps/v1beta1 (forbidden)');
  });

  it('and leaves the group open is a no that lists what could not be read', () => {
    for (const ask of [
      () => mapper.resolve('nodes'),
      () => mapper.resolve('nodes.v1beta1'),
      () => mapper.resolve({ kind: 'NodeMetrics' }),
      () => mapper.kindFor({ resource: 'nodes' }),
      () => mapper.singularFor('nodes'),
      () => mapper.resolveAll('pods,nodes'),
    ]) {
      expect(ask).toThrow(NoMatchError);
      expect(ask).toThrow(
        '; discovery could not read metrics.k8s.io/v1beta1, apps/v1beta1, policy, which may contain it',
      );
      expect(ask).toThrow(expect.objectContaining({ failures }));
    }
  });

  it('behind a root that could not be read is not known', () => {
    const root = { class: 'unreachable', root: 'apis', document: '/apis', message: 'no answer' } as const;
    const half = createMapper(catalogOf([{ name: '', versions: { v1: [res('pods', 'Pod')] } }], { failures: [root] }));
    expect(() => half.resolve('deployments.apps')).toThrow(GroupUnavailableError);
    expect(() => half.resolve('deployments')).toThrow('discovery could not read /apis, which may contain it');
    expect(() => half.resolve('services.')).toThrow(NoMatchError);
  });

  it('says no more than a few of many failures', () => {
    const many = Array.from({ length: 3000 }, (_, place) => failureAt(`g${place}.example.com`, 'v1'));
    const blind = createMapper(catalogOf([], { failures: many }));
    expect(() => blind.resolve('pods')).toThrow(/g4\.example\.com\/v1 and more, which may contain it$/);
  });

  it('shows nothing raw of a failure with hostile names', () => {
    const hostile = createMapper(catalogOf([], { failures: [failureAt('a\nb', 'v1', { resource: 'x\r\ny' })] }));
    expect(() => hostile.resolve('pods')).toThrow(
      'discovery could not read "x\\r\\ny" in "a\\nb/v1", which may contain it',
    );
  });

  it('asks in words that fit the question', () => {
    expect(() => mapper.resourceFor({ resource: 'x', group: '', version: 'v1' })).toThrow(
      'no matches for resource "x" in the core group in version "v1"',
    );
    expect(() => mapper.mappingFor({ group: 'foo', kind: 'X' }, 'v1', '', 'v2')).toThrow(
      'no matches for kind "X" in group "foo" in version "v1" or "v2"',
    );
    expect(() => mapper.resolve({ apiVersion: 'v1' })).toThrow(
      'an object with apiVersion "v1" and kind missing does not name a resource',
    );
  });
});
