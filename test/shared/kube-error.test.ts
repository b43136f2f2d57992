import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { KubeError } from '../../src/core/shared/kube-error.js';

class Parent extends KubeError {
  static override readonly brand: string = 'Parent';
  readonly code: string = 'parent';
}
class Child extends Parent {
  static override readonly brand: string = 'Child';
}
class Unbranded extends Parent {}

describe('a KubeError', () => {
  it('is named after its class, and is an Error', () => {
    const error = new Child('no', { cause: 1 });
    expect(error.name).toBe('Child');
    expect(error).toBeInstanceOf(Error);
    expect(error.cause).toBe(1);
    expect(inspect(error)).toMatch(/^Child: no/);
  });

  it.each([
    ['its own class', new Parent('x'), Parent, true],
    ['a class above', new Child('x'), Parent, true],
    ['the base', new Child('x'), KubeError, true],
    ['a class below', new Parent('x'), Child, false],
    ['a class below without a brand', new Parent('x'), Unbranded, false],
    ['its own class without a brand', new Unbranded('x'), Unbranded, true],
    ['another error', new Error('x'), KubeError, false],
    ['null', null, KubeError, false],
    ['a word', 'Parent', Parent, false],
    ['an object that looks like one', { name: 'Parent', code: 'parent' }, Parent, false],
  ])('instanceof %s', (_what, value, constructor, expected) => {
    expect((value as unknown) instanceof constructor).toBe(expected);
  });

  it('is an instance of the class of another copy of the package', async () => {
    vi.resetModules();
    const copy = await import('../../src/core/shared/kube-error.js');
    expect(copy.KubeError).not.toBe(KubeError);
    expect(new Parent('x')).toBeInstanceOf(copy.KubeError);
  });

  it('keeps the brand out of sight', () => {
    expect(Object.keys(new Parent('x'))).toEqual(['code']);
    expect(inspect(new Parent('x'))).not.toContain('brands');
  });
});
