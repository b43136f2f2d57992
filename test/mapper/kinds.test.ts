import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { NoMatchError } from '../../src/core/mapper/errors.js';
import { catalogOf, endpoint, res } from './build-catalog.js';

const hpa = [res('horizontalpodautoscalers', 'HorizontalPodAutoscaler')];
const mapper = createMapper(
  catalogOf([
    { name: '', versions: { v1: [res('pods', 'Pod')] } },
    { name: 'apps', versions: { v1: [res('deployments', 'Deployment')] } },
    { name: 'autoscaling', versions: { v1: hpa, v2: hpa, v2beta2: hpa }, preferred: 'v2' },
    {
      name: 'x.example.com',
      versions: {
        v1: [res('widgets', 'Widget'), res('widgetrequests', 'Widget'), res('cases', 'Case'), res('lowers', 'case')],
      },
    },
  ]),
);

describe('mappingFor and mappingsFor', () => {
  const table: [group: string, kind: string, versions: readonly string[], endpoints: readonly string[]][] = [
    ['', 'Pod', [], ['pods.v1.']],
    ['', 'pod', [], ['pods.v1.']],
    ['apps', 'Deployment', ['v1'], ['deployments.v1.apps']],
    ['apps', 'Deployment', ['v1beta1', 'v1'], ['deployments.v1.apps']],
    ['apps', 'Deployment', ['', '__internal'], ['deployments.v1.apps']],
    [
      'autoscaling',
      'HorizontalPodAutoscaler',
      [],
      ['v2', 'v1', 'v2beta2'].map((version) => `horizontalpodautoscalers.${version}.autoscaling`),
    ],
    [
      'autoscaling',
      'HorizontalPodAutoscaler',
      ['v2beta2', 'v9', 'v1'],
      ['v2beta2', 'v1'].map((version) => `horizontalpodautoscalers.${version}.autoscaling`),
    ],
  ];
  it.each(table)('%j %s in %j is at %j', (group, kind, versions, endpoints) => {
    const mappings = mapper.mappingsFor({ group, kind }, ...versions);
    expect(mappings.map(endpoint)).toEqual(endpoints);
    expect(mapper.mappingFor({ group, kind }, ...versions)).toBe(mappings[0]);
  });

  it.each([
    ['a kind of another group', '', 'Deployment', []],
    ['a group cut short', 'app', 'Deployment', []],
    ['a kind in other capitals', 'apps', 'DEPLOYMENT', []],
    ['a version that is not served', 'apps', 'Deployment', ['v1beta1']],
    ['a plural', 'apps', 'deployments', []],
    ['the list kind that nobody serves', '', 'List', []],
    ['the list of a kind', '', 'PodList', []],
    ['an empty kind', '', '', []],
  ])('%s does not match', (_why, group, kind, versions: string[]) => {
    expect(() => mapper.mappingFor({ group, kind }, ...versions)).toThrow(NoMatchError);
    expect(() => mapper.mappingsFor({ group, kind }, ...versions)).toThrow(NoMatchError);
  });

  it('tells the real kind to a question in lower case', () => {
    expect(mapper.mappingFor({ group: 'apps', kind: 'deployment' }).kind.kind).toBe('Deployment');
  });

  it('lists all resources that share a kind, the first of the document first', () => {
    const found = mapper.mappingsFor({ group: 'x.example.com', kind: 'Widget' });
    expect(found.map(endpoint)).toEqual(['widgets.v1.x.example.com', 'widgetrequests.v1.x.example.com']);
  });

  it('puts the very spelling before a kind that is the same in lower case', () => {
    const found = mapper.mappingsFor({ group: 'x.example.com', kind: 'case' });
    expect(found.map(endpoint)).toEqual(['lowers.v1.x.example.com', 'cases.v1.x.example.com']);
  });

  it('gives a kind the group and version of its endpoint, whatever the objects say of themselves', () => {
    const responseKind = { group: 'other.example.com', version: 'v3', kind: 'Widget' };
    const alien = createMapper(
      catalogOf([{ name: 'x.example.com', versions: { v1: [res('widgets', 'Widget', { responseKind })] } }]),
    );
    const kind = { group: 'x.example.com', version: 'v1', kind: 'Widget' };
    expect(alien.kindFor({ resource: 'widgets' })).toEqual(kind);
    expect(alien.mappingFor(kind).kind).toEqual(kind);
  });
});

describe('a mapper', () => {
  it('knows the catalog that it was made of', () => {
    const catalog = catalogOf([]);
    expect(createMapper(catalog).catalog).toBe(catalog);
  });

  it('answers with frozen data that is shared between calls', () => {
    const mapping = mapper.mappingFor({ group: 'apps', kind: 'Deployment' });
    expect(mapping).toBe(mapper.resolve('deployments').mapping);
    expect(Object.isFrozen(mapping) && Object.isFrozen(mapping.kind) && Object.isFrozen(mapping.resource)).toBe(true);
    expect(JSON.parse(JSON.stringify(mapping))).toEqual({
      resource: { group: 'apps', version: 'v1', resource: 'deployments' },
      kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
      scope: 'Namespaced',
    });
  });
});
