import type { OwnerMismatch, OwnerReference } from '../core/model/owner-reference.js';
import type { UnreadReason } from '../core/metadata/metadata-answer.js';
import type { WalkedObject } from './walked-object.js';

/** A part of the server that could not be read. It may contain owners and dependents. */
export interface UnreadPart {
  /** The API group; `''` is the core group. Absent if a whole root of discovery failed. */
  readonly group?: string | undefined;
  /** The version of the group. Absent if a whole group or root failed. */
  readonly version?: string | undefined;
  /** The resource that could not be listed. Absent if discovery failed for more than one. */
  readonly resource?: string | undefined;
  /** The namespace, if only one was listed. */
  readonly namespace?: string | undefined;
  /** `undiscovered`: discovery could not read it, so it was not listed. */
  readonly reason: UnreadReason | 'undiscovered';
  /** A message with the name of the part: `metrics.k8s.io/v1beta1 (stale): the server marks it stale`. */
  readonly message: string;
  /** The HTTP status of the response, if there was one. */
  readonly statusCode?: number | undefined;
}

/** A reference from an object to its possible owner. */
export interface GraphLink {
  /** The object that has the reference. */
  readonly dependent: WalkedObject;
  /** The owner reference. */
  readonly reference: OwnerReference;
  /**
   * Absent if no object with that uid was seen. This does not prove that it does not exist: use
   * `createOwners(client).resolve` to ask the server.
   */
  readonly owner?: WalkedObject | undefined;
  /** Present if the object with that uid is not the owner that the reference names. */
  readonly mismatch?: OwnerMismatch | undefined;
}

/**
 * The owners and dependents among all objects of a server, or of one namespace, as they were when they were listed: one
 * metadata list for each set of objects. Each question is answered from memory.
 */
export interface OwnerGraph {
  /** The number of objects. */
  readonly size: number;
  /** What could not be read, in the order of the catalog. */
  readonly unread: readonly UnreadPart[];
  /** All objects, each once, in the order of the resources and of their lists. */
  objects(): IterableIterator<WalkedObject>;
  /** The object with this uid; undefined if none was seen. */
  object(uid: string): WalkedObject | undefined;
  /** The direct owners of an object, in the order of its references. */
  ownersOf(uid: string): readonly GraphLink[];
  /** The direct dependents of an object, in the order of the objects. */
  dependentsOf(uid: string): readonly GraphLink[];
  /** All references to a uid that was not seen: the owner was deleted, was created later, or could not be read. */
  dangling(): readonly GraphLink[];
  /** All references that have the uid of an object but do not name it; each has a `mismatch`. */
  mismatched(): readonly GraphLink[];
  /** Sets of uids that own each other in a cycle; an object that owns itself is a cycle of one. */
  cycles(): readonly (readonly string[])[];
}
