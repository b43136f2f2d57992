import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { endpoint } from './catalogs.js';

/** Numbers from 0 to below 1, the same row for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Endpoints with few words among them, so that every kind of evidence joins, contradicts and is missing. */
export function randomEndpoints(seed: number): ResourceEntry[] {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const found = new Map<string, ResourceEntry>();
  const count = 4 + Math.floor(random() * 20);
  for (let index = 0; index < count; index += 1) {
    const name = [pick(['sets', 'bags']), pick(['v1', 'v2', 'v3']), pick(['', 'a', 'b', 'c'])].join('.');
    const more = {
      scope: random() < 0.85 ? ('Namespaced' as const) : ('Cluster' as const),
      internalID: random() < 0.3 ? pick(['x', 'y', 'z']) : undefined,
      storageVersionHash: random() < 0.5 ? pick(['h', 'i', 'j']) : undefined,
      kind: random() < 0.9 ? 'Thing' : '',
    };
    found.set(name, endpoint(name, more));
  }
  return [...found.values()];
}

/** The same items in another order. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
