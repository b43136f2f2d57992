import { parseGroupVersion, type ObjectLike } from '../../src/index.js';
import { findSchema, resolveReference, type OpenAPIDocuments, type Schema } from '../../src/openapi/index.js';
import { isJsonRecord } from '../../src/core/shared/json-record.js';

/** Returns the fields that schemas call required, and that an object lacks although no default stands for them. */
export function absentFieldsIn(object: ObjectLike, documents: OpenAPIDocuments): string[] {
  const { apiVersion = '', kind = '' } = object;
  const groupVersion = parseGroupVersion(apiVersion);
  const document = documents[apiVersion];
  const found = groupVersion && document && findSchema(document, { ...groupVersion, kind });
  if (document === undefined || found === undefined) return [];
  const absent: string[] = [];
  const walk = (schema: Schema, value: unknown, name: string): void => {
    const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
    const owner = reference?.split('/').at(-1) ?? name;
    const { items, properties, additionalProperties, required = [] } = resolveReference(reference, document) ?? schema;
    if (Array.isArray(value)) {
      for (const item of value) if (items !== undefined) walk(items, item, owner);
    } else if (isJsonRecord(value)) {
      for (const field of properties === undefined ? [] : required) {
        if (value[field] === undefined && properties?.[field]?.default === undefined) absent.push(`${owner}.${field}`);
      }
      for (const [key, each] of Object.entries(value)) {
        const inner =
          properties?.[key] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
        if (inner !== undefined) walk(inner, each, owner);
      }
    }
  };
  walk(found.schema, object, found.name);
  return absent;
}
