/**
 * One replica of a controller that shares its objects with others, or that stands in an election with them. It writes a
 * line for each request of a reconcile and for each change of what it holds into a file, which keeps them even after a SIGKILL.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { openSync, writeSync } from 'node:fs';
import { Agent } from 'node:https';
import { createClient, systemClock, type Client, type Transport } from '../../../src/index.js';
import { createController, runController, type ControllerRun } from '../../../src/controller/index.js';
import { createDefaultTransport } from '../../../src/core/transport/default-transport.js';
import {
  finalizer,
  isSlow,
  itemLabel,
  type ReplicaLine,
  type SharingReplicaOptions,
} from './sharing-replica-options.js';

/** What an object has: `wanted` by the test, `seen` by its last complete reconcile. */
interface ItemData {
  readonly wanted?: string;
  readonly seen?: string;
  readonly phase?: string;
}

const options = JSON.parse(process.argv[2] ?? '') as SharingReplicaOptions;
const { url, ca, token, identity, name: leaseName, namespace, mode, shards, rate } = options;
const { leaseDurationMs, renewDeadlineMs, retryPeriodMs, watchLagMs } = options;
const file = openSync(options.file, 'a');
const tell = (line: ReplicaLine): void => void writeSync(file, `${JSON.stringify(line)}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6;

/** The reconcile that a request belongs to, and when the guard last read the clocks for it. */
interface Reconciling {
  readonly holding: number;
  readonly key: string;
  readonly turn: number;
  cleanupOf: string | undefined;
  looked: number | undefined;
}
const reconciling = new AsyncLocalStorage<Reconciling>();

const begunAt = { monotonic: performance.now(), wall: Date.now() };
const clock = {
  now: () => begunAt.monotonic + (performance.now() - begunAt.monotonic) * rate,
  wallNow: () => {
    const current = reconciling.getStore();
    // A request begins at this moment, even if the process is stopped right after it.
    if (current !== undefined) current.looked = machineNow();
    return begunAt.wall + (Date.now() - begunAt.wall) * rate;
  },
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / rate, signal),
};

const standard = createDefaultTransport();
const transport: Transport = {
  ...standard,
  send(request) {
    const current = reconciling.getStore();
    if (current !== undefined) {
      const { holding, key, turn, cleanupOf, looked } = current;
      tell({ type: 'begun', at: looked ?? machineNow(), holding, key, turn, cleanupOf });
      current.looked = undefined;
    }
    const answer = standard.send(request);
    const isLate = watchLagMs > 0 && request.url.includes('watch=') && !request.url.includes('/leases');
    return isLate ? answer.then((each) => ({ ...each, body: late(each.body as AsyncIterable<Uint8Array>) })) : answer;
  },
};
/** Hands on each piece some time after it has arrived. */
async function* late(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces: { readonly at: number; readonly piece: Uint8Array | Error | undefined }[] = [];
  let arrived: () => void = () => undefined;
  const put = (piece: Uint8Array | Error | undefined): void => {
    pieces.push({ at: machineNow() + watchLagMs, piece });
    arrived();
  };
  void (async () => {
    for await (const piece of body) put(piece);
  })().then(() => put(undefined), put);
  for (;;) {
    const next = pieces.shift();
    if (next === undefined) {
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
      continue;
    }
    await pause(Math.max(0, next.at - machineNow()));
    if (next.piece instanceof Error) throw next.piece;
    if (next.piece === undefined) return;
    yield next.piece;
  }
}
const agent = new Agent({ ca, keepAlive: true });
const client = createClient({
  server: url,
  userAgent: identity,
  transport,
  authenticate: async () => ({ headers: { authorization: `Bearer ${token}` }, agent }),
});

const ids = new WeakMap<Client, number>();
let holdings = 0;
let turns = 0;
/** Every holding, and every term, has a client of its own. */
function holdingOf(own: Client): number {
  const id = ids.get(own) ?? (holdings += 1);
  ids.set(own, id);
  return id;
}

function start({ client: leading, share, onMeasurement }: ControllerRun) {
  return createController(leading, {
    name: 'sharing',
    for: { resource: 'configmaps', namespace, labelSelector: itemLabel },
    owns: [{ resource: 'secrets', namespace, labelSelector: itemLabel }],
    share,
    concurrency: 20,
    onMeasurement,
    onError: (error) => process.stderr.write(`${String(error)}\n`),
    reconcile: ({ name }, { client: own, object, dependents, signal }) => {
      if (object === undefined) return;
      turns += 1;
      const { uid, deletionTimestamp, resourceVersion, finalizers = [] } = object.metadata;
      const current: Reconciling = {
        ...{ holding: holdingOf(own), key: name, turn: turns, looked: undefined },
        cleanupOf: deletionTimestamp === undefined ? undefined : uid,
      };
      return reconciling.run(current, async () => {
        const items = own.resource('configmaps').namespace(namespace);
        const children = own.resource('secrets').namespace(namespace);
        const write = (data: object): Promise<unknown> => items.patch(name, { data }, { type: 'merge', signal });
        if (deletionTimestamp !== undefined) {
          if (!finalizers.includes(finalizer)) return;
          const isGone = (error: unknown): boolean => (error as { statusCode?: number }).statusCode === 404;
          await children.delete(name, { signal }).catch((error: unknown) => {
            if (!isGone(error)) throw error;
          });
          await pause(20);
          const without = { metadata: { resourceVersion, finalizers: null } };
          await items.patch(name, without, { type: 'merge', signal });
          tell({ type: 'finalized', at: machineNow(), uid });
          return;
        }
        const { wanted = '', seen = '', phase = '' } = (object as { readonly data?: ItemData }).data ?? {};
        const data = { copy: Buffer.from(wanted).toString('base64') };
        const [child] = dependents();
        if (child === undefined) {
          const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true }];
          await children.create(
            { metadata: { name, labels: { [itemLabel]: 'x' }, ownerReferences }, data },
            { signal },
          );
        } else if ((child as { readonly data?: { readonly copy?: string } }).data?.copy !== data.copy) {
          await children.patch(name, { data }, { type: 'merge', signal });
        }
        if (wanted === seen) return;
        for (const step of ['1', '2', '3']) {
          await write({ step });
          await pause(10);
        }
        if (isSlow(name) && phase !== wanted) {
          await write({ phase: wanted });
          return { requeueAfterMs: 200 };
        }
        await write({ seen: wanted });
        return undefined;
      });
    },
  });
}

const times = { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
const lease = { name: leaseName, namespace, identity, clock, ...times, onError: () => undefined };
await runController(
  client,
  (run) => {
    run.leadership?.signal.addEventListener('abort', () => {
      tell({ type: 'held', at: machineNow(), state: 'lost', held: 0 });
    });
    if (run.leadership !== undefined) tell({ type: 'held', at: machineNow(), state: 'leading', held: 1 });
    return start(run);
  },
  mode === 'leaderElection'
    ? { leaderElection: lease }
    : {
        share: {
          ...{ ...lease, shards },
          onChange: ({ state, held }) => {
            tell({ type: 'held', at: machineNow(), state, held: held.length });
          },
        },
      },
);
await client.close();
agent.destroy();
