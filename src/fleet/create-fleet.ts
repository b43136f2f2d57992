import type { Client } from '../core/client.js';
import type { ClientOptions } from '../core/client-options.js';
import type { DiscoveryOptions } from '../core/discovery/options.js';
import { abandonOnAbort, abortWith, onAbort } from '../core/shared/abort.js';
import { abortableIterator } from '../core/shared/abortable-iterator.js';
import {
  requireCallback,
  requireCallOptions,
  requireCount,
  requireFunction,
  requireKnownOptions,
  requireMethods,
  requireName,
  requireObject,
  requireSignal,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { callQuietly } from '../core/shared/call-quietly.js';
import { limitTime, systemClock, withinTime } from '../core/shared/clock.js';
import { createSlots, deferred } from '../core/shared/concurrency.js';
import { quote } from '../core/shared/quote.js';
import { createBell, throwUncaught } from '../watch/informer/listeners.js';
import { ownCluster, type Cluster, type NamedCluster, type OwnedCluster } from './cluster.js';
import {
  ClusterError,
  ClusterTimeoutError,
  DuplicateClusterError,
  errorOf,
  FleetClosedError,
  NoClustersError,
} from './errors.js';

/**
 * What a source of clusters tells its fleet.
 *
 * - `set`: a cluster comes. If the source already has one by this name, that one ends, and this is its successor.
 * - `removed`: a cluster leaves.
 * - `synced`: all clusters that are there at the beginning have been told; and after `failed`, that the source is well again.
 * - `failed`: the source could not be read; its clusters go on.
 */
export type ClusterChange =
  | ({ readonly type: 'set' } & NamedCluster)
  | { readonly type: 'removed'; readonly name: string }
  | { readonly type: 'synced' }
  | { readonly type: 'failed'; readonly error: unknown };

/**
 * Clusters that come and go: any async iterable of changes. One that ends keeps its clusters; one that throws does as
 * well, and its error is among the `failures` of the fleet.
 */
export interface ClusterSource extends AsyncIterable<ClusterChange> {
  /** What the source is, for errors: `Secrets in namespace "capi"`. @default 'source 1', by its place */
  readonly description?: string | undefined;
}

/** Options for all clients that a fleet makes. In a store of discovery, each cluster has a key of its own. */
export interface SharedClientOptions extends Omit<
  ClientOptions,
  'server' | 'namespace' | 'authenticate' | 'token' | 'onClose' | 'configLocations' | 'discovery'
> {
  /** How the clients learn the catalog, and where they keep it. @default the defaults of each option */
  readonly discovery?: Omit<DiscoveryOptions, 'storeKey'> | undefined;
}

/** Options of {@link createFleet}. */
export interface FleetOptions {
  /** The clusters: a list, a source, or a list of both. Of two clusters by one name, that which came first is used. */
  readonly clusters: ClusterSource | readonly (NamedCluster | ClusterSource)[];
  /** Options for all clients that the fleet makes, which precede those of a source: a store for discovery, a user agent. @default none */
  readonly client?: SharedClientOptions | undefined;
  /** Called with each new one of the `failures`, and with what a run of `engage` throws. @default such a run is an uncaught error */
  readonly onError?: ((error: ClusterError) => void) | undefined;
  /** Closes the fleet when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** What the function of {@link Fleet.each} gets beside the client. */
export interface AskOptions {
  /** The name of the cluster. */
  readonly cluster: string;
  /** Aborted when the time is up, the cluster leaves, or nobody waits any more. The client obeys it by itself. */
  readonly signal: AbortSignal;
}

type Ask<Value> = (client: Client, options: AskOptions) => Value | Promise<Value>;

/** What one cluster answered to {@link Fleet.each}. */
export type ClusterAnswer<Value> =
  | { readonly cluster: string; readonly value: Value; readonly error?: undefined }
  | { readonly cluster: string; readonly error: ClusterError; readonly value?: undefined };

/** Options of {@link Fleet.each}. */
export interface EachOptions {
  /** The limit for each cluster, in milliseconds, login and discovery included. @default 10_000 */
  readonly timeoutMs?: number | undefined;
  /** How many clusters are asked at once. A dead one occupies its place until its time is up. @default 100 */
  readonly concurrency?: number | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link Fleet.engage}. */
export interface EngageOptions {
  /** Ends the engagement: aborts the signals of its runs, whose clients still work. */
  readonly signal?: AbortSignal | undefined;
}

/** Named clients that come and go. Made by {@link createFleet}. */
export interface Fleet {
  /** The clusters of this moment, in the order in which they came: the same array until one comes or goes. */
  readonly clusters: readonly Cluster[];
  /** What is wrong with the fleet itself: clusters whose name another one has, and sources that could not be read. */
  readonly failures: readonly ClusterError[];
  /** Fulfilled when every source has told its first clusters, or has failed or ended. */
  readonly synced: Promise<void>;
  /** Aborted by {@link close}. */
  readonly signal: AbortSignal;
  /** Returns the cluster of this name; undefined if there is none. */
  cluster(name: string): Cluster | undefined;
  /**
   * Asks every cluster, and yields the answers as they come: a value, or the error that names the cluster. Clusters that
   * come before the sources are synced are asked as well. A function that asks for several things is limited as a whole.
   *
   * @throws during the iteration: NoClustersError for a fleet of none; at the end, the ClusterError of a source that could
   *   not be read, because clusters may be missing; the signal's reason after an abort
   */
  each<Value>(
    ask: (client: Client, options: AskOptions) => Value | Promise<Value>,
    options?: EachOptions,
  ): AsyncIterable<ClusterAnswer<Value>>;
  /**
   * Calls `run` for every cluster, now and when it comes, for everything that lives as long as a cluster: informers,
   * controllers. The signal of a run is aborted when its cluster leaves or is replaced (then its client sends nothing more),
   * or when the engagement ends (then it does). A run for a successor under the same name begins when the one before has
   * ended. A run that throws ends alone: its error goes to `onError`.
   *
   * @returns when `signal` is aborted or the fleet closed, and all runs have ended
   * @throws InvalidArgumentError if `run` is not a function
   */
  engage(run: (cluster: Cluster, signal: AbortSignal) => void | Promise<void>, options?: EngageOptions): Promise<void>;
  /**
   * Ends all clusters, and closes the clients that the fleet has made.
   *
   * @throws what `onClose` of the options of a client throws
   */
  close(): Promise<void>;
}

/** A source, and what it has told. */
interface Told {
  readonly description: string;
  /** How it could not be read, until it can. */
  failure?: ClusterError | undefined;
  synced: boolean;
}

/** A cluster that a source has; of several by one name, the first is in use. */
interface Claim {
  readonly by: Told;
  readonly entry: NamedCluster & { readonly source: string };
  owned?: OwnedCluster | undefined;
  refusal?: ClusterError | undefined;
}

const checks: OptionChecks<FleetOptions> = {
  clusters: true,
  client: requireObject,
  onError: requireFunction,
  signal: requireSignal,
};

export const eachChecks: OptionChecks<EachOptions> = { timeoutMs: true, concurrency: requireCount, signal: true };

const isSource = (value: unknown): value is ClusterSource =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/**
 * Creates a {@link Fleet}: many clusters, each by its name, of which none is asked before you do. `contextClusters` and
 * `secretClusters` of `kubeatlas/kubeconfig` are sources of clusters.
 *
 * @throws InvalidArgumentError for a list with two clusters by one name, and for other options that can never work
 * @example
 * const fleet = createFleet({ clusters: contextClusters({ contexts: ['prod-*'] }) });
 * for await (const { cluster, value, error } of fleet.each((client) => client.resource('nodes').list())) {
 *   console.log(cluster, error?.message ?? value?.items.length);
 * }
 * await fleet.close();
 */
export function createFleet(options: FleetOptions): Fleet {
  const { clusters: given, client: shared = {}, onError, signal } = requireKnownOptions(options, checks);
  for (const option of ['server', 'token', 'authenticate', 'discovery.storeKey']) {
    const [first = '', second] = option.split('.');
    const value: unknown = Reflect.get(shared, first);
    if (value === undefined || (second !== undefined && Reflect.get(value as object, second) === undefined)) continue;
    throw new InvalidArgumentError(`client.${option}`, 'must not be the same for all clusters');
  }
  const [list, sources] = readClusters(given);
  const closing = new AbortController();
  const claims = new Map<string, Claim[]>();
  const told: Told[] = [];
  const begun = new Set<(cluster: Cluster) => void>();
  let snapshot: readonly Cluster[] | undefined;
  let closed: Promise<void> | undefined;
  const endings = new Set<Promise<void>>();
  const synced = deferred<void>();

  const report = (error: ClusterError): void => {
    callQuietly(() => onError?.(error));
  };
  const end = (claim: Claim, why: 'removed' | 'replaced' | 'closed'): void => {
    const ending = claim.owned?.end(why);
    claim.owned = undefined;
    if (ending === undefined) return;
    endings.add(ending);
    ending.then(
      () => endings.delete(ending),
      () => undefined,
    );
  };
  /** Lets the first claim to a name be its cluster. */
  const settle = (name: string): void => {
    snapshot = undefined;
    const [first, ...others] = claims.get(name) ?? [];
    if (first === undefined) {
      claims.delete(name);
      return;
    }
    for (const other of others) {
      if (other.refusal !== undefined) continue;
      const location = { cluster: name, source: other.entry.source };
      other.refusal = new ClusterError(location, new DuplicateClusterError(first.entry.source));
      report(other.refusal);
    }
    first.refusal = undefined;
    if (first.owned !== undefined || closing.signal.aborted) return;
    const owned = ownCluster(first.entry, shared, () => {
      if (first.owned !== owned) return;
      end(first, 'replaced');
      settle(name);
    });
    first.owned = owned;
    for (const listener of begun) listener(owned.cluster);
  };
  const apply = (by: Told, change: ClusterChange): void => {
    if (change.type === 'synced') {
      by.failure = undefined;
      noteSynced(by);
    } else if (change.type === 'failed') {
      fail(by, change.error);
    } else {
      const { name } = change;
      const isSet = change.type === 'set';
      const all = claims.get(name) ?? [];
      const place = all.findIndex((each) => each.by === by);
      if (!isSet && place < 0) return;
      if (isSet) requireName('name', name);
      const now = isSet ? [{ by, entry: { ...change, source: change.source ?? by.description } }] : [];
      const before = all.splice(place < 0 ? all.length : place, 1, ...now);
      for (const each of before) end(each, isSet ? 'replaced' : 'removed');
      claims.set(name, all);
      settle(name);
    }
  };
  const noteSynced = (by: Told): void => {
    by.synced = true;
    if (told.every((each) => each.synced)) synced.resolve();
  };
  const fail = (by: Told, error: unknown): void => {
    by.failure = new ClusterError({ cluster: undefined, source: by.description }, error);
    report(by.failure);
    noteSynced(by);
  };
  const read = async (source: ClusterSource, by: Told): Promise<void> => {
    let iterator: AsyncIterator<ClusterChange> | undefined;
    // What it told is not used any more.
    const leave = (): void => callQuietly(() => iterator?.return?.());
    const off = onAbort(closing.signal, leave);
    try {
      iterator = source[Symbol.asyncIterator]();
      for (;;) {
        const next = await abandonOnAbort(iterator.next(), closing.signal);
        if (next.done === true) break;
        apply(by, next.value);
      }
    } catch (error) {
      if (closing.signal.aborted) return;
      fail(by, error);
      leave();
    } finally {
      off();
      noteSynced(by);
    }
  };
  const present = (): readonly Cluster[] =>
    (snapshot ??= Object.freeze([...claims.values()].flatMap(([first]) => first?.owned?.cluster ?? [])));
  const refusals = (): ClusterError[] => [...claims.values()].flat().flatMap(({ refusal }) => refusal ?? []);
  const sourceFailures = (): ClusterError[] => told.flatMap(({ failure }) => failure ?? []);

  const fleet: Fleet = {
    get clusters() {
      return present();
    },
    get failures() {
      return [...sourceFailures(), ...refusals()];
    },
    synced: synced.promise,
    signal: closing.signal,
    cluster: (name) => claims.get(name)?.[0]?.owned?.cluster,
    each(ask, options = {}) {
      requireCallback('ask', ask);
      const { signal } = requireCallOptions(options, eachChecks, fleet);
      return {
        [Symbol.asyncIterator]: () =>
          abortableIterator((ending) => askEach(ask, options, ending), [signal, closing.signal]),
      };
    },
    async engage(run, options = {}) {
      requireCallback('run', run);
      const { signal } = requireCallOptions(options, { signal: true }, fleet);
      const stopping = new AbortController();
      abortWith(stopping, [signal, closing.signal]);
      /** The last run of each name, until it has ended. */
      const runs = new Map<string, Promise<void>>();
      const begin = (cluster: Cluster): void => {
        const running = (runs.get(cluster.name) ?? Promise.resolve()).then(async () => {
          const ending = new AbortController();
          abortWith(ending, [cluster.signal, stopping.signal]);
          try {
            if (!ending.signal.aborted) await run(cluster, ending.signal);
          } catch (error) {
            if (!ending.signal.aborted) reportRun(cluster, error);
          } finally {
            ending.abort();
            if (runs.get(cluster.name) === running) runs.delete(cluster.name);
          }
        });
        runs.set(cluster.name, running);
      };
      begun.add(begin);
      for (const cluster of present()) begin(cluster);
      await createBell().rung(stopping.signal);
      begun.delete(begin);
      await Promise.all(runs.values());
    },
    async close() {
      closed ??= (async () => {
        closing.abort(new FleetClosedError());
        for (const [first] of claims.values()) if (first !== undefined) end(first, 'closed');
        claims.clear();
        snapshot = undefined;
        synced.resolve();
        await Promise.all(endings);
      })();
      return closed;
    },
  };

  const reportRun = (cluster: Cluster, cause: unknown): void => {
    const error = errorOf(cluster, cause);
    if (onError !== undefined) report(error);
    else throwUncaught(error);
  };

  async function* askEach<Value>(
    ask: Ask<Value>,
    { timeoutMs = 10_000, concurrency = 100 }: EachOptions,
    ending: AbortSignal,
  ): AsyncGenerator<ClusterAnswer<Value>, void, undefined> {
    const turns = createSlots(concurrency);
    const answers: ClusterAnswer<Value>[] = [];
    const bell = createBell();
    const count = { asked: 0, answered: 0 };
    const askOne = async (cluster: Cluster): Promise<ClusterAnswer<Value>> => {
      const { name } = cluster;
      const leaving = new AbortController();
      abortWith(leaving, [ending, cluster.signal]);
      const late = (): Error => new ClusterTimeoutError(timeoutMs);
      try {
        const value = await withinTime([timeoutMs, leaving.signal, systemClock, late], async (signal) => {
          const client = await cluster.client({ signal });
          return ask(client.with({ signal }), { cluster: name, signal });
        });
        return { cluster: name, value };
      } catch (error) {
        return { cluster: name, error: errorOf(cluster, error) };
      } finally {
        leaving.abort();
      }
    };
    const add = (cluster: Cluster): void => {
      count.asked += 1;
      const inTurn = async (): Promise<void> => {
        const endTurn = await turns.take(ending);
        answers.push(await askOne(cluster));
        endTurn();
        bell.ring();
      };
      // Nobody waits for what was not asked before an abort.
      inTurn().catch(() => undefined);
    };
    begun.add(add);
    const limit = limitTime(timeoutMs, ending, systemClock);
    /** The sources that had not told their clusters in time; undefined as long as there is time. */
    let late: readonly Told[] | undefined;
    const endAdding = (): void => {
      late = limit.isOver() ? told.filter((each) => !each.synced) : [];
      begun.delete(add);
      bell.ring();
    };
    abandonOnAbort(synced.promise, limit.signal).then(endAdding, endAdding);
    try {
      for (const cluster of present()) add(cluster);
      while (late === undefined || count.answered < count.asked) {
        ending.throwIfAborted();
        const answer = answers.shift();
        if (answer === undefined) await bell.rung(ending);
        else {
          count.answered += 1;
          yield answer;
        }
      }
      ending.throwIfAborted();
      for (const error of refusals()) yield { cluster: error.cluster ?? '', error };
      for (const error of sourceFailures()) throw error;
      for (const { description } of late) {
        throw new ClusterError({ cluster: undefined, source: description }, new ClusterTimeoutError(timeoutMs));
      }
      if (count.asked === 0) throw new NoClustersError(told.map(({ description }) => description));
    } finally {
      begun.delete(add);
      limit.end();
    }
  }

  const byList: Told = { description: 'the list of clusters', synced: true };
  const bySource = sources.map((source, index): Told => {
    return { description: source.description ?? `source ${index + 1}`, synced: false };
  });
  if (list.length > 0 || sources.length === 0) told.push(byList);
  told.push(...bySource);
  for (const cluster of list) apply(byList, { type: 'set', ...cluster });
  for (const [index, source] of sources.entries()) void read(source, bySource[index] as Told);
  if (sources.length === 0) synced.resolve();
  if (signal !== undefined) {
    const close = (): void => void fleet.close().catch(() => undefined);
    if (signal.aborted) close();
    else onAbort(signal, close);
  }
  return Object.freeze(fleet);
}

/** Tells the clusters from the sources of them. */
function readClusters(given: FleetOptions['clusters']): readonly [readonly NamedCluster[], readonly ClusterSource[]] {
  const all: readonly unknown[] = isSource(given) ? [given] : given;
  if (!Array.isArray(all))
    throw new InvalidArgumentError('clusters', 'must be a list of clusters, or a source of them');
  const list: NamedCluster[] = [];
  const sources: ClusterSource[] = [];
  const names = new Set<string>();
  for (const [index, each] of all.entries()) {
    if (isSource(each)) {
      sources.push(each);
      continue;
    }
    const argument = `clusters[${index}]`;
    const cluster = requireObject(argument, each as NamedCluster);
    const name = requireName(`${argument}.name`, cluster.name);
    if (typeof cluster.client !== 'function') requireMethods(`${argument}.client`, cluster.client, ['resolve', 'with']);
    if (names.has(name))
      throw new InvalidArgumentError(`${argument}.name`, `${quote(name)} is the name of another cluster`);
    names.add(name);
    list.push(cluster);
  }
  return [list, sources];
}
