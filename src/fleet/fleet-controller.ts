import { createController, type Controller, type RunningController } from '../controller/controller.js';
import type { ControllerOptions } from '../controller/controller-options.js';
import type { WatchedResource } from '../controller/controller-source.js';
import { ControllerClosedError } from '../controller/errors.js';
import type { KeyHolding, Sharing } from '../controller/share/sharing.js';
import type { Client } from '../core/client.js';
import { abandonOnAbort, abortWith, onAbort } from '../core/shared/abort.js';
import {
  requireAge,
  requireCallback,
  requireClock,
  requireKnownOptions,
  requireMethods,
  requireName,
  requireObject,
  requireSignal,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { callQuietly } from '../core/shared/call-quietly.js';
import { backoffMs, systemClock, type Clock } from '../core/shared/clock.js';
import { createBell } from '../watch/informer/listeners.js';
import { createTrust, type Cluster } from './cluster.js';
import type { Fleet } from './create-fleet.js';
import { errorOf, type ClusterError } from './errors.js';

/** What the function of {@link createFleetController} creates the controllers of one cluster with. */
export interface ClusterRun {
  /** The name of the cluster. */
  readonly cluster: string;
  /** The client of the cluster: it sends nothing once the cluster has left, or, with `share`, another replica has it. */
  readonly client: Client;
  /** Aborted when the controllers have to end, for what else lives as long as they do. */
  readonly signal: AbortSignal;
  /**
   * Creates a controller of this cluster, with the options of the function of that name. Before it reconciles what a server says that
   * was away, it makes sure that the server is still that of the cluster: if another cluster has come under its address, nothing is
   * taken for deleted.
   *
   * @throws InvalidArgumentError for options that can never work
   */
  readonly createController: <
    R extends WatchedResource,
    const W extends readonly WatchedResource[] = readonly WatchedResource[],
  >(
    options: ControllerOptions<R, W>,
  ) => Controller;
}

/** Options of {@link createFleetController}. */
export interface FleetControllerOptions {
  /** The name in messages and health checks. */
  readonly name: string;
  /**
   * Shares the clusters among all replicas, by Leases of a home cluster: each cluster is reconciled by one of them.
   * @default none: all clusters
   */
  readonly share?: Sharing | undefined;
  /** Called when the controllers of a cluster have ended by an error, or could not begin: they begin again, after a pause. */
  readonly onError: (error: ClusterError) => void;
  /** Closes the controller when aborted, like `close()`. */
  readonly signal?: AbortSignal | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
}

/**
 * The controllers of all clusters of a fleet: `runController` and `createHealthHandler` take it as one. It is synced when the sources
 * of the fleet are, whichever clusters answer; `status` has the sums of the running controllers.
 */
export interface FleetController extends RunningController {
  /** The controllers that are running, by their clusters. */
  readonly clusters: ReadonlyMap<string, readonly Controller[]>;
}

const checks: OptionChecks<FleetControllerOptions> = {
  name: requireName,
  share: (option, value) => requireMethods(option, value, ['run', 'stop']),
  onError: true,
  signal: requireSignal,
  clock: requireClock,
};
const longestPauseMs = 30_000;

/**
 * Begins controllers for every cluster of a fleet, and ends them when it leaves: a reconciler of one cluster is used as it is. One
 * that reads in one cluster and writes to another takes the client of the other from the fleet, and knows what it wrote by labels:
 * owner references do not lead to another cluster.
 *
 * A cluster that leaves or is replaced runs no cleanup: its client sends nothing more, its reconciles are aborted, and
 * only when they have ended does a successor under its name begin. Controllers that end by an error begin again; other clusters do not
 * notice.
 *
 * @param start creates the controllers of one cluster by `createController` of its argument, or none; called again after an error
 * @throws InvalidArgumentError for options that can never work; FleetClosedError if the fleet was closed
 * @example
 * const controller = createFleetController(
 *   fleet,
 *   ({ cluster, createController }) =>
 *     createController({
 *       name: 'labeller',
 *       for: 'deployments',
 *       reconcile: async ({ name }, { object }) => console.log(cluster, name, object?.metadata.labels),
 *       onError: (error, { at }) => console.error(cluster, at, error),
 *     }),
 *   { name: 'labeller', onError: ({ message }) => console.error(message) },
 * );
 * await controller.ended;
 */
export function createFleetController(
  fleet: Fleet,
  start: (run: ClusterRun) => unknown,
  options: FleetControllerOptions,
): FleetController {
  requireMethods('fleet', fleet, ['engage']);
  requireCallback('start', start);
  const { name, share, onError, signal, clock = systemClock } = requireKnownOptions(options, checks);
  requireCallback('onError', onError);
  fleet.signal.throwIfAborted();
  const closing = new AbortController();
  abortWith(closing, [signal, fleet.signal]);
  const clusters = new Map<string, readonly Controller[]>();
  let closeTimeoutMs: number | undefined;
  let finished = 0;
  let isSynced = false;
  let failure: { readonly error: unknown } | undefined;

  const closeAll = async (which: readonly Controller[], timeoutMs = closeTimeoutMs): Promise<void> => {
    await Promise.allSettled(which.map((each) => each.close({ timeoutMs })));
  };
  /** Runs the controllers of a cluster until one of them fails, or they have to end. */
  const runOnce = async (cluster: Cluster, ending: AbortSignal, held: KeyHolding | undefined): Promise<void> => {
    const leaving = new AbortController();
    const made: Controller[] = [];
    /** What the client no longer sends need not be waited for. */
    const isLost = (): boolean => cluster.signal.aborted || held?.signal.aborted === true;
    const end = (): Promise<void> => closeAll(made, isLost() ? 0 : undefined);
    const offs = [leaving.signal, cluster.signal, held?.signal].map((each) => each && onAbort(each, () => void end()));
    abortWith(leaving, [held?.signal, held?.draining, ending]);
    try {
      await cluster.uid({ signal: leaving.signal });
      const own = await cluster.client({ signal: leaving.signal });
      const client = held?.guard(own) ?? own;
      const begin = Promise.resolve().then(() =>
        start({
          ...{ cluster: cluster.name, client, signal: leaving.signal },
          createController: (given) => {
            const controller = createTrusting(cluster, client, given);
            made.push(controller);
            controller.synced.catch(() => undefined);
            controller.ended.catch(() => undefined);
            if (leaving.signal.aborted) void end();
            return controller;
          },
        }),
      );
      await abandonOnAbort(begin, leaving.signal);
      clusters.set(cluster.name, made);
      await Promise.all(made.map(({ ended }) => ended));
    } finally {
      for (const off of offs) off?.();
      leaving.abort();
      await end();
      clusters.delete(cluster.name);
      for (const { status } of made) finished += status.finished;
    }
  };
  /** Runs controllers of a cluster, one time after the other. */
  const follow = async (cluster: Cluster, ending: AbortSignal): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      const held = await keys?.holding(cluster.name, ending);
      let cause: unknown;
      const began = clock.now();
      const run = runOnce(cluster, ending, held).catch((error: unknown) => {
        cause = error;
      });
      keys?.use(cluster.name, run);
      await run;
      ending.throwIfAborted();
      if (held?.draining.aborted === true || held?.signal.aborted === true) continue;
      // Its function has created none, or they were closed.
      if (cause === undefined) return;
      callQuietly(() => onError(errorOf(cluster, cause)));
      if (clock.now() - began > longestPauseMs) tries = 0;
      await clock.sleep(Math.max(1000, backoffMs(tries, longestPauseMs)), ending);
    }
  };

  const keys = share === undefined ? undefined : createClusterKeys(fleet, closing.signal);
  const engaged = fleet.engage(
    async (cluster, ending) => {
      keys?.changed();
      try {
        await follow(cluster, ending);
      } finally {
        keys?.changed();
      }
    },
    { signal: closing.signal },
  );
  if (share !== undefined && keys !== undefined) {
    share.run(keys.all(), keys.work).catch((error: unknown) => {
      failure = { error };
      closing.abort(error);
    });
  }
  void fleet.synced.then(() => {
    isSynced = true;
  });
  const ended = engaged.then(() => {
    if (failure !== undefined) throw failure.error;
  });
  const running = (): Controller[] => [...clusters.values()].flat();

  return Object.freeze<FleetController>({
    name,
    clusters,
    synced: Promise.race([fleet.synced, engaged]),
    ended,
    get status() {
      const all = running().map(({ status }) => status);
      const sum = (count: 'queued' | 'delayed' | 'finished' | 'concurrency'): number =>
        all.reduce((before, status) => before + status[count], 0);
      const next = Math.min(...all.map(({ nextInMs = Infinity }) => nextInMs));
      return {
        synced: isSynced,
        closed: closing.signal.aborted,
        queued: sum('queued'),
        delayed: sum('delayed'),
        nextInMs: next === Infinity ? undefined : next,
        running: all.flatMap((status) => status.running),
        finished: finished + sum('finished'),
        // A fleet of none is well.
        concurrency: Math.max(1, sum('concurrency')),
      };
    },
    async idle(given = {}) {
      const { signal: asked } = requireKnownOptions(given, { signal: requireSignal });
      await abandonOnAbort(Promise.all(running().map((each) => each.idle())), asked);
    },
    async close(given = {}) {
      const { timeoutMs } = requireKnownOptions(given, { timeoutMs: requireAge });
      closeTimeoutMs = timeoutMs ?? closeTimeoutMs;
      closing.abort(new ControllerClosedError(name));
      if (timeoutMs !== undefined) void closeAll(running());
      await engaged;
    },
  });
}

/**
 * Creates a controller that reads the uid of its cluster before it reconciles what a new list or watch has brought: what is missing
 * there may exist in the cluster that was there before.
 */
function createTrusting<R extends WatchedResource, const W extends readonly WatchedResource[]>(
  cluster: Cluster,
  client: Client,
  given: ControllerOptions<R, W>,
): Controller {
  const { reconcile } = requireObject('options', given);
  requireCallback('reconcile', reconcile);
  const { guard, confirm } = createTrust(cluster, () => controller.status.synced, client.signal);
  const following = client.with(guard);
  const controller: Controller = createController(following, {
    ...given,
    reconcile: async (request, context) => {
      await confirm();
      context.signal.throwIfAborted();
      // The reads of a reconcile need no uid.
      return reconcile(request, context.client === following ? { ...context, client } : context);
    },
  });
  return controller;
}

/** Creates the keys of a sharing that are the clusters of a fleet. */
function createClusterKeys(fleet: Fleet, closing: AbortSignal) {
  const holdings = new Map<string, KeyHolding>();
  /** What runs under a holding, by the name of the cluster, and what waits for one. */
  const users = new Map<string, Promise<void>>();
  const waiting = new Map<string, () => void>();
  const bell = createBell();
  return {
    /** Tells that the fleet may have changed. */
    changed: bell.ring,
    async *all(): AsyncGenerator<readonly string[], void, undefined> {
      while (!closing.aborted) {
        yield fleet.clusters.map(({ name }) => name);
        await bell.rung(closing);
      }
    },
    /** Returns when nothing runs under the holding any more. */
    async work(this: void, holding: KeyHolding): Promise<void> {
      const { key, signal, draining } = holding;
      holdings.set(key, holding);
      waiting.get(key)?.();
      await createBell().rung(AbortSignal.any([signal, draining, closing]));
      await users.get(key);
      if (holdings.get(key) === holding) holdings.delete(key);
    },
    /** Waits until this replica has a cluster. */
    async holding(name: string, signal: AbortSignal): Promise<KeyHolding> {
      for (;;) {
        const held = holdings.get(name);
        if (held !== undefined && !held.draining.aborted && !held.signal.aborted) return held;
        const rung = new Promise<void>((resolve) => waiting.set(name, resolve));
        await abandonOnAbort(rung, signal);
      }
    },
    use(name: string, run: Promise<void>): void {
      users.set(name, run);
    },
  };
}
