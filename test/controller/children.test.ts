import { describe, expect, it } from 'vitest';
import { childName, controllerReference, TerminalError } from '../../src/controller/index.js';
import { validateOwnerReferences } from '../../src/owners/index.js';

const widget = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'one', namespace: 'shop', uid: 'u-1', labels: { app: 'web' } },
};
const reference = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'one', uid: 'u-1' };

describe('controllerReference', () => {
  it('is a reference that servers accept', () => {
    expect(controllerReference(widget)).toEqual({ ...reference, controller: true, blockOwnerDeletion: true });
    expect(validateOwnerReferences([controllerReference(widget)])).toEqual([]);
  });

  it.each([
    ['none', undefined],
    ['null, as some servers say none', null],
    ['its own', [{ ...reference, controller: true }]],
    ['another owner that is no controller', [{ ...reference, uid: 'u-2' }]],
  ])('is given for a child whose controller is %s', (_, ownerReferences) => {
    const child = { metadata: { name: 'one-web', namespace: 'shop', ownerReferences: ownerReferences as [] } };
    expect(controllerReference(widget, child)).toMatchObject(reference);
  });

  it('is refused where the child has another controller, of the same name too', () => {
    const child = {
      metadata: {
        name: 'one-web',
        namespace: 'shop',
        ownerReferences: [{ ...reference, uid: 'u-0', controller: true }],
      },
    };
    expect(() => controllerReference(widget, child)).toThrow(TerminalError);
    expect(() => controllerReference(widget, child)).toThrow(
      '"one-web" already has another controller: "Widget" "one", not "Widget" "one"',
    );
  });

  it.each([
    ['another namespace', 'other'],
    ['no namespace', undefined],
  ])('is refused where garbage collection would delete the child: in %s', (_, namespace) => {
    expect(() => controllerReference(widget, { metadata: { name: 'a', namespace } })).toThrow(
      /must be in the namespace/,
    );
  });

  it('is given by an owner of the cluster to children anywhere', () => {
    const cluster = { ...widget, metadata: { name: 'one', uid: 'u-1' } };
    expect(controllerReference(cluster, { metadata: { name: 'a', namespace: 'shop' } })).toMatchObject(reference);
  });
});

describe('childName', () => {
  it('joins what fits', () => {
    expect(childName('front', 'config')).toBe('front-config');
    expect(childName('a'.repeat(57), 'cache')).toBe(`${'a'.repeat(57)}-cache`);
  });

  it('puts a hash in the place of what does not fit, and stays the same', () => {
    const long = 'a'.repeat(58);
    const name = childName(long, 'cache');
    expect(name).toHaveLength(63);
    expect(name).toMatch(/^a{43}-[0-9a-z]{13}-cache$/);
    expect(childName(long, 'cache')).toBe(name);
    expect(childName(`${long}b`, 'cache')).not.toBe(name);
  });

  it('never leaves two separators beside each other, nor one at the beginning', () => {
    const parent = `${'a'.repeat(40)}...-${'b'.repeat(60)}`;
    expect(childName(parent, 'cache')).toMatch(/^a{40}-[0-9a-z]{13}-cache$/);
    expect(childName('-'.repeat(80), 'cache')).toMatch(/^[0-9a-z]{13}-cache$/);
  });

  it('is valid for every length of both words, or says that there is no place', () => {
    for (const maxLength of [52, 63, 253]) {
      for (let parent = 1; parent <= 300; parent += 7) {
        for (let suffix = 1; suffix < maxLength - 15; suffix += 5) {
          const name = childName('p'.repeat(parent), 's'.repeat(suffix), { maxLength });
          expect(name).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
          expect(name.length).toBeLessThanOrEqual(maxLength);
        }
      }
    }
    expect(() => childName('p'.repeat(60), 's'.repeat(60))).toThrow(/suffix/);
  });
});
