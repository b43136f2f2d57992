// Everything exported here is public API. Add exports by name, under the heading that fits.

// Client
export { createClient, type Client, type ClientResolveOptions } from './core/client.js';
export type { ClientOptions } from './core/client-options.js';
export type { ApiAnswer, ApiRequest, ApiStream, ConnectRequest, RequestGuard } from './core/transport/connection.js';
export type { AnswerBody } from './core/media/answer-body.js';
export type {
  ConnectionOptions,
  Credentials,
  Exchange,
  Impersonation,
  RetryOptions,
  EndedLogin,
  ServerWarning,
} from './core/transport/options.js';
export type {
  Transport,
  TransportAnswer,
  TransportConnectRequest,
  TransportRequest,
  TransportSocket,
  TransportUpgrade,
} from './core/transport/transport.js';
export type { ApiSocket, SocketClose } from './core/transport/web-socket.js';

// Discovery and catalog
export type { Discovery } from './core/discovery/discovery.js';
export type { DiscoveryOptions, DiscoveryProgress } from './core/discovery/options.js';
export type { DiscoveryStore, StoreCodec, StoreFailure } from './core/discovery/documents/discovery-store.js';
export { createMemoryStore } from './core/discovery/documents/memory-store.js';
export { storeCodec } from './core/discovery/documents/store-codec.js';
export { createCatalog } from './core/catalog/create-catalog.js';
export type { Catalog } from './core/catalog/catalog.js';
export { diffCatalogs, type CatalogChanges } from './core/catalog/changes.js';
export type { GroupEntry, ResourceEntry, SubresourceEntry, VersionEntry } from './core/catalog/entries.js';
export { describeFailure } from './core/catalog/describe-failure.js';
export type { CatalogFailure, DiscoveryFormat, Provenance } from './core/catalog/failures.js';

// RESTMapper
export { createMapper, type RESTMapper } from './core/mapper/create-mapper.js';
export { isTie, type Resolution, type Resolutions, type ResolveOptions } from './core/mapper/resolution.js';
export type { PartialGroupVersionKind, Subject } from './core/mapper/subject.js';

// Metadata
export {
  createMetadataReader,
  type ListQuestion,
  type MetadataPage,
  type MetadataQuestion,
  type MetadataReader,
  type Unread,
} from './core/metadata/create-metadata-reader.js';

// Resources and representations
export type { ChooseRepresentation, ResourceHandle } from './core/resource/resource-handle.js';
export type { Scale, ScaleHandle } from './core/resource/verbs/scale.js';
export type {
  ApplyOptions,
  CallOptions,
  CreateSubresourceOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  ScaleOptions,
  WatchOptions,
  WriteOptions,
} from './core/resource/options.js';
export type { InitialEventsEnd, Interruption, Resumption, WatchMark } from './core/resource/watch/watcher.js';
export { systemClock, type Clock } from './core/shared/clock.js';
export { originOf } from './core/representation/origin.js';
export { formatTable } from './core/representation/print/text.js';
export type { Representation } from './core/representation/representation.js';
export type {
  Applied,
  Atomic,
  Defaulted,
  JSONPatchOperation,
  MapList,
  Patched,
  StrategicallyPatched,
} from './core/representation/partial-shapes.js';
export type { Manifest, Served, Shapes, WireForm, WireObject } from './core/representation/shapes.js';
export type { ResourceName, ResourceType } from './core/resource/registry.js';
export type { BookmarkEvent, WatchEvent } from './core/representation/watch-event.js';
export type { IncludeObject, RowObjects, Table, TableColumn, TableRow } from './core/representation/table/table.js';
export {
  partialObjectMetadata,
  type MetadataBy,
  type MetadataOptions,
  type MetadataShapes,
  type ReadMetadata,
} from './core/representation/partial-object-metadata.js';
export { tableRepresentation, type TableShapes } from './core/representation/table/table-representation.js';
export { wholeObject, type ObjectShapes } from './core/representation/whole-object.js';
export { retryOnConflict } from './core/resource/retry-on-conflict.js';

// Following objects
export { follow, type FollowedItem, type FollowOptions, type InformedItem } from './watch/follow.js';
export type { FollowState, FollowStep } from './watch/follow-step.js';
export { stateKey } from './watch/followed-object.js';
export { meetsCondition, waitFor, type ObjectCondition, type WaitForOptions } from './watch/wait-for.js';

// Live catalog
export { createLiveCatalog, type LiveCatalog, type LiveCatalogOptions } from './watch/live-catalog.js';
export { waitForResource, type WaitForResourceOptions } from './watch/wait-for-resource.js';

// Informers
export { createInformer, type Informer, type InformerOptions } from './watch/informer/informer.js';
export {
  createInformerPool,
  type InformerPool,
  type InformerPoolOptions,
  type PooledInformer,
} from './watch/informer/informer-pool.js';
export type { ReachedOptions } from './watch/informer/informer-share.js';
export type { ChangeSet } from './watch/informer/pending-steps.js';
export type { InformerHealth } from './core/resource/watch/watcher.js';
export type { InformerStore, StoreSelection } from './watch/informer/informer-store.js';

// Kubernetes types
export type { ApiPrefixes } from './core/model/api-path.js';
export { formatGroupVersion, parseGroupVersion, type GroupVersion } from './core/model/group-version.js';
export { formatGroupVersionKind, type GroupKind, type GroupVersionKind } from './core/model/group-version-kind.js';
export {
  formatGroupResource,
  formatGroupVersionResource,
  resourceKey,
  sameResource,
  type GroupResource,
  type GroupVersionResource,
  type PartialGroupVersionResource,
} from './core/model/group-version-resource.js';
export { compareVersions } from './core/model/version-order.js';
export type { RESTMapping, Scope } from './core/model/rest-mapping.js';
export type {
  KubeList,
  KubeObject,
  ListMeta,
  ObjectLike,
  ManagedFieldsEntry,
  ObjectMeta,
  PartialObjectMetadata,
} from './core/model/kube-object.js';
export { deepCopy, type DeepReadonly, type DeepWritable } from './core/model/deep-readonly.js';
export type { OwnerReference } from './core/model/owner-reference.js';
export type { Status, StatusDetails } from './core/model/status.js';

// Access reviews
export { canI, reviewAccess, type AccessAnswer, type AccessQuestion } from './core/access/can-i.js';

// Errors
export {
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isKubeError,
  isNotFound,
  isObjectNotFound,
  isTooManyRequests,
  isUnauthorized,
  type AnyKubeError,
} from './core/errors.js';
export { KubeError } from './core/shared/kube-error.js';
export {
  AnswerTooLargeError,
  ApiError,
  ClientClosedError,
  ConnectionError,
  ConnectionRefusedError,
  HostNotFoundError,
  TimeoutError,
  TooManyStreamsError,
  UntrustedServerError,
} from './core/transport/errors.js';
export { MalformedAnswerError } from './core/media/errors.js';
export { DiscoveryError } from './core/discovery/errors.js';
export { AmbiguousMatchError, GroupUnavailableError, NoMatchError } from './core/mapper/errors.js';
export { InformerPoolFullError, ResourceNotServedError, WaitFailedError } from './watch/errors.js';
export { createShardSelector, divideIntoShards, type ShardSelector } from './core/representation/sharded.js';
export type { ShardRange } from './core/selector/shard-selector.js';
export { InvalidSelectorError } from './core/selector/errors.js';
export { UnexpectedShapeError } from './core/representation/errors.js';
export { InvalidArgumentError } from './core/shared/invalid-argument-error.js';
export {
  InvalidNameError,
  NamespaceConflictError,
  NamespaceRequiredError,
  ObjectMismatchError,
  PreconditionError,
  ResourceGoneError,
  UnsupportedError,
  WatchEndedError,
} from './core/resource/errors.js';
