import type { TableColumn } from '../representation/table/table.js';

/**
 * One step of {@link follow}: what became of an object, or of the connection. `removed` has the last state known.
 *
 * - `synced`: the first state is complete.
 * - `interrupted`: the server is lost, or the watch ended because changes could be lost; `follow` tries on by itself, and the
 *   state is of the moment before.
 * - `recovered`: the server is there again, and the state is whole at `resourceVersion`. Where it was taken again, what differed
 *   was told before; where the watch went on from that version, what changed meanwhile follows. A server may answer such a watch
 *   and only then say that it has forgotten the version: another `interrupted` follows at once, and the state is taken again.
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
      /** True where the state was taken again; otherwise the watch was resumed without a gap. */
      readonly relisted?: boolean | undefined;
    }
  | { readonly type: 'interrupted'; readonly error: unknown };

/**
 * Where {@link follow} keeps the objects, by {@link stateKey}: a `Map` will do. Pass one of your own to read it meanwhile; then
 * each object is held once.
 */
export interface FollowState<Item> {
  /** How many objects there are. */
  readonly size: number;
  /** The object under a key; undefined where there is none. */
  get(key: string): Item | undefined;
  /** Puts an object under a key, in the place of what was there. */
  set(key: string, object: Item): unknown;
  /** Takes the object under a key away. */
  delete(key: string): unknown;
  /** All keys with their objects. */
  entries(): Iterable<[string, Item]>;
}
