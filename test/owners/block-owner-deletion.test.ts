import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { blockOwnerDeletionChecks } from '../../src/owners/owner-references.js';
import { failureAt } from '../mapper/build-catalog.js';
import { reference, worldCatalog, worldMapper } from './support.js';

const mapper = worldMapper();
const cart = reference({ apiVersion: 'shop.example.org/v2', kind: 'Cart', blockOwnerDeletion: true });
const access = { verb: 'update', group: 'shop.example.org', version: 'v2', subresource: 'finalizers', name: 'front' };

describe('the check for blockOwnerDeletion', () => {
  it('lists every mapping of the kind', () => {
    expect(blockOwnerDeletionChecks(undefined, [cart], mapper, { namespace: 'web' })).toEqual([
      {
        reference: cart,
        accesses: [
          { ...access, resource: 'carts', namespace: 'web' },
          { ...access, resource: 'baskets', namespace: 'web' },
        ],
      },
    ]);
  });

  it('lists every mapping of the kind for servers of today where a resource is set, and that one for those of the design', () => {
    const named = { ...cart, resource: 'baskets' };
    const resources = (honors?: 'kind' | 'resource'): string[] =>
      blockOwnerDeletionChecks([], [named], mapper, { honors }).flatMap(({ accesses }) =>
        accesses.map(({ resource }) => resource),
      );
    expect([resources(), resources('kind'), resources('resource')]).toEqual([
      ['carts', 'baskets'],
      ['carts', 'baskets'],
      ['baskets'],
    ]);
  });

  it('asks for no namespace where the owner or the dependent is cluster-scoped', () => {
    const market = { ...cart, kind: 'Market' };
    const [ofMarket] = blockOwnerDeletionChecks([], [market], mapper, { namespace: 'web' });
    expect(ofMarket?.accesses).toEqual([{ ...access, resource: 'markets' }]);
    const [ofCart] = blockOwnerDeletionChecks([], [cart], mapper);
    expect(ofCart?.accesses[0]).toEqual({ ...access, resource: 'carts' });
  });

  it('is for references that newly block alone, told by their uid', () => {
    const free = { ...cart, blockOwnerDeletion: false };
    expect(blockOwnerDeletionChecks([cart], [{ ...cart, name: 'renamed' }], mapper)).toEqual([]);
    expect(blockOwnerDeletionChecks([cart], [free], mapper)).toEqual([]);
    expect(blockOwnerDeletionChecks([free], [cart], mapper)).toHaveLength(1);
    expect(blockOwnerDeletionChecks([cart], [{ ...cart, uid: 'new' }], mapper)).toHaveLength(1);
    expect(blockOwnerDeletionChecks([cart, free], [cart], mapper)).toHaveLength(1);
    expect(blockOwnerDeletionChecks([free, cart], [cart], mapper)).toEqual([]);
    expect(blockOwnerDeletionChecks(null, null, mapper)).toEqual([]);
  });

  it.each([
    ['oldReferences', [[null], [], mapper]],
    ['newReferences', [[], {}, mapper]],
    ['honors', [[], [cart], mapper, { honors: true }]],
  ])('has wrong arguments: %s', (argument, given) => {
    expect(() => blockOwnerDeletionChecks(...(given as Parameters<typeof blockOwnerDeletionChecks>))).toThrow(
      expect.objectContaining({ argument }),
    );
  });

  it.each([
    ['no-mapping', 'Unicorn', 'shop.example.org/v2'],
    ['no-mapping', 'Goose', 'shop.example.org/v2'],
    ['no-mapping', 'Ox', 'a/b/c'],
    ['group-unavailable', 'Ghost', 'dead.example.org/v1'],
  ])('says why there is nothing to check: %s for %s of %s', (reason, kind, apiVersion) => {
    const dead = createMapper(worldCatalog({ failures: [failureAt('dead.example.org', 'v1')] }));
    for (const given of [
      { ...cart, kind, apiVersion },
      { ...cart, kind, apiVersion, resource: 'things' },
    ]) {
      const [check] = blockOwnerDeletionChecks([], [given], dead, { honors: 'resource' });
      expect(check).toEqual({ reference: given, accesses: [], reason });
    }
  });
});
