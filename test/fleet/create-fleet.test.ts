import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMemoryStore, InvalidArgumentError, storeCodec, type Client } from '../../src/index.js';
import {
  ClusterEndedError,
  ClusterError,
  ClusterTimeoutError,
  createFleet,
  DuplicateClusterError,
  FleetClosedError,
  NoClustersError,
  type Cluster,
  type ClusterAnswer,
  type ClusterSource,
} from '../../src/fleet/index.js';
import { all, clientOf, configMap, fakeCluster, fleetOf, kubeSystem, toldSource } from './fleets.js';

const names = async (client: Client): Promise<string[]> =>
  (await client.resource('configmaps').list()).items.map(({ metadata }) => metadata.name);

const byCluster = <T>(answers: readonly ClusterAnswer<T>[]): Record<string, unknown> =>
  Object.fromEntries(answers.map(({ cluster, value, error }) => [cluster, error ?? value]));

const never = new Promise<never>(() => undefined);
/** As a kubeconfig that leads nowhere. */
const broken = { name: 'broken', client: () => Promise.reject(new Error('no way')), source: 'a test' };

describe('a fleet of a list', () => {
  it('asks each cluster once, and yields a value or the error that names the cluster', async () => {
    const [one, two] = [fakeCluster({ objects: [configMap('a')] }), fakeCluster({ objects: [configMap('b')] })];
    const fleet = fleetOf([
      { name: 'one', client: clientOf(one.options) },
      { name: 'two', client: () => two.options },
      broken,
    ]);
    const answers = byCluster(await all(fleet.each(names)));
    expect(answers).toEqual({ one: ['a'], two: ['b'], broken: expect.any(ClusterError) as unknown });
    expect(answers['broken']).toMatchObject({ code: 'cluster-failed', cluster: 'broken', source: 'a test' });
    expect((answers['broken'] as Error).message).toBe('cluster "broken" (a test): no way');
  });

  it('makes a client when its cluster is first asked, once, and again after it has failed', async () => {
    const { options } = fakeCluster();
    const make = vi
      .fn(() => options)
      .mockImplementationOnce(() => {
        throw new Error('not yet');
      });
    const fleet = fleetOf([{ name: 'one', client: make }]);
    await fleet.synced;
    expect(make).not.toHaveBeenCalled();
    const cluster = fleet.cluster('one') as Cluster;
    await expect(cluster.client()).rejects.toThrow('cluster "one" (the list of clusters): not yet');
    const [first, second] = await Promise.all([cluster.client(), cluster.client()]);
    expect(first).toBe(second);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('closes the clients that it made, and leaves open those that it was given', async () => {
    const [given, made] = [clientOf(fakeCluster().options), vi.fn()];
    const fleet = createFleet({
      clusters: [
        { name: 'given', client: given },
        { name: 'made', client: () => ({ ...fakeCluster().options, onClose: made }) },
      ],
    });
    await all(fleet.each(names));
    const held = await fleet.cluster('given')?.client();
    await fleet.close();
    expect([given.signal.aborted, made.mock.calls.length, fleet.clusters]).toEqual([false, 1, []]);
    await expect(held?.resource('pods').list()).rejects.toMatchObject({ code: 'cluster-ended', why: 'closed' });
    expect(() => fleet.each(names)).toThrow(FleetClosedError);
  });

  it('closes a client that was still being made when its cluster left', async () => {
    const onClose = vi.fn();
    let give = (): void => undefined;
    const ready = new Promise<void>((resolve) => {
      give = resolve;
    });
    const client = async () => {
      await ready;
      return { ...fakeCluster().options, onClose };
    };
    const fleet = createFleet({ clusters: [{ name: 'slow', client }] });
    const asked = fleet.cluster('slow')?.client();
    await fleet.close();
    await expect(asked).rejects.toBeInstanceOf(ClusterEndedError);
    give();
    await expect.poll(() => onClose).toHaveBeenCalledTimes(1);
  });

  it('gives each client its own key in a shared store', async () => {
    const get = vi.fn(() => Promise.resolve(undefined));
    const done = (): Promise<void> => Promise.resolve();
    const store = { ...createMemoryStore(), codec: storeCodec, get, set: done, delete: done };
    const fleet = fleetOf(
      ['one', 'two'].map((name) => ({ name, client: () => fakeCluster().options })),
      { client: { discovery: { store } } },
    );
    await all(fleet.each(names));
    const keys = new Set(get.mock.calls.map(([key]: unknown[]) => key));
    expect([get.mock.calls.length > 0, keys.size]).toEqual([true, get.mock.calls.length]);
  });

  it.each([
    ['two clusters by one name', [broken, broken], 'clusters[1].name'],
    ['a name that is blank', [{ ...broken, name: ' ' }], 'clusters[0].name'],
    ['a cluster without a client', [{ name: 'a' }], 'clusters[0].client'],
    ['options in the place of a function', [{ name: 'a', client: { server: 'http://a' } }], 'clusters[0].client'],
    ['no list', 'prod', 'clusters'],
  ])('refuses %s', (_, clusters, argument) => {
    expect(() => createFleet({ clusters: clusters as never })).toThrow(InvalidArgumentError);
    expect(() => createFleet({ clusters: clusters as never })).toThrow(argument);
  });

  it.each(['token', 'server', 'authenticate'])('refuses one %s for all clusters', (option) => {
    expect(() => createFleet({ clusters: [broken], client: { [option]: 'x' } })).toThrow(`client.${option}`);
  });

  it('says so when it is asked and has none', async () => {
    await expect(all(fleetOf([]).each(names))).rejects.toBeInstanceOf(NoClustersError);
  });
});

describe('each', () => {
  it('yields answers as they come: a silent cluster holds up nobody, and fails within its limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const fleet = fleetOf([
      {
        name: 'silent',
        client: () => ({ server: 'http://silent', transport: { send: () => never, close: () => undefined } }),
      },
      { name: 'well', client: () => fakeCluster().options },
      { name: 'login', client: () => never },
    ]);
    const seen: string[] = [];
    const answers = byCluster(
      await all(
        (async function* () {
          for await (const answer of fleet.each(names, { timeoutMs: 100 })) {
            seen.push(answer.cluster);
            yield answer;
            vi.advanceTimersByTime(100);
          }
        })(),
      ),
    );
    expect(seen[0]).toBe('well');
    for (const name of ['silent', 'login']) {
      expect((answers[name] as ClusterError).cause).toBeInstanceOf(ClusterTimeoutError);
      expect((answers[name] as Error).message).toContain('no complete answer within 100 ms');
    }
  });

  it('asks no more clusters at once than concurrency allows', async () => {
    let [running, most] = [0, 0];
    const fleet = fleetOf(
      Array.from({ length: 9 }, (_, index) => ({ name: `c${index}`, client: () => fakeCluster().options })),
    );
    const answers = await all(
      fleet.each(
        async () => {
          most = Math.max(most, ++running);
          await Promise.resolve();
          running--;
        },
        { concurrency: 2 },
      ),
    );
    expect([answers.length, most]).toEqual([9, 2]);
  });

  it('aborts what it has asked when it is left, or aborted', async () => {
    const fleet = fleetOf(['a', 'b'].map((name) => ({ name, client: () => fakeCluster().options })));
    const signals: AbortSignal[] = [];
    const ask = (_: Client, { cluster, signal }: { cluster: string; signal: AbortSignal }) => {
      signals.push(signal);
      return cluster === 'a' ? 'here' : never;
    };
    for await (const { value } of fleet.each(ask)) {
      expect(value).toBe('here');
      break;
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    const stopping = new AbortController();
    const asked = all(fleet.each(ask, { signal: stopping.signal }));
    stopping.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });

  it('asks clusters that come before the sources are synced, and none after', async () => {
    const source = toldSource();
    const fleet = fleetOf([{ name: 'first', client: () => fakeCluster().options }, source]);
    const asked = all(fleet.each(names));
    await source.tell({ type: 'set', name: 'second', client: () => fakeCluster().options });
    await source.tell({ type: 'synced' });
    await source.tell({ type: 'set', name: 'third', client: () => fakeCluster().options });
    expect((await asked).map(({ cluster }) => cluster).sort()).toEqual(['first', 'second']);
  });

  it('does not wait longer for a source than for a cluster, and says which one is missing', async () => {
    const fleet = fleetOf([{ name: 'one', client: () => fakeCluster().options }, toldSource('Secrets of capi')]);
    const seen: string[] = [];
    const ask = async () => {
      for await (const { cluster } of fleet.each(names, { timeoutMs: 50 })) seen.push(cluster);
    };
    await expect(ask()).rejects.toThrow('Secrets of capi: no complete answer within 50 ms');
    expect(seen).toEqual(['one']);
  });
});

describe('clusters that come and go', () => {
  const well = () => fakeCluster().options;

  it('replaces a cluster that its source tells anew, and removes one that goes', async () => {
    const source = toldSource();
    const fleet = fleetOf(source);
    await source.tell({ type: 'set', name: 'a', client: well }, { type: 'synced' });
    await fleet.synced;
    const first = fleet.cluster('a') as Cluster;
    const client = await first.client();
    await source.tell({ type: 'set', name: 'a', client: well });
    expect(first.signal.reason).toMatchObject({ code: 'cluster-ended', why: 'replaced', cluster: 'a' });
    await expect(client.resource('pods').list()).rejects.toBe(first.signal.reason);
    expect(fleet.cluster('a')).not.toBe(first);
    await source.tell({ type: 'removed', name: 'a' }, { type: 'removed', name: 'never' });
    expect(fleet.clusters).toEqual([]);
  });

  it('never replaces a cluster by that of another source, and uses the other when the first has gone', async () => {
    const [one, two] = [toldSource('one'), toldSource('two')];
    const errors: unknown[] = [];
    const fleet = fleetOf([one, two], { onError: (error) => errors.push(error) });
    await one.tell({ type: 'set', name: 'a', client: well }, { type: 'synced' });
    await two.tell({ type: 'set', name: 'a', client: well }, { type: 'synced' });
    expect(fleet.clusters.map(({ source }) => source)).toEqual(['one']);
    expect(fleet.failures).toEqual(errors);
    expect((errors[0] as ClusterError).cause).toBeInstanceOf(DuplicateClusterError);
    expect(errors.map(String)).toEqual([
      'ClusterError: cluster "a" (two): another cluster has this name (one), so this cluster is not used: rename one of them',
    ]);
    const answers = await all(fleet.each(names));
    expect(answers.map(({ error }) => error)).toEqual([undefined, errors[0]]);
    await one.tell({ type: 'removed', name: 'a' });
    expect(fleet.clusters.map(({ source }) => source)).toEqual(['two']);
    expect(fleet.failures).toEqual([]);
  });

  it('keeps the clusters of a source that fails, and says at the end of each that some may be missing', async () => {
    const source = toldSource('mine');
    const fleet = fleetOf(source);
    await source.tell({ type: 'set', name: 'a', client: well }, { type: 'failed', error: new Error('lost') });
    await expect(all(fleet.each(names))).rejects.toThrow('mine: lost');
    await source.tell({ type: 'synced' });
    expect(await all(fleet.each(names))).toHaveLength(1);
    source.fail(new Error('broken for good'));
    await expect.poll(() => fleet.failures.map(({ message }) => message)).toEqual(['mine: broken for good']);
    expect(fleet.clusters).toHaveLength(1);
  });

  const refuse = (): never => {
    throw new Error('not today');
  };
  it.each<[string, ClusterSource]>([
    ['cannot begin', { description: 'bad', [Symbol.asyncIterator]: refuse }],
    ['throws', { description: 'bad', [Symbol.asyncIterator]: () => ({ next: refuse, return: refuse }) }],
  ])('goes on when a source %s, and an observer throws', async (_, bad) => {
    const told: string[] = [];
    const fleet = fleetOf([{ name: 'a', client: well }, bad], {
      onError(error) {
        told.push(error.message);
        throw error;
      },
    });
    await fleet.synced;
    await expect(all(fleet.each(names))).rejects.toThrow('bad: not today');
    expect(told).toEqual(['bad: not today']);
    await fleet.engage(({ name }) => {
      void fleet.close();
      throw new Error(name);
    });
  });

  it('leaves its sources when it is closed', async () => {
    const source = toldSource();
    const stopping = new AbortController();
    const fleet = fleetOf(source, { signal: stopping.signal });
    stopping.abort();
    expect(source.isLeft).toBe(true);
    await fleet.synced;
    expect(fleet.signal.aborted).toBe(true);
  });

  it('tells a cluster that was replaced behind its address by the uid of kube-system', async () => {
    const { fake, options } = fakeCluster({ objects: [kubeSystem('u-1')] });
    const fleet = fleetOf([{ name: 'a', client: () => options }]);
    const first = fleet.cluster('a') as Cluster;
    expect([await first.uid(), await first.uid()]).toEqual(['u-1', 'u-1']);
    fake.remove(kubeSystem('u-1'));
    // A cluster that is being made anew: nothing says that it is another.
    expect(await first.uid()).toBeUndefined();
    fake.put(kubeSystem('u-2'));
    await expect(first.uid()).rejects.toMatchObject({ code: 'cluster-ended', why: 'replaced' });
    expect(await fleet.cluster('a')?.uid()).toBe('u-2');
  });
});

describe('engage', () => {
  const well = () => fakeCluster().options;
  const aborted = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });

  it('runs for each cluster as long as it is there, a successor after the one before has ended', async () => {
    const source = toldSource();
    const fleet = fleetOf([{ name: 'home', client: well }, source]);
    const log: string[] = [];
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const stopping = new AbortController();
    const engaged = fleet.engage(
      async ({ name, source: from }, signal) => {
        log.push(`+${name} ${from}`);
        await aborted(signal);
        if (from === 'v1') await slow;
        log.push(`-${name} ${from}`);
      },
      { signal: stopping.signal },
    );
    await source.tell({ type: 'set', name: 'a', client: well, source: 'v1' });
    await source.tell({ type: 'set', name: 'a', client: well, source: 'v2' });
    await source.tell({ type: 'set', name: 'a', client: well, source: 'v3' });
    expect(log).toEqual(['+home the list of clusters', '+a v1']);
    finish();
    await expect.poll(() => log.slice(2)).toEqual(['-a v1', '+a v3']);
    stopping.abort();
    await engaged;
    expect(log.slice(4).sort()).toEqual(['-a v3', '-home the list of clusters']);
    expect(fleet.cluster('a')?.signal.aborted).toBe(false);
  });

  it('reports a run that throws, with its cluster, and goes on with the others', async () => {
    const errors: ClusterError[] = [];
    const fleet = fleetOf(
      ['a', 'b'].map((name) => ({ name, client: well })),
      { onError: (error) => errors.push(error) },
    );
    const running: string[] = [];
    const engaged = fleet.engage(async ({ name }, signal) => {
      if (name === 'a') throw new Error('no luck');
      running.push(name);
      await aborted(signal);
    });
    await expect
      .poll(() => errors.map(({ message }) => message))
      .toEqual(['cluster "a" (the list of clusters): no luck']);
    expect(running).toEqual(['b']);
    await fleet.close();
    await engaged;
  });
});
