import path from 'node:path';
import { createInterface } from 'node:readline';
import { spawnGuarded, type GuardedProcess } from './guarded-process.js';
import type { ReplicaEvent, ReplicaOptions } from './leader-replica.js';
import { waitUntil } from './wait-until.js';

/** A replica in a separate process, which can be stopped and continued. */
export interface Replica {
  readonly identity: string;
  readonly process: GuardedProcess;
  /** Its events so far. */
  readonly events: ReplicaEvent[];
  /** Returns how often it started to lead. */
  readonly terms: () => number;
}

const script = path.resolve(import.meta.dirname, 'leader-replica.ts');

/** Starts a {@link Replica}. It ends with this process. */
export function startReplica(options: ReplicaOptions): Replica {
  const started = spawnGuarded(process.execPath, ['--import', 'tsx', script, JSON.stringify(options)], {
    output: 'pipe',
  });
  const events: ReplicaEvent[] = [];
  if (started.stderr !== null) {
    createInterface(started.stderr).on('line', (line) => {
      events.push(readEvent(line));
    });
  }
  const terms = (): number => events.filter(({ event }) => event === 'lead').length;
  return { identity: options.identity, process: started, events, terms };
}

/** Ends replicas as a kubelet does: they release their lease. */
export async function endReplicas(replicas: readonly Replica[]): Promise<void> {
  for (const { process: each } of replicas) {
    each.kill('SIGCONT');
    each.kill('SIGTERM');
  }
  await Promise.all(
    replicas.map(({ process: each, identity }) =>
      waitUntil(`${identity} has ended`, () => each.exit, { limitMs: 15_000 }).catch(() => {
        each.kill('SIGKILL');
      }),
    ),
  );
}

function readEvent(line: string): ReplicaEvent {
  try {
    return JSON.parse(line) as ReplicaEvent;
  } catch {
    return { event: 'problem', message: line };
  }
}
