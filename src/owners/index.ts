// Everything exported here is public API of 'kubeatlas/owners': owner references.
export {
  createOwners,
  type DependentsOptions,
  type GraphOptions,
  type Owners,
  type WalkOptions,
} from './create-owners.js';
export type {
  AbsentOwner,
  AskedForOwner,
  OwnerResolution,
  PresentOwner,
  ResolvedReference,
  ResolveOwnerOptions,
  UnknownOwner,
  UnknownOwnerReason,
} from './resolve-owner.js';
export {
  type BlockOwnerDeletionCheck,
  blockOwnerDeletionChecks,
  type BlockOwnerDeletionOptions,
  type FinalizersAccess,
  isMutation,
  completeOwnerReference,
  type HonoredFields,
  type OwnerReferenceField,
  type OwnerReferenceProblem,
  type OwnerReferenceProblemCode,
  type OwnerReferencesProblem,
  type OwnerReferenceVerdict,
  validateOwnerReference,
  validateOwnerReferences,
  explainOwnerResource,
  withoutOwnerResource,
  type OwnedObject,
  type OwnerResourceNotice,
} from './owner-references.js';
export {
  type DependentLink,
  type DependentsOf,
  type GraphLink,
  type OwnerGraph,
  type UnreadPart,
  walkDependents,
  type WalkedObject,
  type WalkStart,
} from './owner-graph.js';
export type { OwnerLink, OwnersOf, WalkEnd, WalkLimits } from './walk-owners.js';
export { informerForOwners, type DependentsInformer, type DependentsInformerOptions } from './informer-for-owners.js';

export type { HonoredField, HonorsOption, OwnerMismatch } from '../core/model/owner-reference.js';
