import type { ResourceEntry } from '../../core/catalog/entries.js';
import type { Client } from '../../core/client.js';
import type { FollowOptions, FollowedItem, InformedItem } from '../follow.js';
import type { Subject } from '../../core/mapper/subject.js';
import {
  groupVersionResourceOf,
  resourceKey,
  sameResource,
  type GroupVersionResource,
} from '../../core/model/group-version-resource.js';
import { mappingOf, type RESTMapping } from '../../core/model/rest-mapping.js';
import type { DeepReadonly } from '../../core/model/deep-readonly.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import type { MetadataBy } from '../../core/representation/partial-object-metadata.js';
import type { Served, WireObject } from '../../core/representation/shapes.js';
import type { TableRow } from '../../core/representation/table/table.js';
import { abortWith, onAbort } from '../../core/shared/abort.js';
import {
  requireBoolean,
  requireClient,
  requireCount,
  requireKnownOptions,
  requireMethods,
  requireText,
  type OptionChecks,
} from '../../core/shared/arguments.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { InformerPoolFullError } from '../errors.js';
import { inForm, type FormChoice } from './informed-handle.js';
import { requireInformerOptions, type Informer, type InformerOptions } from './informer.js';
import { startInformerCore, type InformerCore } from './informer-core.js';
import { createInformerShare } from './informer-share.js';
import { waitForResource } from '../wait-for-resource.js';

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

/** Options of {@link createInformerPool}, which all its informers share. */
export interface InformerPoolOptions extends Pick<
  FollowOptions<unknown>,
  'limit' | 'idleTimeoutMs' | 'pollIntervalMs' | 'denialLimitMs' | 'clock'
> {
  /**
   * Finds the endpoints that serve the same objects: `createIdentity(client)`. Metadata is then shared among them, and
   * `aliases`, `unsettled` and `overlaps()` report them. `{ aliasesOf: (resource, options) =>
   * identity.aliasesOf(resource, { ...options, probe: true }) }` chooses the evidence.
   * @default none: each endpoint has its own informers
   */
  readonly identity?: AliasFinder | undefined;
  /**
   * One informer for each set of objects, whichever of its endpoints is requested: in the preferred version of the
   * first group that serves it, so that nothing is handled twice. Requires `identity`.
   * @default false
   */
  readonly distinct?: boolean | undefined;
  /** The maximum number of informers at a time, however many users share them. @default 500 */
  readonly maxInformers?: number | undefined;
}

/** Options of {@link InformerPool.acquire}. The signal releases the share. */
export type PooledInformerOptions<Item, ManagedFields extends boolean = boolean> = Omit<
  InformerOptions<Item, ManagedFields>,
  keyof InformerPoolOptions
>;

/**
 * One user's share of an informer: listeners, readers and indexes are its own; the objects and the watch are shared.
 */
export interface PooledInformer<Item> extends Informer<Item> {
  /**
   * The other endpoints that serve the same objects: another version, or events in another group. Empty without the
   * option `identity`.
   */
  readonly aliases: readonly GroupVersionResource[];
  /** Endpoints that may serve the same objects; no evidence shows whether they do. Empty without the option `identity`. */
  readonly unsettled: readonly GroupVersionResource[];
  /** Releases the share. The watch ends with the last share. */
  close(): void;
}

/** Two endpoints that serve the same objects, and are both followed. */
export type InformerOverlap = readonly [GroupVersionResource, GroupVersionResource];

/** A pool of informers, shared by all users that need the same objects. */
export interface InformerPool {
  /** The number of informers: each is one watch, however many users share it. */
  readonly size: number;
  /**
   * Returns a share of the informer for these objects, and starts the informer if there is none yet. Requests share an
   * informer if they lead to the same endpoint in the same form, with the same managedFields choice, namespace,
   * selectors, `filter` and `transform` (the same functions). Metadata is shared among all endpoints that serve the
   * objects. An informer that has ended is never returned again: the next request starts a new one.
   *
   * @throws InvalidArgumentError; InformerPoolFullError; as `client.resolve`; the signal's reason after an abort. Later
   *   errors of the informer reject its `synced` and `ended`
   */
  acquire<ManagedFields extends boolean = false>(
    subject: Subject,
    options: PooledInformerOptions<MetadataBy<ManagedFields>, ManagedFields> & {
      readonly as: 'PartialObjectMetadata';
    },
  ): Promise<PooledInformer<DeepReadonly<MetadataBy<ManagedFields>>>>;
  /** Rows as the server prints them. */
  acquire<ManagedFields extends boolean = false>(
    subject: Subject,
    options: PooledInformerOptions<TableRow<MetadataBy<ManagedFields>>, ManagedFields> & { readonly as: 'Table' },
  ): Promise<PooledInformer<DeepReadonly<TableRow<MetadataBy<ManagedFields>>>>>;
  /**
   * Whole objects.
   *
   * @typeParam T the type of the objects, if you have one, as for `createInformer`
   */
  acquire<T extends WireObject = KubeObject, ManagedFields extends boolean = false>(
    subject: Subject,
    options?: PooledInformerOptions<FollowedItem<Served<T>, ManagedFields>, ManagedFields>,
  ): Promise<PooledInformer<InformedItem<Served<T>, ManagedFields>>>;
  /** Whole objects with `managedFields`, where the type is given. */
  acquire<T extends WireObject>(
    subject: Subject,
    options: PooledInformerOptions<Served<T>> & { readonly managedFields: boolean },
  ): Promise<PooledInformer<DeepReadonly<Served<T>>>>;
  /** Returns pairs of endpoints that serve the same objects and are both followed. None with `distinct`. */
  overlaps(): readonly InformerOverlap[];
  /** Ends all informers; `acquire` rejects from then on. */
  close(): void;
}

/** The endpoints of the objects that a name leads to. */
interface PoolEndpoints {
  /** The endpoint that a new informer follows. */
  readonly mapping: RESTMapping;
  /** All endpoints that serve the objects, the best first. */
  readonly set: readonly GroupVersionResource[];
  /** Endpoints that may serve the objects too, without evidence. */
  readonly unsettled: readonly GroupVersionResource[];
  /** The keys of the endpoints whose informer will do. */
  readonly suits: ReadonlySet<string>;
}

/** One informer of a pool. */
interface Entry {
  readonly form: readonly unknown[];
  readonly namespace: string | undefined;
  readonly core: InformerCore<unknown>;
  /** The keys of all endpoints of its set. */
  readonly set: ReadonlySet<string>;
  shares: number;
}

const checks: OptionChecks<InformerPoolOptions> = {
  distinct: requireBoolean,
  maxInformers: requireCount,
  identity: (option, value) => requireMethods(option, value, ['aliasesOf']),
  limit: true,
  idleTimeoutMs: true,
  pollIntervalMs: true,
  denialLimitMs: true,
  clock: true,
};

/**
 * Creates an empty {@link InformerPool}: for programs with several parts that need the same objects. Objects are kept
 * and watched once. An informer ends when its last user closes its share.
 *
 * @throws InvalidArgumentError for invalid options
 * @example
 * const pool = createInformerPool(client);
 * const pods = await pool.acquire('pods', { as: 'PartialObjectMetadata' });
 * await pods.synced;
 * pods.close(); // the watch ends with the last share
 */
export function createInformerPool(client: Client, options: InformerPoolOptions = {}): InformerPool {
  requireClient(client);
  const { distinct = false, maxInformers = 500, identity, ...following } = requireKnownOptions(options, checks);
  if (distinct && identity === undefined) throw new InvalidArgumentError('distinct', 'requires the option identity');
  const entries = new Set<Entry>();
  const shares = new Set<Informer<unknown>>();
  const ending = new AbortController();

  /** Finds the endpoint of a name, and the endpoints that serve the same objects. */
  const findEndpoints = async (
    subject: Subject,
    anyOfTheSet: boolean,
    timeoutMs: number | undefined,
    signal: AbortSignal,
  ): Promise<PoolEndpoints> => {
    const handle =
      timeoutMs === undefined
        ? client.resource(subject, { verbs: ['list'] })
        : await waitForResource(client, requireText('subject', subject), { signal, timeoutMs, clock: following.clock });
    const mapping = await handle.mapping({ signal });
    const { endpoints, unknown } = (await identity?.aliasesOf(mapping.resource, { signal })) ?? noAliases;
    const listed = endpoints.filter(({ verbs, kind }) => verbs.includes('list') && kind !== '');
    const best = anyOfTheSet ? bestOf(listed) : undefined;
    const suits = anyOfTheSet ? [mapping.resource, ...listed] : [mapping.resource];
    return {
      mapping: best === undefined ? mapping : mappingOf(best),
      set: listed.map(groupVersionResourceOf),
      unsettled: unknown.map(groupVersionResourceOf),
      suits: new Set(suits.map(resourceKey)),
    };
  };

  const find = ({ suits }: PoolEndpoints, form: readonly unknown[]): Entry | undefined =>
    [...entries].find(({ form: known, core }) => {
      const { endpoint } = core.status;
      return known.every((each, index) => each === form[index]) && endpoint && suits.has(resourceKey(endpoint));
    });

  const start = (
    endpoints: PoolEndpoints,
    form: readonly unknown[],
    choice: PooledInformerOptions<unknown> & FormChoice,
  ): Entry => {
    if (entries.size >= maxInformers) throw new InformerPoolFullError(maxInformers);
    const core = startInformerCore<unknown>(client, inForm(client.handle(endpoints.mapping), choice), {
      ...{ ...following, ...choice },
      ...{ endpoint: endpoints.mapping.resource, signal: undefined },
    });
    const entry = { form, namespace: choice.namespace, core, set: new Set(endpoints.set.map(resourceKey)), shares: 0 };
    entries.add(entry);
    onAbort(core.signal, () => entries.delete(entry));
    return entry;
  };

  const share = (
    entry: Entry,
    endpoints: PoolEndpoints,
    choice: PooledInformerOptions<unknown>,
  ): PooledInformer<unknown> => {
    const { core } = entry;
    const { indexes, onListenerError, signal } = choice;
    entry.shares += 1;
    const leave = (): Promise<void> | undefined => {
      shares.delete(own);
      entry.shares -= 1;
      if (entry.shares > 0) return undefined;
      core.end(new DOMException('the informer is no longer needed', 'AbortError'));
      return core.over;
    };
    const own: Informer<unknown> = createInformerShare(core, { indexes, onListenerError, signal }, leave);
    shares.add(own);
    const { endpoint } = core.status;
    return Object.assign(own, {
      aliases: endpoints.set.filter((each) => endpoint === undefined || !sameResource(each, endpoint)),
      unsettled: endpoints.unsettled,
    });
  };

  const acquire = async (
    subject: Subject,
    given: PooledInformerOptions<unknown> & FormChoice = {},
  ): Promise<PooledInformer<unknown>> => {
    const choice = requireInformerOptions(given, true);
    const form = formOf(choice);
    const anyOfTheSet = distinct || choice.as === 'PartialObjectMetadata';
    const within = new AbortController();
    const leave = abortWith(within, [choice.signal, ending.signal, client.signal]);
    within.signal.throwIfAborted();
    const endpoints = await findEndpoints(subject, anyOfTheSet, choice.waitForResourceMs, within.signal).finally(leave);
    // No await from here on, so nothing can happen in between.
    within.signal.throwIfAborted();
    return share(find(endpoints, form) ?? start(endpoints, form, choice), endpoints, choice);
  };

  return {
    get size() {
      return entries.size;
    },
    acquire: acquire as InformerPool['acquire'],
    overlaps: () => overlapsAmong([...entries]),
    close() {
      ending.abort(new DOMException('the pool was closed', 'AbortError'));
      for (const each of [...shares]) each.close();
    },
  };
}

const noAliases = { endpoints: [], unknown: [] } as const;

function overlapsAmong(entries: readonly Entry[]): readonly InformerOverlap[] {
  const found = new Map<string, InformerOverlap>();
  for (const [index, { core: one, namespace }] of entries.entries()) {
    for (const { core: other, namespace: otherNamespace, set } of entries.slice(index + 1)) {
      const [a, b] = [one.status.endpoint, other.status.endpoint];
      if (a === undefined || b === undefined || sameResource(a, b) || !set.has(resourceKey(a))) continue;
      if (namespace !== undefined && otherNamespace !== undefined && namespace !== otherNamespace) continue;
      const key = [a, b].map(resourceKey).sort().join();
      found.set(key, [a, b]);
    }
  }
  return [...found.values()];
}

/** Returns what decides which objects of its endpoint an informer holds, and in which form. */
function formOf(choice: PooledInformerOptions<unknown> & FormChoice): readonly unknown[] {
  const { as, managedFields = false, namespace, shard, filter, transform } = choice;
  const { labelSelector = '', fieldSelector = '' } = choice;
  return [as, managedFields, namespace, labelSelector, fieldSelector, shard?.text, filter, transform];
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
