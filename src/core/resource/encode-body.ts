import { readArgument, requireObject } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/** A value in a body that cannot be sent as it is: the keys that lead to it, the innermost first. */
interface Flaw {
  readonly keys: (string | number)[];
  readonly problem: 'number' | 'depth' | 'lost';
}

/** Go's JSON decoder stops at 10,000 levels, and JavaScript earlier; real objects have a few dozen. */
const deepest = 1000;

/** Values that JSON would drop or write as an empty object, so that a server would remove fields. */
const unwritable = /^\[object (?:Map|Set|WeakMap|WeakSet|Promise|RegExp|Error|(?:Shared)?ArrayBuffer)\]$/;

/**
 * Writes a body as JSON. Throws {@link InvalidArgumentError} for a body that is not an object or array or cannot be
 * written as JSON, for values that would be lost (a Map, a promise, a function, bytes), and for numbers that JavaScript
 * does not hold exactly: an integer beyond 2^53 - 1 was rounded when it was read, and a number that is not finite would
 * be sent as null.
 *
 * @param advice what to do about such a number
 */
export function encodeBody(argument: string, body: unknown, advice: string): string {
  if (typeof body !== 'object' || body === null) throw new InvalidArgumentError(argument, 'must be an object');
  const flaw = readArgument(argument, () => flawOf(body, '', deepest));
  if (flaw !== undefined) throw new InvalidArgumentError(argument, wordsFor(flaw, advice));
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new InvalidArgumentError(argument, 'cannot be written as JSON: it contains a BigInt or cannot be read', {
      cause,
    });
  }
}

/** Requires the object to write. The copy of a promise, a Map or a Date would be an empty object. */
export function requireBody<T>(argument: string, value: T): T & object {
  const body = requireObject(argument, value);
  if (Object.prototype.toString.call(body) === '[object Object]') return body;
  throw new InvalidArgumentError(argument, 'must be a plain object');
}

function wordsFor(flaw: Flaw, advice: string): string {
  switch (flaw.problem) {
    case 'depth':
      return `cannot be sent: it is nested more than ${deepest} levels deep or is circular`;
    case 'number':
      return `contains a number that JavaScript cannot represent exactly, at ${pathOf(flaw)}: ${advice}`;
    case 'lost':
      return `contains a value that JSON does not have, at ${pathOf(flaw) || 'its root'}: use plain objects, arrays and strings`;
  }
}

/** Returns the first flaw in the JSON form of a value, if there is one. */
function flawOf(value: unknown, key: string | number, levels: number): Flaw | undefined {
  if (typeof value === 'number') {
    const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return isExact ? undefined : { keys: [], problem: 'number' };
  }
  if (typeof value === 'function' || typeof value === 'symbol') return { keys: [], problem: 'lost' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return { keys: [], problem: 'depth' };
  if (ArrayBuffer.isView(value)) return { keys: [], problem: 'lost' };
  if (hasToJson(value)) return flawOf(value.toJSON(String(key)), key, levels - 1);
  if (unwritable.test(Object.prototype.toString.call(value))) return { keys: [], problem: 'lost' };
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      // In an array, undefined would be written as null.
      const flaw: Flaw | undefined =
        value[index] === undefined ? { keys: [], problem: 'lost' } : flawOf(value[index], index, levels - 1);
      if (flaw !== undefined) return within(flaw, index);
    }
    return undefined;
  }
  for (const [name, inner] of Object.entries(value)) {
    const flaw = flawOf(inner, name, levels - 1);
    if (flaw !== undefined) return within(flaw, name);
  }
  return undefined;
}

function within(flaw: Flaw, key: string | number): Flaw {
  flaw.keys.push(key);
  return flaw;
}

function hasToJson(value: object): value is { toJSON(key: string): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** `spec.ports[0].port`; a key that is not a plain word is in brackets. */
function pathOf({ keys }: Flaw): string {
  return keys
    .reverse()
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[\w-]+$/.test(key) ? `${index === 0 ? '' : '.'}${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('');
}
