import type { DeepReadonly } from '../model/deep-readonly.js';
import type { KubeObject, ObjectLike } from '../model/kube-object.js';

/**
 * A list that server-side apply merges item by item. `Keys` are the fields that an item must have to be found, without
 * those that the server fills in, such as `protocol`. Any list of the items is assignable to it.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export interface MapList<Item, Keys extends keyof Item> extends Array<Item> {
  /** For the compiler alone: no list has this field. */
  readonly '~keys'?: Keys | undefined;
}

/**
 * An object that server-side apply replaces as a whole: `LabelSelector`, for example.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export interface Atomic {
  /** For the compiler alone: no object has this field. */
  readonly '~atomic'?: true | undefined;
}

/**
 * An object whose schema has defaults: `Fields` are the fields that an answer of the server always has, see {@link
 * Served}.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
 */
export interface Defaulted<Fields> {
  /** For the compiler alone: no object has this field. */
  readonly '~defaults'?: Fields | undefined;
}

/**
 * The part of an object that one applies: every field is optional, at any depth, except for the keys of items by which
 * the server finds them. Lists and objects that the server replaces as a whole keep what they require. It takes readonly
 * objects, such as those of informers.
 *
 * Types of `kubeatlas/types`, and types that `kubeatlas types` writes, know which lists are merged. In other types,
 * items are complete.
 */
export type Applied<T> = unknown extends T
  ? T
  : T extends Leaf
    ? T
    : T extends readonly unknown[]
      ? AppliedList<T>
      : '~atomic' extends NamedKeys<T>
        ? DeepReadonly<T>
        : { readonly [Field in keyof T]?: Applied<T[Field]> | undefined };

/** The keys of a type without its index signatures, such as that of {@link KubeObject}, which would stand for any key. */
export type NamedKeys<T> = string extends keyof T
  ? keyof { [Field in keyof T as string extends Field ? never : number extends Field ? never : Field]: unknown }
  : keyof T;

type AppliedList<T extends readonly unknown[]> = '~keys' extends keyof T
  ? readonly AppliedItem<T[number], NonNullable<T['~keys']>>[]
  : readonly DeepReadonly<T[number]>[];

type AppliedItem<Item, Keys> = Item extends object
  ? Applied<Item> & { readonly [Field in keyof Item as Field extends Keys ? Field : never]-?: NonNullable<Item[Field]> }
  : Item;

/**
 * A JSON merge patch of an object: every field is optional, at any depth; null removes a field, and lists are whole.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
 */
export type Patched<T> = unknown extends T
  ? T
  : T extends Leaf
    ? T
    : T extends readonly unknown[]
      ? readonly DeepReadonly<T[number]>[]
      : { readonly [Field in keyof T]?: Patched<T[Field]> | null | undefined };

/**
 * A strategic merge patch of an object: like {@link Patched}, but lists may be merged, so that items are partial, and
 * directives such as `$patch` and `$setElementOrder/containers` are allowed.
 *
 * @see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
 */
export type StrategicallyPatched<T> = unknown extends T
  ? T
  : T extends Leaf
    ? T
    : T extends readonly unknown[]
      ? readonly StrategicallyPatched<T[number]>[]
      : { readonly [Field in keyof T]?: StrategicallyPatched<T[Field]> | null | undefined } & {
          readonly [directive: `$${string}`]: unknown;
        };

/** One operation of a JSON patch (RFC 6902). */
export interface JSONPatchOperation {
  /** What to do: `add`, `remove`, `replace`, `move`, `copy`, `test`. */
  readonly op: string;
  /** Where, as a JSON pointer: `/metadata/labels/app`. */
  readonly path: string;
  /** The source of `move` and `copy`. */
  readonly from?: string | undefined;
  /** The value of `add`, `replace` and `test`. */
  readonly value?: unknown;
}

/**
 * The format of a patch body: a JSON merge patch (RFC 7386), a JSON patch (RFC 6902, an array), or a strategic merge
 * patch, which only built-in resources support.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
 */
export type PatchType = 'merge' | 'json' | 'strategic';

/** The body of a patch by its type. Any object for a type that is only known when the program runs, and for {@link KubeObject}. */
export type PatchBody<T extends ObjectLike, Type extends PatchType> = [Type] extends ['json']
  ? readonly JSONPatchOperation[]
  : KubeObject extends T
    ? object
    : [Type] extends ['merge']
      ? Patched<T>
      : [Type] extends ['strategic']
        ? StrategicallyPatched<T>
        : object;

type Leaf = string | number | bigint | boolean | symbol | null | undefined | ((...inputs: never) => unknown);
