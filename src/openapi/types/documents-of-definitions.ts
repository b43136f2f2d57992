import { isJsonRecord, recordIn, recordsOf } from '../../core/shared/json-record.js';
import type { OpenAPIDocument, OpenAPIDocuments, PathItem, Schema } from '../document.js';

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
    if (!isJsonRecord(object) || object['apiVersion'] !== 'apiextensions.k8s.io/v1') continue;
    if (object['kind'] !== 'CustomResourceDefinition') continue;
    const { group, versions, ...spec } = recordIn(object, 'spec');
    const { kind, listKind, plural } = recordIn(spec, 'names');
    if (typeof group !== 'string' || typeof kind !== 'string' || typeof plural !== 'string') continue;
    for (const { name: version, served, schema } of recordsOf(versions)) {
      if (served !== true || typeof version !== 'string') continue;
      const groupVersion = `${group}/${version}`;
      const document = documents.get(groupVersion) ?? { paths: [], schemas: [] };
      documents.set(groupVersion, document);
      const prefix = [...group.split('.').reverse(), version].join('.');
      const listName = typeof listKind === 'string' ? listKind : `${kind}List`;
      const asKind = (name: string): Pick<Schema, 'x-kubernetes-group-version-kind'> => ({
        'x-kubernetes-group-version-kind': [{ group, version, kind: name }],
      });
      document.schemas.push(
        [`${prefix}.${kind}`, { ...withMetadata(schema), ...asKind(kind) }],
        [`${prefix}.${listName}`, { ...listOf(`${prefix}.${kind}`), ...asKind(listName) }],
      );
      const operation = { 'x-kubernetes-group-version-kind': { group, version, kind } };
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

function withMetadata(version: unknown): Schema {
  const schema: Schema = recordIn({ ...(version as object | undefined) }, 'openAPIV3Schema');
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
