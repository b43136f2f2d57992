import { createMetadataReader, type MetadataReader } from '../core/metadata/create-metadata-reader.js';
import type { CallOptions } from '../core/resource/options.js';
import { describeFailure } from '../core/catalog/describe-failure.js';
import { isDeprecatedResource } from '../core/model/deprecated-resources.js';
import { type CatalogFailure, mayHide } from '../core/catalog/failures.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import {
  formatGroupVersionResource,
  groupVersionResourceOf,
  resourceKey,
} from '../core/model/group-version-resource.js';
import { KubeError } from '../core/shared/kube-error.js';
import type { Catalog } from '../core/catalog/catalog.js';
import type { IdentityOptions } from '../identity/evidence.js';
import { identityReport } from '../identity/identity-report.js';
import { type Scope, mappingOf } from '../core/model/rest-mapping.js';
import { mapLimit } from '../core/shared/concurrency.js';
import { groupBy } from '../core/shared/group-by.js';
import type { PartialObjectMetadata } from '../core/model/kube-object.js';
import type { ReadMetadata, MetadataBy } from '../core/representation/partial-object-metadata.js';
import type { Served } from '../core/representation/shapes.js';
import type { Client } from '../core/client.js';
import { findEvidence, type EvidenceChoice } from '../identity/find-evidence.js';
import { callOptionNames, requireBoolean, requireCallOptions, requireCount } from '../core/shared/arguments.js';
import type { OptionChecks } from '../core/shared/arguments.js';

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
function failedResource(entry: ResourceEntry, error: KubeError): CensusFailure {
  const resource = groupVersionResourceOf(entry);
  return Object.freeze({ message: `${formatGroupVersionResource(resource)}: ${error.message}`, resource, error });
}

/** Makes the failure for a part of the server that is not in the catalog. */
function unreadPart(unread: CatalogFailure): CensusFailure {
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
  const { verbs = [], scope, group, namespace, endpoints } = filter;
  const requested = endpoints && new Set(endpoints.map(resourceKey));
  const fits = (entry: ResourceEntry): boolean =>
    (namespace === undefined || entry.scope === 'Namespaced') &&
    (group === undefined || entry.group === group) &&
    (requested === undefined || requested.has(resourceKey(entry)));
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

/**
 * How a set was counted: `list`, the whole list was in the answer; `remainingItemCount`, the server's number next to
 * the first object, which need not be exact; `pages`, all pages were read.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/list-meta/
 */
export type CountMethod = 'list' | 'remainingItemCount' | 'pages';

/** The number of objects in one set. */
export interface CountedSet {
  /** The endpoint through which they were counted. */
  readonly resource: GroupVersionResource;
  /** The kind of the objects. */
  readonly kind: string;
  /** Whether the objects are in namespaces. */
  readonly scope: Scope;
  /** The number of objects. */
  readonly count: number;
  /** How they were counted. */
  readonly by: CountMethod;
  /** Other endpoints of the same objects, which are not counted again. */
  readonly alsoServedAt: readonly GroupVersionResource[];
}

/** How many objects a server has, each counted once. */
export interface Count {
  /** The number of objects in all sets. */
  readonly total: number;
  /** Whether everything that was requested could be counted. */
  readonly complete: boolean;
  /** Sorted by the rank of their endpoints; includes empty sets. */
  readonly sets: readonly CountedSet[];
  /**
   * Lists of endpoints with the same plural that may serve the same objects, because there is no evidence. They are
   * counted separately, so the total may be too large.
   */
  readonly unsettled: readonly (readonly GroupVersionResource[])[];
  /** What could not be counted, and why. */
  readonly failures: readonly CensusFailure[];
  /** The deprecated endpoints that were not asked, by `deprecated: false`. */
  readonly leftOut: readonly GroupVersionResource[];
}

/** The progress of a count. */
export interface CountProgress {
  /** Sets that are done, including failed ones. */
  readonly done: number;
  /** All sets, done or not. */
  readonly of: number;
  /** Objects so far. */
  readonly total: number;
}

/**
 * Counts each set through its endpoint. Without evidence either way, two sets are one if their first objects have the
 * same uid, which costs no further request.
 */
export async function countObjects(
  metadata: Pick<MetadataReader, 'pages'>,
  sets: readonly ObjectSet[],
  unread: readonly CatalogFailure[],
  { concurrency = 10, onProgress, ...options }: CountOptions,
): Promise<Omit<Count, 'leftOut'>> {
  let done = 0;
  let total = 0;
  const results = await mapLimit(sets, concurrency, async (set) => {
    const result = await countSet(metadata, set, options);
    done += 1;
    if ('count' in result) total += result.count;
    const told: unknown = onProgress?.({ done, of: sets.length, total });
    await told;
    return result;
  });
  const failures = [...results.flatMap((each) => ('count' in each ? [] : each)), ...unread.map(unreadPart)];
  // A set in doubt is the same as another one whose first object it has.
  const isAlone = ({ set, firstUID }: Counted): boolean => set.doubt === undefined || firstUID === '';
  const counted = results.flatMap((each) => ('count' in each ? each : []));
  const distinct = [...groupBy(counted, (each) => (isAlone(each) ? each : each.firstUID)).values()];
  const inDoubt = groupBy(distinct, ([{ set }]) => set.doubt);
  inDoubt.delete(undefined);
  const several = [...inDoubt.values()].filter((list) => list.length > 1);
  return {
    total: distinct.reduce((sum, [{ count }]) => sum + count, 0),
    complete: failures.length === 0,
    sets: Object.freeze(distinct.map(asData)),
    unsettled: Object.freeze(
      several.map((list) => Object.freeze(list.map(([{ set }]) => groupVersionResourceOf(set.entry)))),
    ),
    failures: Object.freeze(failures),
  };
}

/** A set that could be counted. */
interface Counted {
  readonly set: ObjectSet;
  readonly count: number;
  readonly by: CountMethod;
  /** The uid of the first object; empty if there is none. */
  readonly firstUID: string;
}

function asData([{ set, count, by }, ...same]: readonly [Counted, ...Counted[]]): CountedSet {
  const { kind, scope } = set.entry;
  const others = [...set.others, ...same.flatMap((each) => [each.set.entry, ...each.set.others])];
  const alsoServedAt = Object.freeze(others.map(groupVersionResourceOf));
  return Object.freeze({ resource: groupVersionResourceOf(set.entry), kind, scope, count, by, alsoServedAt });
}

const pageSize = 500;

/** Counts with one request if the server says how many objects follow the first; otherwise page by page. */
async function countSet(
  metadata: Pick<MetadataReader, 'pages'>,
  set: ObjectSet,
  { namespace, labelSelector, fieldSelector, signal, timeoutMs }: CensusOptions,
): Promise<Counted | CensusFailure> {
  const question = { mapping: mappingOf(set.entry), namespace, labelSelector, fieldSelector };
  // With a selector, no server says how many follow.
  const firstLimit = labelSelector || fieldSelector ? pageSize : 1;
  const paging = { signal, timeoutMs, limit: pageSize, firstLimit, expired: 'continue' } as const;
  let count = 0;
  let pages = 0;
  let firstUID = '';
  for await (const step of metadata.pages(question, paging)) {
    if (step.state === 'unknown') return failedResource(set.entry, step.error);
    if (step.state === 'again') {
      [count, pages] = [0, 0];
      continue;
    }
    if (pages === 0) firstUID = step.items[0]?.metadata.uid ?? '';
    pages += 1;
    count += step.items.length;
    if (step.more && step.remaining !== undefined) {
      return { set, count: count + step.remaining, by: 'remainingItemCount', firstUID };
    }
  }
  return { set, count, by: pages === 1 ? 'list' : 'pages', firstUID };
}

/**
 * All reachable objects were visited, but some parts of the server could not be read. Thrown at the end, so that a part
 * is not mistaken for the whole; if the options have `onFailure`, that is called with the failures instead.
 */
export class IncompleteCensusError extends KubeError {
  static override readonly brand = 'IncompleteCensusError';
  readonly code = 'incomplete-census' as const;
  /** What could not be visited, and why. */
  readonly failures: readonly CensusFailure[];

  constructor(failures: readonly CensusFailure[]) {
    const [first, ...others] = failures;
    const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
    super(`Not everything could be visited: ${first?.message ?? 'unknown reason'}${rest}`);
    this.failures = Object.freeze([...failures]);
  }
}

/**
 * The metadata of an object, and the endpoint through which it was found, for `client.resource`.
 *
 * @typeParam Item the metadata, by the option `managedFields`
 */
export type VisitedObject<Item = Served<PartialObjectMetadata>> = Item & {
  /** The endpoint at which it was listed. */
  resource: GroupVersionResource;
};

/**
 * Yields every object of the sets, set by set, page by page. Keeps only the current page, and the uids of sets without
 * evidence either way, so that an object in two of them comes once.
 */
export async function* visitObjects<Item extends ReadMetadata>(
  metadata: Pick<MetadataReader<Item>, 'pages'>,
  sets: readonly ObjectSet[],
  unread: readonly CatalogFailure[],
  { onFailure, limit = 500, namespace, labelSelector, fieldSelector, signal, timeoutMs }: VisitOptions,
): AsyncGenerator<VisitedObject<Item>, void, undefined> {
  const failures: CensusFailure[] = [];
  const report: (failure: CensusFailure) => unknown = onFailure ?? ((failure) => failures.push(failure));
  /** The uids of sets in doubt. An object without a uid counts as new. */
  const seen = new Set<string>();

  for (const set of sets) {
    const endpoint = groupVersionResourceOf(set.entry);
    const question = { mapping: mappingOf(set.entry), namespace, labelSelector, fieldSelector };
    for await (const step of metadata.pages(question, { signal, timeoutMs, limit, expired: 'continue' })) {
      if (step.state === 'unknown') await report(failedResource(set.entry, step.error));
      if (step.state !== 'page') continue;
      for (const item of step.items) {
        signal?.throwIfAborted();
        const { uid = '' } = item.metadata;
        const isKnown = seen.has(uid);
        if (set.doubt !== undefined && uid !== '') seen.add(uid);
        if (set.doubt === undefined || !isKnown) yield { ...item, resource: endpoint };
      }
    }
  }
  for (const failure of unread) await report(unreadPart(failure));
  if (failures.length > 0) throw new IncompleteCensusError(failures);
}

/** Which objects to include; an option that is left out does not restrict. `timeoutMs` applies to each request. */
export interface CensusOptions extends CallOptions, EvidenceChoice, SetFilter {
  /** Names as `client.resolveAll` takes them, each a list of types: `['deploy,sts', 'events']`. @default all */
  readonly resources?: readonly string[] | undefined;
  /**
   * False leaves out what is deprecated and only served there, unless `resources` name it: each request of it raises the
   * server's metric `apiserver_requested_deprecated_apis`. See `leftOut` of a count.
   * @default true
   */
  readonly deprecated?: boolean | undefined;
  /** Only objects with these labels: `app=front,tier!=db`. @default all */
  readonly labelSelector?: string | undefined;
  /** Only objects with these fields; every included resource must support them, as for `metadata.name`. @default all */
  readonly fieldSelector?: string | undefined;
}

/** Options of {@link Census.count}. */
export interface CountOptions extends CensusOptions {
  /** The maximum number of requests in flight. @default 10 */
  readonly concurrency?: number | undefined;
  /** Called after each set of objects. @default nothing is called */
  readonly onProgress?: ((progress: CountProgress) => void) | undefined;
}

/** Options of {@link Census.objects}. */
export interface VisitOptions<ManagedFields extends boolean = boolean> extends CensusOptions {
  /** Objects per page, which is also how many are held in memory. @default 500 */
  readonly limit?: number | undefined;
  /**
   * Whether to include `metadata.managedFields`, as in `as('PartialObjectMetadata', { managedFields })`.
   * @default false
   */
  readonly managedFields?: ManagedFields | undefined;
  /**
   * Called for anything that could not be visited. Without it, the iteration throws `IncompleteCensusError` at the end.
   * @default none: the iteration throws at its end
   */
  readonly onFailure?: ((failure: CensusFailure) => void) | undefined;
}

/**
 * Counts or visits every object of the server once, no matter how many endpoints serve it. Sets of objects are
 * identified as by `createIdentity`; without evidence either way, uids decide.
 *
 * @throws InvalidArgumentError, by both methods, for options that can never work; NoMatchError or GroupUnavailableError
 * for `resources` as `client.resolveAll`; DiscoveryError if nothing could be learned about the server;
 * ClientClosedError; the signal's reason after an abort; any error from getting credentials
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export interface Census {
  /**
   * Counts objects, each set once: with one request for each set on servers that say how many objects follow the first.
   * Only metadata is requested. What cannot be counted is listed in `failures` and does not throw.
   *
   * @throws as described for {@link Census}; a set that cannot be counted is no error
   */
  count(options?: CountOptions): Promise<Count>;
  /**
   * Yields every object once, as metadata with its endpoint, for example for a migrator. Each page is requested only
   * when its first object is needed; each iteration starts over. Objects that are created or deleted meanwhile may or
   * may not be included.
   *
   * If the state of the first page expires (410), the list continues after the last page with the current state; since
   * lists are sorted by namespace and name, no object comes twice.
   *
   * @throws IncompleteCensusError at the end, if something could not be visited and there is no `onFailure`
   */
  objects<ManagedFields extends boolean = false>(
    options?: VisitOptions<ManagedFields>,
  ): AsyncIterable<VisitedObject<MetadataBy<ManagedFields>>>;
}

/**
 * Makes the {@link Census} of a client: to count or visit all objects. For the objects of one resource, use `pages()`
 * or `items()` of its handle.
 *
 * @throws InvalidArgumentError for anything but a client
 * @example
 * const census = createCensus(client);
 * const { total, complete } = await census.count({ namespace: 'shop' });
 * for await (const object of census.objects({ resources: ['deploy,sts'] })) console.log(object.metadata.name);
 * console.log(total, complete);
 */
export function createCensus(client: Client): Census {
  const metadata = createMetadataReader(client);

  /** Returns the sets to include, and the parts of the server that cannot be known. */
  async function plan({ resources, evidence, deprecated = true, ...filter }: CensusOptions) {
    const { signal, group, verbs = [] } = filter;
    const named = resources && (await client.resolveAll(resources, { verbs: ['list', ...verbs], signal }));
    const endpoints = named?.resolutions.map(({ mapping }) => mapping.resource);
    const catalog = await client.discovery.catalog({ signal });
    const found = await findEvidence(client, catalog, { evidence, signal }, { verbs: ['list'] });
    const all = chooseSets(catalog, { ...filter, endpoints }, { evidence: found.evidence });
    const isLeftOut = ({ entry }: ObjectSet): boolean => !deprecated && !resources && isDeprecatedResource(entry);
    const unread = named?.unread ?? catalog.failures;
    return {
      sets: all.filter((set) => !isLeftOut(set)),
      leftOut: all.filter(isLeftOut).map(({ entry }) => groupVersionResourceOf(entry)),
      /** Those that may hide requested objects. */
      unread: group === undefined ? unread : unread.filter((failure) => mayHide(failure, { group })),
    };
  }

  return Object.freeze<Census>({
    async count(options = {}) {
      requireCallOptions(options, countChecks, client);
      const { sets, leftOut, unread } = await plan(options);
      const count = await countObjects(metadata, sets, unread, options);
      return Object.freeze<Count>({ ...count, leftOut: Object.freeze(leftOut) });
    },
    objects: <ManagedFields extends boolean>(options: VisitOptions<ManagedFields> = {}) => ({
      async *[Symbol.asyncIterator]() {
        requireCallOptions<VisitOptions>(options, visitChecks, client);
        const { managedFields } = options;
        const { sets, unread } = await plan(options);
        const reader = createMetadataReader(client, { managedFields });
        yield* visitObjects(reader, sets, unread, options);
      },
    }),
  });
}

const checks: OptionChecks<CensusOptions> = {
  ...callOptionNames,
  evidence: true,
  deprecated: requireBoolean,
  verbs: true,
  scope: true,
  group: true,
  namespace: true,
  resources: true,
  labelSelector: true,
  fieldSelector: true,
};
const countChecks: OptionChecks<CountOptions> = { ...checks, concurrency: requireCount, onProgress: true };
const visitChecks: OptionChecks<VisitOptions> = {
  ...checks,
  limit: requireCount,
  managedFields: true,
  onFailure: true,
};
