import { metadataOf } from '../followed-object.js';
import { callQuietly } from '../../core/shared/call-quietly.js';
import { isEqual } from '../../core/shared/is-equal.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { deepFreeze } from '../../core/shared/deep-freeze.js';

/**
 * Returns the values under which an index has an object. It must return the same values for the same object each time,
 * and must not change the object, which is frozen.
 */
export type IndexFunction<Item> = (object: Item) => readonly string[];

/** The indexes that every store has. */
export const builtInIndexes: Readonly<Record<string, IndexFunction<unknown>>> = {
  namespace: (object) => [metadataOf(object)?.namespace ?? ''],
  owner: (object) => {
    const references: unknown = metadataOf(object)?.ownerReferences;
    if (!Array.isArray(references)) return [];
    return (references as readonly ({ readonly uid?: unknown } | null)[]).flatMap((reference) => {
      const uid = reference?.uid;
      return typeof uid === 'string' && uid !== '' ? [uid] : [];
    });
  },
  label: (object) => Object.entries(metadataOf(object)?.labels ?? {}).map(([key, value]) => `${key}=${value}`),
};

/** Creates the indexes of a store, by their functions: each is built on first use and kept up to date from then on. */
export function createStoreIndexes<Item>(byKey: ReadonlyMap<string, Item>) {
  const built = new Map<IndexFunction<Item>, Map<string, Set<string>>>();
  const ours = new Set<unknown>(Object.values(builtInIndexes));

  const valuesOf = (index: IndexFunction<Item>, object: Item): readonly string[] => {
    const values: unknown = index(ours.has(index) ? object : deepFreeze(object));
    if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return values;
    callQuietly(() => values);
    throw new InvalidArgumentError('indexes', 'must be functions that return lists of strings');
  };
  return {
    /** Returns the keys under a value. Throws whatever the function throws. */
    keys(index: IndexFunction<Item>, value: string): Iterable<string> {
      let values = built.get(index);
      if (values === undefined) {
        values = new Map();
        for (const [key, object] of byKey) addTo(values, key, valuesOf(index, object));
        built.set(index, values);
      }
      return values.get(value) ?? [];
    },
    /** Returns the same keys without building an index: checks every object. */
    *scan(index: IndexFunction<Item>, value: string): Iterable<string> {
      for (const [key, object] of byKey) if (valuesOf(index, object).includes(value)) yield key;
    },
    /** Updates the indexes for a key: undefined stands for no object. */
    move(key: string, before: Item | undefined, now: Item | undefined): void {
      for (const [index, values] of built) {
        try {
          const left = before === undefined ? [] : valuesOf(index, before);
          const entered = now === undefined ? [] : valuesOf(index, now);
          // Most changes leave an object under the same values.
          if (isEqual(left, entered)) continue;
          removeFrom(values, key, left);
          addTo(values, key, entered);
        } catch {
          // The index is now incomplete: the next use builds it again, and gets the error.
          built.delete(index);
        }
      }
    },
  };
}

function removeFrom(values: Map<string, Set<string>>, key: string, under: readonly string[]): void {
  for (const value of under) {
    const keys = values.get(value);
    keys?.delete(key);
    if (keys?.size === 0) values.delete(value);
  }
}

function addTo(values: Map<string, Set<string>>, key: string, under: readonly string[]): void {
  for (const value of under) {
    const keys = values.get(value);
    if (keys === undefined) values.set(value, new Set([key]));
    else keys.add(key);
  }
}
