import { describe, expect, it } from 'vitest';
import { AmbiguousMatchError, NoMatchError } from '../../src/core/mapper/errors.js';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import type { PartialGroupVersionResource } from '../../src/core/model/group-version-resource.js';
import { catalogOf, endpoint, res } from './build-catalog.js';

const widgets = [res('widgets', 'Widget')];
const mapper = createMapper(
  catalogOf([
    { name: '', versions: { v1: [res('pods', 'Pod', { shortNames: ['po'] }), res('endpoints', 'Endpoints')] } },
    { name: 'storage.k8s.io', versions: { v1: [res('storageclasses', 'StorageClass', { scope: 'Cluster' })] } },
    { name: 'b.example.com', versions: { v1beta1: widgets, v1: widgets, v2: [res('gadgets', 'Gadget')] } },
    { name: 'a.example.com', versions: { v1: widgets, v2: widgets }, preferred: 'v2' },
    { name: 'metrics.k8s.io', versions: { v1: [res('pods', 'PodMetrics')] } },
    { name: 'gone.example.com', versions: { v1: [res('relics', 'Relic')] }, stale: ['v1'] },
    { name: 'old.example.com', versions: { v1: [res('ancients', 'Ancient', { singular: '' })] } },
    { name: 'part.example.com', versions: { v1: [res('carriers', '')] } },
  ]),
);

describe('resourcesFor and kindsFor', () => {
  const table: [question: PartialGroupVersionResource, endpoints: readonly string[]][] = [
    [{ resource: 'pods' }, ['pods.v1.', 'pods.v1.metrics.k8s.io']],
    [{ resource: 'pod' }, ['pods.v1.']],
    [{ resource: 'PoDs', group: undefined, version: undefined }, ['pods.v1.', 'pods.v1.metrics.k8s.io']],
    [{ resource: 'endpoints' }, ['endpoints.v1.']],
    [{ resource: 'pods', group: '' }, ['pods.v1.']],
    [{ resource: 'pods', version: '' }, ['pods.v1.', 'pods.v1.metrics.k8s.io']],
    [{ resource: 'pods', version: '__internal' }, ['pods.v1.', 'pods.v1.metrics.k8s.io']],
    [{ resource: 'podmetrics' }, ['pods.v1.metrics.k8s.io']],
    [{ resource: 'pods', group: 'metrics.k8s.io', version: 'v1' }, ['pods.v1.metrics.k8s.io']],
    [{ resource: 'storageclass', group: 'storage' }, ['storageclasses.v1.storage.k8s.io']],
    [{ resource: 'ancient' }, ['ancients.v1.old.example.com']],
    [
      { resource: 'widgets' },
      [
        'widgets.v1beta1.b.example.com',
        'widgets.v1.b.example.com',
        'widgets.v2.a.example.com',
        'widgets.v1.a.example.com',
      ],
    ],
    [{ resource: 'widgets', version: 'v1' }, ['widgets.v1.b.example.com', 'widgets.v1.a.example.com']],
    [{ resource: 'widgets', group: 'a' }, ['widgets.v2.a.example.com', 'widgets.v1.a.example.com']],
    [{ resource: 'widget', group: 'b.example.com', version: 'v1' }, ['widgets.v1.b.example.com']],
    [{ resource: 'gadgets' }, ['gadgets.v2.b.example.com']],
  ];
  it.each(table)('%j are %j', (question, endpoints) => {
    expect(mapper.resourcesFor(question).map((resource) => endpoint({ resource }))).toEqual(endpoints);
    const kinds = mapper.kindsFor(question);
    expect(kinds.map(({ group, version }) => `${version}.${group}`)).toEqual(
      endpoints.map((each) => each.slice(each.indexOf('.') + 1)),
    );
    expect(mapper.resourceFor(question)).toEqual(mapper.resourcesFor(question)[0]);
    expect(mapper.kindFor(question)).toEqual(kinds[0]);
  });

  const nothing: [why: string, question: PartialGroupVersionResource][] = [
    ['a short name', { resource: 'po' }],
    ['a resource of another group', { resource: 'pods', group: 'apps' }],
    ['a group that is not the core group', { resource: 'storageclasses', group: '' }],
    ['a group cut short beside a version', { resource: 'storageclass', group: 'storage', version: 'v1' }],
    ['a version that is not served', { resource: 'pods', version: 'v2' }],
    ['a stale group-version', { resource: 'relics' }],
    ['a resource that only carries subresources', { resource: 'carriers' }],
    ['the plural of an invented list kind', { resource: 'podlists' }],
    ['an empty word', { resource: '' }],
  ];
  it.each(nothing)('%s does not match', (_why, question) => {
    for (const method of ['resourcesFor', 'resourceFor', 'kindsFor', 'kindFor'] as const) {
      expect(() => mapper[method](question)).toThrow(NoMatchError);
    }
  });
});

describe('singularFor', () => {
  it.each([
    ['pods', 'pod'],
    ['POD', 'pod'],
    ['endpoints', 'endpoints'],
    ['ancients', 'ancient'],
  ])('%s is %s', (name, singular) => {
    expect(mapper.singularFor(name)).toBe(singular);
  });

  it('goes on to the next version where two resources of one disagree', () => {
    const torn = createMapper(
      catalogOf([
        {
          name: 'x.example.com',
          versions: {
            v1: [res('sheep', 'Sheep', { singular: 'ewe' }), res('rams', 'Ram', { singular: 'sheep' })],
            v2: [res('sheep', 'Sheep', { singular: 'lamb' })],
          },
        },
      ]),
    );
    expect(torn.singularFor('sheep')).toBe('lamb');
  });

  it('throws for a name that nothing has', () => {
    expect(() => mapper.singularFor('nothings')).toThrow(NoMatchError);
  });
});

describe('names that meet in one group-version', () => {
  const met = createMapper(
    catalogOf([
      {
        name: 'x.example.com',
        versions: {
          v1: [
            res('datas', 'Datas', { singular: 'data' }),
            res('data', 'Data', { singular: 'datum' }),
            res('foxes', 'Fox', { singular: 'animal' }),
            res('hares', 'Hare', { singular: 'animal' }),
          ],
        },
      },
    ]),
  );

  it('a plural goes before a singular', () => {
    expect(met.resourceFor({ resource: 'data' }).resource).toBe('data');
    expect(met.kindFor({ resource: 'data' }).kind).toBe('Data');
    expect(met.resourcesFor({ resource: 'data' }).map(({ resource }) => resource)).toEqual(['datas', 'data']);
  });

  it('one singular of two resources is ambiguous', () => {
    const question = { resource: 'animal', group: 'x.example.com', note: 'not part of the question' };
    expect(() => met.resourceFor(question)).toThrow(
      expect.objectContaining({ question: { resource: 'animal', group: 'x.example.com' } }),
    );
    expect(() => met.resourceFor({ resource: 'animal' })).toThrow(AmbiguousMatchError);
    expect(() => met.kindFor({ resource: 'animal' })).toThrow(
      'resource "animal" could mean "foxes.v1.x.example.com" or "hares.v1.x.example.com"; specify one of them by its full name',
    );
  });
});
