import type { ResourceEntry } from '../catalog/entries.js';
import type { Evidence, EvidenceLink } from './evidence.js';

/** Where the functions of identity take their evidence from. */
export interface IdentityOptions {
  /** @default ownEvidence: what the catalog's entries carry themselves */
  readonly evidence?: Evidence | undefined;
}

/**
 * Endpoints that are known to serve one set of objects. Subresources follow their parent: what serves the same
 * `deployments` serves the same `deployments/scale`.
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export interface EquivalenceClass {
  /** In rank order: the core group, then the groups as the catalog has them, the preferred version first. */
  readonly endpoints: readonly ResourceEntry[];
  /** What holds the class together: one link less than there are endpoints, the strongest evidence first. */
  readonly evidence: readonly EvidenceLink[];
}

/** What {@link aliasesOf} knows of an endpoint. */
export interface Aliases extends EquivalenceClass {
  /**
   * Endpoints with the same plural and scope of which nothing is known either way. They may serve the same objects:
   * count them as others, and don't rely on it.
   */
  readonly unknown: readonly ResourceEntry[];
}
