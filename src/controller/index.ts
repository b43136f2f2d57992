// Everything exported here is public API of 'kubeatlas/controller': no Node module.

// Controllers
export { createController, type Controller, type ControllerStatus, type RunningController } from './controller.js';
export type {
  ControllerFailure,
  ControllerOptions,
  ReadDependents,
  Reconcile,
  ReconcileContext,
  ReconcileResult,
} from './controller-options.js';
export type { ControllerSource, MappedSource, OwnedSource, SourceOptions } from './controller-source.js';
export type { OwnerChoice } from './owner-requests.js';
export type { ReconcileRequest } from './reconcile-request.js';
export type { RunningReconcile } from './reconciler.js';
export { runController, type ControllerRun, type RunControllerOptions } from './run-controller.js';
export { settled } from './settled.js';

// Which changes count
export {
  allOf,
  annotationsChanged,
  anyOf,
  generationChanged,
  labelsChanged,
  not,
  type Predicate,
} from './predicates.js';

// The queue
export {
  createWorkQueue,
  type AddOptions,
  type TakenItem,
  type WorkQueue,
  type WorkQueueOptions,
} from './work-queue.js';
export type { BackoffOptions } from './retry-limiter.js';

// Writing to objects
export { childName, controllerReference, type OwningObject } from './children.js';
export { setCondition, type Condition } from './conditions.js';
export { addFinalizer, removeFinalizer, withFinalizer, type FinalizedReconcile } from './finalizers.js';
export {
  createEventRecorder,
  type EventRecorder,
  type EventRecorderOptions,
  type RecordedEvent,
} from './event-recorder.js';

// Health and metrics
export {
  createHealthHandler,
  type HealthHandlerOptions,
  type HealthRequest,
  type HealthResponse,
} from './health-handler.js';
export { controllerMetrics, type Measurement, type MetricDescription } from './metrics.js';
export {
  createPrometheusMetrics,
  type MetricsRegistry,
  type MetricsSource,
  type PrometheusMetrics,
  type PrometheusMetricsOptions,
  type RegistryMetric,
} from './prometheus.js';

// Errors
export {
  ControllerClosedError,
  QueueFullError,
  ReconcileTimeoutError,
  SourceClosedError,
  TerminalError,
} from './errors.js';

// Work that replicas share
export { createSharing, type KeyHolding, type Sharing, type SharingOptions } from './share/sharing.js';
export type { EnteredShard, HeldShard, ShareBy, SharingGate } from './share/sharing-gate.js';
export type { MemberState } from './share/member.js';

// Leader election
export { createLeaderElection, type LeaderElection } from './lease/leader-election.js';
export type { LeaderElectionOptions, LeaseOptions } from './lease/options.js';
export type { GuardedClients, Leadership } from './lease/leadership.js';
export type { ElectionClock } from './lease/election-clock.js';
export {
  LeaseForbiddenError,
  LeaseTimeoutError,
  NotHolderError,
  UnfencedWriteError,
  WorkTimeoutError,
  type HoldingEnd,
  type LostHolding,
} from './lease/errors.js';
