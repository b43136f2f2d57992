import { reasonOf } from './abort.js';
import { InvalidArgumentError } from './invalid-argument-error.js';
import { quote } from './quote.js';

// Each check answers its value, or throws an InvalidArgumentError that names the argument.

/** A whole number above 0. */
export function requireCount(argument: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError(argument, 'has to be a whole number above 0');
}

/**
 * The options of a call: an object, whose `signal` and `timeoutMs` can be what they are to be where they are given. Throws the
 * reason of a signal that is aborted already, that of the client included, so that no call begins with one, not even a call
 * that needs no request.
 */
export function requireCallOptions<Options extends object>(
  options: Options,
  client?: { readonly signal: AbortSignal },
): Options {
  const { signal, timeoutMs }: { signal?: unknown; timeoutMs?: unknown } = requireObject('options', options);
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0)) {
    throw new InvalidArgumentError('timeoutMs', 'has to be a number above 0');
  }
  if (signal !== undefined && !isSignal(signal)) throw new InvalidArgumentError('signal', 'has to be an AbortSignal');
  for (const each of [signal, client?.signal]) if (each?.aborted === true) throw reasonOf(each);
  return options;
}

/** By its shape: a signal may come from another realm. */
function isSignal(value: unknown): value is AbortSignal {
  if (typeof value !== 'object' || value === null) return false;
  return (
    typeof Reflect.get(value, 'aborted') === 'boolean' && typeof Reflect.get(value, 'addEventListener') === 'function'
  );
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

/** True or false; undefined passes, since an option may be left out. */
export function requireBoolean<T>(argument: string, value: T): T {
  if (value === undefined || typeof value === 'boolean') return value;
  throw new InvalidArgumentError(argument, 'has to be true or false');
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

/** A string. */
export function requireText(argument: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new InvalidArgumentError(argument, 'has to be a string');
}

/** A string; undefined passes, since the field may be left out. */
export function requireTextOrNone(argument: string, value: unknown): string | undefined {
  return value === undefined ? undefined : requireText(argument, value);
}

/** A list of strings. */
export function requireTexts(argument: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new InvalidArgumentError(argument, 'has to be a list of strings');
  return value.map((each: unknown, index) => requireText(`${argument}[${index}]`, each));
}

/**
 * Reads the fields of an argument, each once, with what the argument may do to the reader: a getter or a proxy that
 * throws is a wrong argument as well, with the error as its cause.
 */
export function readArgument<T>(argument: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw unreadable(argument, cause);
  }
}

/** The error of {@link readArgument}, for callers who are so often asked that a function to call would show. */
export function unreadable(argument: string, cause: unknown): InvalidArgumentError {
  return cause instanceof InvalidArgumentError
    ? cause
    : new InvalidArgumentError(argument, 'cannot be read', { cause });
}
