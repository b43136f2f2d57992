/** A step whose outcome is another on the fake server. */
export interface Difference {
  readonly program: string;
  readonly step: string;
  /** The row of the table in docs/testing.md that it belongs to. */
  readonly row: string;
}

/**
 * What no admission and no finalizers of deletions mean for controllers: without the last, the garbage collector takes the
 * pods that a deletion was to orphan.
 */
const finalizers =
  'Finalizers that real servers add are missing: for storage and jobs and, without `garbageCollection`, those of deletions; nodes get no taint';

/** All of them: a run fails for one that is not listed, and for a listed one that is gone. */
export const differences: readonly Difference[] = [
  {
    program: 'kube-controller-manager',
    step: '1 kubectl get node of-lines -o jsonpath={.spec.taints[*].key}',
    row: finalizers,
  },
  {
    program: 'kube-controller-manager',
    step: '44 kubectl -n work wait pod/db-0 --for=delete --timeout=15s',
    row: finalizers,
  },
];
