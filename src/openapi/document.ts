import type { GroupVersionKind } from '../core/model/group-version-kind.js';

/**
 * A JSON schema as an API server publishes it in `/openapi/v3`: the OpenAPI 3.0 dialect with the extensions of
 * Kubernetes. It comes from the network and is not checked field by field: read it as data that may hold anything.
 *
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
 */
export interface Schema {
  /** A reference to another schema of the same document: `#/components/schemas/<name>`. */
  readonly $ref?: string | undefined;
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | undefined;
  /** `int32`, `int64`, `double`, `byte`, `date-time`, `int-or-string`, and others, which custom resources may invent. */
  readonly format?: string | undefined;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly nullable?: boolean | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  /** Names of fields. For built-in kinds it often means only that the Go field has no `omitempty`. */
  readonly required?: readonly string[] | undefined;
  /** The schema of the values of a map. */
  readonly additionalProperties?: Schema | boolean | undefined;
  readonly items?: Schema | undefined;
  readonly allOf?: readonly Schema[] | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
  readonly not?: Schema | undefined;
  readonly pattern?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: boolean | undefined;
  readonly exclusiveMaximum?: boolean | undefined;
  readonly multipleOf?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly uniqueItems?: boolean | undefined;
  readonly minProperties?: number | undefined;
  readonly maxProperties?: number | undefined;
  readonly externalDocs?: { readonly description?: string | undefined; readonly url?: string | undefined } | undefined;
  /** The kinds of this schema; several for those that every group has, such as DeleteOptions. */
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[] | undefined;
  /** Whether a value may be an integer or a string. */
  readonly 'x-kubernetes-int-or-string'?: boolean | undefined;
  /** Whether the server keeps fields that the schema does not name. */
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean | undefined;
  /** Whether the value is a whole object with apiVersion, kind and metadata. */
  readonly 'x-kubernetes-embedded-resource'?: boolean | undefined;
  /** How server-side apply merges a list. */
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map' | undefined;
  /** The fields that identify an item of a list of type `map`. */
  readonly 'x-kubernetes-list-map-keys'?: readonly string[] | undefined;
  /** How server-side apply merges an object. */
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular' | undefined;
  readonly 'x-kubernetes-patch-strategy'?: string | undefined;
  readonly 'x-kubernetes-patch-merge-key'?: string | undefined;
  /** Rules in CEL, of custom resources. */
  readonly 'x-kubernetes-validations'?: readonly unknown[] | undefined;
  readonly 'x-kubernetes-unions'?: readonly unknown[] | undefined;
}

/** An operation of a path: what an API server says of one method. */
export interface Operation {
  readonly operationId?: string | undefined;
  readonly description?: string | undefined;
  /** `list`, `get`, `post`, `put`, `patch`, `delete`, `watch`, `connect` and others. */
  readonly 'x-kubernetes-action'?: string | undefined;
  readonly 'x-kubernetes-group-version-kind'?: GroupVersionKind | undefined;
  readonly requestBody?: { readonly content?: Readonly<Record<string, MediaTypeContent>> | undefined } | undefined;
  readonly responses?: Readonly<Record<string, OperationResponse>> | undefined;
}

/** A response of an {@link Operation}. */
export interface OperationResponse {
  readonly description?: string | undefined;
  /** By media type. */
  readonly content?: Readonly<Record<string, MediaTypeContent>> | undefined;
}

/** The schema of a body in one media type. */
export interface MediaTypeContent {
  readonly schema?: Schema | undefined;
}

/** The operations of one path, by method in lower case. */
export type PathItem = Readonly<
  Partial<Record<'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch', Operation>>
>;

/**
 * The document that an API server publishes for one group-version, at `/openapi/v3/apis/<group>/<version>`.
 *
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
 */
export interface OpenAPIDocument {
  readonly openapi?: string | undefined;
  readonly info?: { readonly title?: string | undefined; readonly version?: string | undefined } | undefined;
  /** By path, such as `/apis/apps/v1/namespaces/{namespace}/deployments`. */
  readonly paths?: Readonly<Record<string, PathItem>> | undefined;
  readonly components?:
    | {
        /** By name, such as `io.k8s.api.apps.v1.Deployment`. Every `$ref` of the document is one of them. */
        readonly schemas?: Readonly<Record<string, Schema>> | undefined;
      }
    | undefined;
}

/** Documents by group-version, as discovery writes it: `v1`, `apps/v1`. */
export type OpenAPIDocuments = Readonly<Record<string, OpenAPIDocument>>;
