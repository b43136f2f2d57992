import type { GroupVersionKind } from '../core/model/group-version-kind.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import type { OpenAPIDocument, Schema } from './document.js';

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
  // As kubectl does, which goes through the names in order.
  for (const name of Object.keys(schemas).sort()) {
    const schema = schemas[name];
    const kinds: unknown = schema?.['x-kubernetes-group-version-kind'];
    if (schema !== undefined && Array.isArray(kinds) && kinds.some((each) => isSameKind(each, kind))) {
      return { name, schema };
    }
  }
  return undefined;
}

function isSameKind(value: unknown, { group, version, kind }: GroupVersionKind): boolean {
  return isJsonRecord(value) && value['group'] === group && value['version'] === version && value['kind'] === kind;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Finds the kind of a resource in the document of its group-version: that of the operations on its paths. Undefined if
 * the document has no such path.
 */
export function findKind(document: OpenAPIDocument, resource: GroupVersionResource): GroupVersionKind | undefined {
  const root = resource.group === '' ? '/api' : '/apis';
  const base = `${root}/${formatGroupVersion(resource)}`;
  const plural = resource.resource;
  let kind: GroupVersionKind | undefined;
  for (const parent of [base, `${base}/namespaces/{namespace}`]) {
    for (const path of [`${parent}/${plural}`, `${parent}/${plural}/{name}`]) {
      const item = document.paths?.[path];
      for (const method of methods) kind ??= readKind(item?.[method]?.['x-kubernetes-group-version-kind']);
    }
  }
  return kind;
}

function readKind(value: unknown): GroupVersionKind | undefined {
  if (!isJsonRecord(value)) return undefined;
  const { group = '', version, kind } = value;
  const isKind = typeof group === 'string' && typeof version === 'string' && typeof kind === 'string';
  return isKind ? { group, version, kind } : undefined;
}
