import {
  requireBoolean,
  requireClock,
  requireFunction,
  requireKnownNames,
  requireMethods,
  requireObject,
  requireText,
  type OptionNames,
} from '../../shared/arguments.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { EventRecorder } from '../event-recorder.js';
import type { ElectionClock } from './election-clock.js';
import type { NotLeaderError } from './errors.js';

/** What `createLeaderElection` takes. Times are in milliseconds; the defaults are those of kube-controller-manager. */
export interface LeaderElectionOptions {
  /** Of the Lease: one for each thing that is to have one leader. */
  readonly name: string;
  /** Where the Lease lives: mostly the namespace of the program. */
  readonly namespace: string;
  /**
   * Who this candidate is, in `holderIdentity`: another text for each process, and for each run of it. The name of the pod
   * with a UUID behind it is a good one.
   * @default a UUID
   */
  readonly identity?: string | undefined;
  /** How long a lease is good for after it was renewed. Others take it over then. @default 15_000 */
  readonly leaseDurationMs?: number | undefined;
  /** A leader that could not renew for so long gives up. Less than `leaseDurationMs`. @default 10_000 */
  readonly renewDeadlineMs?: number | undefined;
  /** The pause between two attempts; candidates add up to 1.2 times as much again, at random. @default 2_000 */
  readonly retryPeriodMs?: number | undefined;
  /** How long the function that leads may take to end after its signal was aborted. @default renewDeadlineMs */
  readonly stopTimeoutMs?: number | undefined;
  /**
   * Writes of the leader's client carry an epoch in an annotation, and have to name the version of the object that was read,
   * so that what a former leader sends late is refused. The annotation is `epoch.kubeatlas.dev/NAME-OF-THE-LEASE`, or the one
   * given: it has to be the same in all candidates. @default false
   */
  readonly fence?: boolean | { readonly annotation: string } | undefined;
  /** Whether a leader that lost its lease becomes a candidate again. False makes `run()` reject instead. @default true */
  readonly standAgain?: boolean | undefined;
  /**
   * Told of each holder that is another one than before, this candidate included; of `''` when nobody leads any more.
   * @default nothing is called
   */
  readonly onNewLeader?: ((identity: string) => void) | undefined;
  /** Told when this candidate loses its lease. @default nothing is called */
  readonly onLost?: ((error: NotLeaderError) => void) | undefined;
  /**
   * Told of each attempt to acquire, renew or release that failed: the election goes on as long as it can.
   * @default nothing is called
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * Writes Events about the Lease when a term begins and ends: `NAME became leader` and `NAME stopped leading`, in client-go's
   * words. They are no part of the election, and need the right to create events in its namespace. Call `flush()` of the
   * recorder before the process ends. @default none: no Events
   */
  readonly recorder?: Pick<EventRecorder, 'event'> | undefined;
  /** Ends the election as `stop()` does; `run()` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** @default the runtime's */
  readonly clock?: ElectionClock | undefined;
}

/** {@link LeaderElectionOptions} with nothing left out that has a default. */
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

/** Of which a candidate adds a random part to its pause, as client-go does. */
export const jitterFactor = 1.2;

const longestIdentity = 1024;
/** `leaseDurationSeconds` is a 32-bit number. */
const longestMs = (2 ** 31 - 1) * 1000;
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
  signal: true,
  clock: true,
};

/** Checks the options and fills in the defaults; throws `InvalidArgumentError`. */
export function readElectionOptions(options: LeaderElectionOptions): ElectionSettings {
  const { name, namespace, identity = crypto.randomUUID(), standAgain = true } = requireKnownNames(options, names);
  for (const [argument, value] of Object.entries({ name, namespace, identity })) {
    if (requireText(argument, value) === '')
      throw new InvalidArgumentError(argument, 'has to be a text that is not empty');
  }
  if (identity.length > longestIdentity || /\p{Surrogate}/u.test(identity)) {
    throw new InvalidArgumentError('identity', `has to be whole Unicode, and ${longestIdentity} characters at most`);
  }
  const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2000 } = options;
  const { stopTimeoutMs = renewDeadlineMs } = options;
  const { onNewLeader, onLost, onError, recorder, signal, clock } = options;
  for (const [argument, value] of Object.entries({ leaseDurationMs, renewDeadlineMs, retryPeriodMs, stopTimeoutMs })) {
    if (typeof value === 'number' && value > 0 && value <= longestMs) continue;
    throw new InvalidArgumentError(argument, `has to be a number of milliseconds above 0, and ${longestMs} at most`);
  }
  if (!(leaseDurationMs > renewDeadlineMs)) {
    throw new InvalidArgumentError('leaseDurationMs', 'has to be more than renewDeadlineMs');
  }
  if (!(renewDeadlineMs > retryPeriodMs * jitterFactor)) {
    throw new InvalidArgumentError('renewDeadlineMs', `has to be more than ${jitterFactor} times retryPeriodMs`);
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

function annotationOf({ fence = false, name }: LeaderElectionOptions): string | undefined {
  if (fence === false) return undefined;
  const annotation =
    fence === true
      ? `epoch.kubeatlas.dev/${name}`
      : requireText('fence.annotation', requireObject('fence', fence).annotation);
  if (annotationPattern.test(annotation)) return annotation;
  const advice = fence === true ? ' The name of the lease is too long for one: give { annotation }' : '';
  throw new InvalidArgumentError('fence', `needs the name of an annotation, as example.com/epoch.${advice}`);
}
