import { describe, expect, it } from 'vitest';
import type { CatalogFailure } from '../../src/core/catalog/failures.js';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { AmbiguousMatchError } from '../../src/core/mapper/errors.js';
import { catalogOf, endpoint, failureAt, res, type ResourceSpec } from './build-catalog.js';

const kept = (resource: string, kind: string, rest: Partial<ResourceSpec> = {}): ResourceSpec =>
  res(resource, kind, { freshness: 'Kept', ...rest });
const failure: CatalogFailure = failureAt('a.example.com', 'v1', { class: 'missing' });

describe.each(['aggregated/v2', 'legacy'] as const)('what is kept, in a catalog of %s', (format) => {
  const mapper = createMapper(
    catalogOf(
      [
        {
          name: 'a.example.com',
          versions: {
            v1: [kept('widgets', 'Widget', { shortNames: ['wi'], categories: ['all'] }), kept('alone', 'Alone')],
          },
        },
        {
          name: 'b.example.com',
          versions: { v1: [res('widgets', 'Widget', { shortNames: ['wi'], categories: ['all'] })] },
        },
        {
          name: 'c.example.com',
          versions: { v1: [kept('things', 'Thing')], v2: [res('things', 'Thing')] },
          preferred: 'v1',
        },
      ],
      { format, failures: [failure, failureAt('c.example.com', 'v1', { class: 'unreachable' })] },
    ),
  );

  it.each(['widgets', 'widget', 'Widget', 'wi'])('comes after what is current: %s', (word) => {
    const { mapping, candidates, unread } = mapper.resolve(word);
    expect(endpoint(mapping)).toBe('widgets.v1.b.example.com');
    expect(candidates.map(endpoint)).toEqual(['widgets.v1.b.example.com', 'widgets.v1.a.example.com']);
    expect(unread).toEqual([failure]);
  });

  it('comes after what is current in its own group', () => {
    expect(endpoint(mapper.resolve('things').mapping)).toBe('things.v2.c.example.com');
    expect(mapper.resourceFor({ resource: 'things' }).version).toBe('v2');
    expect(mapper.mappingFor({ group: 'c.example.com', kind: 'Thing' }).resource.version).toBe('v2');
  });

  it('comes after what is current for the questions of client-go', () => {
    expect(mapper.resourcesFor({ resource: 'widgets' }).map(({ group }) => group)).toEqual([
      'b.example.com',
      'a.example.com',
    ]);
    expect(mapper.resourceFor({ resource: 'widgets' }).group).toBe('b.example.com');
    expect(mapper.kindFor({ resource: 'widgets' }).group).toBe('b.example.com');
  });

  it('is an answer where there is no other, and says why it is kept', () => {
    const { mapping, unread } = mapper.resolve('alone');
    expect(endpoint(mapping)).toBe('alone.v1.a.example.com');
    expect(unread).toContainEqual(failure);
    expect(endpoint(mapper.resolve('widgets.v1.a.example.com').mapping)).toBe('widgets.v1.a.example.com');
  });

  it('is a tie with what is current where nothing but order decides', () => {
    expect(() => mapper.resolve('widgets', { ambiguity: 'error' })).toThrow(AmbiguousMatchError);
  });

  it('is in its categories', () => {
    const { resolutions, unread } = mapper.resolveAll('all');
    expect(resolutions.map(({ mapping }) => mapping.resource.group).sort()).toEqual(['a.example.com', 'b.example.com']);
    expect(unread).toContainEqual(failure);
  });
});
