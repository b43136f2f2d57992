import type { GroupVersionKind } from '../core/model/group-version-kind.js';
import { formatGroupVersionKind } from '../core/model/group-version-kind.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { requireCount, requireKnownOptions } from '../core/shared/arguments.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import type { OpenAPIDocument, Schema } from './document.js';
import { ExplanationTooLargeError, SchemaNotFoundError } from './errors.js';
import { findKind, findSchema } from './find-schema.js';
import { resolveReference } from './read-document.js';

/** Options of {@link explainField}. */
export interface ExplainOptions {
  /** Whether the fields of fields are explained as well, down to the last. @default false */
  readonly recursive?: boolean | undefined;
  /** How many levels of fields are explained, with `recursive`. @default all */
  readonly maxDepth?: number | undefined;
}

/** What a schema says of a kind, or of one of its fields. */
export interface Explanation {
  /** The kind of the resource. */
  readonly kind: GroupVersionKind;
  /** The field that is explained; undefined for the kind itself. */
  readonly field: ExplainedValue | undefined;
  /** The descriptions of the type, one after the other; empty if there is none. */
  readonly description: string;
  /** Where more is said. */
  readonly externalDocs: Schema['externalDocs'];
  /** Its fields, by name. */
  readonly fields: readonly ExplainedField[];
  /** Whether the fields of fields are here. */
  readonly recursive: boolean;
}

/** A field, as its own schema describes it. */
export interface ExplainedValue {
  /** Its name. */
  readonly name: string;
  /** The type as kubectl names it: `string`, `[]Container`, `map[string]Quantity`. */
  readonly type: string;
  /** The only values that are accepted. */
  readonly enum: readonly unknown[] | undefined;
  /** The value that the server sets if there is none. */
  readonly default: unknown;
}

/** A field of a kind or of another field. */
export interface ExplainedField extends ExplainedValue {
  /** Whether the schema requires it. For built-in kinds, that often means only that it is always written. */
  readonly required: boolean;
  /** The description of the field itself, not of its type. */
  readonly description: string | undefined;
  /** Where more is said. */
  readonly externalDocs: Schema['externalDocs'];
  /** Its own fields; empty unless the explanation is recursive. */
  readonly fields: readonly ExplainedField[];
}

/** Visited schemas, and characters of joined descriptions: many times what the largest kinds take. */
const budget = 200_000;

/**
 * Explains a resource or one of its fields from the document of its group-version: the fields that `kubectl explain`
 * shows, in its order, as data. {@link formatExplanation} prints them. To explain a resource of a server by its name,
 * use `createOpenAPI(client).explain`.
 *
 * @param path the names of the fields that lead to the one to explain, such as `['spec', 'containers']`
 * @throws SchemaNotFoundError if the document has no such resource or field; ExplanationTooLargeError for one that has
 *   no end, or visits more than 200,000 schemas; InvalidArgumentError for invalid options
 * @example
 * const document = await createOpenAPI(client).document('apps/v1');
 * const resource = { group: 'apps', version: 'v1', resource: 'deployments' };
 * const { fields } = explainField(document, resource, ['spec'], { recursive: true });
 * console.log(fields.map(({ name, type }) => `${name}: ${type}`));
 * @see https://kubernetes.io/docs/reference/kubectl/generated/kubectl_explain/
 */
export function explainField(
  document: OpenAPIDocument,
  resource: GroupVersionResource,
  path: readonly string[] = [],
  options: ExplainOptions = {},
): Explanation {
  const { recursive = false, maxDepth = Infinity } = requireKnownOptions(options, {
    recursive: true,
    maxDepth: (option, value) => value === Infinity || requireCount(option, value),
  });
  const kind = findKind(document, resource);
  if (kind === undefined) {
    const name = `${formatGroupVersion(resource)}, Resource=${resource.resource}`;
    throw new SchemaNotFoundError(`the OpenAPI document has no resource ${name}`);
  }
  const found = findSchema(document, kind);
  if (found === undefined) {
    throw new SchemaNotFoundError(`the OpenAPI document has no schema of ${formatGroupVersionKind(kind)}`);
  }
  const explain = createExplain(document, { recursive, maxDepth });
  const explanation = explain.field(found.schema, path, new Set(), undefined);
  if (explanation === undefined) throw new SchemaNotFoundError(`field "${path.at(-1) ?? ''}" does not exist`);
  return { kind, recursive, ...explanation };
}

type Explained = Omit<Explanation, 'kind' | 'recursive'>;

/**
 * The walk of kubectl's template, of the same name there (`pkg/explain/v2/templates/plaintext.tmpl`): a property, then
 * what is in items or in a map, then all of `allOf`. References on the way are remembered, and the second visit ends it.
 */
function createExplain(document: OpenAPIDocument, options: Required<ExplainOptions>) {
  const { recursive = false, maxDepth = Infinity } = options;
  let spent = 0;
  const spend = (text = ''): void => {
    spent += 1 + text.length;
    if (spent > budget) {
      throw new ExplanationTooLargeError(
        'the explanation is too large: its schemas refer to each other too often; use maxDepth',
      );
    }
  };
  const resolve = (schema: Schema): Schema => resolveReference(schema.$ref, document) ?? schema;

  function field(
    schema: Schema,
    path: readonly string[],
    visited: ReadonlySet<string>,
    named: ExplainedValue | undefined,
  ): Explained | undefined {
    spend();
    const resolved = resolve(schema);
    const [first, ...rest] = path;
    if (first === undefined) {
      return {
        field: named,
        description: descriptionOf(resolved, 0),
        externalDocs: externalDocsOf(resolved),
        fields: fieldsOf(resolved, 1, new Set()),
      };
    }
    const { $ref } = schema;
    if ($ref !== undefined && visited.has($ref)) return undefined;
    const next = $ref === undefined ? visited : new Set([...visited, $ref]);
    const property = propertyOf(resolved, first);
    if (property !== undefined) return field(property, rest, new Set(), valueOf(first, property));
    const inner = itemsOf(resolved) ?? valuesOf(resolved);
    if (inner !== undefined) return field(inner, path, next, named);
    for (const part of resolved.allOf ?? []) {
      const explained = field(part, path, next, named);
      if (explained !== undefined) return explained;
    }
    return undefined;
  }

  function fieldsOf(schema: Schema, level: number, visited: Set<string>): readonly ExplainedField[] {
    spend();
    const { $ref } = schema;
    if ($ref !== undefined && visited.has($ref)) return [];
    if ($ref !== undefined) visited.add($ref);
    const resolved = resolve(schema);
    const { properties = {}, required, allOf = [] } = resolved;
    const fields: ExplainedField[] = [];
    for (const name of Object.keys(properties).sort()) {
      const property = properties[name] as Schema;
      fields.push({
        ...valueOf(name, property),
        required: required?.includes(name) === true,
        description: property.description || undefined,
        externalDocs: externalDocsOf(property),
        fields: recursive && level < maxDepth ? fieldsOf(property, level + 1, visited) : [],
      });
    }
    for (const part of [...allOf, itemsOf(resolved), valuesOf(resolved)]) {
      if (part !== undefined) fields.push(...fieldsOf(part, level, visited));
    }
    if ($ref !== undefined) visited.delete($ref);
    return fields;
  }

  function descriptionOf(schema: Schema, depth: number): string {
    spend(schema.description);
    // kubectl has no such limit: it ends with an overflow.
    if (depth > 1000) throw new ExplanationTooLargeError('the explanation has no end: its schemas refer to themselves');
    const resolved = resolve(schema);
    const { description = '', allOf = [] } = resolved;
    const parts = [...allOf, itemsOf(resolved), valuesOf(resolved)];
    const others = parts.map((part) => (part === undefined ? '' : descriptionOf(part, depth + 1)));
    return [description === '' ? '' : `${description}\n`, ...others].join('');
  }

  function valueOf(name: string, schema: Schema): ExplainedValue {
    return {
      name,
      type: typeOf(schema, 0),
      enum: schema.enum !== undefined && schema.enum.length > 0 ? schema.enum : undefined,
      default: schema.default,
    };
  }

  function typeOf(schema: Schema, depth: number): string {
    spend();
    if (depth > 1000) throw new ExplanationTooLargeError('the explanation has no end: its schemas refer to themselves');
    const items = itemsOf(schema);
    if (items !== undefined) return `[]${typeOf(items, depth + 1)}`;
    const values = valuesOf(schema);
    if (values !== undefined) return `map[string]${typeOf(values, depth + 1)}`;
    const { allOf = [], properties = {}, $ref, type } = schema;
    const [only] = allOf;
    if (only !== undefined && allOf.length === 1 && Object.keys(properties).length === 0)
      return typeOf(only, depth + 1);
    if ($ref) {
      const referred = resolveReference($ref, document)?.type;
      if (referred !== undefined && referred !== 'object') return referred;
      return $ref.split('/').at(-1)?.split('.').at(-1) || 'Object';
    }
    return type === undefined || type === 'object' ? 'Object' : type;
  }

  return { field };
}

function propertyOf({ properties }: Schema, name: string): Schema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

// In kubectl's template, an empty schema counts as none.

function itemsOf({ items }: Schema): Schema | undefined {
  return items !== undefined && Object.keys(items).length > 0 ? items : undefined;
}

function valuesOf({ additionalProperties: values }: Schema): Schema | undefined {
  return typeof values === 'object' && Object.keys(values).length > 0 ? values : undefined;
}

function externalDocsOf({ externalDocs: docs }: Schema): Schema['externalDocs'] {
  if (!isJsonRecord(docs)) return undefined;
  const { description, url } = docs as { readonly description?: unknown; readonly url?: unknown };
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' ? value : undefined;
  return { description: textOf(description), url: textOf(url) };
}
