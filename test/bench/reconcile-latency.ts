import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createController } from '../../src/controller/index.js';
import { apiServer, connectTo, noServer, podCount, type ApiServerAccess } from './api-server.js';
import type { Bench } from './bench.js';
import { clientGoInformers } from './client-go-informers.js';
import { formatCount, formatRatio, formatTime } from './format.js';

/** With this argument, the program runs a controller and prints when each write reaches its reconcile. */
export const latencyFlag = '--latency';

const writes = 3000;
const writesInASecond = 100;
/** When an object was last written, in microseconds; `test/informers/client-go` reads it, too. */
const writtenAt = 'bench.kubeatlas.dev/written-at';
const patienceMs = 30_000;

/** Measures how soon a controller acts. */
export const reconcileLatencyBench: Bench = {
  name: 'reconcile-latency',
  title: 'From a write to its reconcile',
  about:
    `${formatCount(writes)} changes of ${formatCount(podCount)} pods, ${writesInASecond} per second: from just before a change is sent until a ` +
    'reconcile has it, in a controller of client-go and in ours at the same time. The first row is how long the writer waited for its answer.',
  async run() {
    const access = await apiServer();
    if (access === undefined) return { columns: [noServer], rows: [] };
    const { url, ca, token } = access;
    const program = await clientGoInformers();
    const env = { ...process.env, CA: ca, TOKEN: token };
    const ours = await start(process.execPath, [process.argv[1] ?? '', latencyFlag, JSON.stringify(access)]);
    const theirs = program === undefined ? undefined : await start(program, ['latency', url], env);
    try {
      const answers = await write(access);
      const [go, node] = [await theirs?.latencies(), await ours.latencies()];
      const row = (name: string, times: readonly number[]): string[] => [
        name,
        ...[0.5, 0.99].flatMap((part) => [
          formatTime(percentile(times, part)),
          go === undefined ? '' : formatRatio(percentile(times, part) / percentile(go, part)),
        ]),
      ];
      return {
        columns: ['', 'p50', 'ratio', 'p99', 'ratio'],
        rows: [
          row('the answer to the write', answers),
          go === undefined ? ['client-go: no Go here', '', '', '', ''] : row('client-go', go),
          row('`createController`', node),
        ],
      };
    } finally {
      await ours.stop();
      await theirs?.stop();
    }
  },
};

/** A write that a reconcile has seen, as printed by a controller. Times are microseconds since 1970. */
interface Arrival {
  readonly name: string;
  readonly writtenAt: number;
  readonly arrivedAt: number;
}

/** Starts a controller, and waits until it has reconciled the existing objects. */
async function start(command: string, args: readonly string[], env = process.env) {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  /** By pod name and time of the write: the last write of an earlier run may be seen again. */
  const latencies = new Map<string, number>();
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code ?? 'a signal'}`)));
    createInterface(child.stdout).on('line', (line) => {
      const told = JSON.parse(line) as Arrival | { readonly ready: true };
      if ('ready' in told) {
        latencies.clear();
        resolve();
        return;
      }
      const key = `${told.name} ${told.writtenAt}`;
      if (!latencies.has(key)) latencies.set(key, (told.arrivedAt - told.writtenAt) / 1000);
    });
  });
  return {
    /** Returns the latencies of all writes, in milliseconds. */
    async latencies(): Promise<readonly number[]> {
      for (let waited = 0; latencies.size < writes; waited += 100) {
        if (waited > patienceMs) throw new Error(`${command} saw ${latencies.size} of ${writes} writes`);
        await sleep(100);
      }
      return [...latencies.values()];
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Changes one pod after the other at a steady pace. Returns how long each answer took. */
async function write(access: ApiServerAccess): Promise<readonly number[]> {
  const { client, close } = connectTo(access);
  try {
    const pods = client.resource('pods').namespace('web').as('PartialObjectMetadata');
    const names = (await pods.list({ limit: writes })).items.map(({ metadata }) => metadata.name);
    const begun = performance.now();
    const answers: Promise<number>[] = [];
    for (let place = 0; place < writes; place += 1) {
      const wait = begun + (place * 1000) / writesInASecond - performance.now();
      if (wait > 0) await sleep(wait);
      const at = performance.now();
      const body = { metadata: { annotations: { [writtenAt]: String(microseconds()) } } };
      const sent = pods.patch(names[place % names.length] ?? '', body, { type: 'merge' });
      answers.push(sent.then(() => performance.now() - at));
    }
    return await Promise.all(answers);
  } finally {
    await close();
  }
}

/** Runs our controller until the end of the input. */
export async function runLatencyController(access: string | undefined): Promise<void> {
  const { client, close } = connectTo(JSON.parse(access ?? '') as ApiServerAccess);
  const tell = (told: object): void => void process.stdout.write(`${JSON.stringify(told)}\n`);
  const controller = createController(client, {
    name: 'latency',
    for: 'pods',
    onError: (error) => process.stderr.write(`${String(error)}\n`),
    reconcile({ name }, { object }) {
      const written = object?.metadata.annotations?.[writtenAt];
      if (written !== undefined) {
        tell({ name, writtenAt: Number(written), arrivedAt: microseconds() } satisfies Arrival);
      }
    },
  });
  await controller.synced;
  await controller.idle();
  tell({ ready: true });
  for await (const _ of process.stdin);
  await controller.close();
  await close();
  process.exit(0);
}

function microseconds(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}

function percentile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
