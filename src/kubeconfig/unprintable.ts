import { inspect } from 'node:util';

/** Makes a value appear as the given text wherever it is printed or converted to JSON. */
export function unprintable<Value extends object>(value: Value, shown: string): Value {
  return Object.defineProperties(value, {
    [inspect.custom]: { value: () => shown },
    toJSON: { value: () => shown },
  });
}
