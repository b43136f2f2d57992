import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client, ResourceHandle } from '../../../src/index.js';
import { createLeaderElection, type LeaderElectionOptions, type Leadership } from '../../../src/controller/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { endReplicas, startReplica, type Replica } from '../harness/leader-replicas.js';
import { createObject, deployment, namespace } from '../harness/objects.js';
import { randomOf, seedOfRun } from '../harness/random.js';
import { startRecordingProxy, type Recorded, type RecordingProxy } from '../harness/recording-proxy.js';
import { waitUntil } from '../harness/wait-until.js';

const server = inject('server');
const place = 'leader-election';
const times = { leaseDurationMs: 3000, renewDeadlineMs: 2000, retryPeriodMs: 400 };
const seed = seedOfRun();
const rounds = Number(process.env['KUBEATLAS_STOPS'] ?? 2);
let client: Client;
let configMaps: ResourceHandle;

beforeAll(async () => {
  process.stdout.write(`leader-election: seed ${seed}, ${rounds} stops\n`);
  await createObject(server, '/api/v1/namespaces', namespace(place));
  client = connect(server, { token: server.tokens.admin });
  configMaps = client.resource('configmaps').namespace(place);
  for (const name of ['fenced', 'unfenced']) await configMaps.create({ metadata: { name } });
});

afterAll(async () => {
  await client.resource('namespaces').delete(place);
  await closeClients();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Leads at once, under a name of its own, until the test has what it wants. */
async function asLeader(
  work: (leadership: Leadership) => Promise<unknown>,
  options: Partial<LeaderElectionOptions> & { readonly name: string },
): Promise<void> {
  await createLeaderElection(client, { namespace: place, fence: true, ...options }).run(work);
}

describe('two replicas', () => {
  let proxy: RecordingProxy;
  let replicas: Replica[] = [];

  beforeAll(async () => {
    proxy = await startRecordingProxy(server, server.tokens.admin);
    replicas = ['a', 'b'].map((identity) =>
      startReplica({ url: proxy.url, identity, namespace: place, obstinateMs: 1500, ...times }),
    );
  });

  afterAll(async () => {
    await endReplicas(replicas);
    await proxy.close();
  });

  const isWork = ({ path }: Recorded): boolean => path.includes('/configmaps/');
  const isAccepted = ({ answered }: Recorded): boolean => answered !== undefined && answered.status < 300;
  const isRenewal = (each: Recorded): boolean =>
    each.path.includes('/leases') && each.method !== 'GET' && isAccepted(each);
  const isFencedWrite = ({ path, method }: Recorded): boolean =>
    method === 'PUT' && path.includes('/configmaps/fenced');
  const by =
    (sender: string) =>
    (each: Recorded): boolean =>
      each.sender === sender;

  /** Who leads, once it has written as much. */
  async function leaderAtWork(): Promise<{ leader: Replica; other: Replica }> {
    const since = Date.now();
    return waitUntil('a replica leads and writes', () => {
      const recent = proxy.requests.filter((each) => each.at > since && isFencedWrite(each) && isAccepted(each));
      const leader = replicas.find(({ identity }) => recent.at(-1)?.sender === identity && recent.length > 5);
      const other = replicas.find((each) => each !== leader);
      return leader && other && { leader, other };
    });
  }

  /** Waits until a replica leads that did not, and has stamped what is fenced; tells when. */
  async function takenOver({ identity }: Replica, since: number): Promise<number> {
    return waitUntil(`${identity} has taken over`, () => {
      return proxy.requests.find(
        (each) => each.at > since && by(identity)(each) && isFencedWrite(each) && isAccepted(each),
      )?.answered?.at;
    });
  }

  it(
    'the leader, stopped past its lease and resumed, begins no request after the expiry',
    async () => {
      const random = randomOf(seed);
      let underWay = 0;
      for (let round = 0; round < rounds; round += 1) {
        const { leader, other } = await leaderAtWork();
        await pause(random() * 1000);
        leader.process.kill('SIGSTOP');
        const stopped = Date.now();
        const stampedAt = await takenOver(other, stopped);
        const events = leader.events.length;
        leader.process.kill('SIGCONT');
        const tried = await waitUntil('the old leader has tried to write on', () =>
          leader.events.slice(events).find((each) => each.event === 'tried'),
        );
        // The test is worth nothing if nothing was tried.
        expect(tried.refused).toBeGreaterThan(10);
        const own = proxy.requests.filter(by(leader.identity));
        const until = own.find((each) => each.at > stampedAt && isRenewal(each))?.at ?? Infinity;
        const renewal = own.filter((each) => each.at <= stampedAt && isRenewal(each)).at(-1);
        const expiry = renewal!.at + times.leaseDurationMs;
        expect(stampedAt).toBeGreaterThan(expiry);
        const late = own.filter((each) => isWork(each) && each.at > expiry + 100 && each.at < until);
        // What had begun when the process was stopped goes on when it resumes, as it may be late in any network.
        expect(late.filter(({ began }) => !(began <= expiry + 100))).toEqual([]);
        underWay += late.length;
        const afterStamp = own.filter(
          (each) => isFencedWrite(each) && isAccepted(each) && (each.answered?.at ?? 0) > stampedAt && each.at < until,
        );
        expect(afterStamp).toEqual([]);
      }
      process.stdout.write(`leader-election: ${rounds} stops, ${underWay} requests were under way and came late\n`);
      expect(replicas.flatMap(({ events }) => events.filter(({ event }) => event === 'problem'))).toEqual([]);
    },
    30_000 * rounds,
  );

  it('a write that the network held back is refused after the stamp with a fence, and accepted without', async () => {
    const { leader, other } = await leaderAtWork();
    const holds = [
      proxy.hold((each) => by(leader.identity)(each) && isFencedWrite(each)),
      proxy.hold((each) => by(leader.identity)(each) && each.path.includes('/configmaps/unfenced')),
    ] as const;
    const [fenced, unfenced] = await Promise.all(holds);
    leader.process.kill('SIGSTOP');
    await takenOver(other, Date.now());
    expect(await fenced.release()).toBe(409);
    expect(await unfenced.release()).toBe(200);
    leader.process.kill('SIGCONT');
    const { metadata } = await configMaps.get('fenced');
    const epochs = replicas.flatMap(({ events }) =>
      events.flatMap((each) => (each.event === 'lead' ? [each.epoch] : [])),
    );
    const annotations = metadata as { annotations?: Record<string, string> };
    expect(epochs).toContain(annotations.annotations?.['epoch.kubeatlas.dev/it']);
  });

  it('a leader that is ended gives its lease back, and the other one need not wait', async () => {
    const { leader, other } = await leaderAtWork();
    const terms = other.terms();
    await endReplicas([leader]);
    const leases = client.resource('leases').namespace(place);
    await waitUntil('the other one leads', () => (other.terms() > terms ? true : undefined));
    expect((await leases.get('it'))['spec']).toMatchObject({ holderIdentity: other.identity });
    const events = leader.events.map(({ event }) => event);
    expect(events.at(-1)).toBe('tried');
  });
});

describe('a fence on the server', () => {
  const epochOf = ({ metadata }: { metadata: object }, name: string): string | undefined =>
    (metadata as { annotations?: Record<string, string> }).annotations?.[`epoch.kubeatlas.dev/${name}`];

  afterEach(async () => {
    await configMaps.deleteCollection({ labelSelector: 'fence' });
  });

  it('makes each write of a former leader a conflict once the new one has stamped the object', async () => {
    await configMaps.create({ metadata: { name: 'one', labels: { fence: 'x' } }, data: { a: '1' } });
    await asLeader(
      async (old) => {
        const of = old.client.handle(await configMaps.mapping()).namespace(place);
        const read = await of.get('one');
        const stale = { resourceVersion: read.metadata.resourceVersion! };
        await asLeader(
          async (now) => {
            const next = now.client.handle(await configMaps.mapping()).namespace(place);
            // Nothing is changed but the epoch, and nothing of that the second time.
            const stamped = await next.patch('one', { metadata: stale }, { type: 'merge' });
            expect(epochOf(stamped, 'two')).toBe(now.epoch);
            const again = await next.replace(stamped);
            expect(again.metadata.resourceVersion).toBe(stamped.metadata.resourceVersion);
          },
          { name: 'two' },
        );
        const conflict = { code: 'api', statusCode: 409 };
        await expect(of.replace({ ...read, data: { a: '2' } })).rejects.toMatchObject(conflict);
        const patch = { metadata: stale, data: { a: '2' } };
        await expect(of.patch('one', patch, { type: 'merge' })).rejects.toMatchObject(conflict);
        await expect(of.patch('one', patch, { type: 'strategic' })).rejects.toMatchObject(conflict);
        const applied = of.apply({ metadata: { name: 'one', ...stale }, data: { b: '2' } }, { fieldManager: 'me' });
        await expect(applied).rejects.toMatchObject(conflict);
        await expect(of.delete('one', { preconditions: stale })).rejects.toMatchObject(conflict);
        await expect(of.create({ metadata: { name: 'one' } })).rejects.toMatchObject({
          ...conflict,
          reason: 'AlreadyExists',
        });
        await expect(of.delete('one')).rejects.toMatchObject({ code: 'unfenced-write' });
        await expect(of.deleteCollection()).rejects.toMatchObject({ code: 'unfenced-write' });
        expect(await of.get('one')).toMatchObject({ data: { a: '1' } });
      },
      { name: 'one' },
    );
  });

  it('lets the present leader do all of that', async () => {
    await asLeader(
      async ({ client: fenced, epoch }) => {
        const of = fenced.handle(await configMaps.mapping()).namespace(place);
        const made = await of.create({ metadata: { name: 'all', labels: { fence: 'x' } } });
        expect(epochOf(made, 'all')).toBe(epoch);
        const { resourceVersion } = await of.replace({ ...made, data: { a: '1' } }).then(({ metadata }) => metadata);
        const patched = await of.patch('all', { metadata: { resourceVersion }, data: { b: '1' } }, { type: 'merge' });
        const version = { resourceVersion: patched.metadata.resourceVersion! };
        const applied = await of.apply(
          { metadata: { name: 'all', ...version }, data: { c: '1' } },
          { fieldManager: 'me' },
        );
        expect(applied).toMatchObject({ data: { a: '1', b: '1', c: '1' } });
        const preconditions = { resourceVersion: applied.metadata.resourceVersion! };
        await of.delete('all', { preconditions });
      },
      { name: 'all' },
    );
  });

  it('holds the size of an object by its version', async () => {
    const deployments = client.resource('deployments').namespace(place);
    const { metadata } = await deployments.create(deployment('sized', 1));
    await asLeader(
      async ({ client: fenced }) => {
        const scale = fenced
          .handle(await deployments.mapping())
          .namespace(place)
          .scale('sized');
        const old = { resourceVersion: metadata.resourceVersion! };
        expect((await scale.set(2, old)).spec.replicas).toBe(2);
        await expect(scale.set(3, old)).rejects.toMatchObject({ code: 'precondition' });
      },
      { name: 'sized' },
    );
    await deployments.delete('sized');
  });
});

describe('a candidate on the server', () => {
  it('ends its term when the lease is deleted, and leads again with another epoch', async () => {
    const epochs: string[] = [];
    const leases = client.resource('leases').namespace(place);
    const election = createLeaderElection(client, { name: 'deleted', namespace: place, ...times });
    await election.run(async ({ epoch, signal }) => {
      epochs.push(epoch);
      if (epochs.length === 2) return;
      await leases.delete('deleted');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      expect(signal.reason).toMatchObject({ code: 'not-holder', end: 'deleted' });
    });
    expect(new Set(epochs).size).toBe(2);
    expect((await leases.get('deleted'))['spec']).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
  });

  it('keeps times that the server takes, to the microsecond', async () => {
    const leases = client.resource('leases').namespace(place);
    await asLeader(
      async () => {
        const { renewTime, acquireTime } = (await leases.get('times'))['spec'] as Record<string, string>;
        expect(renewTime).toMatch(/T\d\d:\d\d:\d\d\.\d{6}Z$/);
        expect(renewTime).toBe(acquireTime);
      },
      { name: 'times' },
    );
  });

  it('waits for its namespace, is told of a right that it has not, and ends with a name that cannot be', async () => {
    const told: unknown[] = [];
    const election = createLeaderElection(client, {
      ...{ name: 'it', namespace: 'leader-election-later', ...times },
      onError: (error) => told.push(error),
    });
    const running = election.run(() => undefined);
    await waitUntil('a refusal was told', () => told[0]);
    expect(told[0]).toMatchObject({ statusCode: 404 });
    await createObject(server, '/api/v1/namespaces', namespace('leader-election-later'));
    await running;
    await client.resource('namespaces').delete('leader-election-later');
    const reader = connect(server, { token: server.tokens.reader });
    const denied: unknown[] = [];
    const powerless = createLeaderElection(reader, {
      ...{ name: 'it', namespace: place, ...times },
      onError: (error) => denied.push(error),
    });
    const standing = powerless.run(() => expect.unreachable());
    await waitUntil('a refusal was told', () => denied[0]);
    await powerless.stop();
    await standing;
    expect(denied[0]).toMatchObject({ statusCode: 403 });

    const misnamed = createLeaderElection(client, { name: 'Not A Name', namespace: place });
    await expect(misnamed.run(() => undefined)).rejects.toMatchObject({ statusCode: 422 });
  });
});
