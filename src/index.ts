// Everything that is exported here is public API. Add by name, under the heading that fits.

// The client
export { createClient, type Client, type ClientResolveOptions } from './client.js';
export type { ClientIdentity, ClientIdentityOptions, EvidenceTaken } from './client/identity.js';
export type { ClientOptions } from './client-options.js';
export type { ConfigPlace } from './shared/config-place.js';
export type {
  Authenticate,
  ConnectionOptions,
  Credentials,
  Exchange,
  RetryOptions,
  ServerPlaces,
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
export { aliasesOf, type AliasesOptions } from './identity/aliases.js';
export {
  compareEndpoints,
  type ComparedEndpoints,
  type Comparison,
  type DifferentObjects,
  type SameObjects,
  type UnknownObjects,
} from './identity/compare-endpoints.js';
export type { Contradiction, DifferenceKind } from './identity/contradiction.js';
export type { Difference } from './identity/difference.js';
export {
  distinctResources,
  type DistinctChoice,
  type DistinctResourcesOptions,
} from './identity/distinct-resources.js';
export { equivalenceClasses } from './identity/equivalence-classes.js';
export type { Aliases, EquivalenceClass, IdentityOptions } from './identity/equivalence-class.js';
export { candidatesForEvidence, type EvidenceQuestion } from './identity/evidence-candidates.js';
export type { EndpointEvidence, EndpointPair, Evidence, EvidenceKind, EvidenceLink } from './identity/evidence.js';
export { identityReport, type IdentityReport } from './identity/identity-report.js';
export type { Probe, ProbeFinding, Probing } from './identity/probe.js';
export type { RemoteGroupVersion } from './identity/remote.js';
export type { Unsettled } from './identity/unsettled.js';

// Every object once
export type { ClientCensus, CensusOptions, CountOptions, VisitOptions } from './client/census.js';
export type { CensusFailure } from './census/census-failure.js';
export type { Count, CountedSet, CountProgress } from './census/count-objects.js';
export type { CountMethod } from './census/count-set.js';
export type { VisitedObject } from './census/visit-objects.js';

// Rules of admission
export type { ClientRuleExpansion, ClientRules, ClientRulesOptions } from './client/rules.js';
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

// Owners
export type { ClientOwners, DependentsOptions, GraphOptions, WalkOptions } from './client/owners.js';
export type { ResolveOwnerOptions } from './owners/resolve-owner.js';
export {
  blockOwnerDeletionChecks,
  type BlockOwnerDeletionCheck,
  type BlockOwnerDeletionOptions,
  type FinalizersAccess,
} from './owners/block-owner-deletion.js';
export { completeOwnerReference } from './owners/complete-owner-reference.js';
export { isMutation } from './owners/is-mutation.js';
export type { UnreadReason } from './owners/metadata-ports.js';
export type { HonoredField, HonorsOption } from './owners/honored-field.js';
export type { GraphLink, OwnerGraph, OwnerMismatch, UnreadPart } from './owners/owner-graph.js';
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
export type { OwnerLink, OwnersOf, WalkLimits } from './owners/walk-owners.js';
export type { WalkedObject, WalkStart } from './owners/walked-object.js';

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
export { ConnectionRefusedError, HostNotFoundError, UntrustedServerError } from './transport/unreachable-errors.js';
export { DiscoveryError } from './discovery/discovery-error.js';
export { InvalidConfigurationError, type ConfigurationProblem } from './admission/errors.js';
export { IncompleteCensusError } from './census/census-failure.js';
export { AmbiguousMatchError } from './mapper/ambiguous-match-error.js';
export { GroupUnavailableError } from './mapper/group-unavailable-error.js';
export { NoMatchError } from './mapper/no-match-error.js';
export { UnexpectedShapeError } from './representation/unexpected-shape-error.js';
export { InvalidArgumentError } from './shared/invalid-argument-error.js';
export { InvalidNameError } from './resource/invalid-name-error.js';
export { NamespaceConflictError, NamespaceRequiredError } from './resource/namespace-errors.js';
export { ObjectMismatchError } from './resource/object-mismatch-error.js';
export { UnsupportedError } from './resource/unsupported-error.js';
