import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { GroupVersion } from '../model/group-version.js';

/** What a round asks for; of the rest the answers of before count. */
export interface RoundPlan {
  readonly asksRoot: (root: 'api' | 'apis') => boolean;
  readonly asks: (groupVersion: GroupVersion) => boolean;
  /** Whether somebody saw it being deleted, so that one 404 proves that it is gone. */
  readonly sawDeleted: (groupVersion: GroupVersion) => boolean;
  /** The resources of group-versions that somebody saw being deleted. */
  readonly deletedResources: readonly GroupVersionResource[];
  /** Whether it leaves out what failed several times a short while ago; what asked for a pause is always left out. */
  readonly isPatient: boolean;
}

/** Asks for everything that may be asked for. */
export function wholeRound(isPatient: boolean): RoundPlan {
  return { asksRoot: () => true, asks: () => true, sawDeleted: () => false, deletedResources: [], isPatient };
}
