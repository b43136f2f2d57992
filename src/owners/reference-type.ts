import type { GroupVersion } from '../model/group-version.js';
import type { OwnerReference } from '../model/owner-reference.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/**
 * Reads the `apiVersion` of a reference as API servers do, which also accept `/v1` for the core group. Returns
 * undefined if it is not a string, names no version, or has more than one slash.
 */
export function readApiVersion(apiVersion: unknown): GroupVersion | undefined {
  if (typeof apiVersion !== 'string') return undefined;
  const parts = apiVersion.split('/');
  const version = parts.at(-1) ?? '';
  if (parts.length > 2 || version === '') return undefined;
  return { group: parts.length === 2 ? (parts[0] ?? '') : '', version };
}

/** Returns the resource that a reference names; undefined if it is absent, null or empty, which mean the same. */
export function resourceOf({ resource }: OwnerReference): string | undefined {
  return resource || undefined;
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
