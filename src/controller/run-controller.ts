import type { Client } from '../core/client.js';
import { onAbort } from '../core/shared/abort.js';
import {
  requireCallback,
  requireClient,
  requireFields,
  requireKnownOptions,
  requireMethods,
  requireSignal,
  requireWhole,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { withinTime } from '../core/shared/clock.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { builtinModule } from '../core/transport/node-agents.js';
import type { RunningController } from './controller.js';
import type { EventRecorder } from './event-recorder.js';
import { createHealthHandler, type HealthCheck, type HealthHandler } from './health-handler.js';
import { createLeaderElection } from './lease/leader-election.js';
import type { Leadership } from './lease/leadership.js';
import type { LeaderElectionOptions } from './lease/options.js';
import type { Measurement, OnMeasurement } from './metrics.js';
import { createPrometheusMetrics, type MetricsRegistry } from './prometheus.js';
import { createSharing, type Sharing, type SharingOptions } from './share/sharing.js';

/** Options of {@link runController}. */
export interface RunControllerOptions {
  /**
   * The Lease of which only the holder runs the controllers. Beside `share`, the name and namespace of that sharing and
   * nothing else: `start` is called once more, with `leadership`, in the one replica that runs what cannot be shared.
   * @default none: every replica runs them
   */
  readonly leaderElection?: LeaderElectionOptions | undefined;
  /**
   * Shares the objects among all replicas, in the place of an election: give `share` of the {@link ControllerRun} to each
   * controller.
   * @default none
   */
  readonly share?: SharingOptions | undefined;
  /** The port that serves `/healthz`, `/livez`, `/readyz` and `/metrics`; 0 for any that is free. @default none */
  readonly port?: number | undefined;
  /** Further checks of `/healthz`, by name. @default none */
  readonly healthz?: Readonly<Record<string, HealthCheck>> | undefined;
  /** Further checks of `/readyz`, by name. @default none */
  readonly readyz?: Readonly<Record<string, HealthCheck>> | undefined;
  /**
   * Records what the controllers do: it is flushed when they have ended, before the lease is released, for up to 5 s. Make
   * it with the client that {@link runController} gets: that of a leader writes nothing once the term is over.
   * @default none: a recorder of your own is yours to flush
   */
  readonly recorder?: Pick<EventRecorder, 'flush'> | undefined;
  /** A registry of prom-client: `/metrics` then shows all that it has. @default none: the controllers' metrics */
  readonly registry?: MetricsRegistry | undefined;
  /** Ends the program when aborted, as SIGTERM does. */
  readonly signal?: AbortSignal | undefined;
}

/** What the function of {@link runController} creates controllers with. */
export interface ControllerRun {
  /** The client to use for everything: after an election that of the leader, which sends nothing without the lease. */
  readonly client: Client;
  /** The option of each controller, so that `/metrics` shows it. */
  readonly onMeasurement: OnMeasurement;
  /** The term of the leader; undefined without an election, and in the call for what is shared. */
  readonly leadership: Leadership | undefined;
  /** The option of each controller that shares its objects; undefined without `share`, and in the call for a leader. */
  readonly share: Sharing | undefined;
  /** The port that is served; undefined without one. */
  readonly port: number | undefined;
}

/** How long events may take to be written at the end: a pod has 30 s to end, and reconciles need most of them. */
const flushLimitMs = 5_000;

const checks: OptionChecks<RunControllerOptions> = {
  leaderElection: requireFields,
  share: requireFields,
  port: requireWhole,
  healthz: requireFields,
  readyz: requireFields,
  recorder: (name, value) => requireMethods(name, value, ['flush']),
  registry: true,
  signal: requireSignal,
};

/**
 * Runs the controllers of a program until SIGTERM, SIGINT, an abort of `signal`, or an error: with an election among the
 * replicas, health checks and metrics. For a program of another shape, use the parts: `createLeaderElection`,
 * `createHealthHandler`, `createPrometheusMetrics`.
 *
 * On a signal, no further reconcile begins, running ones may finish (`closeTimeoutMs`), and then the lease is released; a
 * second signal ends the process at once. A leader that loses its lease closes its controllers, stands again, and calls
 * `start` anew. A controller that ends by itself closes the others. The client is left open. With `share` all replicas run
 * the controllers, each for its part of the objects.
 *
 * A candidate that does not lead is ready once it has read the lease; a leader is ready once its controllers are synced.
 * Without `leaderElection.onError`, failures of the election are written to standard error, each once until it changes, and
 * so is who leads after one.
 *
 * @param start creates the controllers; called once, or with each new term of a leader
 * @returns when all is closed
 * @throws the error that ended a controller, the election or `start`; the error of a port that cannot be served;
 * InvalidArgumentError for options that can never work
 * @example
 * await runController(
 *   client,
 *   ({ client: leading, onMeasurement }) =>
 *     createController(leading, {
 *       name: 'labeller',
 *       for: 'deployments',
 *       reconcile: async ({ name }, { object }) => console.log(name, object?.metadata.labels),
 *       onError: (error, { at }) => console.error(at, error),
 *       onMeasurement,
 *     }),
 *   { leaderElection: { name: 'labeller', namespace: 'shop' }, port: 8080, signal },
 * );
 * @see https://kubernetes.io/docs/concepts/architecture/controller/
 */
export async function runController(
  client: Client,
  start: (
    run: ControllerRun,
  ) => RunningController | readonly RunningController[] | Promise<RunningController | readonly RunningController[]>,
  options: RunControllerOptions = {},
): Promise<void> {
  requireClient(client);
  requireCallback('start', start);
  requireKnownOptions(options, checks);
  const { leaderElection, share, port, healthz, readyz, recorder, registry, signal } = options;
  if (share !== undefined) {
    for (const [option, value] of Object.entries(leaderElection ?? {})) {
      if ((option === 'name' || option === 'namespace') && value === share[option]) continue;
      throw new InvalidArgumentError(`leaderElection.${option}`, 'must be omitted, or equal to the one in share');
    }
  }
  const metrics = createPrometheusMetrics({ registry });
  const { onMeasurement } = metrics;
  const given = share ?? leaderElection;
  const [title, checked] = share === undefined ? ['leader election', 'leaderElection'] : ['sharing', 'sharing'];
  /** What was last told of it; empty while it goes well. */
  let last = '';
  const tell = (text: string): void => {
    if (text !== last && given !== undefined && given.onError === undefined) {
      // eslint-disable-next-line no-console -- nobody else would say why a program does nothing
      console.error(`${title} by the lease ${given.namespace}/${given.name}: ${text}`);
    }
    last = text;
  };
  const told = {
    onError(error: unknown) {
      tell(error instanceof Error ? error.message : String(error));
      given?.onError?.(error);
    },
    onMeasurement(measurement: Measurement) {
      onMeasurement(measurement);
      given?.onMeasurement?.(measurement);
    },
  };
  const sharing = share && createSharing(client, { ...share, ...told });
  const election =
    leaderElection && sharing === undefined
      ? createLeaderElection(client, {
          ...{ ...leaderElection, ...told },
          onLost(error) {
            tell(error.message);
            leaderElection.onLost?.(error);
          },
          onNewLeader(holder) {
            if (last !== '' && holder !== '') tell(`${holder} leads`);
            last = '';
            leaderElection.onNewLeader?.(holder);
          },
        })
      : undefined;
  const checkAlive = (): void => {
    const problem = (sharing ?? election)?.unhealthy();
    if (problem !== undefined) throw problem;
  };
  const checkReady = (): void => {
    const why = last === '' ? '' : `: ${last}`;
    if (sharing?.state === 'joining') throw new Error(`has not joined yet${why}`);
    if (election !== undefined && election.holder === undefined) throw new Error(`the lease has never been read${why}`);
  };
  const handlerFor = (controllers: readonly RunningController[]): HealthHandler =>
    createHealthHandler({
      ...{ controllers, metrics },
      healthz: { ...(given && { [checked]: checkAlive }), ...healthz },
      readyz: { ...(given && { [checked]: checkReady }), ...readyz },
    });
  /** The controllers of each call of `start`. */
  const running = new Set<readonly RunningController[]>();
  let handler = handlerFor([]);
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;

  const closeAll = async (
    timeoutMs?: number,
    which: readonly RunningController[] = [...running].flat(),
  ): Promise<void> => {
    await Promise.allSettled(which.map((each) => each.close({ timeoutMs })));
  };
  const flush = async (): Promise<void> => {
    // Events are no reason to fail.
    await withinTime([flushLimitMs, undefined], () => recorder?.flush()).catch(() => undefined);
  };
  const run = async (leaderClient: Client, leadership?: Leadership, draining?: AbortSignal): Promise<void> => {
    const shared = leadership === undefined ? sharing : undefined;
    if (isStopping()) {
      await shared?.stop();
      return;
    }
    let made: readonly RunningController[] = [];
    // Those that `start` created with another client would not notice the end of the term.
    const offs = [
      leadership && onAbort(leadership.signal, () => void closeAll(0, made)),
      draining && onAbort(draining, () => void closeAll(undefined, made)),
    ];
    try {
      const started = [
        await start({ client: leaderClient, onMeasurement, leadership, share: shared, port: server?.port }),
      ].flat();
      handler = handlerFor([...running, started].flat());
      made = started;
      running.add(made);
      // An end before the sync is the same as one after it.
      for (const { synced } of made) synced.catch(() => undefined);
      if (isStopping() || draining?.aborted === true) await closeAll(undefined, made);
      if (leadership?.signal.aborted === true) await closeAll(0, made);
      await Promise.all([...made.map(({ ended }) => ended), shared?.ended]);
    } finally {
      for (const off of offs) off?.();
      // What this member has goes to the others before its controllers end.
      await shared?.stop().catch(() => undefined);
      await closeAll(undefined, made);
      // Nobody waits for the events of a leader that has lost its lease: the next one may have begun.
      if (leadership?.signal.aborted !== true) await flush();
      running.delete(made);
      handler = handlerFor([...running].flat());
    }
  };
  const stop = (): void => {
    stopping.abort();
    void Promise.resolve(sharing?.stop())
      .catch(() => undefined)
      .then(() => closeAll())
      .then(flush)
      .then(() => election?.stop())
      .catch(() => undefined); // `run()` of the election rejects with it
  };

  const serve: HealthHandler = (request, response) => handler(request, response);
  const server = port === undefined ? undefined : await listen(port, serve);
  const offs = [onProcessSignal(stop), signal && onAbort(signal, stop)];
  if (signal?.aborted === true) stop();
  try {
    const shared = election === undefined ? run(client) : undefined;
    if (leaderElection !== undefined) {
      // Its errors end the sharing.
      const alone = sharing?.run([leaderElection.name], (held) => run(held.client, held, held.draining));
      alone?.catch(() => undefined);
    }
    await (shared ?? election?.run((leadership) => run(leadership.client, leadership)));
  } finally {
    for (const off of offs) off?.();
    await closeAll();
    server?.close();
  }
}

/** The part of a server of `node:http` that is used. */
interface HttpServer {
  on(event: 'error', listener: (error: Error) => void): unknown;
  listen(port: number, listener: () => void): unknown;
  address(): { readonly port: number };
  close(): unknown;
  closeAllConnections(): void;
}

/** Serves a port. The module is taken from the process: nothing of Node is in a bundle for browsers. */
async function listen(port: number, handler: HealthHandler): Promise<{ readonly port: number; close(): void }> {
  const http = builtinModule('node:http') as { createServer(handler: HealthHandler): HttpServer } | undefined;
  if (http === undefined) throw new InvalidArgumentError('port', 'cannot be served by a runtime without node:http');
  const server = http.createServer(handler);
  await new Promise<void>((resolve, reject) => {
    // For good: a connection that cannot be accepted later must not end the process.
    server.on('error', reject);
    server.listen(port, resolve);
  });
  return {
    port: server.address().port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The part of `process` that is used. */
interface SignalSource {
  once(signal: string, listener: () => void): unknown;
  off(signal: string, listener: () => void): unknown;
}

/** Calls `act` with the first signal that asks the process to end; the next one has its usual effect. */
function onProcessSignal(act: () => void): () => void {
  const process = Reflect.get(globalThis, 'process') as Partial<SignalSource> | undefined;
  const signals = ['SIGTERM', 'SIGINT'];
  const off = (): void => {
    for (const signal of signals) process?.off?.(signal, first);
  };
  const first = (): void => {
    off();
    act();
  };
  for (const signal of signals) process?.once?.(signal, first);
  return off;
}
