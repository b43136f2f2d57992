import type { OptionNames } from '../core/shared/arguments.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import type { GroupVersion } from '../core/model/group-version.js';

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

/**
 * The result of looking for an object of one endpoint at another endpoint:
 *
 * - `one UID`: the object is there, and it is the same. A UID is unique in a server's storage;
 * - `another UID`: another object has its name there, or it was deleted and created again meanwhile;
 * - `not there`: no such object, or it was deleted meanwhile;
 * - `no objects`: there was nothing to look for;
 * - `not readable`: one of the two could not be read; `why` gives the reason.
 *
 * Only the first is evidence. The others prove nothing: the two requests happen at different moments, and two endpoints
 * without objects may still be one set.
 */
export type ProbeFinding = 'one UID' | 'another UID' | 'not there' | 'no objects' | 'not readable';

/** The probe of two endpoints. */
export interface Probe {
  /** The two endpoints whose objects were compared. */
  readonly endpoints: EndpointPair;
  /** The result of the comparison. */
  readonly finding: ProbeFinding;
  /** The reason for a `not readable`, for people. */
  readonly why?: string | undefined;
}

/** The probes of one round. */
export interface Probing {
  /** By rank. A pair that was already joined through other pairs is not listed. */
  readonly probes: readonly Probe[];
  /** False if there were more pairs than the limit of one round; the rest are as unknown as before. */
  readonly complete: boolean;
}

/** A group-version that another server serves, behind the aggregator. */
export interface RemoteGroupVersion extends GroupVersion {
  /**
   * The name of the server, equal for all group-versions of one server: `spec.service` of the APIService as text, for
   * example. Without it the group-version counts as a separate server.
   */
  readonly backend?: string | undefined;
}

/** The evidence for the functions of identity. */
export interface IdentityOptions {
  /** @default ownEvidence: the evidence on the catalog's own entries */
  readonly evidence?: Evidence | undefined;
  /**
   * Results of comparing objects: `probing.probes` of an answer of `createIdentity(client)`, or your own, such as the
   * same UID at two endpoints. @default none
   */
  readonly probes?: readonly Probe[] | undefined;
  /**
   * How to use the documented list of groups that kube-apiserver stores together (`events` on today's servers;
   * `extensions` with `apps`, `policy` and `networking.k8s.io` before 1.22). `hint` mentions it next to an unknown
   * answer; `join` uses it as evidence, the weakest of all. @default 'hint'
   */
  readonly cohabitation?: 'hint' | 'join' | undefined;
  /**
   * The group-versions behind the aggregator: those whose APIService has a `spec.service`. Versions of one group that
   * different servers serve are not known to be the same objects, whatever their names and hashes.
   * @default none; every version of a group is the same server's
   */
  readonly remote?: readonly RemoteGroupVersion[] | undefined;
}

/** The names of {@link IdentityOptions}. */
export const identityOptionNames: OptionNames<IdentityOptions> = {
  evidence: true,
  probes: true,
  cohabitation: true,
  remote: true,
};
