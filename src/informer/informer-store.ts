import { metadataOf, stateKey } from '../follow/followed-object.js';
import type { FollowState } from '../follow/follow-step.js';
import { matchesLabels, parseLabelSelector } from '../selector/label-selector.js';
import { requireKnownOptions, requireText } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { quote } from '../shared/quote.js';
import { deepFreeze } from './deep-freeze.js';
import { builtInIndexes, createStoreIndexes, type IndexFunction } from './store-indexes.js';

/** Which objects {@link InformerStore.list} answers. */
export interface StoreSelection {
  /** Only objects of this namespace. */
  readonly namespace?: string | undefined;
  /** As a server takes it: `app=front,tier!=db`. */
  readonly labelSelector?: string | undefined;
}

/**
 * The objects of an informer. What it answers is frozen, so that no reader spoils it for another, and lists do not change while
 * they are read.
 */
export interface InformerStore<Item> {
  /** How many objects there are. */
  readonly size: number;
  /** One object by its name, in a namespace where it has one. */
  get(namespace: string | undefined, name: string): Item | undefined;
  /** One object by its uid. */
  byUid(uid: string): Item | undefined;
  /**
   * The objects that an index has under a value: `namespace`, `owner` (by uid), `label` (`app=front`) and those of the options.
   * An index is built with its first question.
   *
   * @throws InvalidArgumentError for an index that is not there; what the function of the index throws
   */
  by(index: string, value: string): readonly Item[];
  /**
   * All objects, or those selected, in no order that could be relied on.
   *
   * @throws InvalidArgumentError for an option that it does not know; InvalidSelectorError for a selector that no server
   *   would take
   */
  list(selection?: StoreSelection): readonly Item[];
}

const selectionChecks = { namespace: requireText, labelSelector: requireText };

/** A store as one reader sees it, with indexes of his own. */
export interface StoreView<Item> {
  readonly store: InformerStore<Item>;
  /** Gives up what the indexes hold; the store can be read all the same. */
  close(): void;
}

/** What the informer writes and its readers read. */
export interface SharedStore<Item> {
  readonly state: FollowState<Item>;
  /** The objects of the moment; the same array until one changes. */
  snapshot(): readonly Item[];
  view(indexes: Readonly<Record<string, IndexFunction<Item>>>): StoreView<Item>;
}

/**
 * Makes an empty store.
 *
 * @param isHidden which objects are there for `follow` alone
 */
export function createSharedStore<Item>(isHidden: (object: Item) => boolean): SharedStore<Item> {
  const byKey = new Map<string, Item>();
  const keyOfUid = new Map<string, string>();
  const indexes = createStoreIndexes(byKey, isHidden);
  /** How many views have asked an index of their own. */
  const users = new Map<IndexFunction<Item>, number>();
  let hidden = 0;
  let snapshot: readonly Item[] | undefined;

  const read = (object: Item | undefined): Item | undefined =>
    object === undefined || isHidden(object) ? undefined : deepFreeze(object);
  const readAll = (keys: Iterable<string>): Item[] => {
    const items: Item[] = [];
    for (const key of keys) {
      const object = read(byKey.get(key));
      if (object !== undefined) items.push(object);
    }
    return items;
  };
  /** Keeps what is known beside the objects; undefined stands for none. */
  const move = (key: string, before: Item | undefined, now: Item | undefined): void => {
    if (before !== undefined && isHidden(before)) hidden -= 1;
    if (now !== undefined && isHidden(now)) hidden += 1;
    const [left, entered] = [metadataOf(before)?.uid, metadataOf(now)?.uid];
    if (left !== entered) {
      if (left !== undefined && keyOfUid.get(left) === key) keyOfUid.delete(left);
      if (entered !== undefined) keyOfUid.set(entered, key);
    }
    indexes.move(key, before, now);
    snapshot = undefined;
  };

  return {
    snapshot: () => (snapshot ??= Object.freeze(readAll(byKey.keys()))),
    view(own) {
      const known: Readonly<Record<string, IndexFunction<Item>>> = { ...builtInIndexes, ...own };
      const used = new Set<IndexFunction<Item>>();
      let isClosed = false;
      const keysUnder = (name: string, value: string): Iterable<string> => {
        const index = Object.hasOwn(known, name) ? known[name] : undefined;
        if (index === undefined) {
          throw new InvalidArgumentError('index', `has to be one of ${Object.keys(known).map(quote).join(', ')}`);
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
