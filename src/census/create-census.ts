import { mayHide, type CatalogFailure } from '../core/catalog/failures.js';
import type { Client } from '../core/client.js';
import { findEvidence, type EvidenceChoice } from '../identity/find-evidence.js';
import { isDeprecatedResource } from '../core/model/deprecated-resources.js';
import { groupVersionResourceOf, type GroupVersionResource } from '../core/model/group-version-resource.js';
import { createMetadataReader } from '../core/metadata/create-metadata-reader.js';
import type { MetadataBy } from '../core/representation/partial-object-metadata.js';
import type { CallOptions } from '../core/resource/options.js';
import { requireBoolean, requireCallOptions, requireCount, type OptionChecks } from '../core/shared/arguments.js';
import { type CensusFailure, chooseSets, type ObjectSet, type SetFilter, type SetQuestion } from './choose-sets.js';
import { countObjects, type Count, type CountProgress } from './count-objects.js';
import { visitObjects, type VisitedObject } from './visit-objects.js';

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

/** The sets that a census includes, and the parts of the server that it cannot know. */
interface Plan {
  readonly sets: readonly ObjectSet[];
  readonly leftOut: readonly GroupVersionResource[];
  readonly unread: readonly CatalogFailure[];
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

  async function plan({ resources, evidence, deprecated = true, ...filter }: CensusOptions): Promise<Plan> {
    const { signal, verbs = [] } = filter;
    const needed = ['list', ...verbs];
    const named = resources && (await client.resolveAll(resources, { verbs: needed, signal }));
    const endpoints = named?.resolutions.map(({ mapping }) => mapping.resource);
    const catalog = await client.discovery.catalog({ signal });
    const found = await findEvidence(client, catalog, { evidence, signal }, { verbs: ['list'] });
    const all = chooseSets(catalog, { ...filter, endpoints }, { evidence: found.evidence });
    const isLeftOut = ({ entry }: ObjectSet): boolean => !deprecated && !resources && isDeprecatedResource(entry);
    return {
      sets: all.filter((set) => !isLeftOut(set)),
      leftOut: all.filter(isLeftOut).map(({ entry }) => groupVersionResourceOf(entry)),
      unread: unreadFor(named?.unread ?? catalog.failures, filter.group),
    };
  }

  return Object.freeze<Census>({
    async count(options = {}) {
      const { concurrency = 10, onProgress } = requireCallOptions(options, countChecks, client);
      const { sets, leftOut, unread } = await plan(options);
      const count = await countObjects(metadata, sets, unread, { ...questionOf(options), concurrency, onProgress });
      return Object.freeze<Count>({ ...count, leftOut: Object.freeze(leftOut) });
    },
    objects: <ManagedFields extends boolean>(options: VisitOptions<ManagedFields> = {}) => ({
      async *[Symbol.asyncIterator]() {
        const {
          limit = 500,
          onFailure,
          managedFields,
        } = requireCallOptions(options, visitChecks<ManagedFields>(), client);
        const { sets, unread } = await plan(options);
        const reader = createMetadataReader(client, { managedFields });
        yield* visitObjects(reader, sets, unread, { ...questionOf(options), limit, onFailure });
      },
    }),
  });
}

const checks: OptionChecks<CensusOptions> = {
  signal: true,
  timeoutMs: true,
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
const visitChecks = <ManagedFields extends boolean>(): OptionChecks<VisitOptions<ManagedFields>> => ({
  ...checks,
  limit: requireCount,
  managedFields: true,
  onFailure: true,
});

function questionOf({ namespace, labelSelector, fieldSelector, signal, timeoutMs }: CensusOptions): SetQuestion {
  return { namespace, labelSelector, fieldSelector, signal, timeoutMs };
}

/** Returns the failures that may hide requested objects. */
function unreadFor(unread: readonly CatalogFailure[], group: string | undefined): readonly CatalogFailure[] {
  return group === undefined ? unread : unread.filter((failure) => mayHide(failure, { group }));
}
