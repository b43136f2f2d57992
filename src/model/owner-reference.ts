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
