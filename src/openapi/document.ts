import { type GroupVersionKind, formatGroupVersionKind } from '../core/model/group-version-kind.js';
import { isJsonRecord, ownIn, recordIn, recordsOf, type JsonRecord } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';
import { groupVersionPath } from '../core/model/api-path.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';

/**
 * A JSON schema as an API server publishes it in `/openapi/v3`: the OpenAPI 3.0 dialect with the extensions of
 * Kubernetes. It comes from the network and is not checked field by field: read it as data that may hold anything.
 *
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
 */
export interface Schema {
  /** A reference to another schema of the same document: `#/components/schemas/<name>`. */
  readonly $ref?: string | undefined;
  /** The JSON type; absent where any is accepted, and beside a reference. */
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | undefined;
  /** `int32`, `int64`, `double`, `byte`, `date-time`, `int-or-string`, and others, which custom resources may invent. */
  readonly format?: string | undefined;
  /** For people. */
  readonly description?: string | undefined;
  /** The value that the server sets if there is none. */
  readonly default?: unknown;
  /** Whether null is a value. Custom resources alone say so. */
  readonly nullable?: boolean | undefined;
  /** The only values that are accepted. */
  readonly enum?: readonly unknown[] | undefined;
  /** The fields of an object, by name. */
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  /** Names of fields. For built-in kinds it often means only that the Go field has no `omitempty`. */
  readonly required?: readonly string[] | undefined;
  /** The schema of the values of a map. */
  readonly additionalProperties?: Schema | boolean | undefined;
  /** The schema of the items of a list. */
  readonly items?: Schema | undefined;
  /** Schemas that all hold; with one reference alone, the way to write a default or description beside it. */
  readonly allOf?: readonly Schema[] | undefined;
  /** Schemas of which at least one holds. */
  readonly anyOf?: readonly Schema[] | undefined;
  /** Schemas of which exactly one holds. */
  readonly oneOf?: readonly Schema[] | undefined;
  /** A schema that must not hold. */
  readonly not?: Schema | undefined;
  /** A regular expression in Go's syntax, which a part of a text has to match. */
  readonly pattern?: string | undefined;
  /** The minimum number of characters. */
  readonly minLength?: number | undefined;
  /** The maximum number of characters. */
  readonly maxLength?: number | undefined;
  /** The least number. */
  readonly minimum?: number | undefined;
  /** The greatest number. */
  readonly maximum?: number | undefined;
  /** Whether the minimum itself is not accepted. */
  readonly exclusiveMinimum?: boolean | undefined;
  /** Whether the maximum itself is not accepted. */
  readonly exclusiveMaximum?: boolean | undefined;
  /** What a number has to be a multiple of. */
  readonly multipleOf?: number | undefined;
  /** The minimum number of items. */
  readonly minItems?: number | undefined;
  /** The maximum number of items. */
  readonly maxItems?: number | undefined;
  /** Whether no two items may be equal. */
  readonly uniqueItems?: boolean | undefined;
  /** The minimum number of fields. */
  readonly minProperties?: number | undefined;
  /** The maximum number of fields. */
  readonly maxProperties?: number | undefined;
  /** Where more is said. */
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
  /** How a strategic merge patch treats the field: `merge`, `replace`, `retainKeys`. */
  readonly 'x-kubernetes-patch-strategy'?: string | undefined;
  /** The field that identifies the items of a list in a strategic merge patch. */
  readonly 'x-kubernetes-patch-merge-key'?: string | undefined;
  /** Rules in CEL, of custom resources. */
  readonly 'x-kubernetes-validations'?: readonly unknown[] | undefined;
  /** Groups of fields of which one is set. */
  readonly 'x-kubernetes-unions'?: readonly unknown[] | undefined;
}

/** An operation of a path: what an API server says of one method. */
export interface Operation {
  /** The name of the operation, such as `readCoreV1NamespacedPod`. */
  readonly operationId?: string | undefined;
  /** For people. */
  readonly description?: string | undefined;
  /** `list`, `get`, `post`, `put`, `patch`, `delete`, `watch`, `connect` and others. */
  readonly 'x-kubernetes-action'?: string | undefined;
  /** The kind of the objects. */
  readonly 'x-kubernetes-group-version-kind'?: GroupVersionKind | undefined;
  /** What is sent, by media type. */
  readonly requestBody?: { readonly content?: Readonly<Record<string, MediaTypeContent>> | undefined } | undefined;
  /** What is answered, by status. */
  readonly responses?: Readonly<Record<string, OperationResponse>> | undefined;
}

/** A response of an {@link Operation}. */
export interface OperationResponse {
  /** For people. */
  readonly description?: string | undefined;
  /** By media type. */
  readonly content?: Readonly<Record<string, MediaTypeContent>> | undefined;
}

/** The schema of a body in one media type. */
export interface MediaTypeContent {
  /** The schema of the body. */
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
  /** The version of OpenAPI: `3.0.0`. */
  readonly openapi?: string | undefined;
  /** The name and version of the server. */
  readonly info?: { readonly title?: string | undefined; readonly version?: string | undefined } | undefined;
  /** By path, such as `/apis/apps/v1/namespaces/{namespace}/deployments`. */
  readonly paths?: Readonly<Record<string, PathItem>> | undefined;
  /** What the paths refer to. */
  readonly components?:
    | {
        /** By name, such as `io.k8s.api.apps.v1.Deployment`. Every `$ref` of the document is one of them. */
        readonly schemas?: Readonly<Record<string, Schema>> | undefined;
      }
    | undefined;
}

/** Documents by group-version, as discovery writes it: `v1`, `apps/v1`. */
export type OpenAPIDocuments = Readonly<Record<string, OpenAPIDocument>>;

/** No server nests its schemas this deep; a walk of one that does would end with the stack. */
const maxDepth = 100;

/**
 * Finds what makes a value no usable OpenAPI v3 document; undefined if it is one. References have to lead somewhere, and
 * schemas are at most 100 levels deep; the fields of a schema are not checked.
 */
export function documentProblem(value: unknown): string | undefined {
  if (!isJsonRecord(value)) return 'the document is not a JSON object';
  const { openapi, paths, components } = value;
  if (typeof openapi !== 'string' || !openapi.startsWith('3.')) return 'the document is not OpenAPI v3';
  if (paths !== undefined && !isJsonRecord(paths)) return 'the paths of the document are not an object';
  if (components !== undefined && !isJsonRecord(components)) return 'the components of the document are not an object';
  const schemas = components?.['schemas'];
  if (schemas === undefined) return undefined;
  if (!isJsonRecord(schemas)) return 'the schemas of the document are not an object';
  for (const [name, schema] of Object.entries(schemas)) {
    const problem = schemaProblem(schema, value, 0);
    if (problem !== undefined) return `schema ${quote(name)} ${problem}`;
  }
  return undefined;
}

/** Checks one schema and those inside of it. Defaults and enums are values, and no schemas. */
function schemaProblem(schema: unknown, document: OpenAPIDocument, depth: number): string | undefined {
  if (!isJsonRecord(schema)) return 'is not an object';
  if (depth > maxDepth) return `is nested more than ${maxDepth} levels deep`;
  const { $ref, properties, items, not, additionalProperties } = schema;
  if ($ref !== undefined && resolveReference($ref, document) === undefined) {
    return `has a reference to a schema that does not exist: ${quote(typeof $ref === 'string' ? $ref : typeof $ref)}`;
  }
  for (const field of ['type', 'description']) {
    if (!['undefined', 'string'].includes(typeof schema[field])) return `has a ${field} that is not a string`;
  }
  for (const field of ['required', 'enum', 'allOf', 'anyOf', 'oneOf']) {
    const article = field === 'required' ? 'a' : 'an';
    if (schema[field] !== undefined && !Array.isArray(schema[field]))
      return `has ${article} ${field} that is not a list`;
  }
  if (properties !== undefined && !isJsonRecord(properties)) return 'has properties that are not an object';
  const { allOf = [], anyOf = [], oneOf = [] } = schema as Readonly<Record<string, unknown[]>>;
  const inner = typeof additionalProperties === 'boolean' ? undefined : additionalProperties;
  const single = [items, not, inner].filter((part) => part !== undefined);
  const parts = [...Object.values(properties ?? {}), ...single, ...allOf, ...anyOf, ...oneOf];
  for (const part of parts) {
    const problem = schemaProblem(part, document, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const prefix = '#/components/schemas/';

/**
 * Finds the schema that a `$ref` names in its document; undefined for a reference to nowhere. A schema that refers to
 * itself is common (`JSONSchemaProps`): a walk has to remember where it has been.
 *
 * @example
 * const document = await createOpenAPI(client).document('v1');
 * const schema = resolveReference('#/components/schemas/io.k8s.api.core.v1.Pod', document);
 * console.log(schema?.description);
 */
export function resolveReference(reference: unknown, document: OpenAPIDocument): Schema | undefined {
  if (typeof reference !== 'string' || !reference.startsWith(prefix)) return undefined;
  const encoded = reference.slice(prefix.length);
  const name = encoded.includes('%') ? decoded(encoded) : encoded;
  return ownIn(document.components?.schemas ?? {}, name);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing.
    return text;
  }
}

/** A schema with its name in its document. */
export interface NamedSchema {
  /** Such as `io.k8s.api.apps.v1.Deployment`. */
  readonly name: string;
  /** The schema of the kind. */
  readonly schema: Schema;
}

/**
 * Finds the schema of a kind in the document of its group-version, by `x-kubernetes-group-version-kind`; undefined if the
 * document has none. For a resource of the server, use `createOpenAPI(client).schemaOf`.
 *
 * @example
 * const document = await createOpenAPI(client).document('apps/v1');
 * const found = findSchema(document, { group: 'apps', version: 'v1', kind: 'Deployment' });
 * console.log(found?.name); // 'io.k8s.api.apps.v1.Deployment'
 */
export function findSchema(document: OpenAPIDocument, kind: GroupVersionKind): NamedSchema | undefined {
  const schemas = document.components?.schemas ?? {};
  const wanted = formatGroupVersionKind(kind);
  // As kubectl does, which goes through the names in order.
  for (const name of Object.keys(schemas).sort()) {
    const schema = schemas[name];
    const kinds: unknown = schema?.['x-kubernetes-group-version-kind'];
    const known = Array.isArray(kinds) ? kinds.flatMap((each) => readKind(each) ?? []) : [];
    if (schema !== undefined && known.some((each) => formatGroupVersionKind(each) === wanted)) return { name, schema };
  }
  return undefined;
}

/** The operations of the objects of a resource, by method: of their collection, then of one of them; in all namespaces or in one. */
export function operationsOf(
  document: OpenAPIDocument,
  resource: GroupVersionResource,
): Readonly<Record<'collection' | 'object', readonly JsonRecord[]>> {
  const paths = recordIn(document, 'paths');
  const base = groupVersionPath(resource);
  const under = (end: string): readonly JsonRecord[] =>
    recordsOf([paths[`${base}/${end}`], paths[`${base}/namespaces/{namespace}/${end}`]]);
  return { collection: under(resource.resource), object: under(`${resource.resource}/{name}`) };
}

/**
 * Finds the kind of a resource in the document of its group-version: that of the operations on its paths. Undefined if
 * the document has no such path.
 */
export function findKind(document: OpenAPIDocument, resource: GroupVersionResource): GroupVersionKind | undefined {
  const { collection, object } = operationsOf(document, resource);
  const kinds = [...collection, ...object].flatMap((item) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap(
      (method) => readKind(recordIn(item, method)['x-kubernetes-group-version-kind']) ?? [],
    ),
  );
  return kinds[0];
}

/** Reads a kind as documents name it; undefined for anything else. */
export function readKind(value: unknown): GroupVersionKind | undefined {
  if (!isJsonRecord(value)) return undefined;
  const { group = '', version, kind } = value;
  const isKind = typeof group === 'string' && typeof version === 'string' && typeof kind === 'string';
  return isKind ? { group, version, kind } : undefined;
}
