import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { isMutation } from '../../src/owners/owner-references.js';
import { failureAt } from '../mapper/build-catalog.js';
import { reference, worldCatalog, worldMapper } from './support.js';

const mapper = worldMapper();
const ox = reference({ apiVersion: 'shop.example.org/v2', kind: 'Ox', resource: 'oxen' });

const honoring = { honors: 'resource' } as const;

describe('a resource that an old client has stripped, on a server that honours it,', () => {
  const stripped = (given: typeof ox): typeof ox => ({ ...given, resource: undefined });

  it('is no mutation where resource and kind map to each other', () => {
    expect(isMutation([ox], [stripped(ox)], mapper, honoring)).toBe(false);
    const cart = { ...ox, kind: 'Cart', resource: 'baskets' };
    expect(isMutation([cart], [stripped(cart)], mapper, honoring)).toBe(false);
  });

  it.each([
    ['of another kind', { ...ox, resource: 'carts' }],
    ['that is not served', { ...ox, resource: 'oxes' }],
    ['that another version has', { ...ox, apiVersion: 'shop.example.org/v2', kind: 'Goose', resource: 'geese' }],
    ['in another letter case', { ...ox, resource: 'Oxen' }],
    ['of a kind in another letter case', { ...ox, kind: 'ox' }],
    ['in a version that is not served', { ...ox, apiVersion: 'shop.example.org/v9' }],
    ['in an apiVersion that is none', { ...ox, apiVersion: 'a/b/c' }],
    ['in any version', { ...ox, apiVersion: 'shop.example.org/__internal' }],
  ])('is one %s', (_what, given) => {
    expect(isMutation([given], [stripped(given)], mapper, honoring)).toBe(true);
  });

  it('is one where nobody can tell, because the group could not be read', () => {
    const dead = createMapper(worldCatalog({ failures: [failureAt('dead.example.org', 'v1')] }));
    const given = reference({ apiVersion: 'dead.example.org/v1', resource: 'ghosts' });
    expect(isMutation([given], [stripped(given)], dead, honoring)).toBe(true);
  });

  it('is one where anything else is changed with it', () => {
    expect(isMutation([ox], [{ ...stripped(ox), uid: 'other' }], mapper, honoring)).toBe(true);
  });
});

describe('a change of owner references', () => {
  it('is a resource that is added or becomes another, on a server that honours it', () => {
    expect(isMutation([{ ...ox, resource: undefined }], [ox], mapper, honoring)).toBe(true);
    expect(isMutation([ox], [{ ...ox, resource: 'carts' }], mapper, honoring)).toBe(true);
  });

  it('is nothing that happens to the resource alone on a released server, which does not have it', () => {
    const without = { ...ox, resource: undefined };
    for (const [old, next] of [
      [ox, without],
      [without, ox],
      [ox, { ...ox, resource: 'carts' }],
      [{ ...ox, resource: 'oxes' }, without],
    ] as const) {
      expect(isMutation([old], [next], mapper)).toBe(false);
      expect(isMutation([old], [next], mapper, { honors: 'kind' })).toBe(false);
      expect(isMutation([old], [{ ...next, uid: 'other' }], mapper)).toBe(true);
    }
  });

  it.each([
    ['oldReferences', [[null], [], mapper]],
    ['newReferences', [[], [undefined], mapper]],
    ['newReferences', [[], 'front', mapper]],
    ['options', [[], [], mapper, null]],
    ['honors', [[], [], mapper, { honors: 'new' }]],
  ])('has wrong arguments: %s', (argument, given) => {
    expect(() => isMutation(...(given as Parameters<typeof isMutation>))).toThrow(
      expect.objectContaining({ argument }),
    );
  });

  it.each(['apiVersion', 'kind', 'name', 'uid'] as const)('is another %s', (field) => {
    expect(isMutation([ox], [{ ...ox, [field]: 'v1' }], mapper)).toBe(true);
  });

  it.each(['controller', 'blockOwnerDeletion'] as const)(
    'is another %s, and false is not the same as left out',
    (field) => {
      expect(isMutation([ox], [{ ...ox, [field]: true }], mapper)).toBe(true);
      expect(isMutation([ox], [{ ...ox, [field]: false }], mapper)).toBe(true);
      expect(isMutation([ox], [{ ...ox, [field]: undefined }], mapper)).toBe(false);
    },
  );

  it('is another number of them, or another order', () => {
    const other = reference({ uid: 'other' });
    expect(isMutation([ox], [], mapper)).toBe(true);
    expect(isMutation([], [ox], mapper)).toBe(true);
    expect(isMutation([ox, other], [other, ox], mapper)).toBe(true);
  });

  it('is none between lists that are equal, missing or empty, and with an empty resource', () => {
    expect(isMutation([ox], [{ ...ox }], mapper)).toBe(false);
    expect(isMutation(undefined, [], mapper)).toBe(false);
    expect(isMutation(null, undefined, mapper)).toBe(false);
    expect(isMutation([{ ...ox, resource: '' }], [{ ...ox, resource: undefined }], mapper)).toBe(false);
  });
});
