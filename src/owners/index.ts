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
} from './permission-enforcement.js';
export { completeOwnerReference } from './complete-owner-reference.js';
export {
  type DependentLink,
  type DependentsOf,
  type GraphLink,
  type OwnerGraph,
  type UnreadPart,
  walkDependents,
} from './owner-graph.js';
export {
  type HonoredFields,
  type OwnerReferenceField,
  type OwnerReferenceProblem,
  type OwnerReferenceProblemCode,
  type OwnerReferencesProblem,
  type OwnerReferenceVerdict,
  validateOwnerReference,
  validateOwnerReferences,
} from './validate-owner-references.js';
export {
  explainOwnerResource,
  withoutOwnerResource,
  type OwnedObject,
  type OwnerResourceNotice,
} from './owner-resource-field.js';
export type { OwnerLink, OwnersOf, WalkEnd, WalkLimits } from './walk-owners.js';
export type { WalkedObject, WalkStart } from './walked-object.js';
export { informerForOwners, type DependentsInformer, type DependentsInformerOptions } from './informer-for-owners.js';

export type { HonoredField, HonorsOption, OwnerMismatch } from '../core/model/owner-reference.js';
