import path from 'node:path';
import type { Client, ResourceHandle } from '../../../src/index.js';
import { spawnGuarded, type GuardedProcess } from './guarded-process.js';
import { readLines, type LinesByReplica } from './sharing-lines.js';
import { finalizer, itemLabel, type SharingReplicaOptions } from './sharing-replica-options.js';
import { waitUntil } from './wait-until.js';

/** A replica in a process of its own. */
export interface SharingReplica {
  readonly identity: string;
  readonly process: GuardedProcess;
  readonly options: SharingReplicaOptions;
  /** How many shards it holds, by the last line that it wrote; 0 if that was written before the moment. */
  held(since?: number): number;
}

/** Replicas that share objects. */
export interface SharingGroup {
  /** All that were ever started. */
  readonly replicas: readonly SharingReplica[];
  /** Those that run, and were not told to end. */
  readonly living: ReadonlySet<SharingReplica>;
  start(options?: Partial<SharingReplicaOptions>): SharingReplica;
  /** Ends one by a signal. */
  end(replica: SharingReplica, signal: 'SIGTERM' | 'SIGKILL'): void;
  /**
   * Waits until the living ones hold everything, and each of them a part.
   *
   * @param since the moment from which on they must have said so; by the clock of their lines
   */
  rested(since?: number): Promise<void>;
  lines(): LinesByReplica;
  /** What they wrote to stderr. */
  readonly said: readonly string[];
  /** Lets all go on, ends all as a kubelet does, and waits for it. */
  close(): Promise<void>;
}

const script = path.resolve(import.meta.dirname, 'sharing-replica.ts');

/** Where the objects and the Leases of replicas are. */
export const place = 'sharing';
export const times = { leaseDurationMs: 3000, renewDeadlineMs: 2000, retryPeriodMs: 400 };

/** Options of replicas of a server, which share 16 shards. */
export function replicasOf(server: Pick<SharingReplicaOptions, 'url' | 'ca' | 'token'>): CommonOptions {
  return { ...server, name: 'shared', namespace: place, mode: 'share', shards: 16, rate: 1, watchLagMs: 0, ...times };
}

type CommonOptions = Omit<SharingReplicaOptions, 'identity' | 'file'>;

/** Creates a {@link SharingGroup} without replicas; the given options are those of each of them. */
export function createSharingGroup(folder: string, common: CommonOptions): SharingGroup {
  const replicas: SharingReplica[] = [];
  const living = new Set<SharingReplica>();
  const said: string[] = [];
  return {
    replicas,
    living,
    said,
    start(own) {
      const identity = `replica-${replicas.length + 1}`;
      const options = { ...common, ...own, identity, file: path.join(folder, `${common.name}-${identity}.lines`) };
      const process_ = spawnGuarded(process.execPath, ['--import', 'tsx', script, JSON.stringify(options)], {
        output: 'pipe',
      });
      process_.stderr?.on('data', (part: Buffer) => said.push(`${identity}: ${part.toString()}`));
      const held = (since = 0): number => {
        const last = readLines(options.file).findLast((line) => line.type === 'held');
        return last !== undefined && last.at >= since ? last.held : 0;
      };
      const replica = { identity, process: process_, options, held };
      replicas.push(replica);
      living.add(replica);
      return replica;
    },
    end(replica, signal) {
      living.delete(replica);
      replica.process.kill(signal);
    },
    async rested(since) {
      const counts = (): number[] => [...living].map((each) => each.held(since));
      await waitUntil(
        () => `the replicas hold everything: ${counts().join(', ')}; ${said.slice(-10).join('')}`,
        () => {
          const [{ options } = { options: common }] = living;
          const all = options.mode === 'share' ? options.shards : 1;
          const held = counts();
          const isIn = all === 1 || held.every((each) => each > 0);
          return (isIn && held.reduce((sum, each) => sum + each, 0) === all) || undefined;
        },
        { limitMs: 120_000, everyMs: 200 },
      );
    },
    lines: () => new Map(replicas.map(({ identity, options }) => [identity, readLines(options.file)])),
    async close() {
      for (const { process: each } of replicas) {
        each.kill('SIGCONT');
        each.kill('SIGTERM');
      }
      await Promise.all(
        replicas.map(({ process: each, identity }) =>
          waitUntil(`${identity} has ended: ${said.slice(-10).join('')}`, () => each.exit, { limitMs: 40_000 }),
        ),
      );
      living.clear();
    },
  };
}

/** The objects of the replicas, and what happens to them. */
export interface SharedItems {
  /** Changes one. */
  touch(): Promise<void>;
  /** Deletes one, and creates it again under its name as soon as it is gone. */
  recreate(): Promise<void>;
  /** Deletes or changes what one owns. */
  rob(): Promise<void>;
  /** Changes and robs them, over and over, until the signal is aborted. */
  keepBusy(signal: AbortSignal): Promise<void>;
  /** Waits for as many further changes. */
  touched(further: number): Promise<void>;
  /** How often each of them happened. */
  readonly counts: { touched: number; recreated: number; robbed: number };
  /** Waits until every object is as it is wanted, with what it owns. */
  done(what: () => string, limitMs?: number): Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates objects for replicas. */
export async function createSharedItems(
  client: Client,
  { namespace, count, random }: { readonly namespace: string; readonly count: number; readonly random: () => number },
): Promise<SharedItems> {
  const items: ResourceHandle = client.resource('configmaps').namespace(namespace);
  const children: ResourceHandle = client.resource('secrets').namespace(namespace);
  const names = Array.from({ length: count }, (_, index) => `item-${index}`);
  const anyName = (): string => names[Math.floor(random() * names.length)] ?? '';
  const recreating = new Set<string>();
  const counts = { touched: 0, recreated: 0, robbed: 0 };
  let writes = 0;

  /** Tries until the server has answered; `expected` are refusals that are as good as success. */
  const insist = async (act: () => Promise<unknown>, ...expected: readonly number[]): Promise<void> => {
    for (;;) {
      try {
        await act();
        return;
      } catch (error) {
        const { statusCode = 0 } = error as { readonly statusCode?: number };
        if (expected.includes(statusCode)) return;
        if (client.signal.aborted) throw error;
        await pause(200);
      }
    }
  };
  const create = (name: string): Promise<void> => {
    const metadata = { name, labels: { [itemLabel]: 'x' }, finalizers: [finalizer] };
    return insist(() => items.create({ metadata, data: { wanted: String((writes += 1)) } }), 409);
  };
  const touch = async (): Promise<void> => {
    counts.touched += 1;
    const data = { wanted: String((writes += 1)) };
    await insist(() => items.patch(anyName(), { data }, { type: 'merge' }), 404);
  };
  const recreate = async (): Promise<void> => {
    const name = names.filter((each) => !recreating.has(each))[Math.floor(random() * (count - recreating.size))] ?? '';
    recreating.add(name);
    let before: string | undefined;
    await insist(async () => (before = (await items.get(name)).metadata.uid), 404);
    await insist(() => items.delete(name), 404);
    await insist(async () => {
      const { metadata } = await items.get(name);
      if (metadata.uid === before) throw new Error('not gone yet');
    }, 404);
    await create(name);
    recreating.delete(name);
    counts.recreated += 1;
  };
  const rob = async (): Promise<void> => {
    counts.robbed += 1;
    const name = anyName();
    if (random() < 0.5) await insist(() => children.delete(name), 404);
    else await insist(() => children.patch(name, { data: { copy: 'AAAA' } }, { type: 'merge' }), 404);
  };
  for (const name of names) await create(name);
  return {
    ...{ touch, recreate, rob, counts },
    async keepBusy(signal) {
      while (!signal.aborted) {
        await touch();
        if (random() < 0.1) await rob();
        await pause(30);
      }
    },
    async touched(further) {
      const wanted = counts.touched + further;
      await waitUntil('the objects were changed', () => counts.touched >= wanted || undefined, { limitMs: 60_000 });
    },
    async done(what, limitMs = 60_000) {
      let wrong: string[] = [];
      const look = async (): Promise<true | undefined> => {
        const [{ items: all }, { items: owned }] = await Promise.all([items.list(), children.list()]);
        const copies = new Map(
          owned.map(({ metadata, data }) => [metadata.name, (data as { readonly copy?: string } | undefined)?.copy]),
        );
        wrong = all.flatMap(({ metadata, data }) => {
          const { wanted = '', seen } = (data ?? {}) as { readonly wanted?: string; readonly seen?: string };
          if (metadata.labels?.[itemLabel] === undefined) return [];
          if (metadata.deletionTimestamp !== undefined) return [`${metadata.name} is not gone`];
          if (wanted !== seen) return [`${metadata.name} is wanted as ${wanted}, and was seen as ${seen ?? 'nothing'}`];
          const copy = Buffer.from(copies.get(metadata.name) ?? '', 'base64').toString();
          return copy === wanted ? [] : [`${metadata.name} owns ${copy} instead of ${wanted}`];
        });
        return (wrong.length === 0 && all.length >= count) || undefined;
      };
      await waitUntil(
        () => `every object is as it is wanted: ${wrong.slice(0, 10).join('; ')}; ${what()}`,
        () => look().catch(() => undefined),
        { limitMs, everyMs: 300 },
      );
    },
  };
}
