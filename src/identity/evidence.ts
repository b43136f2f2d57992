import type { ResourceEntry } from '../catalog/entries.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';

/**
 * The values that a server publishes about an endpoint to identify its objects. Both are opaque and can only be
 * compared for equality; an empty string is ignored.
 */
export interface EndpointEvidence {
  /** KEP-31: endpoints with equal ids serve the same objects, endpoints with unequal ids do not. */
  readonly internalID?: string | undefined;
  /**
   * Identifies the group, version and kind in which objects are stored, not the set of objects: it is only meaningful
   * if plural and scope are equal as well. While the storage version changes, for example during an upgrade, versions
   * of one group may have unequal hashes for the same objects.
   * @see https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apiserver/pkg/endpoints/discovery/storageversionhash.go
   */
  readonly storageVersionHash?: string | undefined;
}

/**
 * A source of evidence, called once for each endpoint. Aggregated discovery documents have no evidence, so a caller
 * that has read the legacy documents returns their evidence; for other endpoints it returns undefined, or the result of
 * {@link ownEvidence}. All evidence must come from one server: hashes of different servers cannot be compared.
 */
export type Evidence = (entry: ResourceEntry) => EndpointEvidence | undefined;

/** Returns the evidence on the catalog's entry itself: the default source. */
export function ownEvidence({ internalID, storageVersionHash }: ResourceEntry): EndpointEvidence {
  return { internalID, storageVersionHash };
}

/**
 * Why endpoints were joined, strongest first:
 *
 * - `internalID`: equal ids at one scope;
 * - `storageVersionHash`: equal hashes with equal plural and scope;
 * - `versions of one group`: one plural and scope in one group, of one server;
 * - `probe`: one object, by its UID, was seen at both;
 * - `documented cohabitation`: the list of groups that Kubernetes' own server keeps in one place. That is knowledge of
 *   its source code and not proof from this server, so it joins only on request.
 *
 * Each gives way to stronger evidence that separates the endpoints.
 */
export type EvidenceKind =
  'internalID' | 'storageVersionHash' | 'versions of one group' | 'probe' | 'documented cohabitation';

/**
 * One reason why two endpoints are known to serve the same objects. It names the kind of evidence but never its value:
 * ids and hashes can only be compared for equality.
 */
export interface EvidenceLink {
  /** The kind of evidence that shows that the two are the same. */
  readonly kind: EvidenceKind;
  /** The two endpoints. */
  readonly endpoints: EndpointPair;
}

/** Two endpoints, by name only. */
export type EndpointPair = readonly [GroupVersionResource, GroupVersionResource];
