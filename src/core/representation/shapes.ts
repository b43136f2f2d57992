import type { DeepReadonly } from '../model/deep-readonly.js';
import type { KubeObject, ObjectLike } from '../model/kube-object.js';
import type { Applied, NamedKeys } from './partial-shapes.js';

/** The types that a representation returns. */
export interface AnswerShapes {
  /** The answer to `get`, `patch` and `apply`. */
  readonly one: unknown;
  /** The answer to `list`: one page. */
  readonly many: unknown;
  /** One item of `items()`. */
  readonly item: unknown;
  /** One event of a watch. */
  readonly event: unknown;
}

/** The types that a handle returns and writes. `as()` changes those it returns and keeps `input`. */
export interface Shapes extends AnswerShapes {
  /** The type of the objects, whatever representation they are read in: see {@link Manifest} and {@link Served}. */
  readonly input: ObjectLike;
}

/**
 * An object as the server returns it: `T` with its kind, apiVersion, name and uid. A type of `kubeatlas/types`, or one
 * that `kubeatlas types` wrote, has resourceVersion and creationTimestamp as well, or, if its objects are not stored,
 * none of the metadata. With other types, objects that are not stored, such as reviews and metrics, may have no name
 * and uid. Types that `kubeatlas types` wrote have the fields for which the schema of a custom resource has a default.
 */
export type Served<T> = T & {
  apiVersion: string;
  kind: string;
  metadata: ServedMetadata<T>;
} & ServedDefaults<T>;

type ServedDefaults<T> = T extends { readonly '~defaults'?: infer Fields } ? NonNullable<Fields> : unknown;

/** Generated types name their kind, and say by their resourceVersion whether objects are stored. Of others little is known. */
type ServedMetadata<T> = T extends { kind?: infer Kind; metadata?: { resourceVersion?: infer Version } | undefined }
  ? [Version] extends [undefined]
    ? object
    : string extends Kind
      ? NamedMetadata
      : StoredMetadata
  : NamedMetadata;

type NamedMetadata = { name: string; uid: string };
type StoredMetadata = { name: string; uid: string; resourceVersion: string; creationTimestamp: string };

/**
 * An object to write: `T`, in which `apiVersion`, `kind`, `status` and every field of `metadata` are optional, since
 * the handle or the server fills them in. The other fields are as in `T`, and fields that `T` does not have are
 * refused. If `T` is {@link KubeObject}, any object is accepted.
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

/** A readonly {@link Manifest}: objects from an informer are assignable to it, and so are objects spread from them. */
export type ReadonlyManifest<T extends ObjectLike> = {
  readonly [
    Field in keyof T as Field extends 'apiVersion' | 'kind' | 'metadata' | 'status' ? never : Field
  ]: DeepReadonly<T[Field]>;
} & {
  readonly apiVersion?: FieldOf<T, 'apiVersion', string>;
  readonly kind?: FieldOf<T, 'kind', string>;
  readonly metadata?: (ReadonlyLoose<NonNullable<T['metadata']>> & ObjectLike['metadata']) | undefined;
  readonly status?: DeepReadonly<FieldOf<T, 'status', never>>;
};

/**
 * What `apply` takes: any part of a {@link Manifest}, see {@link Applied}. If `T` is {@link KubeObject}, any object will
 * do.
 */
export type AppliedManifest<T extends ObjectLike> = Applied<Known<T>> | (KubeObject extends T ? ObjectLike : never);

type FieldOf<T, Field extends string, Otherwise> = (Field extends keyof T ? T[Field] : Otherwise) | undefined;
type Loose<T> = { [Field in keyof T]?: T[Field] | undefined };
type ReadonlyLoose<T> = { readonly [Field in keyof T]?: DeepReadonly<T[Field]> | undefined };

/**
 * The constraint on the type of a handle: an object in its JSON form, whose times are strings. Classes with `Date`
 * fields, such as those of `@kubernetes/client-node`, do not satisfy it: wrap them in {@link WireForm}.
 */
export interface WireObject extends ObjectLike {
  /** The metadata, whose times are strings. */
  metadata?:
    | (ObjectLike['metadata'] & {
        creationTimestamp?: string | null | undefined;
        deletionTimestamp?: string | null | undefined;
      })
    | undefined;
}

/**
 * The JSON form of a type, at any depth: every `Date` is a string, and fields have the names that the API has.
 * `client.resource<WireForm<V1Deployment>>('deployments')` uses the classes of `@kubernetes/client-node` as types, which
 * rename some fields for its own calls: `_from` of a network policy is `from` again here, and `_from` is refused, because
 * a server would ignore it and allow all traffic.
 */
export type WireForm<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? WireForm<Item>[]
    : T extends object
      ? Extract<NamedKeys<T>, keyof RenamedFields> extends never
        ? { [Field in keyof T]: WireForm<T[Field]> }
        : { [Field in keyof T as WireName<T, Field>]: WireForm<T[Field]> } & {
            [Field in Exclude<NamedKeys<T>, WireName<T, NamedKeys<T>>>]?: never;
          }
      : T;

/** The fields that client-node renames, most of them in `V1JSONSchemaProps`, with the names that the API has. */
type RenamedFields = {
  _continue: 'continue';
  _default: 'default';
  _enum: 'enum';
  _from: 'from';
  _int: 'int';
  _namespace: 'namespace';
  ref: '$ref';
  schema: '$schema';
  x_kubernetes_embedded_resource: 'x-kubernetes-embedded-resource';
  x_kubernetes_int_or_string: 'x-kubernetes-int-or-string';
  x_kubernetes_list_map_keys: 'x-kubernetes-list-map-keys';
  x_kubernetes_list_type: 'x-kubernetes-list-type';
  x_kubernetes_map_type: 'x-kubernetes-map-type';
  x_kubernetes_preserve_unknown_fields: 'x-kubernetes-preserve-unknown-fields';
  x_kubernetes_validations: 'x-kubernetes-validations';
};

/** The name of a field on the wire. `ref` and `schema` are ordinary names outside of `V1JSONSchemaProps`. */
type WireName<T, Field> = Field extends 'ref' | 'schema'
  ? 'x_kubernetes_validations' extends NamedKeys<T>
    ? RenamedFields[Field]
    : Field
  : Field extends keyof RenamedFields
    ? RenamedFields[Field]
    : Field;
