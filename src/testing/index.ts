// Everything exported here is public API of 'kubeatlas/testing': no msw, no Node modules.

export { createFakeApiServer } from './server/fake-api-server.js';
export type { FakeApiServer } from './server/fake-api-server.js';
export type { PutOptions } from './server/stored-objects.js';
export type { HandleOptions } from './server/handle.js';
export { FakeApiServerError } from './errors.js';
export { celRules, type CelLibrary } from './cel-rules.js';

// Time for the code under test
export { createManualClock, type ManualClock, type ManualClockOptions } from './manual-clock.js';
export type { Clock } from '../core/shared/clock.js';

// What containers do
export type {
  FakeCommand,
  FakeContainer,
  FakeLogRequest,
  FakePodFunctions,
  FakePort,
  FakePortConnection,
  FakeSession,
} from './served/pod-functions.js';

// The parts of a server
export type {
  FakeAccess,
  FakeApiServerOptions,
  FakeCel,
  CelContext,
  FakeIdentity,
  FakeSwitches,
  FakeTimers,
  FakeUser,
} from './served/options.js';
export type { FakeDefaults } from './defaults/fill-in.js';
export type { Cause } from './wire/refusals.js';
export type { FakeProtobuf } from './protobuf/create-protobuf.js';
export type { CapturedDocument, CapturedDocuments } from './served/captured-documents.js';
export type { FakePrinterColumn, FakeResource, FakeScalePaths, FakeSubresource } from './served/fake-resource.js';

// Answers and recorded requests
export { failure, type Failure, type FailureSubject } from './http/failure.js';
export type { FakeRequest } from './server/handle.js';
export type { FaultAnswer, FaultRequest, GivenFault } from './http/faults.js';

// The roles that a program needs
export { writeRoles, type ObservedRequest, type WriteRolesOptions, type WrittenRoles } from './write-roles.js';

// The shapes used in the types above
export type { GroupVersionKind } from '../core/model/group-version-kind.js';
export type { GroupVersionResource } from '../core/model/group-version-resource.js';
export type { KubeObject, ManagedFieldsEntry, ObjectLike, ObjectMeta } from '../core/model/kube-object.js';
export type { OwnerReference } from '../core/model/owner-reference.js';
export type { Schema } from '../openapi/index.js';
export type { Status, StatusDetails } from '../core/model/status.js';
