import { describe, expect, it } from 'vitest';
import { AmbiguousMatchError, NoMatchError } from '../../src/core/mapper/errors.js';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { catalogOf, endpoint, res, type ResourceSpec } from './build-catalog.js';

const inAll = (resource: string, kind: string, rest: Partial<ResourceSpec> = {}): ResourceSpec =>
  res(resource, kind, { categories: ['all'], ...rest });

const mapper = createMapper(
  catalogOf([
    { name: '', versions: { v1: [inAll('pods', 'Pod', { shortNames: ['po'] }), inAll('services', 'Service')] } },
    { name: 'apps', versions: { v1: [inAll('deployments', 'Deployment', { shortNames: ['deploy'] })] } },
    { name: 'extensions', versions: { v1beta1: [inAll('deployments', 'Deployment')] } },
    {
      name: 'autoscaling',
      versions: { v2: [res('scalers', 'Scaler')], v1: [inAll('scalers', 'Scaler', { verbs: ['create'] })] },
    },
    {
      name: 'x.example.com',
      versions: {
        v1: [
          res('backups', 'Backup', { categories: ['backups', 'Kept'] }),
          res('schedules', 'Schedule', { categories: ['backups', 'scheduling'], shortNames: ['all'] }),
          res('plans', 'Scheduling', { singular: 'plan' }),
        ],
      },
    },
  ]),
);
const ask = (words: string | readonly string[]): string[] =>
  mapper
    .resolveAll(words)
    .resolutions.map((each) => endpoint(each.mapping) + (each.name === undefined ? '' : `/${each.name}`));

const all = ['pods.v1.', 'services.v1.', 'deployments.v1.apps', 'scalers.v2.autoscaling'];

describe('resolveAll', () => {
  const table: [rule: string, words: string | readonly string[], endpoints: readonly string[]][] = [
    ['one word', 'po', ['pods.v1.']],
    ['a comma list', 'po,services', ['pods.v1.', 'services.v1.']],
    ['several words', ['services', 'po,deploy'], ['services.v1.', 'pods.v1.', 'deployments.v1.apps']],
    ['no words', [], []],
    ['a category, each resource once and in its preferred version', 'all', all],
    ['a category in any letter case', 'ALL', all],
    ['a category spelt with capitals by the server', 'kept', ['backups.v1.x.example.com']],
    ['a category that is a short name and a kind elsewhere', 'scheduling', ['schedules.v1.x.example.com']],
    ['a plural that is a category too', 'backups', ['backups.v1.x.example.com']],
    ['types named twice', ['po', 'pods', 'pods.v1.', 'po'], ['pods.v1.']],
    [
      'types and a category that holds them',
      ['deploy', 'all'],
      ['deployments.v1.apps', ...all.filter((each) => !each.startsWith('deploy'))],
    ],
    [
      'two versions of one resource',
      'scalers,scalers.v1.autoscaling',
      ['scalers.v2.autoscaling', 'scalers.v1.autoscaling'],
    ],
    ['objects', 'deploy/web,deploy/web,deploy/db', ['deployments.v1.apps/web', 'deployments.v1.apps/db']],
    [
      'objects among types',
      ['po,services', 'deploy/web', 'deploy'],
      ['pods.v1.', 'services.v1.', 'deployments.v1.apps/web', 'deployments.v1.apps'],
    ],
  ];
  it.each(table)('takes %s', (_rule, words, endpoints) => {
    expect(ask(words)).toEqual(endpoints);
  });

  it.each(['', ',', 'po,', 'po,,services', 'po services', 'nothing', 'kept/web', 'po,nothing'])(
    'refuses %j',
    (words) => {
      expect(() => mapper.resolveAll(words)).toThrow(NoMatchError);
    },
  );

  it('counts what cohabiting groups serve once, and says so', () => {
    const deployments = mapper
      .resolveAll('all')
      .resolutions.find(({ mapping }) => mapping.resource.resource === 'deployments');
    expect(deployments?.reason).toBe('same objects');
    expect(deployments?.candidates.map(endpoint)).toEqual(['deployments.v1.apps', 'deployments.v1beta1.extensions']);
  });

  it('keeps to the verbs: members, versions and all', () => {
    const creatable = mapper.resolveAll('all', { verbs: ['create'] }).resolutions;
    expect(creatable.map(({ mapping }) => endpoint(mapping))).toEqual(['scalers.v1.autoscaling']);
    expect(() => mapper.resolveAll('all', { scope: 'Cluster' })).toThrow('"all" exists, but without scope "Cluster"');
  });

  it('puts a member that only an earlier version of cannot do where its other version stands', () => {
    const versions = createMapper(
      catalogOf([
        {
          name: 'x.example.com',
          versions: {
            v2: [inAll('boats', 'Boat', { verbs: ['get'] }), inAll('planes', 'Plane', { verbs: ['get', 'list'] })],
            v1: [inAll('boats', 'Boat', { verbs: ['get', 'list'] })],
          },
        },
      ]),
    );
    const told = versions.resolveAll('all', { verbs: ['list'] }).resolutions.map(({ mapping }) => endpoint(mapping));
    expect(told).toEqual(['planes.v2.x.example.com', 'boats.v1.x.example.com']);
  });

  it('finds no tie between the members of a category, but in its words', () => {
    const ties = createMapper(
      catalogOf([
        { name: 'a.example.com', versions: { v1: [inAll('volumes', 'Volume')] } },
        { name: 'b.example.com', versions: { v1: [inAll('volumes', 'Volume')] } },
      ]),
    );
    expect(ties.resolveAll('all', { ambiguity: 'error' }).resolutions).toHaveLength(2);
    expect(() => ties.resolveAll('all,volumes', { ambiguity: 'error' })).toThrow(AmbiguousMatchError);
  });
});
