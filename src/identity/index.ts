// Everything exported here is public API of 'kubeatlas/identity': which endpoints serve the same objects.
export type { LegacyEntry, LegacyEvidence } from '../core/discovery/evidence.js';
export { createIdentity, type EvidenceTaken, type Identity, type IdentityCallOptions } from './create-identity.js';
export type { EvidenceChoice } from './find-evidence.js';
export { aliasesOf, type AliasesOptions, type Aliases } from './aliases.js';
export {
  compareEndpoints,
  type ComparedEndpoints,
  type Comparison,
  type DifferentObjects,
  type SameObjects,
  type UnknownObjects,
} from './compare-endpoints.js';
export type { Contradiction, DifferenceKind, Difference } from './separation.js';
export { distinctResources, type DistinctChoice, type DistinctResourcesOptions } from './distinct-resources.js';
export { equivalenceClasses, type EquivalenceClass } from './equivalence-classes.js';
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
export { candidatesForEvidence, type EvidenceQuestion } from './evidence-candidates.js';
export { identityReport, type IdentityReport, type Unsettled } from './identity-report.js';

export type { AliasFinder } from '../watch/informer/pool-endpoints.js';
