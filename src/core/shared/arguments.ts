import { reasonOf } from './abort.js';
import { callQuietly } from './call-quietly.js';
import type { Clock } from './clock.js';
import { InvalidArgumentError } from './invalid-argument-error.js';
import { quote } from './quote.js';

// Each check returns its value, or throws an InvalidArgumentError that names the argument.

/** Makes the check of an option, or of an argument, that is such a number. */
export function numberCheck(what: string, fits: (value: number) => boolean) {
  return (argument: string, value: unknown): number => {
    if (typeof value === 'number' && fits(value)) return value;
    throw new InvalidArgumentError(argument, `must be ${what}`);
  };
}

const isWhole = (n: number): boolean => Number.isSafeInteger(n);
/** Requires a whole number above 0. */
export const requireCount = /* @__PURE__ */ numberCheck('an integer greater than 0', (n) => isWhole(n) && n > 0);
/** Requires a whole number of 0 or more. */
export const requireWhole = /* @__PURE__ */ numberCheck('a non-negative integer', (n) => isWhole(n) && n >= 0);
/** Requires a number above 0; Infinity is allowed. */
export const requirePositive = /* @__PURE__ */ numberCheck('a number greater than 0', (n) => n > 0);
/** Requires a number above 0, of milliseconds; Infinity is allowed. */
export const requireMilliseconds = /* @__PURE__ */ numberCheck('a number of milliseconds greater than 0', (n) => n > 0);
/** Requires a number of milliseconds of 0 or more; Infinity is allowed. */
export const requireAge = /* @__PURE__ */ numberCheck('a number of milliseconds, 0 or more', (n) => n >= 0);

/**
 * Requires the options of a call: all known, as for {@link requireKnownOptions}, and valid `signal` and `timeoutMs`.
 * Throws the reason of a signal that is already aborted, including the client's, so that no call starts with an aborted
 * signal, not even one that needs no request.
 */
export function requireCallOptions<Options extends object>(
  options: Options,
  checks: OptionChecks<Options>,
  client?: { readonly signal: AbortSignal },
): Options {
  const { signal, timeoutMs }: { signal?: unknown; timeoutMs?: unknown } = requireKnownOptions(options, checks);
  if (timeoutMs !== undefined) requirePositive('timeoutMs', timeoutMs);
  for (const each of [signal === undefined ? undefined : requireSignal('signal', signal), client?.signal])
    if (each?.aborted === true) throw reasonOf(each);
  return options;
}

/** Reports whether a value has the shape of an AbortSignal: a signal may come from another realm. */
export function isSignal(value: unknown): value is AbortSignal {
  if (typeof value !== 'object' || value === null) return false;
  return (
    typeof Reflect.get(value, 'aborted') === 'boolean' && typeof Reflect.get(value, 'addEventListener') === 'function'
  );
}

/** Requires an AbortSignal. */
export function requireSignal(argument: string, value: unknown): AbortSignal {
  if (isSignal(value)) return value;
  throw new InvalidArgumentError(argument, 'must be an AbortSignal');
}

/** Checks one option. Throws an `InvalidArgumentError` that names it. */
export type OptionCheck = (option: string, value: unknown) => unknown;

/** The names of all options of a function that checks the values itself; the type makes sure that none is forgotten. */
export type OptionNames<Options extends object> = { readonly [Option in keyof Required<Options>]: true };

/** The check of each option of a function, or `true` for those whose values the function checks itself. */
export type OptionChecks<Options extends object> = {
  readonly [Option in keyof Required<Options>]: OptionCheck | true;
};

/** The names of the options of every call. */
export const callOptionNames = { signal: true, timeoutMs: true } as const;

/**
 * Requires options that are all known, each with the check of its value, or `true` if the caller checks it. Throws if
 * the value is not an object, for unknown options, which are mostly misspelled, and whatever the checks throw; an
 * undefined option counts as omitted.
 *
 * @param argument the argument or option that holds them, if that is not `options`; errors then name both
 */
export function requireKnownOptions<Options extends object>(
  options: Options,
  checks: OptionChecks<Options>,
  argument?: string,
): Options {
  const known: Readonly<Record<string, OptionCheck | true>> = checks;
  const given = requireFields(argument ?? 'options', options as object) as Readonly<Record<string, unknown>>;
  // Without a list of the entries: a work queue is given options for every change.
  for (const option in given) {
    if (!Object.hasOwn(given, option)) continue;
    const value = given[option];
    if (value === undefined) continue;
    const name = argument === undefined ? option : `${argument}.${option}`;
    if (!Object.hasOwn(known, option)) {
      const all = Object.keys(known).join(', ') || 'none';
      throw new InvalidArgumentError(name, `is not a supported option of this call; supported options: ${all}`);
    }
    const check = known[option];
    if (typeof check === 'function') check(name, value);
  }
  return options;
}

/** Requires an object with these methods, such as a test clock. */
export function requireMethods(argument: string, value: unknown, methods: readonly string[]): object {
  if (typeof value === 'object' && value !== null) {
    if (methods.every((method) => typeof Reflect.get(value, method) === 'function')) return value;
    if (typeof Reflect.get(value, 'then') === 'function') {
      throw new InvalidArgumentError(argument, 'is a promise: await it first');
    }
  }
  throw new InvalidArgumentError(argument, `must be an object with the methods ${methods.join(', ')}`);
}

/** Requires a client, as far as its methods tell. */
export function requireClient(value: unknown): void {
  requireMethods('client', value, ['resolve', 'handle', 'request']);
}

/** Requires a {@link Clock}. */
export function requireClock(argument: string, value: unknown): Clock {
  return requireMethods(argument, value, ['now', 'sleep']) as Clock;
}

/** Requires one of some words; allows undefined, since an option may be omitted. */
export function requireOneOf<Word extends string>(
  argument: string,
  value: Word | undefined,
  words: readonly Word[],
): Word | undefined {
  return value === undefined ? undefined : oneOf(...words)(argument, value);
}

/** Makes the check of an option that is one of some words. */
export function oneOf<Word extends string>(...words: readonly Word[]): (option: string, value: unknown) => Word {
  return (option, value) => {
    if (words.includes(value as Word)) return value as Word;
    throw new InvalidArgumentError(option, `must be one of ${words.map((word) => quote(word)).join(', ')}`);
  };
}

/** Requires a boolean; allows undefined, since an option may be omitted. */
export function requireBoolean<T>(argument: string, value: T): T {
  if (value === undefined || typeof value === 'boolean') return value;
  throw new InvalidArgumentError(argument, 'must be true or false');
}

/** Requires an object that is neither null nor an array, nor a promise that nobody awaited. */
export function requireObject<T>(argument: string, value: T): T & object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (typeof Reflect.get(value, 'then') !== 'function') return value;
    throw new InvalidArgumentError(argument, 'is a promise: await it first');
  }
  throw new InvalidArgumentError(argument, 'must be an object');
}

/**
 * Requires an object of which every field counts: of a Map, a URLSearchParams or an object that inherits its fields, none
 * would, and a call would do more than it was asked to.
 */
export function requireFields<T>(argument: string, value: T): T & object {
  if (typeof value !== 'object' || value === null) return requireObject(argument, value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return value;
  requireObject(argument, value);
  throw new InvalidArgumentError(argument, 'must be a plain object');
}

/** Requires a function; allows undefined, since an option may be omitted. */
export function requireFunction<T>(argument: string, value: T): T {
  if (value === undefined || typeof value === 'function') return value;
  throw new InvalidArgumentError(argument, 'must be a function');
}

/**
 * Requires the answer of a predicate: true, or false, as which nothing counts. Every text and promise would be true; a
 * promise that is rejected is marked as handled.
 */
export function requireVerdict(argument: string, answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer;
  if (answer === undefined || answer === null) return false;
  callQuietly(() => answer);
  throw new InvalidArgumentError(argument, 'must return true or false, synchronously');
}

/** Requires a function. */
export function requireCallback(argument: string, value: unknown): void {
  if (typeof value !== 'function') throw new InvalidArgumentError(argument, 'must be a function');
}

/** Requires a string. */
export function requireText(argument: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new InvalidArgumentError(argument, 'must be a string');
}

/** Requires a string that is not blank. */
export function requireName(argument: string, value: unknown): string {
  const name = requireText(argument, value);
  if (name.trim() !== '') return name;
  throw new InvalidArgumentError(argument, 'must not be empty');
}

/** Requires a string; allows undefined, since the field may be omitted. */
export function requireTextOrNone(argument: string, value: unknown): string | undefined {
  return value === undefined ? undefined : requireText(argument, value);
}

/** Requires an array. */
export function requireList<T>(argument: string, value: readonly T[]): readonly T[] {
  const given: unknown = value;
  if (Array.isArray(given)) return value;
  throw new InvalidArgumentError(argument, 'must be a list');
}

/** Requires a list of strings. */
export function requireTexts(argument: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new InvalidArgumentError(argument, 'must be a list of strings');
  return value.map((each: unknown, index) => requireText(`${argument}[${index}]`, each));
}

/** Reads what runs code of the caller, such as a getter or `toJSON`: what that throws makes the argument invalid as well. */
export function readArgument<T>(argument: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof InvalidArgumentError
      ? cause
      : new InvalidArgumentError(argument, 'cannot be read', { cause });
  }
}
