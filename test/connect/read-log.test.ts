import { describe, expect, it } from 'vitest';
import { containerStateOf } from '../../src/connect/container-state.js';
import { readLog, type LogPods } from '../../src/connect/read-log.js';
import type { KubeObject } from '../../src/index.js';
import type { InnerHandle } from '../../src/core/resource/inner-handle.js';
import { ApiError } from '../../src/core/transport/errors.js';
import { randomOf } from '../e2e/harness/random.js';

/** A line as the kubelet has it, and its place in all that was written. */
interface Line {
  readonly time: bigint;
  readonly place: number;
}

interface Instance {
  readonly id: string;
  readonly started: bigint;
  lines: Line[];
}

/** What a story may have. */
interface Story {
  readonly restarts?: boolean;
  readonly rotates?: boolean;
  readonly equalTimes?: boolean;
  readonly stepsBack?: boolean;
  /** Whether the log of the instance before may be gone. */
  readonly forgets?: boolean;
}

const second = 1_000_000_000n;

function textOf(time: bigint): string {
  const date = new Date(Number(time / second) * 1000).toISOString().slice(0, 19);
  return `${date}.${String(time % second).padStart(9, '0')}Z`;
}

function keyOf(text: string): bigint {
  return (
    (BigInt(Date.parse(`${text.slice(0, 19)}Z`)) / 1000n) * second +
    BigInt((/\.(\d+)/.exec(text)?.[1] ?? '0').padEnd(9, '0'))
  );
}

/**
 * A container on a node, whose kubelet serves the log of the instance that it knows, and whose pod is told later. Something
 * happens whenever the reader waits.
 */
async function play(
  seed: number,
  story: Story,
): Promise<{ received: [place: number, gap: boolean][]; written: number }> {
  const random = randomOf(seed);
  const chance = (share: number): boolean => random() < share;
  let now = 1_800_000_000n * second;
  let latest = now;
  /** When the log was first opened. */
  let opened: bigint | undefined;
  let written = 0;
  let left = 10 + Math.floor(random() * 40);
  let cut = new AbortController();
  const received: [number, boolean][] = [];
  const instances: Instance[] = [{ id: 'c0', started: now, lines: [] }];
  const present = (): Instance => instances.at(-1)!;
  /** The files by the time at which they began. */
  const begun = new Map<bigint, readonly Line[]>();
  let told = 0;
  let isOver = false;

  const write = (): void => {
    if (!(story.equalTimes === true && chance(0.5)))
      now += BigInt(1 + Math.floor(random() * (chance(0.5) ? 1000 : 3e9)));
    if (story.stepsBack === true && chance(0.1)) now -= BigInt(Math.floor(random() * 40)) * second;
    // Further back than a reader looks, lines would be lost.
    if (now < latest - 50n * second) now = latest - 50n * second + BigInt(written);
    // Until a line has come, the lines of an instance that is gone are known by the time at which the log was opened.
    if (received.length === 0 && opened !== undefined && now < opened) now = opened;
    // Of a file of which one time was read, and another that begins with it, nothing tells that they are two.
    const { lines } = present();
    while ((begun.get(now) ?? lines) !== lines) now += 1n;
    if (lines.length === 0) begun.set(now, lines);
    if (now > latest) latest = now;
    lines.push({ time: now, place: (written += 1) });
  };
  const step = (): void => {
    if (left === 0) {
      told = instances.length - 1;
      isOver = true;
      cut.abort();
      return;
    }
    left -= 1;
    const dice = random();
    if (dice < 0.5) write();
    else if (dice < 0.6) for (let count = 0; count < 5; count += 1) write();
    else if (dice < 0.75) cut.abort();
    else if (dice < 0.85) told = instances.length - 1;
    else if (dice < 0.95 && story.restarts === true) {
      now += second;
      instances.push({ id: `c${instances.length}`, started: now, lines: [] });
      if (story.forgets === true && chance(0.3)) instances.at(-2)!.lines = [];
      if (chance(0.7)) cut.abort();
    } else if (story.rotates === true && (received.at(-1)?.[0] ?? 0) >= (present().lines[0]?.place ?? Infinity)) {
      // A file of which nothing was read may go away unseen.
      present().lines = [];
    }
  };
  const turn = async (): Promise<void> => {
    await Promise.resolve();
    step();
  };

  const podNow = (): KubeObject => {
    const { id, started } = instances[told]!;
    const startedAt = new Date(Number(started / second) * 1000).toISOString();
    const state = isOver ? { terminated: { exitCode: 0, containerID: id, startedAt } } : { running: { startedAt } };
    return {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', uid: 'u' } },
      spec: { restartPolicy: isOver ? 'Never' : 'Always', containers: [{ name: 'main' }] },
      status: {
        phase: isOver ? 'Succeeded' : 'Running',
        containerStatuses: [{ name: 'main', containerID: id, restartCount: told, state }],
      },
    };
  };
  const notFound = (statusCode: number): ApiError =>
    new ApiError({
      ...{ method: 'GET', path: '/log', statusCode, fromServer: true, retryAfterSeconds: undefined },
      status: { status: 'Failure', code: statusCode, message: 'previous terminated container not found' },
    });

  const inner: Pick<InnerHandle, 'stream'> = {
    stream: async (_name, _subresource, { query = {} }) => {
      await turn();
      const instance = query['previous'] === true ? instances.at(-2) : instances.at(-1);
      if (instance === undefined) throw notFound(400);
      const since = query['sinceTime'] === undefined ? 0n : keyOf(String(query['sinceTime']));
      async function* body(own: Instance): AsyncGenerator<Uint8Array> {
        // The file that was opened is read to its end, even after it was rotated.
        const file = own.lines;
        for (let at = 0; ;) {
          const ready = file.slice(at);
          at += ready.length;
          const shown = ready.filter(({ time }) => time >= since);
          if (shown.length > 0) {
            yield Buffer.from(shown.map(({ time, place }) => `${textOf(time)} ${place}\n`).join(''));
            continue;
          }
          if (query['follow'] !== true || own !== present() || isOver || file !== own.lines) return;
          if (cut.signal.aborted) {
            cut = new AbortController();
            return;
          }
          await turn();
        }
      }
      opened ??= now;
      const { method, path } = { method: 'GET', path: '/log' } as const;
      const headers = { date: new Date(Number(now / second) * 1000).toUTCString() };
      return {
        ...{ status: 200, mediaType: 'text/plain', method, path, headers, conceal: (text: string) => text },
        body: body(instance),
      };
    },
  };
  const pods: LogPods & { readonly '~inner': typeof inner } = {
    '~inner': inner,
    async get() {
      await turn();
      return podNow();
    },
  };
  let time = 0;
  const clock = {
    now: () => time,
    sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
      // The proof of a log is a race against time, in which nobody waits here.
      if (ms === 10_000 && signal?.aborted === false && left > 0) return new Promise<void>(() => undefined);
      time += ms;
      await turn();
    },
  };
  const options = { follow: true, reconnectMs: 1e9, maxLineBytes: 1e6, clock };
  const source = { pod: 'p', uid: 'u', container: 'main', state: containerStateOf(podNow(), 'main') };
  for await (const { lines, gap } of readLog(pods, source, options, new AbortController().signal)) {
    lines.forEach(({ bytes }, index) => received.push([Number(Buffer.from(bytes).toString()), gap && index === 0]));
  }
  return { received, written };
}

/** What is wrong with what was received: repeated, out of order, or missing without a word. */
function faultsOf({ received, written }: Awaited<ReturnType<typeof play>>, mayLose: boolean): string[] {
  const faults: string[] = [];
  // What went away before the first line was read is nobody's.
  let last = (received[0]?.[0] ?? 1) - 1;
  for (const [place, gap] of received) {
    if (place <= last) faults.push(`${place} after ${last}`);
    if (place > last + 1 && !gap) faults.push(`${last + 1} to ${place - 1} missing, and nothing told`);
    if (gap && !mayLose) faults.push(`a gap before ${place}`);
    last = place;
  }
  if (last !== written && !mayLose) faults.push(`${last + 1} to ${written} missing at the end`);
  return faults;
}

const all: Story = { restarts: true, forgets: true, rotates: true, equalTimes: true, stepsBack: true };
const first = Number(process.env['KUBEATLAS_PROPERTY_SEED'] ?? 0);
const runs = 300 * Number(process.env['KUBEATLAS_PROPERTY_RUNS'] ?? 1);

describe('a log that is followed', () => {
  it.each<[string, Story, boolean]>([
    ['is cut', {}, false],
    ['has lines of one time', { equalTimes: true }, false],
    ['has a clock that is set back', { stepsBack: true }, false],
    ['is rotated', { rotates: true }, true],
    ['is that of a container that restarts', { restarts: true }, true],
    ['restarts, and the log before may be gone', { restarts: true, forgets: true }, true],
    ['has it all', all, true],
  ])('has every line once, in order, or tells a gap, where it %s', async (_, story, mayLose) => {
    const faults: string[] = [];
    for (let seed = first; seed < first + runs; seed += 1) {
      const found = faultsOf(await play(seed, story), mayLose);
      if (found.length > 0) faults.push(`seed ${seed}: ${found.join('; ')}`);
    }
    expect(faults.slice(0, 5), `${faults.length} of ${runs}`).toEqual([]);
  });

  it.each([2233, 3244, 3626, 12_339])(
    'tells a gap where another log begins at the last time that was read (seed %i)',
    async (seed) => {
      expect(faultsOf(await play(seed, all), true)).toEqual([]);
    },
  );
});
