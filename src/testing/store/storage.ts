import type { ObjectStore } from './change.js';
import { createChangeLog, type ChangeLog } from './change-log.js';
import { createObjectStore } from './object-store.js';

/** All stores of a server, the log of their changes, and the counters that they share. */
export interface Storage {
  /** Returns the store of this key, creating it if necessary. */
  store(key: string): ObjectStore;
  /** Returns the store of this key if it has ever been used. */
  find(key: string): ObjectStore | undefined;
  stores(): readonly ObjectStore[];
  readonly changes: ChangeLog;
  /** The resource version of the last write. */
  readonly resourceVersion: string;
  /** Returns a new uid; the same sequence on each run and after each {@link clear}. */
  nextUid(): string;
  /** Returns a suffix for `generateName`, from the letters that servers use. */
  nextSuffix(): string;
  /**
   * Moves the objects of each family to its current store. Objects of families that no longer exist are removed; their
   * stores stay, empty, in case the family returns.
   */
  move(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void;
  /** Removes all objects, one change each, and restarts uids and suffixes. Resource versions continue. */
  clear(): void;
  expireContinueTokens(): void;
}

const letters = 'bcdfghjklmnpqrstvwxz2456789';

/** Creates an empty {@link Storage} that keeps up to `historyLimit` changes. */
export function createStorage(historyLimit: number): Storage {
  const changes = createChangeLog(historyLimit);
  let stores = new Map<string, ObjectStore>();
  let uids = 0;
  let suffixes = 0;

  return {
    store: (key) => {
      const known = stores.get(key) ?? createObjectStore(changes);
      stores.set(key, known);
      return known;
    },
    find: (key) => stores.get(key),
    stores: () => [...stores.values()],
    changes,
    get resourceVersion() {
      return changes.resourceVersion;
    },
    nextUid: () => `00000000-0000-4000-8000-${String((uids += 1)).padStart(12, '0')}`,
    nextSuffix: () => suffixOf((suffixes += 1)),
    move: (before, after) => {
      const old = stores;
      const moved = new Set<ObjectStore>();
      stores = new Map();
      for (const [family, key] of after) {
        const from = old.get(before.get(family) ?? family);
        if (from === undefined || moved.has(from)) continue;
        moved.add(from);
        const present = stores.get(key);
        if (present === undefined) stores.set(key, from);
        else join(from, present);
      }
      for (const [key, store] of old) {
        if (moved.has(store)) continue;
        empty(store);
        if (!stores.has(key)) stores.set(key, store);
      }
    },
    clear: () => {
      for (const store of stores.values()) empty(store);
      uids = 0;
      suffixes = 0;
    },
    expireContinueTokens: () => {
      for (const store of stores.values()) store.expire();
    },
  };
}

/** Moves the objects of one store to another, which keeps its own if names are equal. */
function join(from: ObjectStore, to: ObjectStore): void {
  for (const { key, object } of from.sorted()) {
    from.remove(key);
    if (to.get(key) === undefined) to.put(key, object);
  }
}

function empty(store: ObjectStore): void {
  for (const { key } of store.sorted()) store.remove(key);
  store.expire();
}

function suffixOf(count: number): string {
  // The multiplier and 27^5 have no common factor, so every suffix occurs once before any repeats.
  let rest = (count * 7_919_273) % letters.length ** 5;
  let suffix = '';
  for (let index = 0; index < 5; index += 1) {
    suffix += letters.charAt(rest % letters.length);
    rest = Math.floor(rest / letters.length);
  }
  return suffix;
}
