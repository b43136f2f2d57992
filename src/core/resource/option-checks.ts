import { requireFields, requireText } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/** Returns the value if the option may have it, and throws `InvalidArgumentError` otherwise. */
export type Check<T> = (option: string, value: unknown) => T;
/** What must hold of the object for a delete to proceed. */
export type DeletePreconditions = {
  /** The uid that the object must have. */
  readonly uid?: string;
  /** The version that the object must have. */
  readonly resourceVersion?: string;
};

/** A string that is not blank. */
export function nonEmptyText(option: string, value: unknown): string {
  const given = requireText(option, value);
  if (given.trim() !== '') return given;
  throw new InvalidArgumentError(option, 'must not be empty; omit it instead');
}

/**
 * A selector that selects: servers take a blank one, and one of empty terms (`,`, `=`), for all objects, and `app!=` for
 * nearly all, as they come of a variable that is not set.
 */
export function selection(option: string, value: unknown): string {
  const given = requireText(option, value);
  // A server may take a control character for the end of the selector.
  if (/[^\P{Cc}\s]/u.test(given)) throw new InvalidArgumentError(option, 'must not contain control characters');
  if (/!=\s*(?:,|$)|\snotin\s*\(\s*\)/.test(given)) {
    throw new InvalidArgumentError(option, 'excludes only an empty value, which would select nearly everything');
  }
  if (!/^[\s,=!]*$/.test(given)) return given;
  throw new InvalidArgumentError(option, 'must not be empty, which would select everything; omit it for all objects');
}

/** A whole number, which may be negative. */
export function wholeNumber(option: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError(option, 'must be an integer');
}

/** True or false. */
export function flag(option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new InvalidArgumentError(option, 'must be true or false');
}

/** Any value: it is checked where it is used. */
export function anything<T>(_option: string, value: unknown): T {
  return value as T;
}

/** The preconditions of a delete: at least one, since a server takes none for a delete without conditions. */
export function preconditions(option: string, value: unknown): DeletePreconditions {
  const conditions = Object.entries(requireFields(option, value as DeletePreconditions));
  if (conditions.length === 0)
    throw new InvalidArgumentError(option, 'must have uid or resourceVersion; omit it instead');
  for (const [field, condition] of conditions) {
    const name = `${option}.${field}`;
    if (field !== 'uid' && field !== 'resourceVersion') {
      throw new InvalidArgumentError(
        name,
        'is not a supported precondition; supported preconditions: uid, resourceVersion',
      );
    }
    nonEmptyText(name, condition);
  }
  return value as DeletePreconditions;
}
