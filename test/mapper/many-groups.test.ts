import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { catalogOf, res } from './build-catalog.js';

describe('where one word means very many resources', () => {
  const many = createMapper(
    catalogOf(
      Array.from({ length: 300 }, (_, place) => ({
        name: `g${String(place).padStart(3, '0')}.example.com`,
        versions: { v1: [res('widgets', 'Widget', { shortNames: ['wd'] })] },
      })),
    ),
  );

  it.each(['g000.example.com', 'g150.example.com', 'g299.example.com'])(
    'each group still finds its own: %s',
    (group) => {
      const own = { group, version: 'v1', resource: 'widgets' };
      expect(many.resourceFor({ group, resource: 'widget' })).toEqual(own);
      expect(many.mappingFor({ group, kind: 'Widget' }).resource).toEqual(own);
      expect(many.resolve(`wd.${group}`).mapping.resource).toEqual(own);
      expect(many.resolve(`Widget.v1.${group}`)).toMatchObject({ mapping: { resource: own }, reason: 'exact' });
    },
  );

  it('lists all of them, and the first is the answer', () => {
    expect(many.resolve('widgets').candidates).toHaveLength(300);
    expect(many.resourceFor({ resource: 'widgets' }).group).toBe('g000.example.com');
    expect(() => many.resourceFor({ group: 'g300.example.com', resource: 'widgets' })).toThrow('no matches for');
  });
});
