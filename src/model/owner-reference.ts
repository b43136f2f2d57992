/**
 * A link from a dependent to its owner. `resource` is the field that KEP-2336 designs; today's servers drop it.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  resource?: string | undefined;
  controller?: boolean | undefined;
  blockOwnerDeletion?: boolean | undefined;
}
