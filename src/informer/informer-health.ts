import type { FollowStep } from '../follow/follow-step.js';

/** The health of an informer. All times are milliseconds of its clock. */
export interface InformerHealth {
  /** Whether the first state is complete. */
  readonly synced: boolean;
  /** When the server was lost; undefined while it is reachable. */
  readonly interruptedAt: number | undefined;
  /** When the server was last heard from: by a change, or because it was back. */
  readonly lastHeardAt: number | undefined;
  /** When the last change of an object arrived; undefined before the first. */
  readonly lastEventAt: number | undefined;
  /** When the whole state was last read; undefined before the first time. */
  readonly lastRelistAt: number | undefined;
  /** How often the whole state was read: 1 after the first time. */
  readonly relists: number;
}

/** The health of a new informer. */
export const unheard: InformerHealth = {
  synced: false,
  interruptedAt: undefined,
  lastHeardAt: undefined,
  lastEventAt: undefined,
  lastRelistAt: undefined,
  relists: 0,
};

/** Returns the health of an informer after one more step. */
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
