import type { ResourceEntry } from '../../core/catalog/entries.js';
import type { Client } from '../../core/client.js';
import { waitForResource } from '../wait-for-resource.js';
import type { Subject } from '../../core/mapper/subject.js';
import {
  groupVersionResourceOf,
  resourceKey,
  type GroupVersionResource,
} from '../../core/model/group-version-resource.js';
import type { RESTMapping } from '../../core/model/rest-mapping.js';
import { requireText } from '../../core/shared/arguments.js';
import type { Clock } from '../../core/shared/clock.js';

/** The endpoints of the objects that a name leads to. */
export interface PoolEndpoints {
  /** The endpoint that a new informer follows. */
  readonly mapping: RESTMapping;
  /** All endpoints that serve the objects, the best first. */
  readonly set: readonly GroupVersionResource[];
  /** Endpoints that may serve the objects too, without evidence. */
  readonly unsettled: readonly GroupVersionResource[];
  /** The keys of the endpoints whose informer will do. */
  readonly suits: ReadonlySet<string>;
}

/** Finds the endpoints that serve the same objects as one: `createIdentity(client)`, or your own. */
export interface AliasFinder {
  /**
   * Returns the endpoints that are known to serve the same objects, itself included, and those for which this is
   * unknown.
   *
   * @throws what `acquire` then rejects with
   */
  aliasesOf(
    resource: GroupVersionResource,
    options: { readonly signal?: AbortSignal | undefined },
  ): Promise<{ readonly endpoints: readonly ResourceEntry[]; readonly unknown: readonly ResourceEntry[] }>;
}

/** Options of {@link findEndpoints}. */
export interface EndpointsChoice {
  readonly identity: AliasFinder | undefined;
  /** Whether any endpoint of the set will do. */
  readonly anyOfTheSet: boolean;
  readonly waitForResourceMs: number | undefined;
  readonly clock: Clock | undefined;
  readonly signal: AbortSignal | undefined;
}

const noAliases = { endpoints: [], unknown: [] } as const;

/** Finds the endpoint of a name, and the endpoints that serve the same objects. */
export async function findEndpoints(client: Client, subject: Subject, choice: EndpointsChoice): Promise<PoolEndpoints> {
  const { anyOfTheSet, waitForResourceMs: timeoutMs, clock, signal, identity } = choice;
  const handle =
    timeoutMs === undefined
      ? client.resource(subject, { verbs: ['list'] })
      : await waitForResource(client, requireText('subject', subject), { signal, timeoutMs, clock });
  const mapping = await handle.mapping({ signal });
  const { endpoints, unknown } = (await identity?.aliasesOf(mapping.resource, { signal })) ?? noAliases;
  const listed = endpoints.filter(({ verbs, kind }) => verbs.includes('list') && kind !== '');
  const best = anyOfTheSet ? bestOf(listed) : undefined;
  const suits = anyOfTheSet ? [mapping.resource, ...listed] : [mapping.resource];
  return {
    mapping: best === undefined ? mapping : mappingOfEntry(best),
    set: listed.map(groupVersionResourceOf),
    unsettled: unknown.map(groupVersionResourceOf),
    suits: new Set(suits.map(resourceKey)),
  };
}

/**
 * Returns the first entry that can be watched and is not stale, in catalog order, where the preferred version comes
 * first.
 */
function bestOf(entries: readonly ResourceEntry[]): ResourceEntry | undefined {
  const watched = entries.filter(({ verbs }) => verbs.includes('watch'));
  const [first] = watched.length > 0 ? watched : entries;
  return watched.find(({ freshness }) => freshness === 'Current') ?? first;
}

function mappingOfEntry(entry: ResourceEntry): RESTMapping {
  const { group, version, kind, scope } = entry;
  return { resource: groupVersionResourceOf(entry), kind: { group, version, kind }, scope };
}
