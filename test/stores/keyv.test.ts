import Keyv from 'keyv';
import { describe, expect, it, vi } from 'vitest';
import type { StoreFailure } from '../../src/core/discovery/documents/discovery-store.js';
import { createKeyvStore, type KeyvLike } from '../../src/stores/keyv.js';
import { aggregated, endpointsOf, serverOf, tagged } from '../discovery/scripted-server.js';
import { settled } from '../discovery/stores/spoilt-stores.js';
import { a, b, behavesAsStore } from './contract.js';

/** An adapter of Keyv that keeps JSON text, as Redis does, and can fail. */
function adapter() {
  const kept = new Map<string, string>();
  let failure: Error | undefined;
  const listeners: ((error: unknown) => void)[] = [];
  const attempt = <T>(work: () => T): Promise<T> => {
    if (failure === undefined) return Promise.resolve(work());
    for (const listener of listeners) listener(failure);
    return Promise.reject(failure);
  };
  return {
    kept,
    failWith: (error: Error | undefined) => {
      failure = error;
    },
    opts: {},
    namespace: 'keyv',
    get: (key: string) => attempt(() => kept.get(key)),
    set: (key: string, value: string) => attempt(() => kept.set(key, value)),
    delete: (key: string) => attempt(() => kept.delete(key)),
    clear: () => attempt(() => kept.clear()),
    on: (_event: 'error', listener: (error: unknown) => void) => listeners.push(listener),
  };
}

function keyvOn(store: ReturnType<typeof adapter>): KeyvLike {
  return new Keyv({ store: store as never });
}

describe('a store in Keyv 5', () => {
  behavesAsStore(() => createKeyvStore(new Keyv()));
  behavesAsStore(() => createKeyvStore(keyvOn(adapter())));

  it('rejects what Keyv hides, and works again afterwards', async () => {
    const backend = adapter();
    const store = createKeyvStore(keyvOn(backend));
    backend.failWith(new Error('redis is gone'));
    await expect(store.get(a)).rejects.toThrow('redis is gone');
    await expect(store.set(a, new Uint8Array([1]))).rejects.toThrow('redis is gone');
    await expect(store.delete(a)).rejects.toThrow('redis is gone');
    backend.failWith(undefined);
    await store.set(a, new Uint8Array([1]));
    expect(await store.get(a)).toEqual(new Uint8Array([1]));
  });

  it('writes text under a prefix, with a time to live', async () => {
    const calls: unknown[][] = [];
    const keyv: KeyvLike = {
      get: () => Promise.resolve(undefined),
      set: (...call) => Promise.resolve(calls.push(call)),
      delete: () => Promise.resolve(true),
      on: () => undefined,
    };
    await createKeyvStore(keyv, { prefix: 'mine:', ttlMs: 5000 }).set(a, new Uint8Array([1, 2, 3]));
    expect(calls).toEqual([[`mine:${a}`, 'AQID', 5000]]);
  });

  it("gives no bytes for somebody else's, so that it is reported and replaced", async () => {
    const keyv = new Keyv();
    const store = createKeyvStore(keyv);
    for (const foreign of ['plain', '3-1.%%%', { 0: 1 }, 5]) {
      await keyv.set(`kubeatlas:${b}`, foreign);
      expect(await store.get(b)).toEqual(new Uint8Array());
    }
  });

  it.each<[string, (text: string) => string]>([
    ['changed', (text) => `${text.slice(0, -8)}${text.at(-8) === 'A' ? 'B' : 'A'}${text.slice(-7)}`],
    ['cut off', (text) => text.slice(0, text.length / 2)],
  ])('holds records that are reported as damaged, and replaced, where their text was %s', async (_, spoil) => {
    const backend = adapter();
    const store = createKeyvStore(keyvOn(backend));
    const learn = async () => {
      const reported: string[] = [];
      const answers = { '/api': tagged(aggregated({ v1: ['pods'] })), '/apis': tagged(aggregated({})) };
      const onStoreFailure = ({ kind }: StoreFailure): void => void reported.push(kind);
      const { discovery } = serverOf(answers, { store, storeKey: 'k', onStoreFailure });
      const endpoints = endpointsOf(await discovery.catalog());
      await settled();
      return [endpoints, reported];
    };
    await learn();
    for (const [key, json] of backend.kept) {
      const { value, ...rest } = JSON.parse(json) as { value: string };
      backend.kept.set(key, JSON.stringify({ ...rest, value: spoil(value) }));
    }
    expect(await learn()).toEqual([['pods.v1'], ['damaged']]);
    expect(await learn()).toEqual([['pods.v1'], []]);
  });

  it('listens once to a Keyv of which many stores are made, and each is notified', async () => {
    const backend = adapter();
    const keyv = keyvOn(backend);
    const on = vi.spyOn(keyv, 'on');
    const stores = Array.from({ length: 50 }, () => createKeyvStore(keyv));
    expect(on).toHaveBeenCalledTimes(1);
    backend.failWith(new Error('redis is gone'));
    await expect(stores[0]?.get(a)).rejects.toThrow('redis is gone');
    await expect(stores[49]?.get(a)).rejects.toThrow('redis is gone');
  });

  it('rejects where Keyv did not store it', async () => {
    const keyv: KeyvLike = { ...stub, set: () => Promise.resolve(false) };
    await expect(createKeyvStore(keyv).set(a, new Uint8Array([1]))).rejects.toThrow('did not store it');
  });

  it.each<[object, string]>([
    [{ ttlMs: 0 }, 'ttlMs'],
    [{ ttl: 1000 }, 'ttl'],
  ])('refuses %j', (options, argument) => {
    expect(() => createKeyvStore(new Keyv() as KeyvLike, options)).toThrow(expect.objectContaining({ argument }));
  });
});

const stub: KeyvLike = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(true),
  delete: () => Promise.resolve(true),
  on: () => undefined,
};
