import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { GroupVersion } from '../model/group-version.js';

/** What a round requests; for everything else the previous answers count. */
export interface RoundPlan {
  readonly asksRoot: (root: 'api' | 'apis') => boolean;
  readonly asks: (groupVersion: GroupVersion) => boolean;
  /** Reports whether someone saw it being deleted, so that one 404 proves that it is gone. */
  readonly sawDeleted: (groupVersion: GroupVersion) => boolean;
  /** The resources of group-versions that someone saw being deleted. */
  readonly deletedResources: readonly GroupVersionResource[];
  /**
   * Whether the round skips documents that recently failed several times; those whose server asked for a pause are
   * always skipped.
   */
  readonly isPatient: boolean;
}

/** Plans a round that requests everything allowed. */
export function wholeRound(isPatient: boolean): RoundPlan {
  return { asksRoot: () => true, asks: () => true, sawDeleted: () => false, deletedResources: [], isPatient };
}
