import { createObjectStore, type ObjectStore } from './object-store.js';

/** All stores of a server, and the counters that are common to them. */
export interface Storage {
  /** The store of this key, made when it is first asked for. */
  store(key: string): ObjectStore;
  stores(): readonly ObjectStore[];
  /** The resource version of the last write. */
  readonly resourceVersion: string;
  /** Counts one further. */
  nextResourceVersion(): string;
  /** A new uid; the same ones in the same order on each run. */
  nextUid(): string;
  /** A suffix for `generateName`, in the letters that servers use. */
  nextSuffix(): string;
  /** Moves the objects of each family to the store that it has now; those of families that are gone are dropped. */
  move(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void;
  expireContinueTokens(): void;
}

const letters = 'bcdfghjklmnpqrstvwxz2456789';

/** An empty {@link Storage}. */
export function createStorage(): Storage {
  let stores = new Map<string, ObjectStore>();
  let version = 1;
  let uids = 0;
  let suffixes = 0;

  const store = (key: string): ObjectStore => {
    const known = stores.get(key) ?? createObjectStore();
    stores.set(key, known);
    return known;
  };
  return {
    store,
    stores: () => [...stores.values()],
    get resourceVersion() {
      return String(version);
    },
    nextResourceVersion: () => String((version += 1)),
    nextUid: () => `00000000-0000-4000-8000-${String((uids += 1)).padStart(12, '0')}`,
    nextSuffix: () => {
      suffixes += 1;
      // A multiplier without a common factor with 27^5 visits every suffix once before it repeats.
      let rest = (suffixes * 7_919_273) % letters.length ** 5;
      let suffix = '';
      for (let place = 0; place < 5; place += 1) {
        suffix += letters.charAt(rest % letters.length);
        rest = Math.floor(rest / letters.length);
      }
      return suffix;
    },
    move: (before, after) => {
      const old = stores;
      stores = new Map();
      for (const [family, key] of after) {
        const from = old.get(before.get(family) ?? family);
        if (from === undefined) continue;
        if (!stores.has(key)) {
          stores.set(key, from);
        } else if (stores.get(key) !== from) {
          for (const { key: name, object } of from.sorted()) {
            if (store(key).get(name) === undefined) store(key).put(name, object);
          }
        }
        old.delete(before.get(family) ?? family);
      }
    },
    expireContinueTokens: () => {
      for (const each of stores.values()) each.expire();
    },
  };
}
