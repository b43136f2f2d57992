import type { ListQuestion } from '../core/metadata/metadata-answer.js';
import type { CallOptions } from '../core/resource/options.js';
import { describeFailure } from '../core/catalog/describe-failure.js';
import type { CatalogFailure } from '../core/catalog/failures.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import {
  formatGroupVersionResource,
  type GroupVersionResource,
  resourceKey,
} from '../core/model/group-version-resource.js';
import type { KubeError } from '../core/shared/kube-error.js';
import type { Catalog } from '../core/catalog/catalog.js';
import type { IdentityOptions } from '../identity/evidence.js';
import { identityReport } from '../identity/identity-report.js';
import type { Scope } from '../core/model/rest-mapping.js';

/** Which objects of a set to include; all of them by default. */
export interface SetQuestion extends Omit<ListQuestion, 'mapping'>, CallOptions {}

/** Something that a census could not read. */
export interface CensusFailure {
  /** One line that names the failed part. */
  readonly message: string;
  /** The endpoint that could not be listed; absent for a part of the server that discovery could not read. */
  readonly resource?: GroupVersionResource;
  /** The error of the request, if one was sent. */
  readonly error?: KubeError;
  /** What discovery could not read; its resources are unknown. */
  readonly unread?: CatalogFailure;
}

/** Makes the failure for a resource that could not be listed completely. */
export function failedResource({ group, version, resource }: ResourceEntry, error: KubeError): CensusFailure {
  const endpoint = Object.freeze({ group, version, resource });
  return Object.freeze({
    message: `${formatGroupVersionResource(endpoint)}: ${error.message}`,
    resource: endpoint,
    error,
  });
}

/** Makes the failure for a part of the server that is not in the catalog. */
export function unreadPart(unread: CatalogFailure): CensusFailure {
  return Object.freeze({ message: describeFailure(unread), unread });
}

/** Which sets of objects to include; an option that is left out does not restrict. */
export interface SetFilter {
  /** The endpoint must have all of these besides `list`. */
  readonly verbs?: readonly string[] | undefined;
  /** Only objects of this scope. @default both */
  readonly scope?: Scope | undefined;
  /** Sets that have an endpoint in this group, through which they are reached; `''` is the core group. */
  readonly group?: string | undefined;
  /** Only objects in this namespace. */
  readonly namespace?: string | undefined;
}

/** A {@link SetFilter}, with its names resolved to endpoints. */
export interface SetChoice extends SetFilter {
  /** Sets that have one of these endpoints, through which they are reached. */
  readonly endpoints?: readonly GroupVersionResource[] | undefined;
}

/** A set of objects, and the endpoint to reach it through. */
export interface ObjectSet {
  readonly entry: ResourceEntry;
  /** The other endpoints of these objects, by rank. */
  readonly others: readonly ResourceEntry[];
  /**
   * The same list for all sets of one plural and scope that may or may not be different; undefined if there is no such
   * doubt.
   */
  readonly doubt: readonly ResourceEntry[] | undefined;
}

/** Chooses exactly one endpoint for each set of objects: the first by rank that matches. Takes linear time. */
export function chooseSets(catalog: Catalog, filter: SetChoice, identity: IdentityOptions = {}): readonly ObjectSet[] {
  const { verbs = [], scope } = filter;
  const fits = fitterFor(filter);
  const choice = { verbs: ['list', ...verbs], scope, prefer: fits };
  const { classes, distinct, unsettled } = identityReport(catalog, { ...identity, ...choice });
  const chosen = distinct.filter(fits);
  const doubts = new Map(unsettled.flatMap(({ endpoints }) => endpoints.map((entry) => [entry, endpoints] as const)));
  const siblings = new Map(classes.flatMap(({ endpoints }) => endpoints.map((entry) => [entry, endpoints] as const)));
  return chosen.map((entry) => ({
    entry,
    others: (siblings.get(entry) ?? []).filter((each) => each !== entry),
    doubt: doubts.get(entry),
  }));
}

function fitterFor({ group, namespace, endpoints }: SetChoice): (entry: ResourceEntry) => boolean {
  const requested = endpoints && new Set(endpoints.map(resourceKey));
  return (entry) =>
    (namespace === undefined || entry.scope === 'Namespaced') &&
    (group === undefined || entry.group === group) &&
    (requested === undefined || requested.has(resourceKey(entry)));
}
