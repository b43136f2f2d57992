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

/** One reader's view of a store, with its own indexes. */
export interface StoreView<Item> {
  readonly store: InformerStore<Item>;
  /** Releases the indexes; the store can still be read. */
  close(): void;
}

/** The store that the informer writes and its readers read. */
export interface SharedStore<Item> {
  readonly state: FollowState<Item>;
  /** Returns the current objects; the same array until one changes. */
  snapshot(): readonly Item[];
  view(indexes: Readonly<Record<string, IndexFunction<Item>>>): StoreView<Item>;
}

/**
 * Creates an empty store.
 *
 * @param isHidden reports whether an object is kept only for `follow`
 */
export function createSharedStore<Item>(isHidden?: (object: Item) => boolean): SharedStore<Item> {
  const byKey = new Map<string, Item>();
  const keyOfUid = new Map<string, string>();
  const indexes = createStoreIndexes(byKey, isHidden);
  /** The number of views that use an index of the options. */
  const users = new Map<IndexFunction<Item>, number>();
  let hidden = 0;

  const read = (object: Item | undefined): Item | undefined =>
    object === undefined || isHidden?.(object) === true ? undefined : deepFreeze(object);
  const snapshot = createSnapshots(byKey, read);
  const readAll = (keys: Iterable<string>): Item[] => {
    const items: Item[] = [];
    for (const key of keys) {
      const object = read(byKey.get(key));
      if (object !== undefined) items.push(object);
    }
    return items;
  };
  /** Updates everything derived from the objects; undefined stands for no object. */
  const move = (key: string, before: Item | undefined, now: Item | undefined): void => {
    if (before !== undefined && isHidden?.(before) === true) hidden -= 1;
    if (now !== undefined && isHidden?.(now) === true) hidden += 1;
    const [left, entered] = [metadataOf(before)?.uid, metadataOf(now)?.uid];
    if (left !== entered) {
      if (left !== undefined && keyOfUid.get(left) === key) keyOfUid.delete(left);
      if (entered !== undefined) keyOfUid.set(entered, key);
    }
    indexes.move(key, before, now);
    snapshot.move(key);
  };

  return {
    snapshot: snapshot.take,
    view(own) {
      const known: Readonly<Record<string, IndexFunction<Item>>> = { ...builtInIndexes, ...own };
      const used = new Set<IndexFunction<Item>>();
      let isClosed = false;
      const keysUnder = (name: string, value: string): Iterable<string> => {
        const index = Object.hasOwn(known, name) ? known[name] : undefined;
        if (index === undefined) {
          throw new InvalidArgumentError('index', `must be one of ${Object.keys(known).map(quote).join(', ')}`);
        }
        if (index === builtInIndexes[name]) return indexes.keys(index, value);
        if (isClosed) return indexes.scan(index, value);
        if (!used.has(index)) users.set(index, (users.get(index) ?? 0) + 1);
        used.add(index);
        return indexes.keys(index, value);
      };
      const store: InformerStore<Item> = {
        get size() {
          return byKey.size - hidden;
        },
        get: (namespace, name) => read(byKey.get(stateKey({ namespace, name }))),
        byUid(uid) {
          const key = keyOfUid.get(uid);
          return key === undefined ? undefined : read(byKey.get(key));
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
        close() {
          if (isClosed) return;
          isClosed = true;
          for (const index of used) {
            const left = (users.get(index) ?? 1) - 1;
            if (left > 0) users.set(index, left);
            else {
              users.delete(index);
              indexes.drop(index);
            }
          }
        },
      };
    },
    state: {
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
    },
  };
}

/** The objects of a store as lists: one for each state that somebody reads. */
export interface StoreSnapshots<Item> {
  /** Returns the present objects: the same array until one changes. */
  take(this: void): readonly Item[];
  /** Takes note of an object under a key that has changed, has come or has gone. */
  move(key: string): void;
}

/**
 * Creates the {@link StoreSnapshots} of the objects of a store. After the first list, each costs no more than a copy: views of
 * large sets take one for every frame. Objects stand in the order in which they came, whichever go: rows on a screen do not jump.
 *
 * @param read returns an object as readers see it; undefined if it is not for them
 */
export function createSnapshots<Item>(
  byKey: ReadonlyMap<string, Item>,
  read: (object: Item | undefined) => Item | undefined,
): StoreSnapshots<Item> {
  const places = new Map<string, number>();
  /** With a gap where one has gone: to close each at once would move all that follow. */
  let items: (Item | undefined)[] = [];
  let hasReaders = false;
  let shown: readonly Item[] | undefined;

  const place = (key: string): void => {
    const item = read(byKey.get(key));
    const at = places.get(key);
    if (item === undefined) {
      if (at === undefined) return;
      places.delete(key);
      items[at] = undefined;
      if (items.length > 2 * places.size) closeGaps();
    } else if (at === undefined) {
      places.set(key, items.length);
      items.push(item);
    } else items[at] = item;
  };
  const closeGaps = (): void => {
    const left: Item[] = [];
    // In their order: a key that came back is behind those that stayed.
    for (const [key, at] of places) {
      places.set(key, left.length);
      left.push(items[at] as Item);
    }
    items = left;
  };
  return {
    take() {
      // A store of which nobody takes lists keeps none.
      if (!hasReaders) for (const key of byKey.keys()) place(key);
      hasReaders = true;
      return (shown ??= Object.freeze(
        items.length === places.size ? ([...items] as Item[]) : items.filter((item) => item !== undefined),
      ));
    },
    move(key) {
      if (!hasReaders) return;
      place(key);
      shown = undefined;
    },
  };
}
