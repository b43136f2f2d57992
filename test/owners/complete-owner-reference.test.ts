import { describe, expect, it } from 'vitest';
import { AmbiguousMatchError, GroupUnavailableError, NoMatchError } from '../../src/core/mapper/errors.js';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import {
  completeOwnerReference,
  explainOwnerResource,
  withoutOwnerResource,
} from '../../src/owners/owner-references.js';
import { failureAt } from '../mapper/build-catalog.js';
import { reference, worldCatalog, worldMapper } from './support.js';

const mapper = worldMapper();
const ox = reference({ apiVersion: 'shop.example.org/v2', kind: 'Ox', controller: true });

describe('a reference', () => {
  it('is completed by the plural of its kind, whatever it is, on a copy', () => {
    expect(completeOwnerReference(ox, mapper)).toEqual({ ...ox, resource: 'oxen' });
    expect(ox).not.toHaveProperty('resource');
    expect(completeOwnerReference({ ...ox, resource: '' }, mapper).resource).toBe('oxen');
  });

  it('keeps the resource that it has, which is authoritative where the server honours it', () => {
    const given = { ...ox, resource: 'carts' };
    expect(completeOwnerReference(given, mapper, { honors: 'resource' })).toEqual(given);
  });

  it('has the resource of its kind, which counts on released servers', () => {
    expect(completeOwnerReference({ ...ox, resource: 'carts' }, mapper)).toEqual({ ...ox, resource: 'oxen' });
    const basket = { ...ox, kind: 'Cart', resource: 'baskets' };
    expect(completeOwnerReference(basket, mapper, { honors: 'kind' })).toEqual(basket);
    expect(() => completeOwnerReference({ ...basket, resource: 'oxen' }, mapper)).toThrow(AmbiguousMatchError);
  });

  it('is not completed by a guess where the kind has several resources', () => {
    const cart = { ...ox, kind: 'Cart' };
    expect(() => completeOwnerReference(cart, mapper)).toThrow(AmbiguousMatchError);
    expect(() => completeOwnerReference(cart, mapper)).toThrow(/carts.*baskets/);
  });

  it.each([{ kind: 'Unicorn' }, { apiVersion: 'shop.example.org/v9' }, { apiVersion: 'a/b/c' }, { apiVersion: '' }])(
    'that leads nowhere is no match: %j',
    (fields) => {
      expect(() => completeOwnerReference({ ...ox, ...fields }, mapper)).toThrow(NoMatchError);
    },
  );

  it('into a group that could not be read is not completed', () => {
    const dead = createMapper(worldCatalog({ failures: [failureAt('dead.example.org', 'v1')] }));
    expect(() => completeOwnerReference({ ...ox, apiVersion: 'dead.example.org/v1' }, dead)).toThrow(
      GroupUnavailableError,
    );
  });
});

describe('an object to apply', () => {
  it('goes without resource in its references, on a copy', () => {
    const owned = { kind: 'Pod', metadata: { name: 'a', ownerReferences: [{ ...ox, resource: 'oxen' }, reference()] } };
    const sent = withoutOwnerResource(owned);
    expect(sent).toEqual({ kind: 'Pod', metadata: { name: 'a', ownerReferences: [ox, reference()] } });
    expect(sent.metadata.ownerReferences.some((each) => 'resource' in each)).toBe(false);
    expect(owned.metadata.ownerReferences[0]).toHaveProperty('resource');
  });

  it('is the same object where there is nothing to leave out', () => {
    for (const object of [{}, { metadata: {} }, { metadata: { ownerReferences: [ox] } }]) {
      expect(withoutOwnerResource(object)).toBe(object);
    }
  });
});

describe('what a server says of the field', () => {
  const applied =
    'failed to create typed patch object (web/a; /v1, Kind=ConfigMap): .metadata.ownerReferences[uid="u-1"].resource: field not declared in schema';
  const strict = 'strict decoding error: unknown field "metadata.ownerReferences[0].resource"';

  it('is told apart: apply, strict validation, and a warning', () => {
    const outcomeOf = (answer: unknown): string | undefined => explainOwnerResource(answer)?.outcome;
    expect(outcomeOf({ statusCode: 500, status: { message: applied } })).toBe('apply');
    expect(outcomeOf({ kind: 'Status', status: 'Failure', code: 500, message: applied })).toBe('apply');
    expect(outcomeOf({ statusCode: 400, status: { message: strict } })).toBe('strict');
    expect(outcomeOf('unknown field "metadata.ownerReferences[12].resource"')).toBe('dropped');
    expect(explainOwnerResource({ statusCode: 500, status: { message: applied } })?.message).toContain('omit it');
  });

  it.each([
    undefined,
    null,
    5,
    {},
    '',
    'unknown field "spec.resource"',
    { statusCode: 500, status: { message: '.spec.resource: field not declared in schema' } },
    { statusCode: 409, status: { message: applied } },
    { statusCode: 500, status: { message: 5 } },
    new Error(strict),
  ])('is nothing else: %j', (answer) => {
    expect(explainOwnerResource(answer)).toBeUndefined();
  });
});
