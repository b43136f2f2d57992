/**
 * A type whose every field is readonly, at any depth: what an informer hands out, since all its readers have the same objects.
 * Whatever only reads a `T` and says so takes it; to change one, take a {@link deepCopy}.
 */
export type DeepReadonly<T> = T extends (...inputs: never) => unknown
  ? T
  : T extends object
    ? { readonly [Field in keyof T]: DeepReadonly<T[Field]> }
    : T;

/** The opposite of {@link DeepReadonly}: a type whose every field may be changed, at any depth. */
export type DeepWritable<T> = T extends (...inputs: never) => unknown
  ? T
  : T extends object
    ? { -readonly [Field in keyof T]: DeepWritable<T[Field]> }
    : T;

/**
 * A copy that is yours to change, of an object that an informer gave say: client-go's `DeepCopy()`. It is for JSON, however deep:
 * of an instance of a class it makes a plain object, and functions stay the same.
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
