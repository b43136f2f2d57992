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
export type { Predicate } from './predicates.js';
export { allOf, annotationsChanged, anyOf, generationChanged, labelsChanged, not } from './predicates.js';

// The queue
export type { AddOptions, BackoffOptions, TakenItem, WorkQueue, WorkQueueOptions } from './work-queue.js';
export { createWorkQueue } from './work-queue.js';

// Writing to objects
export { childName, controllerReference, type OwningObject } from './children.js';
export { setCondition, type Condition } from './conditions.js';
export { addFinalizer, removeFinalizer, withFinalizer, type FinalizedReconcile } from './finalizers.js';
export type { EventRecorder, EventRecorderOptions, RecordedEvent } from './event-recorder.js';
export { createEventRecorder } from './event-recorder.js';

// Health and metrics
export type { HealthHandlerOptions, HealthRequest, HealthResponse } from './health-handler.js';
export { createHealthHandler } from './health-handler.js';
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
export type { HoldingEnd, LostHolding } from './lease/errors.js';
export {
  LeaseForbiddenError,
  LeaseTimeoutError,
  NotHolderError,
  UnfencedWriteError,
  WorkTimeoutError,
} from './lease/errors.js';
