import type { HonorsOption, OwnerReference } from '../core/model/owner-reference.js';
import { requireKnownOptions, requireOneOf, type OptionChecks } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';

/** The check of an {@link HonorsOption}, for the options of a call. */
export const honorsCheck: OptionChecks<HonorsOption> = {
  honors: (name, value) => requireOneOf<string>(name, value as string, ['kind', 'resource']),
};

/** Checks options that are an {@link HonorsOption} alone, and reports whether the server uses `resource`. */
export function honorsResource(options: HonorsOption): boolean {
  return requireKnownOptions(options, honorsCheck).honors === 'resource';
}

/** Returns the references of an object, none for null and undefined; throws for anything but a list of objects. */
export function requireReferences(
  argument: string,
  references: readonly OwnerReference[] | null | undefined,
): readonly OwnerReference[] {
  const list: unknown = references ?? [];
  const isList = Array.isArray(list) && list.every((each) => typeof each === 'object' && each !== null);
  if (!isList) throw new InvalidArgumentError(argument, 'must be a list of owner references');
  return references ?? [];
}
