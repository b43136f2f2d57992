import { expect, it } from 'vitest';
import type { DiscoveryStore } from '../../src/core/discovery/documents/discovery-store.js';
import { aggregated, endpointsOf, serverOf, tagged } from '../discovery/scripted-server.js';
import { settled } from '../discovery/stores/spoilt-stores.js';

export const keyOf = (digit: string): string => digit.repeat(64);
export const [a, b] = [keyOf('a'), keyOf('b')];

/** What every shipped store does. */
export function behavesAsStore(make: () => DiscoveryStore | Promise<DiscoveryStore>): void {
  it('gives back what it was given, by key', async () => {
    const store = await make();
    expect(await store.get(a)).toBeUndefined();
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256);
    await store.set(a, bytes);
    await store.set(b, new Uint8Array([1]));
    expect(await store.get(a)).toEqual(bytes);
    await store.set(a, new Uint8Array([2, 3]));
    expect(await store.get(a)).toEqual(new Uint8Array([2, 3]));
    await store.delete(a);
    await store.delete(a);
    expect(await store.get(a)).toBeUndefined();
    expect(await store.get(b)).toEqual(new Uint8Array([1]));
  });

  it.each(['', '../../etc/passwd', 'A'.repeat(64), `${keyOf('a')}\n`, 5 as never])(
    'refuses the key %j',
    async (key) => {
      const store = await make();
      for (const call of [() => store.get(key), () => store.set(key, new Uint8Array()), () => store.delete(key)]) {
        await expect((async () => call())()).rejects.toMatchObject({ code: 'invalid-argument', argument: 'key' });
      }
    },
  );

  it('lets a second client begin with empty answers', async () => {
    const store = await make();
    const answers = {
      '/api': tagged(aggregated({ v1: ['pods'] })),
      '/apis': tagged(aggregated({ 'a.io/v1': ['gadgets'] })),
    };
    const start = async () => {
      const server = serverOf(answers, { store, storeKey: 'k' });
      const names = endpointsOf(await server.discovery.catalog());
      await settled();
      return [names, server.connection.requests.map(({ ifNoneMatch }) => ifNoneMatch !== undefined)];
    };
    const names = ['pods.v1', 'gadgets.v1.a.io'];
    expect(await start()).toEqual([names, [false, false]]);
    expect(await start()).toEqual([names, [true, true]]);
  });
}
