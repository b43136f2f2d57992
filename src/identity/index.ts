// Everything exported here is public API of 'kubeatlas/identity': which endpoints serve the same objects.
export type { LegacyEntry, LegacyEvidence } from '../core/discovery/evidence.js';
export { createIdentity, type EvidenceTaken, type Identity, type IdentityCallOptions } from './create-identity.js';
export { candidatesForEvidence, type EvidenceChoice, type EvidenceQuestion } from './find-evidence.js';
export { aliasesOf, type AliasesOptions, type Aliases } from './aliases.js';
export { compareEndpoints, type ComparedEndpoints, type Comparison } from './compare-endpoints.js';
export type { DifferentObjects, SameObjects, UnknownObjects } from './compare-endpoints.js';
export type { Contradiction, Difference, DifferenceKind, EquivalenceClass } from './classify.js';
export { equivalenceClasses } from './classify.js';
export type { DistinctChoice, DistinctResourcesOptions, IdentityReport, Unsettled } from './identity-report.js';
export { distinctResources, identityReport } from './identity-report.js';
export type { IdentityOptions, EndpointEvidence, EndpointPair, Evidence, EvidenceKind } from './evidence.js';
export type { EvidenceLink, Probe, ProbeFinding, Probing, RemoteGroupVersion } from './evidence.js';

export type { AliasFinder } from '../watch/informer/informer-pool.js';
