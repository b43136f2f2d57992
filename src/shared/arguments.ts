import { InvalidArgumentError } from './invalid-argument-error.js';
import { quote } from './quote.js';

// Each check answers its value, or throws an InvalidArgumentError that names the argument.

/** A whole number above 0. */
export function requireCount(argument: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError(argument, 'has to be a whole number above 0');
}

/** One of some words; undefined passes, since an option may be left out. */
export function requireOneOf<Word extends string>(
  argument: string,
  value: Word | undefined,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined || words.includes(value)) return value;
  throw new InvalidArgumentError(argument, `has to be one of ${words.map((word) => quote(word)).join(', ')}`);
}

/** An object that is neither null nor an array. */
export function requireObject<T>(argument: string, value: T): T & object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new InvalidArgumentError(argument, 'has to be an object');
}

/** A function; undefined passes, since an option may be left out. */
export function requireFunction<T>(argument: string, value: T): T {
  if (value === undefined || typeof value === 'function') return value;
  throw new InvalidArgumentError(argument, 'has to be a function');
}
