/**
 * A type whose every field is readonly, at any depth. Informers hand out such objects, because all their readers share
 * them. A function that only reads a `T` can declare this type as its parameter; to change an object, take a
 * {@link deepCopy}.
 */
export type DeepReadonly<T> = T extends Leaf
  ? T
  : T extends readonly unknown[]
    ? // Lists are named rather than mapped, so that a recursive type is not expanded for ever.
      number extends T['length']
      ? readonly DeepReadonly<T[number]>[]
      : { readonly [Place in keyof T]: DeepReadonly<T[Place]> }
    : T extends object
      ? { readonly [Field in keyof T]: DeepReadonly<T[Field]> }
      : T;

/** The opposite of {@link DeepReadonly}: a type whose every field is writable, at any depth. */
export type DeepWritable<T> = T extends Leaf
  ? T
  : T extends readonly unknown[]
    ? number extends T['length']
      ? DeepWritable<T[number]>[]
      : { -readonly [Place in keyof T]: DeepWritable<T[Place]> }
    : T extends object
      ? { -readonly [Field in keyof T]: DeepWritable<T[Field]> }
      : T;

/** Values without fields to change; includes branded strings, which the compiler takes for objects. */
type Leaf = string | number | bigint | boolean | symbol | null | undefined | ((...inputs: never) => unknown);

/**
 * Returns a copy that you may change, for example of an object from an informer, like client-go's `DeepCopy()`. For
 * JSON data of any depth: class instances become plain objects, and functions stay the same.
 *
 * @example
 * const mine = deepCopy(object);
 * mine.metadata.labels = { ...mine.metadata.labels, checked: 'true' };
 */
export function deepCopy<T>(value: T): DeepWritable<T> {
  const copies = new Map<object, object>();
  const open: object[] = [];
  const copyOf = (inner: unknown): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    let copy = copies.get(inner);
    if (copy === undefined) {
      copy = Array.isArray(inner) ? [...(inner as unknown[])] : { ...inner };
      copies.set(inner, copy);
      open.push(copy);
    }
    return copy;
  };
  const whole = copyOf(value) as DeepWritable<T>;
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const [field, inner] of Object.entries(holder)) Reflect.set(holder, field, copyOf(inner));
  }
  return whole;
}
