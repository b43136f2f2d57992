import type { GroupVersion } from '../model/group-version.js';

/** What a round asks for; of the rest the answers of before count. */
export interface RoundPlan {
  readonly asksRoot: (root: 'api' | 'apis') => boolean;
  readonly asks: (groupVersion: GroupVersion) => boolean;
  /** Whether somebody saw it being deleted, so that one 404 proves that it is gone. */
  readonly sawDeleted: (groupVersion: GroupVersion) => boolean;
}

/** Asks for everything. */
export const wholeRound: RoundPlan = { asksRoot: () => true, asks: () => true, sawDeleted: () => false };
