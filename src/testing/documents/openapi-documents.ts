import { groupVersionPath, resourcePath } from '../../core/model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../../core/model/group-version.js';
import type { GroupVersionKind } from '../../core/model/group-version-kind.js';
import type { OpenAPIDocument, PathItem, Schema } from '../../openapi/index.js';
import type { FakeSchemas } from '../served/options.js';
import type { ServedResource } from '../served/served.js';

const ofKinds = 'x-kubernetes-group-version-kind';
const prefix = '#/components/schemas/';
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The names of schemas, by the kinds that they have. */
export type SchemaNames = ReadonlyMap<string, string>;

/** Returns the names of schemas by kind. The first name counts, as for kubectl. */
export function namesByKind(schemas: FakeSchemas): SchemaNames {
  const names = new Map<string, string>();
  for (const name of Object.keys(schemas).sort()) {
    for (const kind of schemas[name]?.[ofKinds] ?? []) {
      if (!names.has(keyOf(kind))) names.set(keyOf(kind), name);
    }
  }
  return names;
}

/** Makes the OpenAPI document of a group-version: the schemas of its kinds with all to which they refer, and its paths. */
export function renderOpenAPI(
  resources: readonly ServedResource[],
  { schemas, names }: { readonly schemas: FakeSchemas; readonly names: SchemaNames },
): OpenAPIDocument {
  const own = new Map<string, Schema>();
  for (const resource of resources) {
    if (resource.schema === undefined) continue;
    const name = [...resource.group.split('.').reverse(), resource.version, resource.objectKind.kind].join('.');
    for (const [key, schema] of ofDefinition(name, resource.schema, resource, schemas)) own.set(key, schema);
  }
  const roots = [
    ...own.keys(),
    ...resources
      .flatMap(({ objectKind, subresources, version, group }) => [
        objectKind,
        { group, version, kind: `${objectKind.kind}List` },
        ...subresources.flatMap(({ responseKind }) => (responseKind ? [responseKind] : [])),
      ])
      .flatMap((kind) => names.get(keyOf(kind)) ?? []),
    ...['DeleteOptions', 'Status', 'Patch'].map((kind) => `${meta}.${kind}`),
  ];
  const reached = closure(roots, (name) => own.get(name) ?? schemas[name]);
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths: Object.fromEntries(resources.flatMap((resource) => pathsOf(resource)).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: Object.fromEntries([...reached].sort(([a], [b]) => (a < b ? -1 : 1))) },
  };
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${formatGroupVersion({ group, version })}, ${kind}`;
}

/** Returns the schemas of a kind of custom resources and of its list. */
function ofDefinition(
  name: string,
  schema: Schema,
  { objectKind, listKind = `${objectKind.kind}List` }: ServedResource,
  schemas: FakeSchemas,
): readonly (readonly [string, Schema])[] {
  const { group, version, kind } = objectKind;
  const text: Schema = { type: 'string' };
  const known = (kindOfMeta: string): Schema =>
    schemas[`${meta}.${kindOfMeta}`] === undefined
      ? { type: 'object' }
      : { allOf: [{ $ref: `${prefix}${meta}.${kindOfMeta}` }] };
  const heads = { apiVersion: text, kind: text };
  const isObject = schema.type === undefined || schema.type === 'object';
  const whole: Schema = {
    ...schema,
    ...(isObject && { type: 'object', properties: { ...heads, ...schema.properties, metadata: known('ObjectMeta') } }),
    [ofKinds]: [{ group, version, kind }],
  };
  const list: Schema = {
    type: 'object',
    required: ['items'],
    properties: {
      ...heads,
      metadata: known('ListMeta'),
      items: { type: 'array', items: { $ref: prefix + name } },
    },
    [ofKinds]: [{ group, version, kind: listKind }],
  };
  const base = name.slice(0, name.lastIndexOf('.') + 1);
  return [
    [name, whole],
    [base + listKind, list],
  ];
}

/** Returns schemas and all to which they refer. */
function closure(roots: readonly string[], find: (name: string) => Schema | undefined): Map<string, Schema> {
  const reached = new Map<string, Schema>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = reached.has(name) ? undefined : find(name);
    if (schema === undefined) continue;
    reached.set(name, schema);
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === '$ref' && typeof value === 'string') waiting.push(value.slice(prefix.length));
      return value;
    });
  }
  return reached;
}

const queries = ['dryRun', 'fieldManager', 'fieldValidation'];
const patchTypes = ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json'];
const actions = { list: 'get', create: 'post', deletecollection: 'delete' } as const;
const actionsOnOne = { get: 'get', update: 'put', patch: 'patch', delete: 'delete', create: 'post' } as const;

/** Returns the paths of a resource, with what kubectl reads of their operations: the kind, and the parameters of writes. */
function pathsOf(resource: ServedResource): [string, PathItem][] {
  const { objectKind, scope, verbs, subresources, custom } = resource;
  if (objectKind.kind === '' && subresources.length === 0) return [];
  const namespace = scope === 'Namespaced' ? '{namespace}' : undefined;
  const at = (address: Parameters<typeof resourcePath>[1]): string =>
    resourcePath(resource, address).replace(/%7B(\w+)%7D/g, '{$1}');
  const item = (served: readonly string[], known: Readonly<Record<string, string>>, kind: GroupVersionKind): PathItem =>
    Object.fromEntries(
      Object.entries(known).flatMap(([verb, method]) =>
        served.includes(verb) ? [[method, operationOf(method, verb, kind, custom)]] : [],
      ),
    );
  const all: [string, PathItem][] = [
    [at({ namespace }), item(verbs, actions, objectKind)],
    ...(namespace === undefined ? [] : [[at({}), item(verbs, { list: 'get' }, objectKind)] as [string, PathItem]]),
    [
      at({ namespace, name: '{name}' }),
      item(
        verbs.filter((verb) => verb !== 'create'),
        actionsOnOne,
        objectKind,
      ),
    ],
    ...subresources.map(({ subresource, verbs: served, responseKind }): [string, PathItem] => {
      const kind = responseKind?.version ? responseKind : objectKind;
      return [at({ namespace, name: '{name}', subresource }), item(served, actionsOnOne, kind)];
    }),
  ];
  return all.filter(([, operations]) => Object.keys(operations).length > 0);
}

function operationOf(method: string, verb: string, kind: GroupVersionKind, custom: boolean): object {
  const writes = method === 'post' || method === 'put' || method === 'patch';
  const parameters = [...(writes ? queries : []), ...(method === 'patch' ? ['force'] : [])].map((name) => {
    return { name, in: 'query', schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true } };
  });
  const types = custom ? patchTypes : [...patchTypes, 'strategic-merge-patch+json'];
  const content = Object.fromEntries(types.map((type) => [`application/${type}`, {}]));
  return {
    'x-kubernetes-action': verb === 'create' ? 'post' : verb === 'update' ? 'put' : verb,
    [ofKinds]: kind,
    ...(writes && { parameters }),
    ...(method === 'patch' && { requestBody: { content, required: true } }),
  };
}

/** Returns the path of a document below `/openapi/v3/`. */
export function openAPIPath(groupVersion: GroupVersion): string {
  return groupVersionPath(groupVersion).slice(1);
}
