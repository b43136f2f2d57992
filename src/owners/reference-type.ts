import type { GroupVersion } from '../model/group-version.js';
import type { OwnerReference } from '../model/owner-reference.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/**
 * Reads the `apiVersion` of a reference as API servers do there, where `/v1` is the core group too; undefined when it is
 * no text, names no version, or has more than one slash.
 */
export function readApiVersion(apiVersion: unknown): GroupVersion | undefined {
  if (typeof apiVersion !== 'string') return undefined;
  const parts = apiVersion.split('/');
  const version = parts.at(-1) ?? '';
  if (parts.length > 2 || version === '') return undefined;
  return { group: parts.length === 2 ? (parts[0] ?? '') : '', version };
}

/** The resource that a reference names; undefined when it is left out, null or empty, which are the same on the wire. */
export function resourceOf({ resource }: OwnerReference): string | undefined {
  return resource || undefined;
}

/** The references of an object: none where there is no list; null and undefined are no references. */
export function requireReferences(
  argument: string,
  references: readonly OwnerReference[] | null | undefined,
): readonly OwnerReference[] {
  const list: unknown = references ?? [];
  const isList = Array.isArray(list) && list.every((each) => typeof each === 'object' && each !== null);
  if (!isList) throw new InvalidArgumentError(argument, 'has to be a list of owner references');
  return references ?? [];
}
