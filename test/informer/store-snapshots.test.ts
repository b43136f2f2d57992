import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSharedStore } from '../../src/watch/informer/informer-store.js';

function snapshotsOf(...names: readonly string[]) {
  const store = createSharedStore<{ readonly item: string }>();
  const { state } = store;
  for (const name of names) state.set(name, { item: name });
  return {
    snapshot: () => store.snapshot(),
    take: (): readonly string[] => store.snapshot().map(({ item }) => item),
    set(key: string, item = key): void {
      state.set(key, { item });
    },
    delete(key: string): void {
      state.delete(key);
    },
  };
}

describe('snapshots of a store', () => {
  it('are the same array until an object changes, and never change themselves', () => {
    const store = snapshotsOf('a', 'b');
    const first = store.snapshot();
    expect(store.snapshot()).toBe(first);
    store.set('b', 'b2');
    store.set('c');
    expect([first, store.snapshot()]).toEqual([
      [{ item: 'a' }, { item: 'b' }],
      [{ item: 'a' }, { item: 'b2' }, { item: 'c' }],
    ]);
    expect([first, ...first, ...store.snapshot()].every(Object.isFrozen)).toBe(true);
  });

  it('keep the order in which objects came, whichever go', () => {
    const store = snapshotsOf('a', 'b', 'c', 'd');
    expect(store.take()).toEqual(['a', 'b', 'c', 'd']);
    store.delete('b');
    expect(store.take()).toEqual(['a', 'c', 'd']);
    store.set('b');
    store.delete('a');
    expect(store.take()).toEqual(['c', 'd', 'b']);
  });

  it('have what a list would have, after any changes', () => {
    const change = fc.tuple(fc.constantFrom('set', 'delete', 'take'), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
        const store = snapshotsOf();
        store.take();
        let list: string[] = [];
        changes.forEach(([what, number], turn) => {
          const key = `k${number}`;
          const at = list.findIndex((item) => item.startsWith(`${key}.`));
          if (what === 'take') store.take();
          else if (what === 'delete') {
            store.delete(key);
            list = list.filter((_, index) => index !== at);
          } else {
            const item = `${key}.${turn}`;
            store.set(key, item);
            if (at < 0) list.push(item);
            else list[at] = item;
          }
        });
        expect(store.take()).toEqual(list);
      }),
    );
  });
});
