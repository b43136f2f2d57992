import { describe, expect, it } from 'vitest';
import type { CatalogFailure } from '../../src/core/catalog/failures.js';
import type { InnerDiscovery, PartInDoubt } from '../../src/core/discovery/discovery.js';
import { createMapper, type RESTMapper } from '../../src/core/mapper/create-mapper.js';
import { catalogOf, endpoint, failureAt, res } from '../mapper/build-catalog.js';
import { resolverOf } from './rounds.js';

const imitation = { name: 'acid.example.org', versions: { v1: [res('deployments', 'Deployment')] } };
const whole = createMapper(
  catalogOf([{ name: 'apps', versions: { v1: [res('deployments', 'Deployment')] } }, imitation]),
);

function partial(failure: CatalogFailure = failureAt('apps', 'v1', { class: 'unreachable' })): RESTMapper {
  return createMapper(
    catalogOf([{ name: 'apps', versions: { v1: [] }, stale: ['v1'] }, imitation], { failures: [failure] }),
  );
}

/** A server that could not be read wholly at first; what it answers when asked again is `next`, or nothing better. */
function serverWith(mapper: RESTMapper, next: RESTMapper = mapper) {
  let current = mapper;
  const asked: (readonly PartInDoubt[])[] = [];
  const discovery: Pick<InnerDiscovery, 'refresh' | '~inner'> = {
    refresh: () => Promise.reject(new Error('nobody asks for everything')),
    '~inner': {
      check: async (parts, { signal } = {}) => {
        signal?.throwIfAborted();
        asked.push(parts);
        current = next;
        return new Map();
      },
      doubt: () => undefined,
      flush: () => undefined,
    },
  };
  const resolver = resolverOf({
    discovery,
    mapper: async (signal) => {
      signal?.throwIfAborted();
      return current;
    },
  });
  return { resolver, asked };
}

describe('an answer that something unread may go before', () => {
  it('is looked for again by asking for that part alone, and the right one found', async () => {
    const { resolver, asked } = serverWith(partial(), whole);
    const { mapping, unread } = await resolver.resolve('deployments');
    expect([endpoint(mapping), unread]).toEqual(['deployments.v1.apps', undefined]);
    await resolver.resolve('deployments');
    expect(asked).toEqual([[failureAt('apps', 'v1', { class: 'unreachable' })]]);
  });

  it('is looked for again among several', async () => {
    const { resolver } = serverWith(partial(), whole);
    expect((await resolver.resolveAll('deployments')).resolutions.map(({ mapping }) => endpoint(mapping))).toEqual([
      'deployments.v1.apps',
    ]);
  });

  it('stands as it is when nothing more can be learned', async () => {
    const { resolver } = serverWith(partial());
    const { mapping, unread } = await resolver.resolve('deployments');
    expect([endpoint(mapping), unread?.length]).toEqual(['deployments.v1.acid.example.org', 1]);
  });

  it.each(['denied', 'malformed'] as const)('is not looked for again when what hides it is %s', async (reason) => {
    const { resolver, asked } = serverWith(partial(failureAt('apps', 'v1', { class: reason })), whole);
    expect((await resolver.resolve('deployments')).unread).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  it('does not keep a caller who leaves', async () => {
    const { resolver } = serverWith(partial(), whole);
    const reason = new Error('enough');
    await expect(resolver.resolve('deployments', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('a name whose group could not be read', () => {
  it('is looked for by asking for that group alone', async () => {
    const failure = failureAt('apps', 'v1', { class: 'denied' });
    const { resolver, asked } = serverWith(createMapper(catalogOf([], { failures: [failure] })), whole);
    expect(endpoint((await resolver.resolve('deployments.apps')).mapping)).toBe('deployments.v1.apps');
    expect(asked).toEqual([[failure]]);
  });
});
