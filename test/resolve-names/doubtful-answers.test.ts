import { describe, expect, it } from 'vitest';
import type { CatalogFailure } from '../../src/catalog/failures.js';
import { createMapper } from '../../src/mapper/create-mapper.js';
import type { RESTMapper } from '../../src/mapper/rest-mapper.js';
import { createNameResolver } from '../../src/resolve-names.js';
import { catalogOf, endpoint, failureAt, res } from '../mapper/build-catalog.js';
import { discoveryOf } from './rounds.js';

const imitation = { name: 'acid.example.org', versions: { v1: [res('deployments', 'Deployment')] } };
const whole = createMapper(
  catalogOf([{ name: 'apps', versions: { v1: [res('deployments', 'Deployment')] } }, imitation]),
);

function partial(failure: CatalogFailure = failureAt('apps', 'v1', { class: 'unreachable' })): RESTMapper {
  return createMapper(
    catalogOf([{ name: 'apps', versions: { v1: [] }, stale: ['v1'] }, imitation], { failures: [failure] }),
  );
}

/** A server that could not be read wholly at first; what a round finds is `next`, or it fails. */
function serverWith(mapper: RESTMapper, next: { mapper: RESTMapper } | { error: Error }) {
  let current = mapper;
  let time = 0;
  const rounds: number[] = [];
  const now = (): number => time;
  const discovery = discoveryOf(async () => {
    rounds.push(time / 1000);
    if ('error' in next) throw next.error;
    current = next.mapper;
  }, now);
  const resolver = createNameResolver({
    discovery,
    mapper: async (signal) => {
      signal?.throwIfAborted();
      return current;
    },
    now,
  });
  return {
    resolver,
    /** When they began, in seconds. */
    rounds: () => rounds,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('an answer that something unread may go before', () => {
  it('is looked for again, and the right one found', async () => {
    const { resolver, rounds } = serverWith(partial(), { mapper: whole });
    const { mapping, unread } = await resolver.resolve('deployments');
    expect([endpoint(mapping), unread]).toEqual(['deployments.v1.apps', undefined]);
    await resolver.resolve('deployments');
    expect(rounds()).toEqual([0]);
  });

  it('is looked for again among several', async () => {
    const { resolver } = serverWith(partial(), { mapper: whole });
    expect((await resolver.resolveAll('deployments')).resolutions.map(({ mapping }) => endpoint(mapping))).toEqual([
      'deployments.v1.apps',
    ]);
  });

  it('stands as it is when the server cannot be asked', async () => {
    const { resolver } = serverWith(partial(), { error: new Error('connection refused') });
    const { mapping, unread } = await resolver.resolve('deployments');
    expect([endpoint(mapping), unread?.length]).toEqual(['deployments.v1.acid.example.org', 1]);
  });

  it('is looked for ever more rarely while nothing changes', async () => {
    const same = partial();
    const { resolver, rounds, pass } = serverWith(same, { mapper: same });
    for (let second = 0; second < 200; second += 1) {
      await resolver.resolve('deployments');
      await resolver.resolve('deployments');
      pass(1000);
    }
    expect(rounds()).toEqual([0, 2, 5, 10, 19, 36, 69, 134, 199]);
  });

  it('is looked for once by those who ask together', async () => {
    const same = partial();
    const { resolver, rounds } = serverWith(same, { mapper: same });
    await Promise.all(Array.from({ length: 10 }, () => resolver.resolve('deployments')));
    expect(rounds()).toEqual([0]);
  });

  it.each(['denied', 'malformed'] as const)('is not looked for again when what hides it is %s', async (reason) => {
    const { resolver, rounds } = serverWith(partial(failureAt('apps', 'v1', { class: reason })), { mapper: whole });
    expect((await resolver.resolve('deployments')).unread).toHaveLength(1);
    expect(rounds()).toEqual([]);
  });

  it('does not keep a caller who leaves', async () => {
    const { resolver } = serverWith(partial(), { mapper: whole });
    const reason = new Error('enough');
    await expect(resolver.resolve('deployments', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
