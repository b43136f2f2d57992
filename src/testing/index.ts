// Everything exported here is public API of 'kubeatlas/testing': no msw, no Node module.

export { createFakeApiServer } from './fake-api-server.js';
export type { FakeApiServer, HandleOptions, PutOptions } from './fake-api-server.js';
export { FakeApiServerError } from './fake-api-server-error.js';

// What a server is made of
export type {
  FakeAccess,
  FakeApiServerOptions,
  FakeFormat,
  FakeFormats,
  FakePreset,
  FakeSwitches,
  FakeUser,
} from './options.js';
export type { CapturedDocument, CapturedDocuments } from './served/captured-documents.js';
export type { FakePrinterColumn, FakeResource, FakeScalePaths, FakeSubresource } from './served/fake-resource.js';

// What a test asks it
export type { FakeRequest } from './http/history.js';
export type { FaultAnswer, FaultMatcher, FaultRequest } from './http/faults.js';

// The shapes that stand in the types above
export type { GroupVersionKind } from '../model/group-version-kind.js';
export type { GroupVersionResource } from '../model/group-version-resource.js';
export type { KubeObject, ObjectLike, ObjectMeta } from '../model/kube-object.js';
export type { OwnerReference } from '../model/owner-reference.js';
export type { Scope } from '../model/rest-mapping.js';
