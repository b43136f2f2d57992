import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient, isKubeError, type KubeObject, type ResourceHandle } from '../../../src/index.js';
import { keepBusy } from '../harness/busy-objects.js';
import { startChaosProxy, type Mischief } from '../harness/chaos-proxy.js';
import { closeClients, connect } from '../harness/connect.js';
import { expectToAgree, followSet } from '../harness/followed-sets.js';
import { createObject, namespace } from '../harness/objects.js';
import { randomOf, seedOfRun } from '../harness/random.js';

const server = inject('server');
const seed = seedOfRun();
const sessions = Number(process.env['KUBEATLAS_SESSIONS'] ?? 50);
const atOnce = 10;
const place = `chaos-${Date.now()}`;
const total = new Map<Mischief, number>();
const ends = new Map<string, number>();
let direct: ResourceHandle;

beforeAll(async () => {
  process.stdout.write(`watch-chaos: seed ${seed}, ${sessions} sessions\n`);
  await createObject(server, '/api/v1/namespaces', namespace(place));
  const client = connect(server, { token: server.tokens.admin });
  direct = client.resource('configmaps').namespace(place);
});

afterAll(async () => {
  const words = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([word, count]) => `${word} ${count}`).join(', ');
  process.stdout.write(`watch-chaos: ${words(total)}\nwatch-chaos: watches ended: ${words(ends)}\n`);
  await closeClients();
});

/** What a watch that ends has to say: why, by a code of ours; or nothing, where it was left. */
async function watchUntilItEnds(handle: ResourceHandle, signal: AbortSignal): Promise<string> {
  const state = new Map<string, string>();
  let version = 0;
  let marked = false;
  try {
    for await (const event of handle.watch({ initialEvents: true, signal, idleTimeoutMs: 1500 })) {
      if (event.type === 'INITIAL_EVENTS_END') {
        marked = true;
        continue;
      }
      if (event.type === 'BOOKMARK') continue;
      const { name, resourceVersion = '' } = (event.object as KubeObject).metadata as {
        name: string;
        resourceVersion?: string;
      };
      // Behind the mark versions only grow.
      if (marked) expect(Number(resourceVersion)).toBeGreaterThan(version);
      if (marked) version = Number(resourceVersion);
      state.set(name, resourceVersion);
    }
    return 'without a word';
  } catch (error) {
    if (error === signal.reason) return 'left';
    if (!isKubeError(error)) throw error;
    return error.code === 'watch-ended'
      ? error.end
      : `${error.code}${error.code === 'api' ? ` ${error.statusCode}` : ''}`;
  }
}

interface Session {
  readonly number: number;
  /** Lets everything pass, and expects that the followers come to agree with the server. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

async function openSession(number: number): Promise<Session> {
  const random = randomOf(seed * 1000 + number);
  const proxy = await startChaosProxy(server, { token: server.tokens.admin, random });
  const client = createClient({ server: proxy.url, retry: { maxDelayMs: 300 } });
  const controller = new AbortController();
  const handle = client.handle(await direct.mapping()).namespace(place);
  const forms = [handle, handle.as('PartialObjectMetadata') as unknown as ResourceHandle];
  const sets = forms.map((form) => followSet(form, { signal: controller.signal, idleTimeoutMs: 1500, limit: 20 }));
  const watch = watchUntilItEnds(handle, controller.signal);
  return {
    number,
    async settle() {
      proxy.calm();
      await expectToAgree(sets, direct, 60_000);
      controller.abort(new Error('over'));
      await Promise.all(sets.map(({ ended }) => ended));
      const end = await watch;
      expect(end).not.toBe('without a word');
      ends.set(end, (ends.get(end) ?? 0) + 1);
      for (const [mischief, count] of proxy.done) total.set(mischief, (total.get(mischief) ?? 0) + count);
    },
    async close() {
      controller.abort(new Error('over'));
      await client.close();
      await proxy.close();
    },
  };
}

/** Sessions at once, all of which see the same changes. */
async function runGroup(numbers: readonly number[]): Promise<void> {
  const open = await Promise.all(numbers.map(openSession));
  try {
    await keepBusy(direct, { names: 60, changes: 400, random: randomOf(seed + (numbers[0] ?? 0)), atOnce: 2 });
    for (const session of open) {
      await session.settle().catch((cause: unknown) => {
        const words = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`session ${session.number} of seed ${seed}: ${words}`, { cause });
      });
    }
  } finally {
    await Promise.all(open.map((session) => session.close()));
  }
}

describe('through a proxy that does mischief', () => {
  it(
    'every follower ends up with what the server has, and every watch says why it ended',
    async () => {
      for (let first = 0; first < sessions; first += atOnce) {
        await runGroup(Array.from({ length: Math.min(atOnce, sessions - first) }, (_, index) => first + index));
      }
    },
    60_000 + sessions * 6000,
  );
});
