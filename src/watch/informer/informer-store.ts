import { metadataOf, stateKey } from '../followed-object.js';
import type { FollowState } from '../follow-step.js';
import { matchesLabels, parseLabelSelector } from '../../core/selector/label-selector.js';
import { requireKnownOptions, requireText } from '../../core/shared/arguments.js';
import { callQuietly } from '../../core/shared/call-quietly.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { quote } from '../../core/shared/quote.js';
import { deepFreeze } from '../../core/shared/deep-freeze.js';
import { isEqual } from '../../core/shared/is-equal.js';

/** The selection of {@link InformerStore.list}. */
export interface StoreSelection {
  /** Only objects of this namespace. */
  readonly namespace?: string | undefined;
  /** A label selector as a server takes it: `app=front,tier!=db`. */
  readonly labelSelector?: string | undefined;
}

/**
 * The objects of an informer. Returned objects are frozen, so that no reader can change them for another, and lists do
 * not change while they are read.
 */
export interface InformerStore<Item> {
  /** The number of objects. */
  readonly size: number;
  /** Returns one object by its name, and by its namespace if it has one. */
  get(namespace: string | undefined, name: string): Item | undefined;
  /** Returns one object by its uid. */
  byUid(uid: string): Item | undefined;
  /**
   * Returns the objects under a value of an index: `namespace`, `owner` (by uid), `label` (`app=front`), or one of the
   * options. An index is built on first use.
   *
   * @throws InvalidArgumentError for an unknown index; whatever the function of the index throws
   */
  by(index: string, value: string): readonly Item[];
  /**
   * Returns all objects, or those selected, in no particular order.
   *
   * @throws InvalidArgumentError for an unknown option; InvalidSelectorError for a selector that no server would accept
   */
  list(selection?: StoreSelection): readonly Item[];
}

/**
 * Returns the values under which an index has an object. It must return the same values for the same object each time,
 * and must not change the object, which is frozen.
 */
export type IndexFunction<Item> = (object: Item) => readonly string[];

const selectionChecks = { namespace: requireText, labelSelector: requireText };

/**
 * Creates an empty store, which an informer writes and its readers read.
 *
 * @param bookmark called with the versions that the state has reached without a change in it
 */
export function createSharedStore<Item>(bookmark?: (version: string) => void) {
  const byKey = new Map<string, Item>();
  const keyOfUid = new Map<string, string>();
  const indexes = createStoreIndexes(byKey);
  /** These, and those of each view that uses its own. */
  const allIndexes = new Set([indexes]);

  const read = (key: string): Item | undefined => {
    const object = byKey.get(key);
    return object === undefined ? undefined : deepFreeze(object);
  };
  /** Whether somebody takes snapshots: then objects are frozen when they come, not all of them for each snapshot. */
  let hasSnapshots = false;
  let snapshot: readonly Item[] | undefined;
  const readAll = (keys: Iterable<string>): Item[] => {
    const items: Item[] = [];
    for (const key of keys) {
      const object = read(key);
      if (object !== undefined) items.push(object);
    }
    return items;
  };
  /** Updates everything derived from the objects; undefined stands for no object. */
  const move = (key: string, before: Item | undefined, now: Item | undefined): void => {
    const [left, entered] = [metadataOf(before)?.uid, metadataOf(now)?.uid];
    if (left !== entered) {
      if (left !== undefined && keyOfUid.get(left) === key) keyOfUid.delete(left);
      if (entered !== undefined) keyOfUid.set(entered, key);
    }
    for (const each of allIndexes) each.move(key, before, now);
    snapshot = undefined;
    if (hasSnapshots) deepFreeze(now);
  };

  const state: FollowState<Item> = {
    get size() {
      return byKey.size;
    },
    get: (key) => byKey.get(key),
    set(key, object) {
      const before = byKey.get(key);
      byKey.set(key, object);
      move(key, before, object);
    },
    delete(key) {
      const before = byKey.get(key);
      byKey.delete(key);
      if (before !== undefined) move(key, before, undefined);
    },
    entries: () => byKey.entries(),
    bookmark: (version) => bookmark?.(version),
  };
  return {
    state,
    /**
     * Returns the current objects, in the order in which they came, so that rows on a screen do not jump: the same array until
     * one changes.
     */
    snapshot(): readonly Item[] {
      if (!hasSnapshots) deepFreeze([...byKey.values()]);
      hasSnapshots = true;
      return (snapshot ??= Object.freeze([...byKey.values()]));
    },
    /** Returns one reader's view, with its own indexes. */
    view(given: Readonly<Record<string, IndexFunction<Item>>>) {
      const known: Readonly<Record<string, IndexFunction<Item>>> = { ...builtInIndexes, ...given };
      const own = createStoreIndexes(byKey);
      let isClosed = false;
      const keysUnder = (name: string, value: string): Iterable<string> => {
        const index = Object.hasOwn(known, name) ? known[name] : undefined;
        if (index === undefined) {
          throw new InvalidArgumentError('index', `must be one of ${Object.keys(known).map(quote).join(', ')}`);
        }
        if (index === builtInIndexes[name]) return indexes.keys(index, value);
        // After the end, nobody keeps it up to date.
        if (isClosed) return createStoreIndexes(byKey).keys(index, value);
        allIndexes.add(own);
        return own.keys(index, value);
      };
      const store: InformerStore<Item> = {
        get size() {
          return byKey.size;
        },
        get: (namespace, name) => read(stateKey({ namespace, name })),
        byUid(uid) {
          const key = keyOfUid.get(uid);
          return key === undefined ? undefined : read(key);
        },
        by: (index, value) => readAll(keysUnder(index, value)),
        list(chosen = {}) {
          const { namespace, labelSelector } = requireKnownOptions(chosen, selectionChecks);
          const selector = labelSelector === undefined ? undefined : parseLabelSelector(labelSelector);
          const inNamespace = builtInIndexes['namespace'];
          const keys =
            namespace === undefined || inNamespace === undefined ? byKey.keys() : indexes.keys(inNamespace, namespace);
          const items = readAll(keys);
          if (selector === undefined) return items;
          return items.filter((object) => matchesLabels(selector, metadataOf(object)?.labels ?? {}));
        },
      };
      return {
        store,
        /** Releases the indexes; the store can still be read. */
        close(): void {
          isClosed = true;
          allIndexes.delete(own);
        },
      };
    },
  };
}

/** The indexes that every store has. */
const builtInIndexes: Readonly<Record<string, IndexFunction<unknown>>> = {
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
function createStoreIndexes<Item>(byKey: ReadonlyMap<string, Item>) {
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
