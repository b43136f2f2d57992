import { describe, expect, it, vi } from 'vitest';
import type { DiscoveryStore, StoreFailure } from '../../src/core/discovery/documents/discovery-store.js';
import { mapStore } from '../discovery/stores/spoilt-stores.js';
import { onFakeServer } from './on-fake-server.js';

async function learnWith(store: DiscoveryStore, onStoreFailure?: (failure: StoreFailure) => void) {
  const { client } = await onFakeServer({}, { discovery: { store, storeKey: 'k', onStoreFailure } });
  await client.resource('pods').mapping();
  return client;
}

describe('close() of a client with a store', () => {
  it('waits until what was learned is written', async () => {
    const { kept, store } = mapStore();
    const client = await learnWith(store);
    expect(kept.size).toBeLessThan(3);
    await client.close();
    expect(kept.size).toBe(3); // two roots, and what they do not say
  });

  it('waits so for a client behind a guard, and for whoever closes it once more', async () => {
    const { kept, store } = mapStore();
    const client = await learnWith(store);
    void client.close();
    await client.with({ check: () => undefined }).close();
    expect(kept.size).toBe(3);
  });

  it('waits also where onClose throws, and throws that', async () => {
    const { kept, store } = mapStore();
    const broken = new Error('broken');
    const onClose = () => {
      throw broken;
    };
    const { client } = await onFakeServer({}, { discovery: { store, storeKey: 'k' }, onClose });
    await client.resource('pods').mapping();
    await expect(client.close()).rejects.toBe(broken);
    expect(kept.size).toBe(3);
  });

  it('leaves a store that hangs after two seconds, whatever is still to be written', async () => {
    const failures: StoreFailure[] = [];
    const set = vi.fn(() => new Promise<never>(() => undefined));
    const client = await learnWith(mapStore({ set }).store, (failure) => failures.push(failure));
    await client.close();
    expect(failures.map(({ kind }) => kind)).toEqual(['slow']);
    expect(set).toHaveBeenCalledTimes(1);
  });

  it('does not mind a store that fails', async () => {
    const set = () => Promise.reject(new Error('disk full'));
    const failures: StoreFailure[] = [];
    const client = await learnWith(mapStore({ set }).store, (failure) => failures.push(failure));
    await client.close();
    expect(failures.map(({ kind }) => kind)).toEqual(['unwritable']);
  });
});
