import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSnapshots } from '../../src/watch/informer/informer-store.js';

function snapshotsOf(...names: readonly string[]) {
  const byKey = new Map(names.map((name) => [name, name]));
  const snapshots = createSnapshots(byKey, (item) => (item?.startsWith('hidden') === true ? undefined : item));
  return {
    take: snapshots.take,
    set(key: string, item = key): void {
      byKey.set(key, item);
      snapshots.move(key);
    },
    delete(key: string): void {
      byKey.delete(key);
      snapshots.move(key);
    },
  };
}

describe('snapshots of a store', () => {
  it('are the same array until an object changes, and never change themselves', () => {
    const store = snapshotsOf('a', 'b');
    const first = store.take();
    expect(store.take()).toBe(first);
    store.set('b', 'b2');
    expect([first, store.take()]).toEqual([
      ['a', 'b'],
      ['a', 'b2'],
    ]);
    expect(Object.isFrozen(first)).toBe(true);
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

  it('leave out what is hidden, and have it last when it shows', () => {
    const store = snapshotsOf('a', 'hidden b', 'c');
    expect(store.take()).toEqual(['a', 'c']);
    store.set('hidden b', 'b');
    expect(store.take()).toEqual(['a', 'c', 'b']);
    store.set('a', 'hidden');
    expect(store.take()).toEqual(['c', 'b']);
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
