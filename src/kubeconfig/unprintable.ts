import { inspect } from 'node:util';

/** Makes a value show a few words in place of itself, wherever it is printed or turned into JSON. */
export function unprintable<Value extends object>(value: Value, shown: string): Value {
  return Object.defineProperties(value, {
    [inspect.custom]: { value: () => shown },
    toJSON: { value: () => shown },
  });
}
