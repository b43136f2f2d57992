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
  for (const each of [signal === undefined ? undefined : requireSignal('signal', signal), client?.signal])
    if (each?.aborted === true) throw reasonOf(each);
  return options;
}

/** By its shape: a signal may come from another realm. */
export function isSignal(value: unknown): value is AbortSignal {
  if (typeof value !== 'object' || value === null) return false;
  return (
    typeof Reflect.get(value, 'aborted') === 'boolean' && typeof Reflect.get(value, 'addEventListener') === 'function'
  );
}

/** An AbortSignal. */
export function requireSignal(argument: string, value: unknown): AbortSignal {
  if (isSignal(value)) return value;
  throw new InvalidArgumentError(argument, 'has to be an AbortSignal');
}

/** Checks one option: throws an `InvalidArgumentError` that names it. */
export type OptionCheck = (option: string, value: unknown) => unknown;

/**
 * The options of a function that knows each of them, with the check of its value. Throws for what is no object, for options
 * that it does not know, which are mostly misspelt, and what the checks throw; one that is undefined is as left out.
 */
export function requireKnownOptions<Options extends object>(
  options: Options,
  checks: { readonly [Option in keyof Required<Options>]: OptionCheck },
): Options {
  const known: Readonly<Record<string, OptionCheck>> = checks;
  for (const [option, value] of Object.entries(requireObject('options', options))) {
    if (value === undefined) continue;
    if (!Object.hasOwn(known, option)) throw unknownOption(option, Object.keys(known));
    known[option]?.(option, value);
  }
  return options;
}

/** Every option that a function takes, so that none is forgotten. */
export type OptionNames<Options extends object> = { readonly [Option in keyof Required<Options>]: true };

/** The same for a function that checks the values itself: throws for options that it does not know. */
export function requireKnownNames<Options extends object>(options: Options, known: OptionNames<Options>): Options {
  const names = Object.keys(known);
  for (const [option, value] of Object.entries(requireObject('options', options)))
    if (value !== undefined && !names.includes(option)) throw unknownOption(option, names);
  return options;
}

/** The error of a call for an option that it does not have. */
export function unknownOption(option: string, names: readonly string[]): InvalidArgumentError {
  return new InvalidArgumentError(option, `is not an option of this call, which takes ${names.join(', ')}`);
}

/** A number above 0, of milliseconds; Infinity is one. */
export function requireMilliseconds(argument: string, value: unknown): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new InvalidArgumentError(argument, 'has to be a number above 0, of milliseconds');
}

/** A whole number that is not negative. */
export function requireWhole(argument: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError(argument, 'has to be a whole number that is not negative');
}

/** An object with these methods: a clock of a test, say. */
export function requireMethods(argument: string, value: unknown, methods: readonly string[]): object {
  if (typeof value === 'object' && value !== null) {
    if (methods.every((method) => typeof Reflect.get(value, method) === 'function')) return value;
  }
  throw new InvalidArgumentError(argument, `has to be an object with the methods ${methods.join(', ')}`);
}

/** A {@link Clock}. */
export function requireClock(argument: string, value: unknown): object {
  return requireMethods(argument, value, ['now', 'sleep']);
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

/** A function that is needed. */
export function requireCallback(argument: string, value: unknown): void {
  if (typeof value !== 'function') throw new InvalidArgumentError(argument, 'has to be a function');
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
