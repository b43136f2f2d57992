import { metadataOf, stateKey } from '../follow/followed-object.js';
import type { FollowState } from '../follow/follow-step.js';
import { matchesLabels, parseLabelSelector } from '../selector/label-selector.js';
import { requireKnownOptions, requireText } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { quote } from '../shared/quote.js';

/** Under which values an index has an object. */
export type IndexFunction<Item> = (object: Item) => readonly string[];

/** Which objects {@link InformerStore.list} answers. */
export interface StoreSelection {
  readonly namespace?: string | undefined;
  /** As a server takes it: `app=front,tier!=db`. */
  readonly labelSelector?: string | undefined;
}

/**
 * The objects of an informer. What it answers is frozen, so that no reader spoils it for another, and lists do not change while
 * they are read.
 */
export interface InformerStore<Item> {
  readonly size: number;
  /** One object by its name, in a namespace where it has one. */
  get(namespace: string | undefined, name: string): Item | undefined;
  byUid(uid: string): Item | undefined;
  /**
   * The objects that an index has under a value: `namespace`, `owner` (by uid) and those of the options. An index is built with
   * its first question.
   */
  by(index: string, value: string): readonly Item[];
  /** All objects, or those selected, in no order that could be relied on. */
  list(selection?: StoreSelection): readonly Item[];
}

const selectionChecks = { namespace: requireText, labelSelector: requireText };

/** What the informer writes; what `isHidden` tells is there for `follow` alone. */
export interface WritableStore<Item> extends InformerStore<Item> {
  readonly state: FollowState<Item>;
  /** The objects of the moment; the same array until one changes. */
  snapshot(): readonly Item[];
}

/** What {@link createInformerStore} takes. */
export interface StoreOptions<Item> {
  readonly indexes: Readonly<Record<string, IndexFunction<Item>>>;
  readonly isHidden: (object: Item) => boolean;
}

/** Makes an empty store. */
export function createInformerStore<Item>({ indexes, isHidden }: StoreOptions<Item>): WritableStore<Item> {
  const byKey = new Map<string, Item>();
  const keyOfUid = new Map<string, string>();
  const known: Readonly<Record<string, IndexFunction<Item>>> = {
    namespace: (object) => [metadataOf(object)?.namespace ?? ''],
    owner: (object) => (metadataOf(object)?.ownerReferences ?? []).map(({ uid }) => uid),
    ...indexes,
  };
  const built = new Map<string, Map<string, Set<string>>>();
  let hidden = 0;
  let snapshot: readonly Item[] | undefined;

  const read = (object: Item | undefined): Item | undefined =>
    object === undefined || isHidden(object) ? undefined : deepFreeze(object);
  const readAll = (keys: Iterable<string>): readonly Item[] => {
    const items: Item[] = [];
    for (const key of keys) {
      const object = read(byKey.get(key));
      if (object !== undefined) items.push(object);
    }
    return items;
  };
  const valuesOf = (index: string, object: Item): readonly string[] =>
    isHidden(object) ? [] : (known[index]?.(object) ?? []);
  const leave = (key: string, object: Item): void => {
    if (isHidden(object)) hidden -= 1;
    const uid = metadataOf(object)?.uid;
    if (uid !== undefined && keyOfUid.get(uid) === key) keyOfUid.delete(uid);
    for (const [index, values] of built) {
      for (const value of valuesOf(index, object)) {
        const keys = values.get(value);
        keys?.delete(key);
        if (keys?.size === 0) values.delete(value);
      }
    }
  };
  const enter = (key: string, object: Item): void => {
    if (isHidden(object)) hidden += 1;
    const uid = metadataOf(object)?.uid;
    if (uid !== undefined) keyOfUid.set(uid, key);
    for (const [index, values] of built) addTo(values, key, valuesOf(index, object));
  };

  return {
    get size() {
      return byKey.size - hidden;
    },
    get: (namespace, name) => read(byKey.get(stateKey({ namespace, name }))),
    byUid(uid) {
      const key = keyOfUid.get(uid);
      return key === undefined ? undefined : read(byKey.get(key));
    },
    by(index, value) {
      if (!Object.hasOwn(known, index)) {
        throw new InvalidArgumentError('index', `has to be one of ${Object.keys(known).map(quote).join(', ')}`);
      }
      let values = built.get(index);
      if (values === undefined) {
        values = new Map();
        for (const [key, object] of byKey) addTo(values, key, valuesOf(index, object));
        built.set(index, values);
      }
      return readAll(values.get(value) ?? []);
    },
    list(chosen = {}) {
      const { namespace, labelSelector } = requireKnownOptions(chosen, selectionChecks);
      const selector = labelSelector === undefined ? undefined : parseLabelSelector(labelSelector);
      if (namespace === undefined && selector === undefined) return readAll(byKey.keys());
      return readAll(byKey.keys()).filter((object) => {
        const metadata = metadataOf(object);
        if (namespace !== undefined && metadata?.namespace !== namespace) return false;
        return selector === undefined || matchesLabels(selector, metadata?.labels ?? {});
      });
    },
    snapshot: () => (snapshot ??= Object.freeze(readAll(byKey.keys()))),
    state: {
      get size() {
        return byKey.size;
      },
      get: (key) => byKey.get(key),
      set(key, object) {
        const before = byKey.get(key);
        if (before !== undefined) leave(key, before);
        byKey.set(key, object);
        enter(key, object);
        snapshot = undefined;
      },
      delete(key) {
        const before = byKey.get(key);
        if (before === undefined) return;
        leave(key, before);
        byKey.delete(key);
        snapshot = undefined;
      },
      entries: () => byKey.entries(),
    },
  };
}

function addTo(values: Map<string, Set<string>>, key: string, under: readonly string[]): void {
  for (const value of under) {
    const keys = values.get(value);
    if (keys === undefined) values.set(value, new Set([key]));
    else keys.add(key);
  }
}

/** Freezes JSON through and through; what is frozen already is frozen through. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
