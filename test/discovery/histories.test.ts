import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { innerDiscovery, type Discovery } from '../../src/core/discovery/discovery.js';
import type { DiscoveryStore } from '../../src/core/discovery/documents/discovery-store.js';
import { DiscoveryError } from '../../src/core/discovery/errors.js';
import type { Scope } from '../../src/core/model/rest-mapping.js';
import { randomOf } from '../conformance/random.js';
import { replay, type Scripted } from './replay-connection.js';
import { pathOf } from './scripted-server.js';
import { mapStore } from './stores/spoilt-stores.js';
import { custom, endpointsOf, noteLost, ofOneServer, partOf, World, type Served, type Steps } from './world.js';

const builtIn: Served = new Map([
  ['v1 pods', 'Namespaced'],
  ['v1 nodes', 'Cluster'],
  ['apps/v1 deployments', 'Namespaced'],
]);
/** The answers of servers: what was not answered is asked again of the same one. */
class Answers extends World {
  /** Whether nothing can be read. */
  isAway = false;
  /** What servers list for a peer, and whether they still can forward requests for it. */
  readonly peers = new Map<string, boolean>();

  /** What requests to a server are answered for: it forwards some of them. */
  override answeredBy(server: number, isRestarting = this.isRestarting): Served {
    const forwarded = [...this.peers].filter(([, isForwarded]) => isForwarded);
    return new Map([
      ...this.servedBy(server, isRestarting),
      ...forwarded.map(([name]) => [name, 'Namespaced'] as const),
    ]);
  }

  /** Everything that a server lists. */
  listedBy(server: number): Served {
    return new Map([...this.servedBy(server), ...[...this.peers.keys()].map((name) => [name, 'Namespaced'] as const)]);
  }

  answer(path: string, tag: string | undefined, accept: string | undefined): Scripted {
    if (this.isAway || this.random.chance(this.trouble)) {
      return this.random.pick<Scripted>([
        { status: 503, body: 'later' },
        { body: '<html>', headers: {} },
      ]);
    }
    const ofPeer = [...this.peers].find(([name]) => `${pathOf(name)}/${name.split(' ')[1]}` === path);
    if (ofPeer !== undefined) return ofPeer[1] ? { body: { items: [] } } : { status: 404, body: 'no' };
    const isOfPeers = accept?.includes('nopeer') !== true && /^\/apis?$/.test(path);
    const served = isOfPeers ? this.listedBy(this.rounds) : this.servedBy(this.rounds);
    const byVersion = new Map<string, object[]>();
    for (const [name, scope] of served) {
      const [version = '', resource = ''] = name.split(' ');
      byVersion.set(version, [...(byVersion.get(version) ?? []), this.entry(resource, scope)]);
    }
    const body = this.bodyAt(path, byVersion);
    // As a real one: it answers for no group-version whose custom resources it does not know yet.
    if (this.isUnknown(path.replace(/^\/apis?\//, ''))) return { status: 503, body: 'starting' };
    if (body === undefined) return this.isRestarting ? { status: 503, body: 'starting' } : { status: 404, body: 'no' };
    if (this.isLegacy || !/^\/apis?$/.test(path)) return { body };
    const etag = `"${JSON.stringify(body)}"`.replaceAll(/[^\x21-\x7e]/g, '');
    if (etag === tag) return { status: 304, headers: {}, body: '' };
    return { headers: { 'content-type': 'application/json', etag }, body };
  }

  private entry(resource: string, scope: Scope): object {
    const kind = `K${resource}`;
    return {
      ...{ resource, responseKind: { group: '', version: '', kind }, scope },
      ...{ name: resource, kind, namespaced: scope === 'Namespaced', verbs: ['get', 'list'] },
    };
  }

  private bodyAt(path: string, byVersion: ReadonlyMap<string, object[]>): object | undefined {
    const isCore = path === '/api';
    const names = [...byVersion.keys()].filter((name) => name.includes('/') !== isCore);
    const groups = new Map<string, object[]>();
    for (const name of names) {
      const [group, version] = isCore ? ['', name] : (name.split('/') as [string, string]);
      const resources = this.isLegacy ? {} : { resources: byVersion.get(name), freshness: 'Current' };
      groups.set(group, [...(groups.get(group) ?? []), { version, ...resources }]);
    }
    if (!isCore && path !== '/apis') {
      const name = [...byVersion.keys()].find((each) => pathOf(each) === path);
      return name === undefined ? undefined : { kind: 'APIResourceList', resources: byVersion.get(name) };
    }
    const list = [...groups].map(([name, versions]) => ({ name, metadata: { name }, versions }));
    if (!this.isLegacy) {
      return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items: list };
    }
    return isCore ? { kind: 'APIVersions', versions: names } : { kind: 'APIGroupList', groups: list };
  }
}

/** What only a peer serves: its root is asked again and again by those whose watch of it fails. */
const ofPeer = ['peer.io/v1beta1 guests', 'a.io/v1 visitors'];

const all = [...builtIn.keys(), ...custom, ...ofOneServer.flat(), ...ofPeer];

/** A process that asks the world now and then. */
class Client {
  discovery: Discovery;
  catalog: Catalog | undefined;
  seen: Steps = new Map();

  constructor(
    private readonly world: Answers,
    store?: DiscoveryStore,
  ) {
    const answers = new Proxy<Record<string, Scripted>>(
      {},
      {
        get:
          (_target, path: string): Scripted =>
          ({ ifNoneMatch, accept }) =>
            world.answer(path, ifNoneMatch, accept) as Extract<Scripted, { body: unknown }>,
      },
    );
    const options = store === undefined ? {} : { store, storeKey: 'k' };
    this.discovery = createDiscovery(replay(answers), options, {
      now: () => world.time,
      date: () => Date.UTC(2026, 0, 1) + world.time,
    });
  }

  /** Everything learned is in the store. */
  async written(): Promise<void> {
    await innerDiscovery(this.discovery).flush();
  }

  /** Tells discovery of watches that failed: of all that nobody serves, and of one for another reason. */
  watch(isTroubled: boolean): void {
    for (const name of ofPeer) {
      if (this.world.peers.get(name) !== false && !isTroubled) continue;
      innerDiscovery(this.discovery).doubt(partOf(name), `${pathOf(name)}/${name.split(' ')[1]}`);
    }
  }

  /** Returns the endpoints before and after a round; undefined if nothing could be learned. */
  async refresh(deleted: readonly string[] = []): Promise<Catalog | undefined> {
    try {
      this.catalog = await this.discovery.refresh({ deleted: deleted.map(partOf) });
      this.world.rounds += 1;
      return this.catalog;
    } catch (error) {
      expect(error).toBeInstanceOf(DiscoveryError);
      return undefined;
    }
  }
}

async function live(seed: number, steps: number): Promise<{ gone: number; kept: number }> {
  const random = randomOf(seed);
  const isLegacy = random.chance(0.3);
  const world = new Answers(random, isLegacy, builtIn);
  const { store } = mapStore();
  const hasStore = random.chance(0.5);
  const begin = (): Client => new Client(world, hasStore ? store : undefined);
  const clients = hasStore ? [begin(), begin()] : [begin()];
  const count = { gone: 0, kept: 0 };
  let index = 0;
  /** The last step at which a process was told of each endpoint; of the process that wrote into the store last. */
  let written: Steps = new Map();
  /** The last step at which nobody served it. */
  const absent: Steps = new Map();
  for (let step = 0; step < steps; step += 1) {
    const deleted = world.pass(step);
    // Half a round would be answered by one server, and the next one by the same.
    world.isAway = world.servers.length === 2 && random.chance(world.trouble);
    if (world.servers.length === 2) world.trouble = 0;
    if (!isLegacy && random.chance(0.2)) {
      const guest = random.pick(ofPeer);
      const next = new Map([
        [undefined, true],
        [true, false],
        [false, random.chance(0.5) ? true : undefined],
      ] as const);
      const isForwarded = next.get(world.peers.get(guest));
      if (isForwarded === undefined) world.peers.delete(guest);
      else world.peers.set(guest, isForwarded);
    }
    const isBetween = world.rounds % 2 === 0;
    if (isBetween) index = Math.floor(random.pick([0, 0.999]) * clients.length);
    const isNew = isBetween && random.chance(0.2);
    if (isNew) clients[index] = begin();
    const client = clients[index]!;
    if (isNew) client.seen = new Map(written);
    const { served } = world;
    for (const each of all) if (!served.has(each)) absent.set(each, step);
    const listed = world.answeredBy(world.rounds);
    if (random.chance(0.7)) client.watch(random.chance(0.1));
    const catalog = await client.refresh(deleted);
    await client.written();
    if (catalog === undefined) continue;
    const { lost, wrong } = noteLost(client.seen, absent, { listed, after: endpointsOf(catalog), step });
    // Of several processes, one may have stored another document than the last one knew: then a failure may hide a part.
    const isUnread = (each: string): boolean => isNew && catalog.failuresOf(partOf(each)).length > 0;
    expect(
      wrong.filter((each) => !isUnread(each)),
      `seed ${seed}, step ${step}: gone, but served`,
    ).toEqual([]);
    if (hasStore) written = new Map(client.seen);
    count.gone += lost.length;
    count.kept += catalog.resources().filter(({ freshness }) => freshness === 'Kept').length;
  }
  world.rest();
  world.isAway = false;
  for (const client of clients) {
    // Two minutes of asking, and what is there is what is served.
    for (let round = 0; round <= 12; round += 1) {
      client.watch(false);
      await client.refresh();
      world.time += 10_000;
    }
    const catalog = client.catalog!;
    expect(endpointsOf(catalog), `seed ${seed}: after two minutes`).toEqual(world.served);
    const onEach = (each: string): boolean =>
      world.servers.every((_each, server) => world.answeredBy(server).has(each));
    for (const entry of catalog.resources()) {
      const [each = ''] = endpointsOf({ ...catalog, resources: () => [entry] }).keys();
      expect(entry.freshness, `seed ${seed}: ${each}`).toBe(onEach(each) ? 'Current' : 'Kept');
    }
    // Servers in turn give one set of endpoints.
    for (let round = 0; round < 4; round += 1) {
      world.time += 5000;
      expect(endpointsOf(await client.refresh()), `seed ${seed}: in turn`).toEqual(world.served);
    }
  }
  return count;
}

/** The limit of a call of a store. On a loaded machine, which call takes longer would be a matter of chance. */
const patienceMs = 2000;

beforeAll(() => {
  const start = globalThis.setTimeout;
  const limitless = (act: () => void, ms: number): unknown => (ms === patienceMs ? undefined : start(act, ms));
  vi.stubGlobal('setTimeout', limitless);
});

afterAll(() => {
  vi.unstubAllGlobals();
});

describe('random histories of servers in turn, restarts, definitions that come and go, and failures', () => {
  it.each([
    [16, 60],
    [64, 60],
    [150, 16],
  ])(
    'nothing served is ever gone, and nothing gone stays for more than two minutes of asking: %i steps',
    async (steps, seeds) => {
      const count = { gone: 0, kept: 0 };
      let next = 0;
      // Many at a time: each waits for its timers.
      const some = async (): Promise<void> => {
        while (next < seeds) {
          const { gone, kept } = await live(next++, steps);
          count.gone += gone;
          count.kept += kept;
        }
      };
      await Promise.all(Array.from({ length: 20 }, some));
      expect(Math.min(count.gone, count.kept)).toBeGreaterThan(0);
    },
    120_000,
  );
});
