import type { OwnerReference } from '../model/owner-reference.js';
import { requireKnownOptions, requireOneOf } from '../shared/arguments.js';
import { resourceOf } from './reference-type.js';

/** The field of an owner reference that a server uses to find the owner's endpoint. */
export type HonoredField = 'kind' | 'resource';

/** The option that names the kind of server. */
export interface HonorsOption {
  /**
   * Which field the server uses. `kind`: every released server, which drops `resource`. `resource`: a server with
   * KEP-2336, which keeps it and uses `kind` only for references without a `resource`. A server that sends the field
   * back has it.
   * @default 'kind'
   * @see https://github.com/kubernetes/enhancements/issues/2336
   */
  readonly honors?: HonoredField | undefined;
}

/** Returns the resource if the server uses it; undefined if the server uses `kind`. */
export function honoredResource(reference: OwnerReference, honors: HonoredField | undefined): string | undefined {
  return honorsResource(honors) ? resourceOf(reference) : undefined;
}

/** Reads an {@link HonorsOption} alone: whether the server uses the `resource` of a reference that has one. */
export function readHonors(options: HonorsOption): boolean {
  return honorsResource(requireKnownOptions(options, { honors: true }).honors);
}

/** Reports whether the server uses the `resource` of a reference that has one. */
export function honorsResource(honors: HonoredField | undefined): boolean {
  return requireOneOf('honors', honors, ['kind', 'resource']) === 'resource';
}
