import {
  requireBoolean,
  requireClock,
  requireFunction,
  requireKnownOptions,
  requireMethods,
  requireObject,
  requireText,
  type OptionNames,
} from '../../core/shared/arguments.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import type { EventRecorder } from '../event-recorder.js';
import type { OnMeasurement } from '../metrics.js';
import type { ElectionClock } from './election-clock.js';
import type { NotLeaderError } from './errors.js';

/** Options of `createLeaderElection`. Times are in milliseconds; the defaults are those of kube-controller-manager. */
export interface LeaderElectionOptions {
  /** The name of the Lease; use one Lease for each thing that needs a leader. */
  readonly name: string;
  /** The namespace of the Lease, usually that of the program. */
  readonly namespace: string;
  /**
   * The identity of this candidate, for `holderIdentity`. It has to differ for each process and each run of it, for
   * example the name of the pod followed by a UUID.
   * @default a UUID
   */
  readonly identity?: string | undefined;
  /** How long a lease is valid after a renewal. Then others take it over. @default 15_000 */
  readonly leaseDurationMs?: number | undefined;
  /** After how long without a renewal a leader gives up. Less than `leaseDurationMs`. @default 10_000 */
  readonly renewDeadlineMs?: number | undefined;
  /** The pause between two attempts; candidates add a random part of up to 1.2 times the pause. @default 2_000 */
  readonly retryPeriodMs?: number | undefined;
  /** How long the leading function may take to end after its signal was aborted. @default renewDeadlineMs */
  readonly stopTimeoutMs?: number | undefined;
  /**
   * Whether writes of the leader's client are fenced: they carry an epoch in an annotation and have to name the version
   * of the object that was read, so that late writes of a former leader are refused. The annotation is
   * `epoch.kubeatlas.dev/NAME-OF-THE-LEASE`, or the given one: it has to be the same for all candidates.
   * @default false
   */
  readonly fence?: boolean | { readonly annotation: string } | undefined;
  /** Whether a leader that lost its lease stands again. If false, `run()` rejects instead. @default true */
  readonly standAgain?: boolean | undefined;
  /**
   * Called with each new holder, this candidate included, also when it leads again after a loss, and with `''` when nobody
   * leads any more.
   * @default nothing is called
   */
  readonly onNewLeader?: ((identity: string) => void) | undefined;
  /** Called when this candidate loses its lease. @default nothing is called */
  readonly onLost?: ((error: NotLeaderError) => void) | undefined;
  /**
   * Called for each failed attempt to acquire, renew or release; the election continues as long as it can.
   * @default nothing is called
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * Records Events about the Lease when a term begins and ends: `NAME became leader` and `NAME stopped leading`, as in
   * client-go. They are not part of the election, and need the right to create events in its namespace. Call `flush()`
   * of the recorder before the process ends.
   * @default none: no Events
   */
  readonly recorder?: Pick<EventRecorder, 'event'> | undefined;
  /** Called with each value of `leader_election.status`. @default nothing is measured */
  readonly onMeasurement?: OnMeasurement | undefined;
  /** Ends the election like `stop()`, except that `run()` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** @default the runtime's */
  readonly clock?: ElectionClock | undefined;
}

/** {@link LeaderElectionOptions} with all defaults filled in. */
export interface ElectionSettings extends LeaderElectionOptions {
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  readonly stopTimeoutMs: number;
  readonly standAgain: boolean;
  /** The annotation; undefined without a fence. */
  readonly annotation: string | undefined;
}

/** A candidate adds a random part of up to this many pauses to its pause, as in client-go. */
export const jitterFactor = 1.2;

const maxIdentityLength = 1024;
/** `leaseDurationSeconds` is a 32-bit number. */
const maxMs = (2 ** 31 - 1) * 1000;
const annotationPattern = /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;

const names: OptionNames<LeaderElectionOptions> = {
  name: true,
  namespace: true,
  identity: true,
  leaseDurationMs: true,
  renewDeadlineMs: true,
  retryPeriodMs: true,
  stopTimeoutMs: true,
  fence: true,
  standAgain: true,
  onNewLeader: true,
  onLost: true,
  onError: true,
  recorder: true,
  onMeasurement: true,
  signal: true,
  clock: true,
};

/** Checks the options and fills in the defaults; throws `InvalidArgumentError`. */
export function readElectionOptions(options: LeaderElectionOptions): ElectionSettings {
  const { name, namespace, identity = crypto.randomUUID(), standAgain = true } = requireKnownOptions(options, names);
  for (const [argument, value] of Object.entries({ name, namespace, identity })) {
    if (requireText(argument, value) === '') throw new InvalidArgumentError(argument, 'must be a non-empty string');
  }
  if (identity.length > maxIdentityLength || /\p{Surrogate}/u.test(identity)) {
    throw new InvalidArgumentError('identity', `must be valid Unicode of at most ${maxIdentityLength} characters`);
  }
  const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2000 } = options;
  const { stopTimeoutMs = renewDeadlineMs } = options;
  const { onNewLeader, onLost, onError, recorder, signal, clock } = options;
  for (const [argument, value] of Object.entries({ leaseDurationMs, renewDeadlineMs, retryPeriodMs, stopTimeoutMs })) {
    if (typeof value === 'number' && value > 0 && value <= maxMs) continue;
    throw new InvalidArgumentError(argument, `must be a number of milliseconds greater than 0 and at most ${maxMs}`);
  }
  if (!(leaseDurationMs > renewDeadlineMs)) {
    throw new InvalidArgumentError('leaseDurationMs', 'must be greater than renewDeadlineMs');
  }
  if (!(renewDeadlineMs > retryPeriodMs * jitterFactor)) {
    throw new InvalidArgumentError('renewDeadlineMs', `must be greater than ${jitterFactor} times retryPeriodMs`);
  }
  for (const [argument, value] of Object.entries({ onNewLeader, onLost, onError })) requireFunction(argument, value);
  if (recorder !== undefined) requireMethods('recorder', recorder, ['event']);
  requireBoolean('standAgain', standAgain);
  if (signal !== undefined) requireMethods('signal', signal, ['addEventListener', 'throwIfAborted']);
  if (clock !== undefined) requireClock('clock', clock);
  const annotation = annotationOf(options);
  return {
    ...options,
    ...{ identity, leaseDurationMs, renewDeadlineMs, retryPeriodMs, stopTimeoutMs, standAgain, annotation },
  };
}

/** Returns the annotation of the fence in the options; undefined without one. */
export function annotationOf({
  fence = false,
  name,
}: Pick<LeaderElectionOptions, 'fence' | 'name'>): string | undefined {
  if (fence === false) return undefined;
  const annotation =
    fence === true
      ? `epoch.kubeatlas.dev/${name}`
      : requireText(
          'fence.annotation',
          requireKnownOptions(requireObject('fence', fence), { annotation: true }, 'fence').annotation,
        );
  if (annotationPattern.test(annotation)) return annotation;
  const advice = fence === true ? ' The name of the lease is too long for it: specify { annotation }' : '';
  throw new InvalidArgumentError('fence', `must be the name of an annotation such as example.com/epoch.${advice}`);
}
