import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { NoMatchError } from '../../src/core/mapper/errors.js';
import { catalogOf, endpoint, res } from './build-catalog.js';

const mapper = createMapper(
  catalogOf([
    { name: '', versions: { v1: [res('pods', 'Pod', { shortNames: ['po'], categories: ['all'] })] } },
    { name: 'networking.k8s.io', versions: { v1: [res('networkpolicies', 'NetworkPolicy')] } },
  ]),
);

const words = [
  '',
  ' ',
  '.',
  '..',
  '...',
  '/',
  '//',
  '.pods',
  'pods\0',
  'pods\r\n',
  'pods ',
  ' pods',
  '../pods',
  '../../api/v1/secrets',
  'pods/../secrets',
  'po\u200bds',
  'PODS\u0130',
  'networ\u212apolicies',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'pods.__proto__',
  'pods.constructor.prototype',
  '__proto__.__proto__.__proto__',
  '__proto__/pods',
  'x'.repeat(10_000),
  `pods.${'v'.repeat(10_000)}`,
  'a.'.repeat(5_000),
  '😀',
  '*',
  '%70ods',
];

describe('a hostile word', () => {
  it.each(words)('is %j and matches nothing by accident', (word) => {
    expect(() => mapper.resolve(word)).toThrow(NoMatchError);
    expect(() => mapper.resolveAll(word)).toThrow(NoMatchError);
    expect(() => mapper.resolve({ resource: word })).toThrow(NoMatchError);
    expect(() => mapper.resolve({ kind: word })).toThrow(NoMatchError);
    expect(() => mapper.resolve({ apiVersion: word, kind: word })).toThrow(NoMatchError);
    for (const method of ['kindFor', 'kindsFor', 'resourceFor', 'resourcesFor'] as const) {
      expect(() => mapper[method]({ resource: word })).toThrow(NoMatchError);
    }
    expect(() => mapper.singularFor(word)).toThrow(NoMatchError);
    expect(() => mapper.mappingFor({ group: '', kind: word }, word)).toThrow(NoMatchError);
  });

  it.each(words.filter((word) => word !== '' && word !== '__proto__'))(
    'is %j and no group or version either',
    (word) => {
      expect(() => mapper.resourceFor({ resource: 'pods', group: word })).toThrow(NoMatchError);
      expect(() => mapper.resourceFor({ resource: 'pods', version: word })).toThrow(NoMatchError);
      expect(() => mapper.mappingFor({ group: word, kind: 'Pod' })).toThrow(NoMatchError);
    },
  );

  it('does not write raw into the message, nor at full length', () => {
    for (const word of words) {
      try {
        mapper.resolve(word);
      } catch (error) {
        // eslint-disable-next-line no-control-regex -- control characters are what is looked for
        expect((error as Error).message).not.toMatch(/[\u0000-\u001f]/);
        expect((error as Error).message.length).toBeLessThan(300);
      }
    }
  });
});

describe('a server with such names', () => {
  const names = ['__proto__', 'constructor', 'toString', 'valueOf'];
  const odd = createMapper(
    catalogOf([
      {
        name: '__proto__',
        versions: { constructor: names.map((name) => res(name, `K${name}`, { categories: [name] })) },
      },
    ]),
  );

  it.each(names)('serves %s, and nothing else under that name', (name) => {
    const resolution = odd.resolve(name);
    expect(resolution.candidates.map(endpoint)).toEqual([`${name}.constructor.__proto__`]);
    expect(odd.resolveAll(name)).toEqual({ resolutions: [resolution], unread: [] });
    expect(odd.mappingFor({ group: '__proto__', kind: `K${name}` })).toBe(resolution.mapping);
  });

  it('serves nothing more', () => {
    expect(() => odd.resolve('hasOwnProperty')).toThrow(NoMatchError);
  });
});
