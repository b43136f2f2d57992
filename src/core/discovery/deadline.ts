import { startDeadline as start, type Deadline } from '../shared/deadline.js';
import { DeadlinePassed } from './errors.js';

export type { Deadline };

/** Starts the deadline of a whole discovery, fan-out included; it aborts with a {@link DeadlinePassed}. */
export function startDeadline(timeoutMs: number, signal?: AbortSignal): Deadline {
  return start(timeoutMs, () => new DeadlinePassed(timeoutMs), signal);
}
