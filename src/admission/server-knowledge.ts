import type { ResourceEntry } from '../core/catalog/entries.js';
import { cohabit } from '../core/model/cohabiting-groups.js';
import { ownEvidence, type Evidence } from '../identity/evidence.js';
import { createBackendOf } from '../identity/endpoint.js';
import { type RemoteGroupVersion } from '../identity/evidence.js';
import type { GroupVersion } from '../core/model/group-version.js';

/** What the servers behind one address know about two endpoints of one set. */
export interface ServerKnowledge {
  /** Reports whether one server serves both. */
  readonly oneServer: (a: GroupVersion, b: GroupVersion) => boolean;
  /**
   * Reports whether the server of both treats them as equivalent. It does so by the key of its storage: all versions of
   * a resource, and, only in kube-apiserver, the cohabiting groups, whose storage has one hash.
   * @see https://github.com/kubernetes/apimachinery/blob/master/pkg/runtime/mapper.go
   */
  readonly equivalent: (a: ResourceEntry, b: ResourceEntry) => boolean;
}

/** Creates a {@link ServerKnowledge}. Everything that is not remote is assumed to be kube-apiserver's own. */
export function createServerKnowledge(
  remote: readonly RemoteGroupVersion[],
  evidence: Evidence = ownEvidence,
): ServerKnowledge {
  const backendOf = createBackendOf(remote);
  const hashOf = (entry: ResourceEntry): string => evidence(entry)?.storageVersionHash ?? '';
  const oneServer: ServerKnowledge['oneServer'] = (a, b) => backendOf(a) === backendOf(b);
  return {
    oneServer,
    equivalent(a, b) {
      if (a.resource !== b.resource || !oneServer(a, b)) return false;
      if (a.group === b.group) return true;
      if (backendOf(a) !== undefined) return false;
      return cohabit(a, b) || (hashOf(a) !== '' && hashOf(a) === hashOf(b));
    },
  };
}
