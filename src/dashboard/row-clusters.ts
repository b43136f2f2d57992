const clusters = new WeakMap<object, string>();

/** Notes the cluster of a row, where several are shown as one. */
export function ofCluster<Row extends object>(row: Row, cluster: string): Row {
  clusters.set(row, cluster);
  return row;
}

/** The cluster of a row, where several are shown as one. */
export function clusterOf(row: object): string | undefined {
  return clusters.get(row);
}
