import type { Catalog } from '../catalog/catalog.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { Discovery } from './discovery.js';
import type { ReadGroupVersion } from './read-documents.js';
import type { PartInDoubt } from './round.js';

/** What discovery does besides its public members, for what of this package knows more than a name that was not found. */
export interface InnerDiscovery extends Discovery {
  readonly [innerKey]: {
    readonly check: (parts: readonly PartInDoubt[], options?: CheckOptions) => Promise<CheckedParts>;
    readonly doubt: (resource: GroupVersionResource & { readonly path: string }) => void;
  };
}

/** Options of {@link checkParts}. */
export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether the own paths of the parts are requested now, however often they were, and nothing else. @default false */
  readonly ownOnly?: boolean | undefined;
}

/** The result of {@link checkParts}. */
export interface CheckedParts {
  readonly catalog: Catalog;
  /** What own paths of group-versions answered, by name: `apps/v1`. */
  readonly ownPaths: ReadonlyMap<string, ReadGroupVersion>;
}

/** A registered symbol: an ES module and a CommonJS module of this package may meet in one program. */
export const innerKey: unique symbol = Symbol.for('kubeatlas.discovery.inner') as never;

/**
 * Requests only what tells more about these parts: their own documents, or those of their roots. It may be too early for
 * all of them. Does not throw if the server cannot be reached: the parts then stay as they are. Throws the signal's
 * reason after an abort, and a `DiscoveryError` if there is no catalog yet and nothing can be learned.
 */
export function checkParts(
  discovery: Pick<Discovery, 'refresh'>,
  parts: readonly PartInDoubt[],
  options?: CheckOptions,
): Promise<CheckedParts> {
  return (discovery as InnerDiscovery)[innerKey].check(parts, options);
}

/**
 * Notes that the objects of a resource answered 404, at this path. If its root lists it all the same, each round finds
 * out whether somebody serves it. Sends nothing.
 */
export function noteNotFound(discovery: Discovery, resource: GroupVersionResource, path: string): void {
  const { group, version, resource: plural } = resource;
  (discovery as InnerDiscovery)[innerKey].doubt({ group, version, resource: plural, path });
}
