import { inspect } from 'node:util';

/** Makes a value appear as the given text wherever it is printed or converted to JSON. */
export function unprintable<Value extends object>(value: Value, text: string): Value {
  return Object.defineProperties(value, {
    [inspect.custom]: { value: () => text },
    toJSON: { value: () => text },
  });
}
