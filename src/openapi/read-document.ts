import { isJsonRecord } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';
import type { OpenAPIDocument, Schema } from './document.js';

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
  const { $ref, type, description, required, properties, items, not, additionalProperties } = schema;
  if ($ref !== undefined && resolveReference($ref, document) === undefined) {
    return `has a reference to nowhere: ${quote(typeof $ref === 'string' ? $ref : typeof $ref)}`;
  }
  if (type !== undefined && typeof type !== 'string') return 'has a type that is not a string';
  if (description !== undefined && typeof description !== 'string') return 'has a description that is not a string';
  if (required !== undefined && !Array.isArray(required)) return 'has a required that is not a list';
  if (schema['enum'] !== undefined && !Array.isArray(schema['enum'])) return 'has an enum that is not a list';
  const parts: unknown[] = [];
  if (properties !== undefined) {
    if (!isJsonRecord(properties)) return 'has properties that are not an object';
    parts.push(...Object.values(properties));
  }
  for (const each of [items, not]) if (each !== undefined) parts.push(each);
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') parts.push(additionalProperties);
  for (const field of ['allOf', 'anyOf', 'oneOf'] as const) {
    const all = schema[field];
    if (all !== undefined && !Array.isArray(all)) return `has an ${field} that is not a list`;
    if (all !== undefined) parts.push(...(all as unknown[]));
  }
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
  const schemas = document.components?.schemas;
  const encoded = reference.slice(prefix.length);
  const name = encoded.includes('%') ? decoded(encoded) : encoded;
  return schemas !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing.
    return text;
  }
}
