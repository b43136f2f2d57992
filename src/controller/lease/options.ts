import {
  requireBoolean,
  requireClock,
  requireCount,
  requireFunction,
  requireKnownOptions,
  requireMethods,
  requireName,
  requireSignal,
  requireText,
  type OptionChecks,
} from '../../core/shared/arguments.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import type { EventRecorder } from '../event-recorder.js';
import type { OnMeasurement } from '../metrics.js';
import type { ElectionClock } from './election-clock.js';
import type { NotHolderError } from './errors.js';

/** The options that an election and a sharing have in common. Times are in milliseconds. */
export interface LeaseOptions {
  /**
   * The name of the Lease: one for each thing that needs a leader, or is shared. A sharing may take that of a former
   * election; it has at most 63 characters then.
   */
  readonly name: string;
  /** The namespace of the Lease: usually that of the program; of a sharing best one of its own. */
  readonly namespace: string;
  /**
   * The identity of this candidate or member. It has to differ for each process and each run of it, for example the name of
   * the pod followed by a UUID.
   * @default a UUID
   */
  readonly identity?: string | undefined;
  /** How long a lease is valid after a renewal. Then others take it over. @default 15_000 */
  readonly leaseDurationMs?: number | undefined;
  /** After how long without a renewal nothing is sent any more. Less than `leaseDurationMs`. @default 10_000 */
  readonly renewDeadlineMs?: number | undefined;
  /** The pause between two attempts; candidates add a random part of up to 1.2 times the pause. @default 2_000 */
  readonly retryPeriodMs?: number | undefined;
  /**
   * Whether writes are fenced: they carry an epoch in an annotation and have to name the version of the object that was
   * read, so that late writes of a former holder are refused. The annotation is `epoch.kubeatlas.dev/NAME-OF-THE-LEASE`,
   * or the given one: it has to be the same for all.
   * @default false
   */
  readonly fence?: boolean | { readonly annotation: string } | undefined;
  /** Called for each failed request for a Lease; it goes on as long as it can. @default nothing is called */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called with each value of `leader_election.status`, or of the metrics of a sharing. @default nothing is measured */
  readonly onMeasurement?: OnMeasurement | undefined;
  /** Ends it like `stop()`, except that `run()` of an election rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** @default the runtime's */
  readonly clock?: ElectionClock | undefined;
}

/** Options of `createLeaderElection`. The default times are those of kube-controller-manager. */
export interface LeaderElectionOptions extends LeaseOptions {
  /** How long the leading function may take to end after its signal was aborted. @default renewDeadlineMs */
  readonly stopTimeoutMs?: number | undefined;
  /** Whether a leader that lost its lease stands again. If false, `run()` rejects instead. @default true */
  readonly standAgain?: boolean | undefined;
  /**
   * Called with each new holder, this candidate included, also when it leads again after a loss, and with `''` when nobody
   * leads any more.
   * @default nothing is called
   */
  readonly onNewLeader?: ((identity: string) => void) | undefined;
  /** Called when this candidate loses its lease. @default nothing is called */
  readonly onLost?: ((error: NotHolderError) => void) | undefined;
  /**
   * Records Events about the Lease when a term begins and ends: `NAME became leader` and `NAME stopped leading`, as in
   * client-go. They are not part of the election, and need the right to create events in its namespace. Call `flush()`
   * of the recorder before the process ends.
   * @default none: no Events
   */
  readonly recorder?: Pick<EventRecorder, 'event'> | undefined;
}

/** {@link LeaseOptions} with all defaults filled in. */
export interface LeaseSettings extends LeaseOptions {
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  /** The annotation of the fence; undefined without one. */
  readonly annotation: string | undefined;
}

/** A candidate adds a random part of up to this many pauses to its pause, as in client-go. */
export const jitterFactor = 1.2;

const annotationPattern = /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;

const checks: OptionChecks<LeaseOptions> = {
  name: requireName,
  namespace: requireName,
  identity: requireName,
  leaseDurationMs: requireCount,
  renewDeadlineMs: requireCount,
  retryPeriodMs: requireCount,
  fence: true,
  onError: requireFunction,
  onMeasurement: requireFunction,
  signal: requireSignal,
  clock: requireClock,
};

/**
 * Checks the options of an election or a sharing and fills in the defaults of those that they share; throws
 * `InvalidArgumentError`.
 *
 * @param further the checks of the other options
 * @param pauses how many pauses a renewal needs at least
 */
export function readLeaseOptions<Options extends LeaseOptions>(
  options: Options,
  further: OptionChecks<Omit<Options, keyof LeaseOptions>>,
  pauses: number,
): Options & LeaseSettings {
  requireKnownOptions<object>(options, { ...checks, ...further });
  const { identity = crypto.randomUUID(), leaseDurationMs = 15_000 } = options;
  const { renewDeadlineMs = 10_000, retryPeriodMs = 2000 } = options;
  for (const name of ['name', 'namespace'] as const) requireName(name, options[name]);
  if (!(leaseDurationMs > renewDeadlineMs)) {
    throw new InvalidArgumentError('leaseDurationMs', 'must be greater than renewDeadlineMs');
  }
  if (!(renewDeadlineMs > retryPeriodMs * pauses)) {
    throw new InvalidArgumentError('renewDeadlineMs', `must be greater than ${pauses} times retryPeriodMs`);
  }
  const annotation = annotationOf(options);
  return { ...options, identity, leaseDurationMs, renewDeadlineMs, retryPeriodMs, annotation };
}

/** Checks the options of an election and fills in the defaults; throws `InvalidArgumentError`. */
export function readElectionOptions(options: LeaderElectionOptions) {
  const further = {
    stopTimeoutMs: requireCount,
    standAgain: (name: string, value: unknown) => requireBoolean(name, value),
    onNewLeader: requireFunction,
    onLost: requireFunction,
    recorder: (name: string, value: unknown) => requireMethods(name, value, ['event']),
  };
  const settings = readLeaseOptions(options, further, jitterFactor);
  const { stopTimeoutMs = settings.renewDeadlineMs, standAgain = true } = options;
  return { ...settings, stopTimeoutMs, standAgain };
}

/** Returns the annotation of the fence in the options; undefined without one. */
function annotationOf({ fence = false, name }: LeaseOptions): string | undefined {
  if (fence === false) return undefined;
  const given = fence === true ? { annotation: `epoch.kubeatlas.dev/${name}` } : fence;
  const { annotation } = requireKnownOptions(given, { annotation: true }, 'fence');
  if (annotationPattern.test(requireText('fence.annotation', annotation))) return annotation;
  const advice = fence === true ? ' The name of the lease is too long for an annotation: specify { annotation }' : '';
  throw new InvalidArgumentError('fence', `must be the name of an annotation such as example.com/epoch.${advice}`);
}
