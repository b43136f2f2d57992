import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { InvalidArgumentError } from '../../src/core/shared/invalid-argument-error.js';
import { catalogOf, res } from './build-catalog.js';

const catalog = catalogOf([{ name: '', versions: { v1: [res('pods', 'Pod')] } }]);
const mapper = createMapper(catalog);
const none = undefined as unknown as string;

describe('mistakes that people make are refused', () => {
  const mistakes: [mistake: string, argument: string, call: () => unknown][] = [
    ['a catalog without await', 'catalog', () => createMapper(Promise.resolve(catalog) as never)],
    ['no catalog', 'catalog', () => createMapper(undefined as never)],
    ['an undefined subject', 'subject', () => mapper.resolve(none)],
    ['a subject without await', 'subject', () => mapper.resolve(Promise.resolve('pods') as never)],
    ['a list as the subject', 'subject', () => mapper.resolve(['pods'] as never)],
    ['undefined among the words', 'words[1]', () => mapper.resolveAll(['pods', none])],
    ['undefined words', 'words', () => mapper.resolveAll(none)],
    ['a misspelt option', 'options.verb', () => mapper.resolve('pods', { verb: ['list'] } as never)],
    ['a misspelt option of several words', 'options.scopes', () => mapper.resolveAll('pods', { scopes: 1 } as never)],
    ['a verb instead of a list', 'options.verbs', () => mapper.resolve('pods', { verbs: 'list' as never })],
    ['a misspelt scope', 'options.scope', () => mapper.resolve('pods', { scope: 'namespaced' as never })],
    ['a misspelt choice', 'options.ambiguity', () => mapper.resolveAll('pods', { ambiguity: 'errors' as never })],
  ];
  it.each(mistakes)('%s: %s', (_, argument, call) => {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(expect.objectContaining({ argument }) as Error);
  });
});

it('what is left out or undefined is no mistake', () => {
  expect(mapper.resolve({ resource: 'pods', group: undefined, version: undefined }).reason).toBe('only one');
  expect(mapper.resolve('pods', { verbs: undefined, scope: undefined, ambiguity: undefined }).reason).toBe('only one');
  expect(mapper.mappingFor({ group: '', kind: 'Pod' }, none)).toEqual(mapper.resolve('pods').mapping);
});
