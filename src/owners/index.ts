// Everything exported here is public API of 'kubeatlas/owners': owner references.
export {
  createOwners,
  type DependentsOptions,
  type GraphOptions,
  type Owners,
  type WalkOptions,
} from './create-owners.js';
export type { ResolveOwnerOptions } from './resolve-owner.js';
export {
  blockOwnerDeletionChecks,
  type BlockOwnerDeletionCheck,
  type BlockOwnerDeletionOptions,
  type FinalizersAccess,
} from './block-owner-deletion.js';
export { completeOwnerReference } from './complete-owner-reference.js';
export { isMutation } from './is-mutation.js';
export type { GraphLink, OwnerGraph, UnreadPart } from './owner-graph.js';
export type {
  HonoredFields,
  OwnerReferenceField,
  OwnerReferenceProblem,
  OwnerReferenceProblemCode,
} from './owner-reference-problem.js';
export type {
  AbsentOwner,
  AskedForOwner,
  OwnerResolution,
  PresentOwner,
  ResolvedReference,
  UnknownOwner,
  UnknownOwnerReason,
} from './owner-resolution.js';
export {
  explainOwnerResource,
  withoutOwnerResource,
  type OwnedObject,
  type OwnerResourceNotice,
} from './owner-resource-field.js';
export { validateOwnerReference, type OwnerReferenceVerdict } from './validate-owner-reference.js';
export { validateOwnerReferences, type OwnerReferencesProblem } from './validate-owner-references.js';
export { walkDependents, type DependentLink, type DependentsOf } from './walk-dependents.js';
export type { OwnerLink, OwnersOf, WalkEnd, WalkLimits } from './walk-owners.js';
export type { WalkedObject, WalkStart } from './walked-object.js';
export { informerForOwners, type DependentsInformer, type DependentsInformerOptions } from './informer-for-owners.js';

export type { HonoredField, HonorsOption, OwnerMismatch } from '../core/model/owner-reference.js';
