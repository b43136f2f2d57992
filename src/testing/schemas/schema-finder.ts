import { formatGroupVersion } from '../../core/model/group-version.js';
import type { GroupVersionKind } from '../../core/model/group-version-kind.js';
import type { Schema } from '../../openapi/index.js';
import type { FakeSchemas } from '../served/options.js';
import type { ServedResource } from '../served/served.js';
import { asIs, resolveIn, type Resolve } from './resolve.js';

/** The schema of a kind. */
export interface KindSchema {
  readonly schema: Schema;
  readonly resolve: Resolve;
}

/** Returns the schema of a resource's objects; undefined if none is known, and then any field is kept. */
export type SchemaFinder = (resource: ServedResource) => KindSchema | undefined;

/** Finds schemas of custom resources in themselves, and of built-in kinds among named ones. */
export function createSchemaFinder(schemas: FakeSchemas): SchemaFinder {
  const resolve = resolveIn(schemas);
  let byKind: ReadonlyMap<string, Schema> | undefined;
  return ({ schema, custom, objectKind }) => {
    if (schema !== undefined) return { schema, resolve: asIs };
    if (custom) return undefined;
    byKind ??= indexed(schemas);
    const found = byKind.get(keyOf(objectKind));
    return found && { schema: found, resolve };
  };
}

function indexed(schemas: FakeSchemas): Map<string, Schema> {
  return new Map(
    Object.values(schemas).flatMap((schema) =>
      (schema['x-kubernetes-group-version-kind'] ?? []).map((kind) => [keyOf(kind), schema] as const),
    ),
  );
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${formatGroupVersion({ group, version })}, ${kind}`;
}
