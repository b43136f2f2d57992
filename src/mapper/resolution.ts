import type { CatalogFailure } from '../catalog/failures.js';
import type { RESTMapping, Scope } from '../model/rest-mapping.js';

/**
 * Why a candidate was chosen. Two candidates count as one if they are known to be the same objects: versions of one
 * plural in one group, and groups that Kubernetes documents as sharing their storage (`cohabitingGroups`).
 *
 * - `exact`: the question named group and version, and one resource fits.
 * - `only one`: one endpoint fits, and the question left its group or version open.
 * - `preferred version`: the candidates are in one group, and the server ranks this one's version before theirs.
 * - `same objects`: the candidates are in several groups that are known to serve the same objects.
 * - `core group`: other groups serve other objects under this name, but the core group comes first.
 * - `built-in group`: other groups serve other objects under this name, but this group is built into Kubernetes and
 *   they are not: they come from custom resources, or from other API servers.
 * - `server order`: others serve other objects, and only the order of the server's document decided. Between groups
 *   this is a tie, which `ambiguity: 'error'` refuses. Within one group-version, if two resources share a kind or a
 *   short name, it is not a tie: the group is right, and all of them are candidates.
 */
export type ResolutionReason =
  'exact' | 'core group' | 'built-in group' | 'preferred version' | 'server order' | 'only one' | 'same objects';

/** The answer to a name, with everything that the name could mean. */
export interface Resolution {
  /** The answer: the endpoint, with its kind and scope. */
  readonly mapping: RESTMapping;
  /** Everything that fits the question: `mapping` first, then the others by rank, `Kept` ones last. */
  readonly candidates: readonly RESTMapping[];
  /** Why `mapping` was chosen over the others. */
  readonly reason: ResolutionReason;
  /** The object's name, if the question was `TYPE/NAME`. */
  readonly name?: string;
  /**
   * Present if a part of the server that ranks before this answer could not be read. The word may mean something in it;
   * `candidates` and `reason` cover only the rest, and what is kept from before. If the answer is itself kept, these
   * are the failures that it was kept for. Check this in a script that must not use the wrong resource.
   */
  readonly unread?: readonly CatalogFailure[];
}

/** The answer to several names and categories. */
export interface Resolutions {
  /** Each resource, or object of `TYPE/NAME`, once; in the order of the words. */
  readonly resolutions: readonly Resolution[];
  /**
   * Unread parts that matter here: for a category, everything that may contain more of it; for a name, everything that
   * ranks before its answer (`Resolution.unread`). If not empty, `resolutions` may be incomplete or empty; if empty,
   * nothing is missing.
   */
  readonly unread: readonly CatalogFailure[];
}

/** Options of name resolution: which resources may be the answer, and what to do about a tie. */
export interface ResolveOptions {
  /** Accepts only resources that support all of these verbs. @default any */
  readonly verbs?: readonly string[] | undefined;
  /** Accepts only resources of this scope. @default both */
  readonly scope?: Scope | undefined;
  /**
   * `error` throws `AmbiguousMatchError` for a tie: an answer for which only the order of the server's document decided
   * between groups (`server order`). The core group before all others, and a built-in group before custom ones, are not
   * ties.
   * @default 'first'
   */
  readonly ambiguity?: 'first' | 'error' | undefined;
}
