import { cohabit, groupsCohabit } from './cohabiting-groups.js';
import type { GroupVersion } from './group-version.js';
import type { GroupVersionResource } from './group-version-resource.js';

/**
 * A link from a dependent to its owner. `resource` is the field designed in KEP-2336: if set, it names the endpoint,
 * and `kind` is for servers and clients that do not know it. No released server stores it yet.
 *
 * An owner is in the namespace of its dependent, or cluster-scoped; the owner of a cluster-scoped object is
 * cluster-scoped.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 * @see https://github.com/kubernetes/enhancements/issues/2336
 */
export interface OwnerReference {
  /** Group and version of the owner's kind: `apps/v1`. */
  apiVersion: string;
  /** The kind of the owner: `ReplicaSet`. */
  kind: string;
  /** The name of the owner. */
  name: string;
  /** The uid of the owner, which rules out another object of that name. */
  uid: string;
  /** The plural: `daemonsets`. */
  resource?: string | undefined;
  /** Whether the owner manages the dependent; true in at most one reference of an object. */
  controller?: boolean | undefined;
  /** Whether a foreground deletion of the owner waits for the dependent. */
  blockOwnerDeletion?: boolean | undefined;
}

/** The field of an owner reference that a server uses to find the owner's endpoint. */
export type HonoredField = 'kind' | 'resource';

/** The option that names the kind of server. */
export interface HonorsOption {
  /**
   * Which field the server uses. `kind`: every released server, which drops `resource`. `resource`: a server with
   * KEP-2336, which keeps it and uses `kind` only for references without a `resource`. A server that sends the field
   * back has it.
   * @default 'kind'
   * @see https://github.com/kubernetes/enhancements/issues/2336
   */
  readonly honors?: HonoredField | undefined;
}

/**
 * Reads the `apiVersion` of a reference as API servers do, which also accept `/v1` for the core group. Returns
 * undefined if it is not a string, names no version, or has more than one slash.
 */
export function readApiVersion(apiVersion: unknown): GroupVersion | undefined {
  if (typeof apiVersion !== 'string') return undefined;
  const parts = apiVersion.split('/');
  const version = parts.at(-1) ?? '';
  if (parts.length > 2 || version === '') return undefined;
  return { group: parts.length === 2 ? (parts[0] ?? '') : '', version };
}

/** Returns the resource that a reference names; undefined if it is absent, null or empty, which mean the same. */
export function resourceOf({ resource }: OwnerReference): string | undefined {
  return resource || undefined;
}

/** Returns the resource if the server uses it; undefined if the server uses `kind`. */
export function honoredResource(reference: OwnerReference, honors: HonoredField | undefined): string | undefined {
  return honors === 'resource' ? resourceOf(reference) : undefined;
}

/** What is known of an object that has the uid of a reference. A type that is not known fits every reference. */
export interface PossibleOwner {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string | undefined;
  readonly name: string;
  /** The endpoint of the object, if it is known. */
  readonly resource?: GroupVersionResource | undefined;
}

/**
 * How a reference differs from the object with its uid: in group, kind (or resource, if the server honours it), name,
 * or the object is in another namespace than the dependent. The garbage collector treats such an owner as absent.
 * Another version of the same group is not a mismatch, and neither is a group that is documented to serve the same
 * objects.
 * @see https://github.com/kubernetes/kubernetes/blob/master/pkg/controller/garbagecollector/graph.go
 */
export type OwnerMismatch = 'group' | 'kind' | 'resource' | 'name' | 'namespace';

/**
 * Compares a reference with the object that has its uid as the garbage collector does, except for the version. Returns
 * undefined if the object is the owner that the reference names.
 *
 * @param dependent the object that has the reference
 */
export function ownerMismatch(
  reference: OwnerReference,
  owner: PossibleOwner,
  dependent: { readonly namespace?: string | undefined },
  honors: HonoredField | undefined,
): OwnerMismatch | undefined {
  if (!isOfGroup(reference, owner)) return 'group';
  const resource = honoredResource(reference, honors);
  if (resource !== undefined && owner.resource !== undefined) {
    if (resource !== owner.resource.resource) return 'resource';
  } else if (owner.kind !== undefined && reference.kind !== owner.kind) return 'kind';
  if (reference.name !== owner.name) return 'name';
  return owner.namespace !== undefined && owner.namespace !== dependent.namespace ? 'namespace' : undefined;
}

function isOfGroup({ apiVersion: named }: OwnerReference, { apiVersion, resource }: PossibleOwner): boolean {
  if (apiVersion === undefined || named === apiVersion) return true;
  const group = readApiVersion(named)?.group;
  const actual = readApiVersion(apiVersion)?.group;
  if (group === undefined || group === actual) return group !== undefined;
  if (resource !== undefined) return cohabit({ group, resource: resource.resource }, resource);
  return actual !== undefined && groupsCohabit(group, actual);
}
