import { describe, expect, it } from 'vitest';
import type { CatalogFailure } from '../../src/core/catalog/failures.js';
import { createMapper, type RESTMapper } from '../../src/core/mapper/create-mapper.js';
import { NoMatchError } from '../../src/core/mapper/errors.js';
import { discoveryOf, resolverOf } from '../resolve-names/rounds.js';
import { catalogOf, endpoint, failureAt, res } from './build-catalog.js';

const all = { categories: ['all'] };
const core = { name: '', versions: { v1: [res('pods', 'Pod', { ...all, verbs: ['get', 'list'] })] } };
const custom = { name: 'acid.example.org', versions: { v1: [res('deployments', 'Deployment')] } };
const appsV1 = failureAt('apps', 'v1', { class: 'unreachable' });

const without = (...failures: readonly CatalogFailure[]): RESTMapper =>
  createMapper(catalogOf([core, custom], { failures }));

function ask(mapper: RESTMapper, words: string | readonly string[], options = {}): unknown {
  const { resolutions, unread } = mapper.resolveAll(words, options);
  return [resolutions.map(({ mapping }) => endpoint(mapping)), unread];
}

describe('what could not be read, beside a list of names', () => {
  it('is told of a category: any group-version may hold more of it', () => {
    const metrics = failureAt('metrics.k8s.io', 'v1beta1');
    expect(ask(without(appsV1, metrics), 'all')).toEqual([['pods.v1.'], [appsV1, metrics]]);
  });

  it('is told of a category whose members are all unread, which is no miss then', () => {
    expect(ask(without(appsV1), 'all', { verbs: ['delete'] })).toEqual([[], [appsV1]]);
    expect(() => without().resolveAll('all', { verbs: ['delete'] })).toThrow(NoMatchError);
  });

  it('is a whole root as well', () => {
    const root = failureAt('apps', undefined, { group: undefined, document: '/apis' });
    expect(ask(without(root), 'all')).toEqual([['pods.v1.'], [root]]);
  });

  it('is a resource that was left out, but not a subresource: those have no categories', () => {
    const resource = failureAt('apps', 'v1', { class: 'malformed', resource: 'deployments' });
    const subresource = failureAt('apps', 'v1', { class: 'malformed', resource: 'deployments/scale' });
    expect(ask(without(resource, subresource), 'all')).toEqual([['pods.v1.'], [resource]]);
  });

  it('is told of a name that something unread goes before', () => {
    const before = failureAt('apps', 'v1');
    const groups = [{ name: 'apps', versions: { v1: [] }, stale: ['v1'] }, custom];
    const mapper = createMapper(catalogOf(groups, { failures: [before] }));
    expect(ask(mapper, 'deployments')).toEqual([['deployments.v1.acid.example.org'], [before]]);
    // The resource was named in full before: nothing is lost with the second answer.
    expect(ask(mapper, ['deployments.v1.acid.example.org', 'deployments'])).toEqual([
      ['deployments.v1.acid.example.org'],
      [before],
    ]);
  });

  it('is nothing where all was read, or where it cannot matter', () => {
    expect(ask(without(), 'all')).toEqual([['pods.v1.'], []]);
    expect(ask(without(appsV1), 'pods,deployments.acid.example.org')).toEqual([
      ['pods.v1.', 'deployments.v1.acid.example.org'],
      [],
    ]);
  });

  it('is told once, and the whole answer is plain, frozen data', () => {
    const answer = without(appsV1).resolveAll(['all', 'ALL']);
    expect(answer.unread).toEqual([appsV1]);
    expect(structuredClone(answer)).toEqual(answer);
    expect([answer, answer.resolutions, answer.unread].every(Object.isFrozen)).toBe(true);
  });

  it('is looked for again by the client, as for a single name', async () => {
    const apps = { name: 'apps', versions: { v1: [res('deployments', 'Deployment', all)] } };
    let current = without(appsV1);
    let rounds = 0;
    const round = async (): Promise<void> => {
      rounds += 1;
      current = createMapper(catalogOf([core, apps, custom]));
    };
    const resolver = resolverOf({
      discovery: discoveryOf(round, () => 0),
      mapper: async () => current,
    });
    const { resolutions, unread } = await resolver.resolveAll('all');
    expect([resolutions.map(({ mapping }) => endpoint(mapping)), unread]).toEqual([
      ['pods.v1.', 'deployments.v1.apps'],
      [],
    ]);
    expect(rounds).toBe(1);
  });
});

describe('a category where one resource is asked for', () => {
  const groups = [
    core,
    { name: 'apps', versions: { v1: ['a', 'b', 'c', 'd', 'e'].map((name) => res(name, `Kind${name}`, all)) } },
  ];
  const mapper = createMapper(catalogOf(groups));

  it('is named as such, with its members and the method that takes it', () => {
    expect(() => mapper.resolve('ALL')).toThrow(
      '"ALL" is a category, not a single resource; resolveAll resolves it to pods, a.apps, b.apps, c.apps, d.apps and 1 more',
    );
    const members = mapper.resolveAll('all').resolutions.map(({ mapping }) => mapping);
    expect(() => mapper.resolve('all')).toThrow(expect.objectContaining({ code: 'no-match', members }));
  });

  it('has the members that fit, or says that none does', () => {
    expect(() => mapper.resolve('all', { verbs: ['get', 'list'] })).toThrow('is a category');
    expect(() => mapper.resolve('all', { verbs: ['fly'] })).toThrow('"all" exists, but without the verbs "fly"');
  });

  it('is none with an object behind it, nor as a plural or a kind', () => {
    for (const subject of ['all/web', { resource: 'all' }, { kind: 'all' }]) {
      expect(() => mapper.resolve(subject)).toThrow(expect.objectContaining({ code: 'no-match', members: [] }));
    }
  });

  it('is told with what could not be read, where more of it may be', () => {
    const partial = createMapper(catalogOf(groups, { failures: [failureAt('batch', 'v1')] }));
    expect(() => partial.resolve('all')).toThrow('; discovery could not read batch/v1, which may contain it');
  });
});
