// Everything exported here is public API of 'kubeatlas/identity': which endpoints serve the same objects.
export type { LegacyEntry, LegacyEvidence } from '../core/discovery/evidence.js';
export { createIdentity, type EvidenceTaken, type Identity, type IdentityCallOptions } from './create-identity.js';
export { candidatesForEvidence, type EvidenceChoice, type EvidenceQuestion } from './find-evidence.js';
export { aliasesOf, type AliasesOptions, type Aliases } from './aliases.js';
export {
  compareEndpoints,
  type ComparedEndpoints,
  type Comparison,
  type DifferentObjects,
  type SameObjects,
  type UnknownObjects,
} from './compare-endpoints.js';
export {
  type Contradiction,
  type Difference,
  type DifferenceKind,
  type EquivalenceClass,
  equivalenceClasses,
} from './classify.js';
export {
  type DistinctChoice,
  distinctResources,
  type DistinctResourcesOptions,
  identityReport,
  type IdentityReport,
  type Unsettled,
} from './identity-report.js';
export type {
  IdentityOptions,
  EndpointEvidence,
  EndpointPair,
  Evidence,
  EvidenceKind,
  EvidenceLink,
  Probe,
  ProbeFinding,
  Probing,
  RemoteGroupVersion,
} from './evidence.js';

export type { AliasFinder } from '../watch/informer/informer-pool.js';
