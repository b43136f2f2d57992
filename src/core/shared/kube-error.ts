const brandsKey = Symbol.for('kubeatlas.error.brands');

/**
 * The base of every error that kubeatlas throws itself. Aborts are not among them: the `reason` of the caller's signal
 * is thrown as is.
 *
 * `instanceof` also holds for an error made by another copy of this package (the ESM build beside the CJS one, the root
 * entry beside `kubeatlas/kubeconfig`), because a brand identifies each class. To switch on the literal `code` with
 * narrowing, call `isKubeError` first.
 *
 * No KubeError holds a credential, neither in its message nor in its fields or its cause.
 */
export abstract class KubeError extends Error {
  /** The brand that `instanceof` tests; a subclass with its own brand redeclares it. */
  static readonly brand: string = 'KubeError';

  /** A literal in each class, for `switch`. */
  abstract readonly code: string;

  constructor(message: string, options?: { cause?: unknown }) {
    brandClass(new.target);
    super(message, options);
  }

  static override [Symbol.hasInstance](this: unknown, value: unknown): boolean {
    if (typeof this !== 'function') return false;
    // A class that inherits its brand would otherwise claim every instance of its parent.
    if (!Object.hasOwn(this, 'brand')) return Function.prototype[Symbol.hasInstance].call(this, value);
    const brands: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, brandsKey) : undefined;
    return Array.isArray(brands) && brands.includes(Reflect.get(this, 'brand'));
  }
}

/** Sets name and brands on the prototype of a class: once, since errors may be thrown by the thousand. */
function brandClass(constructor: { readonly prototype: object }): void {
  const { prototype } = constructor;
  if (Object.hasOwn(prototype, brandsKey)) return;
  const brands = brandsOf(constructor);
  Object.defineProperty(prototype, 'name', { value: brands[0], configurable: true, writable: true });
  Object.defineProperty(prototype, brandsKey, { value: brands });
}

function brandsOf(constructor: object): string[] {
  const brands: string[] = [];
  let current = constructor;
  while (brands.at(-1) !== 'KubeError') {
    const brand: unknown = Object.hasOwn(current, 'brand') ? Reflect.get(current, 'brand') : undefined;
    if (typeof brand === 'string') brands.push(brand);
    current = Object.getPrototypeOf(current) as object;
  }
  return brands;
}
