import type { Schema } from '../../openapi/index.js';
import type { FakeSchemas } from '../served/options.js';

/** Returns the schema to which another refers, with what stands beside the reference; others as they are. */
export type Resolve = (schema: Schema) => Schema;

/** A schema that refers to itself alone ends here. */
const maxReferences = 8;

/** Holds any object, although its schema names no field. */
const rawExtension = '#/components/schemas/io.k8s.apimachinery.pkg.runtime.RawExtension';

const prefix = '#/components/schemas/';

/** Schemas of definitions refer to nothing. */
export const asIs: Resolve = (schema) => schema;

/** Resolves references to named schemas, alone or as the only member of `allOf`, as servers write them. */
export function resolveIn(schemas: FakeSchemas): Resolve {
  const resolve = (schema: Schema, left: number): Schema => {
    const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
    if (reference === undefined) return schema;
    const { $ref: _reference, allOf: _all, ...beside } = schema;
    const target = left === 0 ? undefined : schemas[reference.slice(prefix.length)];
    if (target === undefined) return beside;
    const kept = reference === rawExtension ? { 'x-kubernetes-preserve-unknown-fields': true } : {};
    return { ...resolve(target, left - 1), ...kept, ...beside };
  };
  const known = new WeakMap<Schema, Schema>();
  return (schema) => {
    const found = known.get(schema) ?? resolve(schema, maxReferences);
    known.set(schema, found);
    return found;
  };
}
