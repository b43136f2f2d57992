import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../src/core/client.js';
import type { ElectionClock } from '../../../src/controller/lease/election-clock.js';
import { createLeaderElection } from '../../../src/controller/lease/leader-election.js';
import type { Leadership } from '../../../src/controller/lease/leadership.js';
import { leaseMapping } from '../../../src/controller/lease/lease.js';
import { mappingOf } from '../../../src/core/model/rest-mapping.js';
import { createFakeApiServer } from '../../../src/testing/index.js';
import type { Transport } from '../../../src/core/transport/transport.js';
import { transportTo } from '../../live/transport-to.js';
import { randomOf } from '../../e2e/harness/random.js';
import { createManualClock, type ManualClock } from '../../../src/testing/manual-clock.js';
import { idleTurns } from '../../shared/idle-turns.js';

const configMaps = mappingOf({
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  scope: 'Namespaced',
});
const seed = Number(process.env['KUBEATLAS_PROPERTY_SEED'] ?? 20_261_122);
const runs = 3 * Number(process.env['KUBEATLAS_PROPERTY_RUNS'] ?? 1);

/** A process of its own: it can be stopped, and its wall clock is set. */
function processOn(base: ManualClock, random: () => number) {
  let skew = random() * 1e9;
  let resume: (() => void) | undefined;
  let running = Promise.resolve();
  const clock: ElectionClock = {
    now: () => base.now(),
    wallNow: () => base.now() + skew,
    async sleep(ms, signal) {
      await base.sleep(ms, signal);
      await running;
    },
  };
  return {
    clock,
    /** What an awaited answer waits for as well. */
    awake: () => running,
    stop() {
      if (resume !== undefined) return;
      running = new Promise((resolve) => {
        resume = resolve;
      });
    },
    resume() {
      resume?.();
      resume = undefined;
    },
    setWall: () => (skew += (random() - 0.5) * 7_200_000),
  };
}

/** Puts what a network does before a server: losses before and after, refusals, delays on both ways, silence. */
function unreliable(server: Transport, base: ManualClock, random: () => number, isCalm: () => boolean): Transport {
  return {
    async send(request) {
      const fate = isCalm() ? 1 : random();
      if (fate < 0.04) throw new Error('lost');
      if (fate < 0.08) return { status: 500, headers: {}, body: null };
      if (fate < 0.1) await new Promise(() => undefined);
      if (fate < 0.15) await base.sleep(random() * 60_000);
      const answer = await server.send({ ...request, signal: undefined });
      if (fate > 0.15 && fate < 0.18) throw new Error('lost after');
      if (fate > 0.15 && fate < 0.22) await base.sleep(random() * 60_000);
      return answer;
    },
    close: () => undefined,
  };
}

async function contest(random: () => number) {
  vi.spyOn(Math, 'random').mockImplementation(random);
  const fake = createFakeApiServer({
    resources: [
      { ...leaseMapping.resource, kind: 'Lease' },
      { ...configMaps.resource, kind: 'ConfigMap' },
    ],
    objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'it', namespace: 'ns' } }],
  });
  const plain = transportTo(fake);
  const base = createManualClock({ settle: idleTurns(plain.isBusy) });
  const problems: string[] = [];
  let newest = 0;
  const direct: Transport = {
    async send(request) {
      const answer = await plain.send(request);
      if (request.method !== 'PUT' || !request.url.includes('configmaps')) return answer;
      const epoch = Number(/"epoch.kubeatlas.dev\/it":"(\d+)\./.exec(String(request.body))?.[1]);
      if (answer.status === 409 && epoch < newest) refused += 1;
      if (answer.status !== 200) return answer;
      if (!(epoch >= newest))
        problems.push(`${base.now()}: a write of epoch ${epoch} was accepted after one of ${newest}`);
      newest = epoch;
      return answer;
    },
    close: () => undefined,
  };
  let isCalm = false;
  let terms = 0;
  let refused = 0;
  let accepted = 0;
  const stored = () =>
    fake.objects.find(({ kind }) => kind === 'Lease') as { spec: { holderIdentity: string } } | undefined;

  const candidates = ['a', 'b', 'c'].map((identity) => {
    const process = processOn(base, random);
    const network = unreliable(direct, base, random, () => isCalm);
    const transport: Transport = {
      async send(request) {
        if (request.url.includes('configmaps')) {
          const others = candidates.filter((each) => each.identity !== identity && each.election.isLeader);
          if (others.length > 0) problems.push(`${base.now()}: ${identity} begins beside ${others[0]?.identity}`);
          const holder = stored()?.spec.holderIdentity;
          if (holder !== identity) problems.push(`${base.now()}: ${identity} begins, and ${String(holder)} holds`);
        }
        const answer = await network.send(request);
        await process.awake();
        return answer;
      },
      close: () => undefined,
    };
    const client = createClient({ server: 'http://chaos.test', transport, retry: { limit: 0 } });
    onTestFinished(() => client.close());
    const election = createLeaderElection(client, {
      name: 'it',
      namespace: 'ns',
      identity,
      clock: process.clock,
      fence: true,
    });
    const work = async ({ client, signal }: Leadership): Promise<void> => {
      const maps = client.handle(configMaps).namespace('ns');
      while (!signal.aborted) {
        try {
          const object = await maps.get('it');
          await maps.replace({ ...object, data: { by: identity } });
          accepted += 1;
        } catch {
          // Chaos.
        }
        await process.clock.sleep(random() * 1000);
      }
    };
    election
      .run((leadership) => {
        terms += 1;
        return Promise.all([work(leadership), work(leadership), work(leadership)]);
      })
      .catch((error: unknown) => problems.push(String(error)));
    return { identity, election, process };
  });

  for (let turn = 0; turn < 60; turn += 1) {
    const { process } = candidates[Math.floor(random() * 3)]!;
    const act = random();
    if (act < 0.3) process.stop();
    else if (act < 0.7) for (const each of candidates) each.process.resume();
    else if (act < 0.8) process.setWall();
    await base.advance(random() * 8000);
    const leading = candidates.filter(({ election }) => election.isLeader).map((each) => each.identity);
    if (leading.length > 1) problems.push(`${base.now()}: ${leading.join(' and ')} lead`);
  }
  // The network is well again: somebody leads.
  isCalm = true;
  for (const { process } of candidates) process.resume();
  await base.advance(60_000);
  const leading = candidates.filter(({ election }) => election.isLeader).length;
  const stopping = Promise.all(candidates.map(({ election }) => election.stop()));
  await base.advance(20_000);
  await stopping;
  return { problems, terms, accepted, refused, leading, holder: stored()?.spec.holderIdentity };
}

afterEach(() => {
  vi.restoreAllMocks();
});

it(
  `three candidates on a bad network never lead together, and one does in the end (seed ${seed})`,
  async () => {
    const seen = { terms: 0, accepted: 0, refused: 0 };
    for (let run = 0; run < runs; run += 1) {
      const { problems, leading, holder, ...numbers } = await contest(randomOf(seed + run));
      expect([run, problems]).toEqual([run, []]);
      expect([run, leading, holder]).toEqual([run, 1, '']);
      for (const each of ['terms', 'accepted', 'refused'] as const) seen[each] += numbers[each];
    }
    expect(seen.terms / runs).toBeGreaterThan(1);
    expect(seen.accepted / runs).toBeGreaterThan(50);
    expect(seen.refused).toBeGreaterThan(1);
  },
  120_000 + runs * 3000,
);
