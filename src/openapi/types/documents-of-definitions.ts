import type { OpenAPIDocument, OpenAPIDocuments, PathItem, Schema } from '../document.js';

/** A CustomResourceDefinition, as far as its types depend on it; of anything else nothing is read. */
interface Definition {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly spec?: {
    readonly group?: unknown;
    readonly names?: { readonly kind?: unknown; readonly listKind?: unknown; readonly plural?: unknown };
    readonly versions?: unknown;
  };
}

interface Version {
  readonly name?: unknown;
  readonly served?: unknown;
  readonly schema?: { readonly openAPIV3Schema?: Schema };
}

/**
 * Returns documents as a server would publish them for CustomResourceDefinitions, for {@link writeTypes}: each served
 * version with its schema, its list and its path. Objects of other kinds, such as others in the same file, are ignored.
 *
 * @param objects the objects of manifests: `apiextensions.k8s.io/v1`
 * @example
 * const definition = await client.resource('customresourcedefinitions').get('widgets.example.com');
 * const text = writeTypes(documentsOfDefinitions([definition]));
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
 */
export function documentsOfDefinitions(objects: Iterable<unknown>): OpenAPIDocuments {
  const documents = new Map<string, { paths: [string, PathItem][]; schemas: [string, Schema][] }>();
  for (const object of objects) {
    if (typeof object !== 'object' || object === null) continue;
    const { apiVersion, kind: ownKind, spec } = object as Definition;
    if (apiVersion !== 'apiextensions.k8s.io/v1' || ownKind !== 'CustomResourceDefinition') continue;
    const { group, names, versions } = spec ?? {};
    const { kind, listKind, plural } = names ?? {};
    if (typeof group !== 'string' || typeof kind !== 'string' || typeof plural !== 'string') continue;
    for (const version of Array.isArray(versions) ? (versions as readonly (Version | null)[]) : []) {
      if (version?.served !== true || typeof version.name !== 'string') continue;
      const groupVersion = `${group}/${version.name}`;
      const document = documents.get(groupVersion) ?? { paths: [], schemas: [] };
      documents.set(groupVersion, document);
      const prefix = [...group.split('.').reverse(), version.name].join('.');
      const listName = typeof listKind === 'string' ? listKind : `${kind}List`;
      const asKind = (name: string): Pick<Schema, 'x-kubernetes-group-version-kind'> => ({
        'x-kubernetes-group-version-kind': [{ group, version: version.name as string, kind: name }],
      });
      document.schemas.push(
        [`${prefix}.${kind}`, { ...withMetadata(version.schema?.openAPIV3Schema), ...asKind(kind) }],
        [`${prefix}.${listName}`, { ...listOf(`${prefix}.${kind}`), ...asKind(listName) }],
      );
      const operation = { 'x-kubernetes-group-version-kind': { group, version: version.name, kind } };
      const path = `/apis/${groupVersion}/${plural}`;
      document.paths.push([path, { get: operation }], [`${path}/{name}`, { get: operation, delete: operation }]);
    }
  }
  return Object.fromEntries(
    [...documents].map(([groupVersion, { paths, schemas }]): [string, OpenAPIDocument] => [
      groupVersion,
      { paths: Object.fromEntries(paths), components: { schemas: Object.fromEntries(schemas) } },
    ]),
  );
}

const meta = '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1';

function withMetadata(schema: Schema = {}): Schema {
  const { apiVersion, kind, metadata, ...properties } = schema.properties ?? {};
  return {
    ...schema,
    type: 'object',
    properties: {
      apiVersion: apiVersion ?? { type: 'string' },
      kind: kind ?? { type: 'string' },
      // A definition may restrict names here, and nothing else.
      metadata: { $ref: `${meta}.ObjectMeta`, description: metadata?.description },
      ...properties,
    },
  };
}

function listOf(schema: string): Schema {
  return {
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: `${meta}.ListMeta` },
      items: { type: 'array', items: { $ref: `#/components/schemas/${schema}` } },
    },
  };
}
