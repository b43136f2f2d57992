import type { KubeObject, ObjectLike } from '../model/kube-object.js';

/** The types in which a representation answers. */
export interface AnswerShapes {
  /** The answer to `get`, `patch` and `apply`. */
  readonly one: unknown;
  /** The answer to `list`: one page. */
  readonly many: unknown;
  /** What `items()` yields. */
  readonly item: unknown;
  /** One event of a watch. */
  readonly event: unknown;
}

/** The types of a handle: in which it answers, and what it writes. `as()` changes the first and keeps `input`. */
export interface Shapes extends AnswerShapes {
  /** The type of the objects, whatever representation they are read in: see {@link Manifest} and {@link Served}. */
  readonly input: ObjectLike;
}

/**
 * An object as the server answers it: `T` with its kind and apiVersion, its name and its uid. What is not stored, a review
 * or a metric say, may lack name and uid all the same.
 */
export type Served<T> = T & {
  apiVersion: string;
  kind: string;
  metadata: { name: string; uid: string };
};

/**
 * An object as it is written: `T`, of which `apiVersion`, `kind`, every field of `metadata` and `status` may be left out, since
 * the handle or the server fills them in. The other fields are as in `T`, and what `T` does not know is refused. Where `T` is
 * {@link KubeObject}, which knows no fields, any object will do.
 */
export type Manifest<T extends ObjectLike> = Known<T> | (KubeObject extends T ? ObjectLike : never);

type Known<T extends ObjectLike> = {
  [Field in keyof T as Field extends 'apiVersion' | 'kind' | 'metadata' | 'status' ? never : Field]: T[Field];
} & {
  apiVersion?: FieldOf<T, 'apiVersion', string>;
  kind?: FieldOf<T, 'kind', string>;
  metadata?: (Loose<NonNullable<T['metadata']>> & ObjectLike['metadata']) | undefined;
  status?: FieldOf<T, 'status', never>;
};

type FieldOf<T, Field extends string, Otherwise> = (Field extends keyof T ? T[Field] : Otherwise) | undefined;
type Loose<T> = { [Field in keyof T]?: T[Field] | undefined };

/**
 * What the type of a handle has to fit: an object as JSON holds it, whose times are text. Classes with `Date` fields, those
 * of `@kubernetes/client-node` for one, do not fit: take {@link WireForm} of them.
 */
export interface WireObject extends ObjectLike {
  /** Its metadata, whose times are text. */
  metadata?:
    | (ObjectLike['metadata'] & {
        creationTimestamp?: string | null | undefined;
        deletionTimestamp?: string | null | undefined;
      })
    | undefined;
}

/**
 * A type as JSON holds it: every `Date` is a string, at any depth. `client.resource<WireForm<V1Deployment>>('deployments')`
 * takes the classes of `@kubernetes/client-node` for types.
 */
export type WireForm<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? WireForm<Item>[]
    : T extends object
      ? { [Field in keyof T]: WireForm<T[Field]> }
      : T;
