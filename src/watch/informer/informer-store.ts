import { metadataOf, stateKey } from '../followed-object.js';
import type { FollowState } from '../follow-step.js';
import { matchesLabels, parseLabelSelector } from '../../core/selector/label-selector.js';
import { requireKnownOptions, requireText } from '../../core/shared/arguments.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { quote } from '../../core/shared/quote.js';
import { deepFreeze } from '../../core/shared/deep-freeze.js';
import { builtInIndexes, createStoreIndexes, type IndexFunction } from './store-indexes.js';

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
        if (isClosed) return own.scan(index, value);
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
