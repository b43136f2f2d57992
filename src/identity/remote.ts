import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';

/** A group-version that another server serves, behind the aggregator. */
export interface RemoteGroupVersion extends GroupVersion {
  /**
   * Names the server, the same for group-versions that one server serves: `spec.service` of the APIService as text,
   * say. Without it the group-version counts as a server of its own.
   */
  readonly backend?: string | undefined;
}

/** Names the server behind a group-version; undefined for kube-apiserver itself, which serves everything else. */
export type BackendOf = (groupVersion: GroupVersion) => string | undefined;

/** Reads which server is behind which group-version. */
export function createBackendOf(remote: readonly RemoteGroupVersion[]): BackendOf {
  if (remote.length === 0) return () => undefined;
  const backends = new Map<string, string>();
  for (const each of remote) {
    const name = formatGroupVersion(each);
    backends.set(name, each.backend === undefined ? `alone ${name}` : `named ${each.backend}`);
  }
  return (groupVersion) => backends.get(formatGroupVersion(groupVersion));
}
