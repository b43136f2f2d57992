import type { TableColumn } from '../core/representation/table/table.js';

/**
 * One step of {@link follow}: a change of an object or of the connection. `removed` has the last known state of the
 * object.
 *
 * - `synced`: the first state is complete.
 * - `interrupted`: the server is lost or refuses, or the watch ended because changes could be lost. `follow` retries by
 *   itself; until then, the state stays as it was.
 * - `recovered`: the state is complete again, at `resourceVersion` or by a new list. If the state was read again, the
 *   differences came before this step; if the watch resumed from that version, the changes in between follow. A server
 *   may accept such a watch and only then report that it no longer has the version: then another `interrupted` follows
 *   at once, and the state is read again.
 */
export type FollowStep<Item> =
  | {
      readonly type: 'added';
      readonly object: Item;
      /** The columns of a row. */
      readonly columns?: readonly TableColumn[] | undefined;
    }
  | {
      readonly type: 'changed';
      readonly object: Item;
      readonly before: Item;
      readonly columns?: readonly TableColumn[] | undefined;
    }
  | { readonly type: 'removed'; readonly object: Item }
  | { readonly type: 'synced'; readonly resourceVersion: string }
  | {
      readonly type: 'recovered';
      readonly resourceVersion: string;
      /** True if the state was read again; otherwise the watch resumed without a gap. */
      readonly relisted?: boolean | undefined;
    }
  | { readonly type: 'interrupted'; readonly error: unknown };

/**
 * The store in which {@link follow} keeps the objects, by {@link stateKey}. A `Map` is enough. Pass your own to read it
 * while following, so that each object is held only once.
 */
export interface FollowState<Item> {
  /** The number of objects. */
  readonly size: number;
  /** Returns the object under a key; undefined if there is none. */
  get(key: string): Item | undefined;
  /** Stores an object under a key, replacing any other. */
  set(key: string, object: Item): unknown;
  /** Removes the object under a key. */
  delete(key: string): unknown;
  /** Returns all keys with their objects. */
  entries(): Iterable<[string, Item]>;
  /** Called with the version of a bookmark, or of a change without a step: the state has reached it. @default ignored */
  bookmark?(resourceVersion: string): void;
}
