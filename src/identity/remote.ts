import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';

/** A group-version that another server serves, behind the aggregator. */
export interface RemoteGroupVersion extends GroupVersion {
  /**
   * The name of the server, equal for all group-versions of one server: `spec.service` of the APIService as text, for
   * example. Without it the group-version counts as a separate server.
   */
  readonly backend?: string | undefined;
}

/**
 * Returns the name of the server behind a group-version; undefined for kube-apiserver itself, which serves the rest.
 */
export type BackendOf = (groupVersion: GroupVersion) => string | undefined;

/** Creates the lookup of the server behind a group-version. */
export function createBackendOf(remote: readonly RemoteGroupVersion[]): BackendOf {
  if (remote.length === 0) return () => undefined;
  const backends = new Map<string, string>();
  for (const each of remote) {
    const name = formatGroupVersion(each);
    backends.set(name, each.backend === undefined ? `alone ${name}` : `named ${each.backend}`);
  }
  return (groupVersion) => backends.get(formatGroupVersion(groupVersion));
}
