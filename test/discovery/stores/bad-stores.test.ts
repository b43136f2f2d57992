import { describe, expect, it } from 'vitest';
import { createDiscovery } from '../../../src/core/discovery/create-discovery.js';
import type { DiscoveryStore, StoreFailure } from '../../../src/core/discovery/documents/discovery-store.js';
import { createMemoryStore } from '../../../src/core/discovery/documents/memory-store.js';
import type { DiscoveryOptions } from '../../../src/core/discovery/options.js';
import { replay } from '../replay-connection.js';
import { aggregated, endpointsOf, serverOf, tagged } from '../scripted-server.js';
import { mapStore, settled } from './spoilt-stores.js';

const answers = {
  '/api': tagged(aggregated({ v1: ['pods'] })),
  '/apis': tagged(aggregated({ 'a.io/v1': ['gadgets'] })),
};
const names = ['pods.v1', 'gadgets.v1.a.io'];

async function learnWith(store: DiscoveryStore) {
  const failures: StoreFailure[] = [];
  const onStoreFailure = (failure: StoreFailure): void => {
    failures.push(failure);
  };
  const server = serverOf({ ...answers }, { store, storeKey: 'k', onStoreFailure });
  const catalog = await server.discovery.catalog();
  await settled();
  return { ...server, catalog, failures };
}

const fail = (): Promise<never> => Promise.reject(new Error('broken'));
const throwAtOnce = (): never => {
  throw new Error('broken at once');
};

describe('a store that is of no use', () => {
  it.each<[string, Partial<DiscoveryStore>, string[]]>([
    ['rejects', { get: fail, set: fail, delete: fail }, ['unreadable', 'unwritable']],
    ['throws at once', { get: throwAtOnce, set: throwAtOnce, delete: throwAtOnce }, ['unreadable', 'unwritable']],
    ['gives a text', { get: () => Promise.resolve('text' as never) }, ['damaged']],
    ['gives null', { get: () => Promise.resolve(null as never) }, ['damaged']],
    ['gives no bytes', { get: () => Promise.resolve(new Uint8Array()) }, ['damaged']],
    ["gives a stranger's bytes", { get: () => Promise.resolve(new TextEncoder().encode('{"a":1}\n\n')) }, ['damaged']],
  ])('and %s is ignored, and told once for each kind', async (_what, parts, kinds) => {
    const { catalog, failures, discovery } = await learnWith(mapStore(parts).store);
    expect(endpointsOf(catalog)).toEqual(names);
    await discovery.refresh();
    await settled();
    expect(failures.map(({ kind }) => kind).sort()).toEqual(kinds);
    expect(failures.every(({ message }) => message.startsWith('the discovery store'))).toBe(true);
  });

  it('and hangs is left after two seconds a call', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    const signals: (AbortSignal | undefined)[] = [];
    const { store } = mapStore({
      get: (_key, options) => {
        signals.push(options?.signal);
        return never();
      },
      set: never,
    });
    const { catalog, failures } = await learnWith(store);
    expect(endpointsOf(catalog)).toEqual(names);
    expect(failures.map(({ kind }) => kind)).toEqual(['slow']);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['is cut off', (bytes) => bytes.subarray(0, bytes.byteLength - 5)],
    ['has a byte too many', (bytes) => new Uint8Array([...bytes, 32])],
    ['has a byte that is another', (bytes) => bytes.map((byte, at) => (at === bytes.byteLength - 3 ? byte ^ 1 : byte))],
    [
      'has another layout',
      (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes).replace('discovery/3', 'discovery/9')),
    ],
    [
      'has a head that is no JSON',
      (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes).replace('{"', '{{')),
    ],
  ])('and whose record %s is ignored, and replaced', async (_what, spoil) => {
    const { store, kept } = mapStore();
    await learnWith(store);
    const good = new Map(kept);
    for (const [key, bytes] of kept) kept.set(key, spoil(bytes));
    const { catalog, failures, connection } = await learnWith(store);
    expect(endpointsOf(catalog)).toEqual(names);
    expect(connection.requests.every(({ ifNoneMatch }) => ifNoneMatch === undefined)).toBe(true);
    expect(failures.map(({ kind }) => kind)).toEqual(['damaged']);
    expect([...kept.keys()].sort()).toEqual([...good.keys()].sort());
    expect((await learnWith(store)).failures).toEqual([]);
  });

  it('and uses its buffer again for the next answer does no harm', async () => {
    const { kept, store } = mapStore();
    await learnWith(store);
    const get: DiscoveryStore['get'] = (key) => {
      const buffer = kept.get(key)?.slice();
      void (async () => {
        // As soon as the answer has been taken, and before it can have been hashed.
        for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
        buffer?.fill(0);
      })();
      return Promise.resolve(buffer);
    };
    const { catalog, failures, asked } = await learnWith({ ...store, get });
    expect(endpointsOf(catalog)).toEqual(names);
    expect(failures).toEqual([]);
    expect(asked()).toEqual(['/api', '/apis']);
  });

  it('and gives the bytes of another server is ignored: nothing of that one is told', async () => {
    const other = mapStore();
    const foreign = serverOf(
      { '/api': answers['/api'], '/apis': tagged(aggregated({ 'foreign.io/v1': ['spies'] })) },
      { store: other.store, storeKey: 'other' },
    );
    await foreign.discovery.catalog();
    await settled();
    const records = [...other.kept.values()];
    const { store } = mapStore({ get: () => Promise.resolve(records[1]) });
    const { catalog, failures } = await learnWith(store);
    expect(endpointsOf(catalog)).toEqual(names);
    expect(failures.map(({ kind }) => kind)).toEqual(['damaged']);
  });

  it('and whose document was confirmed, but makes no sense, is asked around', async () => {
    const { store, kept } = mapStore();
    await learnWith(store);
    const { packRecord, unpackRecord } = await import('../../../src/core/discovery/documents/store-calls.js');
    for (const [key, bytes] of kept) {
      const head = await unpackRecord(bytes, key);
      kept.set(key, await packRecord(head, new TextEncoder().encode('{"kind":"PodList"}')));
    }
    const { catalog, failures } = await learnWith(store);
    expect(endpointsOf(catalog)).toEqual(names);
    expect(failures.map(({ kind }) => kind)).toEqual(['damaged']);
  });

  it('and whose record has the right ETag beside content that does not fit its checksum is not believed', async () => {
    const { store, kept } = mapStore();
    await learnWith(store);
    for (const [key, bytes] of kept) {
      kept.set(key, new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll('gadgets', 'gidgets')));
    }
    const { catalog, failures } = await learnWith(store);
    expect(endpointsOf(catalog)).toEqual(names);
    expect(failures.map(({ message }) => message)).toEqual([
      'the discovery store returned an unusable record: its checksum does not match',
    ]);
  });

  it.each<[string, (facts: { groups: object[] }) => unknown]>([
    ['are no object', () => []],
    ['have doubts of nothing', (facts) => ({ ...facts, doubts: [{}] })],
    ['have no groups', ({ groups: _groups, ...rest }) => rest],
    ['have groups that are texts', (facts) => ({ ...facts, groups: ['a.io'] })],
    ['have an entry without lists', (facts) => ({ ...facts, groups: [groupOf({ resource: 'spies' })] })],
    [
      'have a foreign freshness',
      (facts) => ({ ...facts, groups: [{ ...groupOf(), versions: [{ freshness: 'Old' }] }] }),
    ],
  ])('and whose facts %s is reported, and nothing of them counts', async (_what, spoil) => {
    const { store, kept } = mapStore();
    await learnWith(store);
    const { packRecord, unpackRecord } = await import('../../../src/core/discovery/documents/store-calls.js');
    for (const [key, bytes] of kept) {
      const record = await unpackRecord(bytes, key);
      if (record.etag !== undefined) continue;
      const facts = JSON.parse(new TextDecoder().decode(record.content)) as { apis: { groups: object[] } };
      const spoilt = JSON.stringify({ ...facts, apis: spoil(facts.apis) });
      kept.set(key, await packRecord(record, new TextEncoder().encode(spoilt)));
    }
    const { catalog, failures } = await learnWith(store);
    expect(endpointsOf(catalog)).toEqual(names);
    expect(failures.map(({ kind }) => kind)).toEqual(['damaged']);
    expect((await learnWith(store)).failures).toEqual([]);
  });

  it('and whose ETag is not a valid header value does no harm', async () => {
    const { store, kept } = mapStore();
    await learnWith(store);
    const { packRecord, unpackRecord } = await import('../../../src/core/discovery/documents/store-calls.js');
    for (const [key, bytes] of kept) {
      const record = await unpackRecord(bytes, key);
      kept.set(key, await packRecord({ ...record, etag: '"a"\r\nAuthorization: x' }, record.content));
    }
    const { catalog, failures, connection } = await learnWith(store);
    expect(endpointsOf(catalog)).toEqual(names);
    expect(failures.map(({ kind }) => kind)).toEqual(['damaged']);
    expect(connection.requests.every(({ ifNoneMatch }) => ifNoneMatch === undefined)).toBe(true);
  });

  it.each(['"a b"', 'W/', 'W/"a b"'])('is not given a document whose ETag is %s, and holds its parts', async (etag) => {
    const { store, kept } = mapStore();
    const odd = (names: readonly string[], version: string) => ({
      headers: { 'content-type': 'application/json', etag },
      body: aggregated({ [version]: names }),
    });
    const start = async () => {
      const told: StoreFailure[] = [];
      const onStoreFailure = (failure: StoreFailure): void => {
        told.push(failure);
      };
      const documents = { '/api': odd(['pods'], 'v1'), '/apis': odd(['gadgets'], 'a.io/v1') };
      const server = serverOf(documents, { store, storeKey: 'k', onStoreFailure });
      const catalog = await server.discovery.catalog();
      await settled();
      return { ...server, catalog, told };
    };
    await start();
    expect(kept.size).toBe(1);
    const { told, answers: served, discovery, connection } = await start();
    expect(told).toEqual([]);
    expect(connection.requests.every(({ ifNoneMatch }) => ifNoneMatch === undefined)).toBe(true);
    served['/apis'] = { ...odd([], 'b.io/v1') };
    expect(endpointsOf(await discovery.refresh())).toEqual(['pods.v1', 'gadgets.v1.a.io!']);
  });

  it('and whose callback throws does no harm', async () => {
    const { store } = mapStore({ get: fail });
    const options: DiscoveryOptions = { store, storeKey: 'k', onStoreFailure: throwAtOnce };
    expect(endpointsOf(await serverOf({ ...answers }, options).discovery.catalog())).toEqual(names);
  });
});

describe('options that can never work', () => {
  it.each<[string, object, string]>([
    ['no key', { store: mapStore().store }, 'discovery.storeKey'],
    ['an empty key', { store: mapStore().store, storeKey: '' }, 'discovery.storeKey'],
    ['a key that is a number', { storeKey: 5 }, 'discovery.storeKey'],
    ['a negative age', { maxAgeMs: -1 }, 'discovery.maxAgeMs'],
    ['an age that is a text', { maxAgeMs: '5m' }, 'discovery.maxAgeMs'],
    ['another profile', { profile: 'peer' }, 'discovery.profile'],
    ['prefixes that are null', { prefixes: null }, 'discovery.prefixes'],
    ['one prefix alone', { prefixes: { api: '/oapi' } }, 'discovery.prefixes'],
    ['a prefix without a slash', { prefixes: { api: 'oapi', apis: '/apis' } }, 'discovery.prefixes'],
    ['a prefix with a slash at its end', { prefixes: { api: '/api', apis: '/apis/' } }, 'discovery.prefixes'],
    ['a prefix with a query', { prefixes: { api: '/api?x', apis: '/apis' } }, 'discovery.prefixes'],
    ['prefixes that are the same', { prefixes: { api: '/apis', apis: '/apis' } }, 'discovery.prefixes'],
    ['a callback that is none', { onStoreFailure: 'log' }, 'discovery.onStoreFailure'],
  ])('%s', (_what, options, option) => {
    expect(() => createDiscovery(replay({}), options)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument: option }),
    );
  });
});

describe('a store in memory', () => {
  it('forgets what was not used for the longest time', async () => {
    const store = createMemoryStore({ maxBytes: 20 });
    await store.set('a', new Uint8Array(10));
    await store.set('b', new Uint8Array(10));
    await store.get('a');
    await store.set('c', new Uint8Array(10));
    expect(await Promise.all(['a', 'b', 'c'].map((key) => store.get(key)))).toEqual([
      new Uint8Array(10),
      undefined,
      new Uint8Array(10),
    ]);
    await store.delete('a');
    expect(await store.get('a')).toBeUndefined();
  });

  it('refuses options that are none', () => {
    expect(() => createMemoryStore(null as never)).toThrow(expect.objectContaining({ argument: 'options' }));
  });

  it.each([0, -1, Number.NaN, '5'])('refuses %j bytes', (maxBytes) => {
    expect(() => createMemoryStore({ maxBytes: maxBytes as number })).toThrow(
      expect.objectContaining({ argument: 'maxBytes' }),
    );
  });
});

function groupOf(entry: object = {}): object {
  const version = { group: 'spy.io', version: 'v1', freshness: 'Kept', resources: [entry] };
  return { name: 'spy.io', versions: [version], preferredVersion: 'v1' };
}
