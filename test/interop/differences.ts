/** A step whose outcome is another on the fake server. */
export interface Difference {
  readonly program: string;
  readonly step: string;
  /** The row of the table in docs/testing.md that it belongs to. */
  readonly row: string;
}

/** All of them: a run fails for one that is not listed, and for a listed one that is gone. */
export const differences: readonly Difference[] = [
  // Of the objects that a server has from its start, the fake one of these tests has none.
  { program: 'helm', step: '79 helm template t look --validate', row: 'kubernetesObjects()' },
  // No admission, and without garbageCollection no finalizers of deletions, so that the collector takes what was orphaned.
  {
    program: 'kube-controller-manager',
    step: '1 kubectl get node of-lines -o jsonpath={.spec.taints[*].key}',
    row: 'nodes get no taint',
  },
  {
    program: 'kube-controller-manager',
    step: '44 kubectl -n work wait pod/db-0 --for=delete --timeout=15s',
    row: 'Finalizers that real servers add are missing',
  },
];
