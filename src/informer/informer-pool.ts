import type { Client } from '../client.js';
import type { FollowOptions } from '../follow/follow.js';
import type { IdentityCallOptions } from '../identity/create-identity.js';
import type { Subject } from '../mapper/subject.js';
import { resourceKey, sameResource, type GroupVersionResource } from '../model/group-version-resource.js';
import type { DeepReadonly } from '../model/deep-readonly.js';
import type { KubeObject } from '../model/kube-object.js';
import type { MetadataShapes } from '../representation/partial-object-metadata.js';
import type { Served, WireObject } from '../representation/shapes.js';
import type { RowObjects, TableRow } from '../representation/table/table.js';
import { onAbort } from '../shared/abort.js';
import { requireBoolean, requireCount, requireObject } from '../shared/arguments.js';
import { InformerPoolFullError } from './errors.js';
import { inForm, type FormChoice } from './informed-handle.js';
import type { Informer, InformerOptions } from './informer.js';
import { requireInformerOptions } from './informer-arguments.js';
import { startInformerCore, type InformerCore } from './informer-core.js';
import { createInformerFace } from './informer-face.js';
import { createFormKeys } from './form-key.js';
import { findPlace, type PoolPlace } from './pool-place.js';

/** What all informers of a pool have in common. */
export interface InformerPoolOptions
  extends
    Pick<FollowOptions<unknown>, 'limit' | 'idleTimeoutMs' | 'pollIntervalMs' | 'denialLimitMs' | 'clock'>,
    Pick<IdentityCallOptions, 'evidence' | 'probe' | 'cohabitation'> {
  /**
   * One informer for each set of objects, whichever of its endpoints is asked for: in the preferred version of the first group
   * that serves it, so that nothing is handled twice. Otherwise only metadata is shared among the endpoints of a set.
   * @default false
   */
  readonly distinct?: boolean | undefined;
  /** How many informers there may be at a time, however many share them. @default 500 */
  readonly maxInformers?: number | undefined;
}

/** What one user of a pool asks for. The signal gives the share up again. */
export type PooledInformerOptions<Item> = Pick<
  InformerOptions<Item>,
  | 'signal'
  | 'namespace'
  | 'labelSelector'
  | 'fieldSelector'
  | 'managedFields'
  | 'filter'
  | 'transform'
  | 'indexes'
  | 'onListenerError'
  | 'waitForResourceMs'
>;

/** One user's share of an informer: listeners, readers and indexes are his own, objects and watch are everybody's. */
export interface PooledInformer<Item> extends Informer<Item> {
  /** The other endpoints that serve the same objects: another version, or events in another group. */
  readonly aliases: readonly GroupVersionResource[];
  /** Endpoints that may serve the same objects; nothing shows whether they do. */
  readonly unsettled: readonly GroupVersionResource[];
  /** Gives the share up. With the last one the watch ends. */
  close(): void;
}

/** Two endpoints that serve the same objects, and are both followed. */
export type InformerOverlap = readonly [GroupVersionResource, GroupVersionResource];

/** Informers that are shared by all who need the same objects. */
export interface InformerPool {
  /** How many informers there are: each is one watch, however many share it. */
  readonly size: number;
  /**
   * A share of the informer for these objects, which begins if there is none yet. Shared is what leads to the same endpoint in the
   * same form, with the same namespace, selectors, `filter` and `transform` (the same functions). Metadata is shared among all
   * endpoints that serve the objects. An informer that has ended is not handed out again: the next one begins anew.
   *
   * @throws InvalidArgumentError; InformerPoolFullError; as `client.resolve`; the signal's reason after an abort. What befalls the
   *   informer later rejects its `synced` and `ended`
   */
  acquire(
    subject: Subject,
    options: PooledInformerOptions<MetadataShapes['item']> & { readonly as: 'PartialObjectMetadata' },
  ): Promise<PooledInformer<DeepReadonly<MetadataShapes['item']>>>;
  /** Rows as the server prints them. */
  acquire(
    subject: Subject,
    options: PooledInformerOptions<TableRow<RowObjects['Metadata']>> & { readonly as: 'Table' },
  ): Promise<PooledInformer<DeepReadonly<TableRow<RowObjects['Metadata']>>>>;
  /**
   * Whole objects.
   *
   * @typeParam T their type, for those who have one, as of `createInformer`
   */
  acquire<T extends WireObject = KubeObject>(
    subject: Subject,
    options?: PooledInformerOptions<Served<T>>,
  ): Promise<PooledInformer<DeepReadonly<Served<T>>>>;
  /** Where objects are handled twice at the moment, since several of their endpoints are followed. None with `distinct`. */
  overlaps(): readonly InformerOverlap[];
  /** Ends all of them; `acquire` rejects from then on. */
  close(): void;
}

/** One informer of a pool. */
interface Entry {
  readonly form: string;
  readonly namespace: string | undefined;
  readonly core: InformerCore<unknown>;
  /** The keys of all endpoints of its set. */
  readonly set: ReadonlySet<string>;
  shares: number;
}

/**
 * Makes an empty {@link InformerPool}: for programs whose parts need the same objects and do not know each other. Objects are held
 * and watched once; what is left by the last of its users is over.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const pool = createInformerPool(client);
 * const pods = await pool.acquire('pods', { as: 'PartialObjectMetadata' });
 * await pods.synced;
 * pods.close(); // the last one who leaves ends the watch
 */
export function createInformerPool(client: Client, options: InformerPoolOptions = {}): InformerPool {
  requireObject('client', client);
  const {
    distinct = false,
    maxInformers = 500,
    evidence,
    probe,
    cohabitation,
    ...following
  } = requireObject('options', options);
  requireBoolean('distinct', distinct);
  requireCount('maxInformers', maxInformers);
  const finding = { evidence, probe, cohabitation, clock: following.clock };
  const entries = new Set<Entry>();
  const shares = new Set<Informer<unknown>>();
  const ending = new AbortController();
  const formKeyOf = createFormKeys();

  const find = ({ suits }: PoolPlace, form: string): Entry | undefined =>
    [...entries].find(
      (entry) =>
        entry.form === form && entry.core.endpoint !== undefined && suits.has(resourceKey(entry.core.endpoint)),
    );

  const start = (place: PoolPlace, form: string, choice: PooledInformerOptions<unknown> & FormChoice): Entry => {
    if (entries.size >= maxInformers) throw new InformerPoolFullError(maxInformers);
    const { namespace, labelSelector, fieldSelector, managedFields, filter, transform } = choice;
    const core = startInformerCore<unknown>(client, inForm(client.handle(place.mapping), choice), {
      ...following,
      namespace,
      labelSelector,
      fieldSelector,
      managedFields,
      filter,
      transform,
    });
    const entry = { form, namespace, core, set: new Set(place.set.map(resourceKey)), shares: 0 };
    entries.add(entry);
    onAbort(core.signal, () => entries.delete(entry));
    return entry;
  };

  const share = (entry: Entry, place: PoolPlace, choice: PooledInformerOptions<unknown>): PooledInformer<unknown> => {
    const { core } = entry;
    const { indexes, onListenerError, signal } = choice;
    entry.shares += 1;
    const leave = (): Promise<void> | undefined => {
      shares.delete(face);
      entry.shares -= 1;
      if (entry.shares > 0) return undefined;
      core.end(new DOMException('nobody needs the informer any more', 'AbortError'));
      return core.over;
    };
    const face: Informer<unknown> = createInformerFace(core, { indexes, onListenerError, signal }, leave);
    shares.add(face);
    const { endpoint } = core;
    return Object.assign(face, {
      aliases: place.set.filter((each) => endpoint === undefined || !sameResource(each, endpoint)),
      unsettled: place.unsettled,
    });
  };

  const acquire = async (
    subject: Subject,
    asked: PooledInformerOptions<unknown> & FormChoice = {},
  ): Promise<PooledInformer<unknown>> => {
    const choice = requireInformerOptions(asked, true);
    const { as, waitForResourceMs } = choice;
    const form = formKeyOf(choice);
    const anyOfTheSet = distinct || as === 'PartialObjectMetadata';
    const outer = [choice.signal, ending.signal, client.signal];
    const place = await underAll(outer, (signal) =>
      findPlace(client, subject, { ...finding, anyOfTheSet, waitForResourceMs, signal }),
    );
    // From here on nothing waits: nobody can come in between.
    for (const each of outer) each?.throwIfAborted();
    return share(find(place, form) ?? start(place, form, choice), place, choice);
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

/** Does some work under several signals, and leaves nothing behind with them. */
async function underAll<T>(
  outer: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (const each of outer) each?.throwIfAborted();
  const controller = new AbortController();
  const follow = (each: AbortSignal): (() => void) =>
    onAbort(each, () => {
      controller.abort(each.reason);
    });
  const offs = outer.flatMap((each) => (each === undefined ? [] : [follow(each)]));
  try {
    return await work(controller.signal);
  } finally {
    for (const off of offs) off();
  }
}

function overlapsAmong(entries: readonly Entry[]): readonly InformerOverlap[] {
  const found = new Map<string, InformerOverlap>();
  for (const [place, { core: one, namespace }] of entries.entries()) {
    for (const { core: other, namespace: otherNamespace, set } of entries.slice(place + 1)) {
      const [a, b] = [one.endpoint, other.endpoint];
      if (a === undefined || b === undefined || sameResource(a, b) || !set.has(resourceKey(a))) continue;
      if (namespace !== undefined && otherNamespace !== undefined && namespace !== otherNamespace) continue;
      const key = [a, b].map(resourceKey).sort().join();
      found.set(key, [a, b]);
    }
  }
  return [...found.values()];
}
