import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry, SubresourceEntry } from '../core/catalog/entries.js';
import { formatGroupResource } from '../core/model/group-version-resource.js';
import type { ObjectLike } from '../core/model/kube-object.js';
import { requireList } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { isJsonRecord, recordIn, recordsOf, type JsonRecord } from '../core/shared/json-record.js';
import { catalogOfEntries } from './releases.js';

/** What a CustomResourceDefinition says, as far as an upgrade needs it. */
type Definition = ReturnType<typeof readDefinition>;

/**
 * Returns what a server will serve once these CustomResourceDefinitions are applied: their resources in their versions,
 * and everything else as it is. Pass it to `compareServers`; what they change within a resource, `compareDefinitions`
 * says.
 *
 * @param definitions manifests or objects of apiextensions.k8s.io/v1
 * @throws InvalidArgumentError for anything else
 * @example
 * const now = await client.discovery.catalog();
 * const definition = await client.resource('customresourcedefinitions').get('widgets.example.com');
 * const { gone } = compareServers(now, catalogAfterDefinitions(now, [definition]));
 * console.log(gone.length);
 */
export function catalogAfterDefinitions(current: Catalog, definitions: readonly ObjectLike[]): Catalog {
  const read = requireList('definitions', definitions).map((each, index) =>
    readDefinition(each, `definitions[${index}]`),
  );
  const defined = new Set(read.map(formatGroupResource));
  const others = current.resources().filter((entry) => !defined.has(formatGroupResource(entry)));
  const entries = read.flatMap(entriesOf);
  const order = current.groups.map(({ name }) => name);
  return catalogOfEntries([...others, ...entries], order, current.failures);
}

/** What a server of custom resources can do with each. */
const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

function entriesOf({ versions, storedVersions: _, ...names }: Definition): readonly ResourceEntry[] {
  return versions
    .filter(({ served }) => served)
    .map(({ name: version, subresources }) => ({
      ...names,
      version,
      verbs,
      subresources: subresources.map((subresource): SubresourceEntry => {
        const own = { group: names.group, version, kind: names.kind };
        const responseKind = subresource === 'scale' ? { group: 'autoscaling', version: 'v1', kind: 'Scale' } : own;
        return { subresource, responseKind, acceptedTypes: [], verbs: ['get', 'patch', 'update'] };
      }),
      freshness: 'Current',
    }));
}

/** Reads a definition, which is either complete or an error. */
function readDefinition(object: object, argument: string) {
  const problem = (what: string): InvalidArgumentError => new InvalidArgumentError(argument, what);
  const given: JsonRecord = isJsonRecord(object) ? object : {};
  if (given['kind'] !== 'CustomResourceDefinition' || given['apiVersion'] !== 'apiextensions.k8s.io/v1') {
    throw problem('must be a CustomResourceDefinition of apiextensions.k8s.io/v1');
  }
  const spec = recordIn(given, 'spec');
  const { group, scope, versions } = spec;
  const { plural, kind, singular, shortNames, categories } = recordIn(spec, 'names');
  if (typeof group !== 'string' || typeof plural !== 'string' || typeof kind !== 'string') {
    throw problem('must have a group, a plural and a kind');
  }
  if (!Array.isArray(versions)) throw problem('must have versions');
  return {
    group,
    resource: plural,
    kind,
    scope: scope === 'Cluster' ? ('Cluster' as const) : ('Namespaced' as const),
    // The server completes a name that is left out in the same way.
    singular: typeof singular === 'string' && singular !== '' ? singular : kind.toLowerCase(),
    shortNames: textsIn(shortNames),
    categories: textsIn(categories),
    versions: recordsOf(versions).map((version) => ({
      name: typeof version['name'] === 'string' ? version['name'] : '',
      served: version['served'] === true,
      storage: version['storage'] === true,
      schema: recordIn(recordIn(version, 'schema'), 'openAPIV3Schema'),
      subresources: ['status', 'scale'].filter((each) => isJsonRecord(recordIn(version, 'subresources')[each])),
    })),
    /** The versions in which objects may be stored, by the status; empty for a manifest. */
    storedVersions: textsIn(recordIn(given, 'status')['storedVersions']),
  };
}

/** The texts of a list; none for anything else. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/**
 * What a new definition takes from those who use the old one.
 *
 * - `version`: a version is no longer served.
 * - `stored-version`: objects may be stored in a version that is not defined any more; the server refuses the new
 *   definition until `status.storedVersions` does not name it.
 * - `storage-version`: new objects are stored in another version.
 * - `scope`: the scope differs, which no server allows for a definition that exists.
 * - `subresource`: `status` or `scale` is gone in a version.
 * - `field`: a field is gone in a version: the server drops it from requests and from what it reads.
 * - `type`: a field has another type.
 * - `default`: a default is gone or differs.
 * - `required`: a field is required by now, and has no default.
 */
export type DefinitionChangeKind =
  | 'version'
  | 'stored-version'
  | 'storage-version'
  | 'scope'
  | 'subresource'
  | 'field'
  | 'type'
  | 'default'
  | 'required';

/** One difference between two definitions of a resource. */
export interface DefinitionChange {
  /** The resource and its group: `widgets.example.com`. */
  readonly definition: string;
  /** What differs. */
  readonly change: DefinitionChangeKind;
  /** The version that it concerns; absent for the scope. */
  readonly version?: string;
  /** The field or the subresource: `.spec.size`, `scale`. */
  readonly path?: string;
  /** For people: what was, and what will be. */
  readonly message: string;
}

/**
 * Compares two definitions of one resource, and returns what the second one drops or changes of what the first one
 * serves. What it adds is not listed. For endpoints as a whole, use `compareServers` with `catalogAfterDefinitions`.
 *
 * @param before the definition of the server, whose status says in which versions objects are stored, or a manifest
 * @param after the new manifest
 * @throws InvalidArgumentError for anything but two definitions of one resource
 * @example
 * const served = await client.resource('customresourcedefinitions').get('widgets.example.com');
 * for (const { change, message } of compareDefinitions(served, object)) console.log(change, message);
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 */
export function compareDefinitions(before: ObjectLike, after: ObjectLike): readonly DefinitionChange[] {
  const [older, newer] = [readDefinition(before, 'before'), readDefinition(after, 'after')];
  const definition = formatGroupResource(older);
  if (definition !== formatGroupResource(newer)) throw new InvalidArgumentError('after', `must define ${definition}`);
  const changes: DefinitionChange[] = [];
  const add = (change: DefinitionChangeKind, message: string, more: Partial<DefinitionChange> = {}): void => {
    changes.push(Object.freeze({ definition, change, ...more, message }));
  };
  if (older.scope !== newer.scope) add('scope', `the scope is ${newer.scope}, and was ${older.scope}`);
  for (const version of older.storedVersions) {
    if (newer.versions.some(({ name }) => name === version)) continue;
    add('stored-version', `objects may be stored in ${version}, which is no longer defined`, { version });
  }
  const [was, is] = [older, newer].map(({ versions }) => versions.find(({ storage }) => storage)?.name);
  if (was !== is && is !== undefined) {
    add('storage-version', `objects are stored in ${is}, and were in ${was ?? 'none'}`, { version: is });
  }
  for (const version of older.versions.filter(({ served }) => served)) {
    const other = newer.versions.find(({ name, served }) => name === version.name && served);
    const at = { version: version.name };
    if (other === undefined) {
      add('version', `${version.name} is no longer served`, at);
      continue;
    }
    for (const path of version.subresources.filter((each) => !other.subresources.includes(each))) {
      add('subresource', `${version.name} has no ${path} any more`, { ...at, path });
    }
    compareSchemas(version.schema, other.schema, '', (change, path, message) => {
      add(change, `${path === '' ? 'the object' : path} of ${version.name} ${message}`, { ...at, path });
    });
  }
  return Object.freeze(changes);
}

type ReportChange = (change: DefinitionChangeKind, path: string, message: string) => void;

/** Walks two schemas side by side. Where unknown fields are preserved, none is dropped. */
function compareSchemas(before: JsonRecord, after: JsonRecord, path: string, report: ReportChange): void {
  const [was, is] = [before, after].map(typeOf);
  if (was !== is) {
    report('type', path, `is ${is ?? 'of any type'}, and was ${was ?? 'of any type'}`);
    return;
  }
  const [given, now] = [before, after].map((schema) => JSON.stringify(schema['default']));
  if (given !== undefined && given !== now)
    report('default', path, `defaults to ${now ?? 'nothing'}, and did to ${given}`);

  const [older, newer] = [recordIn(before, 'properties'), recordIn(after, 'properties')];
  const required = textsIn(after['required']).filter((name) => !textsIn(before['required']).includes(name));
  for (const name of required) {
    const schema = newer[name];
    if (isJsonRecord(schema) && schema['default'] !== undefined) continue;
    report('required', `${path}.${name}`, 'is required');
  }
  const { additionalProperties: further } = after;
  const keepsUnknown = after['x-kubernetes-preserve-unknown-fields'] === true || further === true;
  for (const [name, schema] of Object.entries(older)) {
    const other = newer[name] ?? (isJsonRecord(further) ? further : undefined);
    if (isJsonRecord(schema) && isJsonRecord(other)) compareSchemas(schema, other, `${path}.${name}`, report);
    else if (other === undefined && !keepsUnknown) report('field', `${path}.${name}`, 'is gone');
  }
  for (const [key, step] of Object.entries({ items: '[]', additionalProperties: '.*' })) {
    const [one, other] = [before[key], after[key]];
    if (!isJsonRecord(one)) continue;
    if (isJsonRecord(other)) compareSchemas(one, other, `${path}${step}`, report);
    else if (key === 'additionalProperties' && other !== true && !keepsUnknown) {
      report('field', `${path}${step}`, 'is gone: keys that are not listed are dropped');
    }
  }
}

function typeOf(schema: JsonRecord): string | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  const type = schema['type'];
  return typeof type === 'string' ? type : undefined;
}
