export { createLeaderElection, type LeaderElection } from './lease/leader-election.js';
export type { LeaderElectionOptions } from './lease/options.js';
export type { Leadership } from './lease/leadership.js';
export type { ElectionClock } from './lease/election-clock.js';
export {
  LeadTimeoutError,
  LeaseTimeoutError,
  NotLeaderError,
  UnfencedWriteError,
  type LeadershipEnd,
  type LostLeadership,
} from './lease/errors.js';
