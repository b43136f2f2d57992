import type { FollowStep } from '../follow/follow-step.js';

/** How an informer is. All times are milliseconds of its clock. */
export interface InformerHealth {
  /** Whether the first state is complete. */
  readonly synced: boolean;
  /** Since when the server is lost; undefined while it is there. */
  readonly interruptedAt: number | undefined;
  /** When the server was last heard of: a change, or that it is back. */
  readonly lastHeardAt: number | undefined;
  /** When the last change of an object came; undefined before the first. */
  readonly lastEventAt: number | undefined;
  /** When the state was last taken as a whole; undefined before the first time. */
  readonly lastRelistAt: number | undefined;
  /** How often the state was taken as a whole: 1 after the first time. */
  readonly relists: number;
}

/** An informer that was just made. */
export const unheard: InformerHealth = {
  synced: false,
  interruptedAt: undefined,
  lastHeardAt: undefined,
  lastEventAt: undefined,
  lastRelistAt: undefined,
  relists: 0,
};

/** How an informer is after one more step. */
export function healthAfter<Item>(health: InformerHealth, step: FollowStep<Item>, now: number): InformerHealth {
  switch (step.type) {
    case 'interrupted':
      return { ...health, interruptedAt: health.interruptedAt ?? now };
    case 'synced':
    case 'recovered': {
      const heard = { ...health, synced: true, interruptedAt: undefined, lastHeardAt: now };
      const isWhole = step.type === 'synced' || step.relisted === true;
      return isWhole ? { ...heard, lastRelistAt: now, relists: health.relists + 1 } : heard;
    }
    default:
      return { ...health, lastHeardAt: now, lastEventAt: now };
  }
}
