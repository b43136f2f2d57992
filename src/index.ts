// Everything that is exported here is public API. Add by name, under the heading that fits.

// The client
export { createClient, type Client, type ClientResolveOptions } from './client.js';
export type { ClientIdentity, ClientIdentityOptions } from './client-identity.js';
export type { ClientOptions } from './client-options.js';
export type {
  Authenticate,
  ConnectionOptions,
  Credentials,
  Exchange,
  RetryOptions,
  ServerWarning,
} from './transport/options.js';
export type {
  HttpHeaders,
  HttpMethod,
  Transport,
  TransportRequest,
  TransportResponse,
  TransportStream,
} from './transport/transport.js';

// Discovery and the catalog
export type { Discovery } from './discovery/discovery.js';
export type { DiscoveryOptions } from './discovery/options.js';
export { createCatalog, type CatalogParts } from './catalog/create-catalog.js';
export type { Catalog, ResourceFilter } from './catalog/catalog.js';
export type { Freshness, GroupEntry, ResourceEntry, SubresourceEntry, VersionEntry } from './catalog/entries.js';
export type { CatalogFailure, DiscoveryFormat, FailureClass, Provenance } from './catalog/failures.js';

// Names
export { createMapper } from './mapper/create-mapper.js';
export { describeResolution } from './mapper/describe-resolution.js';
export type { RESTMapper } from './mapper/rest-mapper.js';
export type { KindQuestion, Question } from './mapper/question.js';
export type { Resolution, ResolutionReason, ResolveOptions } from './mapper/resolution.js';
export type { PartialGroupVersionKind, Subject } from './mapper/subject.js';

// The same objects
export { aliasesOf } from './identity/aliases.js';
export { distinctResources, type DistinctResourcesOptions } from './identity/distinct-resources.js';
export { equivalenceClasses } from './identity/equivalence-classes.js';
export type { Aliases, EquivalenceClass, IdentityOptions } from './identity/equivalence-class.js';
export type { EndpointEvidence, Evidence, EvidenceKind, EvidenceLink } from './identity/evidence.js';

// Objects and their representations
export type { DeleteResult, ResourceHandle, ScaleHandle } from './resource/resource-handle.js';
export type {
  CallOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  PatchType,
  WriteOptions,
} from './resource/options.js';
export { originOf, type Origin } from './representation/origin.js';
export { formatTable, type FormatTableOptions } from './representation/format-table.js';
export type { Representation, RepresentationContext, RepresentationOffer } from './representation/representation.js';
export type {
  AnyRowObject,
  IncludeObject,
  RowObjects,
  Table,
  TableColumn,
  TableRow,
} from './representation/table-shape.js';
export { partialObjectMetadata } from './representation/partial-object-metadata.js';
export { tableRepresentation, type TableOptions } from './representation/table-representation.js';
export { wholeObject } from './representation/whole-object.js';
export type { Scale } from './representation/scale-shape.js';

// The words
export type { ApiPrefixes } from './model/api-path.js';
export { formatGroupVersion, parseGroupVersion, type GroupVersion } from './model/group-version.js';
export { formatGroupVersionKind, type GroupKind, type GroupVersionKind } from './model/group-version-kind.js';
export {
  formatGroupResource,
  formatGroupVersionResource,
  type GroupResource,
  type GroupVersionResource,
  type PartialGroupVersionResource,
} from './model/group-version-resource.js';
export { compareVersions } from './model/version-order.js';
export type { RESTMapping, Scope } from './model/rest-mapping.js';
export type {
  KubeList,
  KubeObject,
  ListMeta,
  ObjectLike,
  ObjectMeta,
  PartialObjectMetadata,
} from './model/kube-object.js';
export type { OwnerReference } from './model/owner-reference.js';
export type { Status, StatusDetails } from './model/status.js';

// Errors
export { isKubeError, type AnyKubeError } from './errors.js';
export { KubeError } from './shared/kube-error.js';
export { ApiError } from './transport/api-error.js';
export { ClientClosedError } from './transport/client-closed-error.js';
export { ConnectionError } from './transport/connection-error.js';
export { InvalidOptionError } from './transport/invalid-option-error.js';
export { MalformedAnswerError } from './transport/malformed-answer-error.js';
export { TimeoutError } from './transport/timeout-error.js';
export { DiscoveryError } from './discovery/discovery-error.js';
export { AmbiguousMatchError } from './mapper/ambiguous-match-error.js';
export { GroupUnavailableError } from './mapper/group-unavailable-error.js';
export { NoMatchError } from './mapper/no-match-error.js';
export { UnexpectedShapeError } from './representation/unexpected-shape-error.js';
export { InvalidArgumentError } from './resource/invalid-argument-error.js';
export { InvalidNameError } from './resource/invalid-name-error.js';
export { NamespaceConflictError, NamespaceRequiredError } from './resource/namespace-errors.js';
export { ObjectMismatchError } from './resource/object-mismatch-error.js';
export { UnsupportedError } from './resource/unsupported-error.js';
