// Everything exported here is public API. Add exports by name, under the heading that fits.

// Client
export { createClient, type Client, type ClientResolveOptions } from './core/client.js';
export type { ClientOptions } from './core/client-options.js';
export type { ApiAnswer, ApiRequest, ApiStream, QueryParameters, RequestGuard } from './core/transport/connection.js';
export { createAnswerBody, type AnswerBody, type AnswerBodyParts } from './core/media/answer-body.js';
export { formatAccept, parseAccept } from './core/media/accept.js';
export { kindMediaType, type RequestedKind } from './core/media/kind-media-type.js';
export { formatMediaType, parseMediaType, type MediaType } from './core/media/media-type.js';
export { negotiatedMediaType, readNegotiation, type Negotiation } from './core/media/negotiation.js';
export type { ConfigLocation } from './core/shared/config-location.js';
export type {
  Authenticate,
  ConnectionOptions,
  Credentials,
  Exchange,
  Impersonation,
  RetryOptions,
  ServerConfigLocations,
  ServerWarning,
} from './core/transport/options.js';
export type { HttpHeaders, HttpMethod, Transport, TransportRequest, TransportAnswer } from './core/transport/transport.js';

// Discovery and catalog
export type { DeletedResource, Discovery, RefreshOptions } from './core/discovery/discovery.js';
export type { LegacyEntry, LegacyEvidence } from './core/discovery/evidence.js';
export type { DiscoveryOptions, DiscoveryProgress } from './core/discovery/options.js';
export type {
  DiscoveryStore,
  StoreCallOptions,
  StoreCodec,
  StoreFailure,
  StoreFailureKind,
} from './core/discovery/documents/discovery-store.js';
export { createMemoryStore, type MemoryStoreOptions } from './core/discovery/documents/memory-store.js';
export { storeCodec } from './core/discovery/documents/store-codec.js';
export { createCatalog, type CatalogParts } from './core/catalog/create-catalog.js';
export type { Catalog, ResourceFilter } from './core/catalog/catalog.js';
export { diffCatalogs, type CatalogChanges, type ChangedResource } from './core/catalog/changes.js';
export type {
  Freshness,
  GroupEntry,
  KeptNote,
  ResourceEntry,
  SubresourceEntry,
  VersionEntry,
} from './core/catalog/entries.js';
export { describeFailedPart, describeFailedParts, describeFailure } from './core/catalog/describe-failure.js';
export type { CatalogFailure, DiscoveryFormat, FailureClass, Provenance } from './core/catalog/failures.js';

// RESTMapper
export { createMapper } from './core/mapper/create-mapper.js';
export { isTie } from './core/mapper/resolution.js';
export { describeResolution } from './core/mapper/resolution.js';
export type { RESTMapper } from './core/mapper/rest-mapper.js';
export type { KindQuestion, Question } from './core/mapper/errors.js';
export type { Resolution, ResolutionReason, Resolutions, ResolveOptions } from './core/mapper/resolution.js';
export type { PartialGroupVersionKind, Subject } from './core/mapper/subject.js';

// Identity
export {
  createIdentity,
  type EvidenceTaken,
  type Identity,
  type IdentityCallOptions,
} from './identity/create-identity.js';
export type { EvidenceChoice } from './identity/find-evidence.js';
export { aliasesOf, type AliasesOptions } from './identity/aliases.js';
export {
  compareEndpoints,
  type ComparedEndpoints,
  type Comparison,
  type DifferentObjects,
  type SameObjects,
  type UnknownObjects,
} from './identity/compare-endpoints.js';
export type { Contradiction, DifferenceKind } from './identity/separation.js';
export type { Difference } from './identity/separation.js';
export {
  distinctResources,
  type DistinctChoice,
  type DistinctResourcesOptions,
} from './identity/distinct-resources.js';
export { equivalenceClasses } from './identity/equivalence-classes.js';
export type { Aliases } from './identity/aliases.js';
export type { EquivalenceClass } from './identity/equivalence-classes.js';
export type { IdentityOptions } from './identity/evidence.js';
export { candidatesForEvidence, type EvidenceQuestion } from './identity/evidence-candidates.js';
export type { EndpointEvidence, EndpointPair, Evidence, EvidenceKind, EvidenceLink } from './identity/evidence.js';
export { identityReport, type IdentityReport } from './identity/identity-report.js';
export type { Probe, ProbeFinding, Probing } from './identity/evidence.js';
export type { RemoteGroupVersion } from './identity/evidence.js';
export type { Unsettled } from './identity/identity-report.js';

// Census
export {
  createCensus,
  type Census,
  type CensusOptions,
  type CountOptions,
  type VisitOptions,
} from './census/create-census.js';
export type { SetFilter } from './census/choose-sets.js';
export type { CensusFailure } from './census/census-failure.js';
export type { Count, CountedSet, CountMethod, CountProgress } from './census/count-objects.js';
export type { VisitedObject } from './census/visit-objects.js';

// Admission rules
export { createRules, type Rules, type RulesCallOptions, type ServerRuleExpansion } from './admission/create-rules.js';
export { expandRules, type ExpandRulesOptions } from './admission/expand-rules.js';
export type { MatchPolicy } from './admission/configuration-kinds.js';
export type {
  AdmissionEndpoint,
  CoveredEndpoint,
  MissedEndpoint,
  MissReason,
  RuleExpansion,
  RuleFinding,
} from './admission/rule-expansion.js';

// Owner references
export {
  createOwners,
  type DependentsOptions,
  type GraphOptions,
  type Owners,
  type WalkOptions,
} from './owners/create-owners.js';
export type { ResolveOwnerOptions } from './owners/resolve-owner.js';
export {
  blockOwnerDeletionChecks,
  type BlockOwnerDeletionCheck,
  type BlockOwnerDeletionOptions,
  type FinalizersAccess,
} from './owners/block-owner-deletion.js';
export { completeOwnerReference } from './owners/complete-owner-reference.js';
export { isMutation } from './owners/is-mutation.js';
export type { GraphLink, OwnerGraph, UnreadPart } from './owners/owner-graph.js';
export type {
  HonoredFields,
  OwnerReferenceField,
  OwnerReferenceProblem,
  OwnerReferenceProblemCode,
} from './owners/owner-reference-problem.js';
export type {
  AbsentOwner,
  AskedForOwner,
  OwnerResolution,
  PresentOwner,
  ResolvedReference,
  UnknownOwner,
  UnknownOwnerReason,
} from './owners/owner-resolution.js';
export {
  explainOwnerResource,
  withoutOwnerResource,
  type OwnedObject,
  type OwnerResourceNotice,
} from './owners/owner-resource-field.js';
export { validateOwnerReference, type OwnerReferenceVerdict } from './owners/validate-owner-reference.js';
export { validateOwnerReferences, type OwnerReferencesProblem } from './owners/validate-owner-references.js';
export { walkDependents, type DependentLink, type DependentsOf } from './owners/walk-dependents.js';
export type { OwnerLink, OwnersOf, WalkEnd, WalkLimits } from './owners/walk-owners.js';
export type { WalkedObject, WalkStart } from './owners/walked-object.js';

// Describing objects
export { describe, type DescribeOptions } from './representations/describe/describe.js';
export type { DescribedCondition, DescribedEvent, Description, DescriptionGap } from './representations/describe/description.js';
export { formatDescription, type FormatDescriptionOptions } from './representations/describe/format-description.js';

// Metadata
export { createMetadataReader } from './core/metadata/create-metadata-reader.js';
export type {
  ListQuestion,
  MetadataAnswer,
  MetadataPage,
  MetadataQuestion,
  MetadataReader,
  MetadataStep,
  PagingOptions,
  Unread,
  UnreadReason,
} from './core/metadata/metadata-answer.js';

// Resources and representations
export type { ChooseRepresentation, ResourceHandle } from './core/resource/resource-handle.js';
export type { DeleteCollectionResult, DeleteResult } from './core/resource/verbs/delete.js';
export type { ScaleHandle } from './core/resource/verbs/scale.js';
export type {
  ApplyOptions,
  CallOptions,
  CreateSubresourceOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  PatchType,
  ScaleOptions,
  SubresourceChoice,
  WatchOptions,
  WriteOptions,
} from './core/resource/options.js';
export type { DeletePreconditions } from './core/resource/option-checks.js';
export type { InitialEventsEnd, Interruption, Relist, Resumption, WatchMark } from './core/resource/watch/watch-marks.js';
export { systemClock, type Clock } from './core/shared/clock.js';
export { markConverted, originOf, type Origin } from './core/representation/origin.js';
export { humanAge, humanDuration } from './core/representation/print/age.js';
export { liveAges } from './core/representation/print/live-ages.js';
export { formatCell, formatTable, type FormatTableOptions } from './core/representation/print/text.js';
export { column, records } from './representations/read-table.js';
export type {
  Decoders,
  Offering,
  Representation,
  RepresentationContext,
  RepresentationOffer,
  RepresentationVerb,
} from './core/representation/representation.js';
export type {
  AnswerShapes,
  Manifest,
  ReadonlyManifest,
  Served,
  Shapes,
  WireForm,
  WireObject,
} from './core/representation/shapes.js';
export type { BookmarkEvent, WatchEvent } from './core/representation/watch-event.js';
export type {
  AnyRowObject,
  IncludeObject,
  RowObjects,
  Table,
  TableColumn,
  TableEvent,
  TableRow,
} from './core/representation/table/table.js';
export {
  partialObjectMetadata,
  type MetadataOptions,
  type MetadataShapes,
} from './core/representation/partial-object-metadata.js';
export {
  tableRepresentation,
  type TableOptions,
  type TableShapes,
} from './core/representation/table/table-representation.js';
export { wholeObject, type ObjectShapes } from './core/representation/whole-object.js';
export type { Scale } from './core/representation/scale.js';
export { asKind, type AsKindOptions } from './representations/as-kind.js';
export {
  csv,
  type Csv,
  type CsvEvent,
  type CsvOptions,
  type CsvShapes,
} from './representations/csv/csv-representation.js';
export { formatCsv, type CsvTextOptions, type FormatCsvOptions } from './representations/csv/csv-text.js';
export { manifest, type ManifestShapes } from './representations/manifest/manifest-representation.js';
export {
  toManifest,
  type ManifestMetadata,
  type ManifestOf,
  type ManifestOptions,
} from './representations/manifest/to-manifest.js';
export { versioned, type GenericVersions } from './representations/versioned.js';
export { probeVersions, type ProbeVersionsOptions, type VersionSupport } from './representations/probe-versions.js';

export { retryOnConflict, type RetryOnConflictOptions } from './core/resource/retry-on-conflict.js';

// Following objects
export { follow, type FollowOptions } from './watch/follow.js';
export type { FollowState, FollowStep } from './watch/follow-step.js';
export { stateKey } from './watch/followed-object.js';
export { meetsCondition, waitFor, type ObjectCondition, type WaitForOptions } from './watch/wait-for.js';

// Live catalog
export { createLiveCatalog, type LiveCatalog, type LiveCatalogOptions } from './watch/live-catalog.js';
export { waitForResource, type WaitForResourceOptions } from './watch/wait-for-resource.js';

// JSONPath
export { parseJSONPath, type JSONPath, type JSONPathFormat, type JSONPathOptions } from './representations/jsonpath/json-path.js';

// Informers
export { createInformer, type Informer, type InformerOptions } from './watch/informer/informer.js';
export {
  createInformerPool,
  type InformerOverlap,
  type InformerPool,
  type InformerPoolOptions,
  type PooledInformer,
  type PooledInformerOptions,
} from './watch/informer/informer-pool.js';
export type { AliasFinder } from './watch/informer/pool-place.js';
export {
  informerForOwners,
  type DependentsInformer,
  type DependentsInformerOptions,
} from './owners/informer-for-owners.js';
export type { ChangeSet } from './watch/informer/pending-steps.js';
export type { InformerHealth } from './watch/informer/informer-core.js';
export type { InformerStore, StoreSelection } from './watch/informer/informer-store.js';
export type { IndexFunction } from './watch/informer/store-indexes.js';

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
  ObjectMeta,
  PartialObjectMetadata,
} from './core/model/kube-object.js';
export { deepCopy, type DeepReadonly, type DeepWritable } from './core/model/deep-readonly.js';
export type { HonoredField, HonorsOption, OwnerMismatch, OwnerReference } from './core/model/owner-reference.js';
export type { Status, StatusDetails } from './core/model/status.js';

// Access reviews
export { canI, reviewAccess, type AccessAnswer, type AccessQuestion } from './core/access/can-i.js';

// Errors
export {
  isConflict,
  isExpired,
  isForbidden,
  isKubeError,
  isNotFound,
  isObjectNotFound,
  isTooManyRequests,
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
  InvalidOptionError,
  TimeoutError,
  TooManyStreamsError,
  UntrustedServerError,
  type ApiFailure,
  type ConnectionFailure,
  type FieldConflict,
  type TimeLimit,
} from './core/transport/errors.js';
export { MalformedAnswerError } from './core/media/errors.js';
export { InvalidJSONPathError, JSONPathMismatchError } from './representations/jsonpath/errors.js';
export { DiscoveryError, type RootFailure } from './core/discovery/errors.js';
export { InvalidConfigurationError, type ConfigurationProblem } from './admission/errors.js';
export { IncompleteCensusError } from './census/errors.js';
export { AmbiguousMatchError, GroupUnavailableError, NoMatchError, type UnmatchedName } from './core/mapper/errors.js';
export { WaitFailedError, type WaitFailure } from './watch/errors.js';
export { ResourceNotServedError } from './watch/not-served-error.js';
export { InformerPoolFullError } from './watch/informer/errors.js';
export { InvalidSelectorError } from './core/selector/errors.js';
export { UnexpectedShapeError, type UnexpectedShape } from './core/representation/errors.js';
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
  type UnsupportedFeature,
  type WatchEnd,
  type NameRole,
  type Precondition,
} from './core/resource/errors.js';
