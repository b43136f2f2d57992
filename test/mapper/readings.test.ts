import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { NoMatchError } from '../../src/core/mapper/errors.js';
import type { Subject } from '../../src/core/mapper/subject.js';
import { catalogOf, endpoint, res } from './build-catalog.js';

const mapper = createMapper(
  catalogOf([
    { name: '', versions: { v1: [res('pods', 'Pod', { shortNames: ['po'] })] } },
    { name: 'apps', versions: { v1: [res('deployments', 'Deployment', { shortNames: ['deploy'] })] } },
    { name: 'first.example.com', versions: { v1: [res('aaas', 'Aaa')] } },
    { name: 'example.com', versions: { first: [res('bbbs', 'Bbb')], v1: [res('ccc', 'Ddd'), res('po', 'Poem')] } },
    {
      name: 'multi.example.com',
      versions: { v2: [res('multis', 'Multi')], v1: [res('multis', 'Multi', { shortNames: ['mm', 'aaas'] })] },
    },
    { name: 'odd.example.com', versions: { v1: [res('curios', 'StrangeThing'), res('UPPERS', 'Upper')] } },
    { name: 'guess.example.com', versions: { v1: [res('guesses', 'Mm', { singular: '' })] } },
  ]),
);

describe('a word', () => {
  const table: [rule: string, word: string, endpoints: readonly string[]][] = [
    ['may be a group behind the first dot', 'aaas.first.example.com', ['aaas.v1.first.example.com']],
    ['may be a version behind the first dot', 'bbbs.first.example.com', ['bbbs.first.example.com']],
    ['is the core group with a dot at its end', 'pods.', ['pods.v1.']],
    ['is in the core group with a version and a dot', 'pods.v1.', ['pods.v1.']],
    ['may have no version between its dots', 'deployments..apps', ['deployments.v1.apps']],
    ['may have the version of one who asks for none', 'deployments.__internal.apps', ['deployments.v1.apps']],
    ['may name a version alone', 'deployments.v1', ['deployments.v1.apps']],
    ['may cut its group short', 'aaas.fir', ['aaas.v1.first.example.com']],
    ['may cut its group short behind a version', 'aaas.v1.fir', ['aaas.v1.first.example.com']],
    ['that is a short name keeps its version', 'mm.v1.multi.example.com', ['multis.v1.multi.example.com']],
    ['may be a short name in a group cut short', 'mm.v1.multi', ['multis.v1.multi.example.com']],
    [
      'that is a short name means all versions, even one that does not list it',
      'mm',
      ['multis.v2.multi.example.com', 'multis.v1.multi.example.com'],
    ],
    ['that is a plural is no short name', 'aaas', ['aaas.v1.first.example.com']],
    ['that is a plural somewhere is no short name of a resource before it', 'po', ['po.v1.example.com']],
    ['that is no plural in its group may be a short name there', 'po.', ['pods.v1.']],
    ['may be a kind', 'StrangeThing', ['curios.v1.odd.example.com']],
    ['may be a kind in any letter case', 'strangething', ['curios.v1.odd.example.com']],
    ['may be a kind with version and group', 'StrangeThing.v1.odd.example.com', ['curios.v1.odd.example.com']],
    ['may be a kind in a group cut short', 'StrangeThing.odd', ['curios.v1.odd.example.com']],
    ['is a singular before it is a kind', 'Ddd', ['ccc.v1.example.com']],
    ['finds a plural that the server spells with capitals', 'uppers', ['UPPERS.v1.odd.example.com']],
    ['reads back what stands in the catalog', 'UPPERS.v1.odd.example.com', ['UPPERS.v1.odd.example.com']],
  ];
  it.each(table)('%s: %s', (_rule, word, endpoints) => {
    expect(mapper.resolve(word).candidates.map(endpoint)).toEqual(endpoints);
  });

  it('is a kind in its very group before it is a name in a group cut short', () => {
    const boxes = res('boxes', 'Endpoints', { singular: 'box' });
    const groups = [
      { name: 'app', versions: { v1: [boxes] } },
      { name: 'apps.example.com', versions: { v1: [res('endpoints', 'Status')] } },
    ];
    const { mapping } = createMapper(catalogOf(groups)).resolve('endpoints.v1.app');
    expect(endpoint(mapping)).toBe('boxes.v1.app');
  });

  it.each([
    'deployments.',
    'deployments.v1.',
    'mm.v3.multi.example.com',
    'pods.v2.',
    'aaas.v1.example.com',
    'bbbs.first.',
    'deploy.v9.apps',
  ])('never leaves the group or version that it names: %s', (word) => {
    expect(() => mapper.resolve(word)).toThrow(NoMatchError);
  });

  it('may name an object, whose name is handed on as it is', () => {
    const { mapping, name } = mapper.resolve('deploy.apps/web.Front-1:x');
    expect([endpoint(mapping), name]).toEqual(['deployments.v1.apps', 'web.Front-1:x']);
    expect('name' in mapper.resolve('deploy')).toBe(false);
  });

  it.each(['pods/', '/web', 'pods/web/x', 'pods/..', 'pods/.', 'pods/a%2f', 'pods//', 'pods/\n'])(
    'that names no object but has a slash is refused: %j',
    (word) => {
      expect(() => mapper.resolve(word)).toThrow(/does not name a resource|no matches for/);
    },
  );
});

describe('a subject', () => {
  const table: [rule: string, subject: Subject, endpoints: readonly string[]][] = [
    [
      'with a resource is a resource',
      { resource: 'deployments', group: 'apps', version: 'v1' },
      ['deployments.v1.apps'],
    ],
    ['with a resource may leave the rest open', { resource: 'deploy', group: undefined }, ['deployments.v1.apps']],
    ['with a resource and an empty group is of the core group', { resource: 'po', group: '' }, ['pods.v1.']],
    ['with a resource and a kind is a resource', { resource: 'pods', kind: 'Deployment' }, ['pods.v1.']],
    ['with a kind is a kind', { kind: 'Deployment' }, ['deployments.v1.apps']],
    ['with a kind may name its version alone', { kind: 'Deployment', version: 'v1' }, ['deployments.v1.apps']],
    [
      'with a kind may name group and version',
      { kind: 'StrangeThing', group: 'odd.example.com', version: 'v1' },
      ['curios.v1.odd.example.com'],
    ],
    ['with apiVersion and kind is an object', { apiVersion: 'apps/v1', kind: 'Deployment' }, ['deployments.v1.apps']],
    ['of the core group has no slash', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } }, ['pods.v1.']],
    [
      'with apiVersion is an object whatever else it holds',
      { apiVersion: 'v1', kind: 'Pod', resource: 'deployments', group: 'apps' },
      ['pods.v1.'],
    ],
  ];
  it.each(table)('%s', (_rule, subject, endpoints) => {
    expect(mapper.resolve(subject).candidates.map(endpoint)).toEqual(endpoints);
  });

  it.each<[string, Subject]>([
    ['a kind in a group cut short', { kind: 'StrangeThing', group: 'odd' }],
    ['a kind of the core group that is elsewhere', { kind: 'Deployment', group: '' }],
    ['an object in a version that is not served', { apiVersion: 'apps/v1beta1', kind: 'Deployment' }],
    ['an object of a group that has the kind under another name', { apiVersion: 'v1', kind: 'Deployment' }],
    ['an object without a kind', { apiVersion: 'v1' }],
    ['an object whose apiVersion makes no sense', { apiVersion: 'a/b/c', kind: 'Pod' }],
    ['an object with an empty apiVersion', { apiVersion: '', kind: 'Pod' }],
    ['nothing at all', {}],
    ['words that are no strings', { apiVersion: 1, kind: ['Pod'] } as unknown as Subject],
    ['a resource that is no string', { resource: { resource: 'pods' } } as unknown as Subject],
  ])('that is %s does not match', (_rule, subject) => {
    expect(() => mapper.resolve(subject)).toThrow(NoMatchError);
  });

  it('leaves nothing but its type in an error', () => {
    const secret = { apiVersion: 'v9', kind: 'Secret', data: { password: 'aHVudGVyMg==' } };
    try {
      mapper.resolve(secret);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(NoMatchError);
      expect((error as NoMatchError).question).toEqual({ apiVersion: 'v9', kind: 'Secret' });
      expect(JSON.stringify(error)).not.toContain('aHVudGVyMg');
    }
  });
});
