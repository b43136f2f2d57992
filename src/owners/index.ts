// Everything exported here is public API of 'kubeatlas/owners': owner references.
export type { DependentsOptions, GraphOptions, Owners, WalkOptions } from './create-owners.js';
export { createOwners } from './create-owners.js';
export type { AbsentOwner, AskedForOwner, OwnerResolution, PresentOwner } from './resolve-owner.js';
export type { ResolvedReference, ResolveOwnerOptions, UnknownOwner, UnknownOwnerReason } from './resolve-owner.js';
export type { DependentLink, DependentsOf, GraphLink, OwnerGraph, UnreadPart } from './owner-graph.js';
export { walkDependents, type WalkedObject, type WalkStart } from './owner-graph.js';
export type { OwnerLink, OwnersOf, WalkEnd, WalkLimits } from './walk-owners.js';
export { informerForOwners, type DependentsInformer, type DependentsInformerOptions } from './informer-for-owners.js';

// Checks of references
export { validateOwnerReference, validateOwnerReferences } from './owner-references.js';
export type { OwnerReferenceField, OwnerReferenceProblem, OwnerReferenceProblemCode } from './owner-references.js';
export type { HonoredFields, OwnerReferencesProblem, OwnerReferenceVerdict } from './owner-references.js';
export type { HonoredField, HonorsOption, OwnerMismatch } from '../core/model/owner-reference.js';

// What admission asks of a write
export { blockOwnerDeletionChecks, isMutation } from './owner-references.js';
export type { BlockOwnerDeletionCheck, BlockOwnerDeletionOptions, FinalizersAccess } from './owner-references.js';

// The field `resource` of KEP-2336
export { completeOwnerReference, explainOwnerResource, withoutOwnerResource } from './owner-references.js';
export type { OwnedObject, OwnerResourceNotice } from './owner-references.js';
