import { groupBy } from '../../core/shared/group-by.js';
import { isJsonRecord, recordIn, type JsonRecord } from '../../core/shared/json-record.js';
import type { GroupVersionResource } from '../../core/model/group-version-resource.js';
import { type GroupVersionKind, formatGroupVersionKind } from '../../core/model/group-version-kind.js';
import { isBuiltInGroup } from '../../core/model/built-in-groups.js';
import { compareVersions } from '../../core/model/version-order.js';
import { requireFunction, requireKnownOptions, requireText, type OptionChecks } from '../../core/shared/arguments.js';
import { jsonEscapeOf } from '../../core/shared/quote.js';
import { readKind, type OpenAPIDocuments, type Schema } from '../document.js';
import { absentFields } from './absent-fields.js';
import { nullFields } from './null-fields.js';
import { shippedKeys, shippedSchemas, shippedSubresources } from './shipped.js';

const optionChecks: OptionChecks<WriteTypesOptions> = {
  comments: true,
  builtIns: true,
  missing: true,
  onNewer: requireFunction,
  source: requireText,
};

/** Options of {@link writeTypes}. */
export interface WriteTypesOptions {
  /** Whether descriptions become comments, which are five sixths of the text. @default true */
  readonly comments?: boolean | undefined;
  /**
   * Whether the text imports what `kubeatlas/types` has, or writes everything. A program takes either `kubeatlas/types`
   * or a file with everything, never both: they declare the same resources.
   *
   * @default 'import'
   */
  readonly builtIns?: 'import' | 'write' | undefined;
  /** Group-versions that could not be read, each with the reason. The text names them at its top. @default none */
  readonly missing?: Readonly<Record<string, string>> | undefined;
  /**
   * Called with the types that are imported although the documents have further fields of them, as those of a server do that
   * is newer than `kubeatlas/types`. `builtIns: 'write'` writes them with these fields. @default none
   */
  readonly onNewer?: ((types: readonly string[]) => void) | undefined;
  /** What the documents were made from, for the second line of the text: `crds/widgets.yaml`. @default no such line */
  readonly source?: string | undefined;
}

/**
 * Writes TypeScript types for what the documents of a server describe: an exported interface for each schema, and the
 * resources for `client.resource('deployments.apps')`. Pure: the same documents give the same text, in any order. A
 * document that is malformed, or a schema that says too little, gives wider types, never invalid text.
 *
 * For CustomResourceDefinitions in files, make documents with {@link documentsOfDefinitions}. For the built-in resources
 * of the newest release there is `kubeatlas/types`.
 *
 * @param documents by group-version: `v1`, `apps/v1`
 * @throws InvalidArgumentError for an option that it does not have
 * @example
 * const definition = await client.resource('customresourcedefinitions').get('widgets.example.com');
 * const documents = documentsOfDefinitions([definition]);
 * const text = writeTypes(documents, { comments: false });
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
 */
export function writeTypes(documents: OpenAPIDocuments, options: WriteTypesOptions = {}): string {
  const given = requireKnownOptions(options, optionChecks);
  const { comments = true, builtIns = 'import', missing = {}, onNewer, source = '' } = given;
  const isWhole = builtIns === 'write';
  const found = readTypeDocuments(documents);
  const imported = isWhole ? [] : shippedTypes();
  // Those that have fewer fields than the schemas.
  const newer = imported.filter(({ schema, fields }) => countFields(found.schemas.get(schema)) > fields);
  if (newer.length > 0) onNewer?.(newer.map(({ name }) => name).sort());
  const shipped = new Map(imported.map(({ schema, name }) => [schema, name]));
  const names = nameSchemas([...found.schemas.keys()], found.groups, shipped);
  const writer = createWriter(found, names, shipped, comments);
  const written = [...names].filter(([schema]) => found.schemas.has(schema) && !shipped.has(schema));
  const bodies = written
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
    .map(([schema, name]) => writer.declaration(schema, name, found.schemas.get(schema) ?? {}));
  const keys = registryKeys(found.resources, new Set(isWhole ? [] : shippedKeys.split(' ')));
  const ofShipped = new Set(isWhole ? [] : shippedSubresources.split(' '));
  const subresources = [...found.subresources]
    .filter(([name]) => !ofShipped.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const registry = writer.registry('KubeatlasResources', keys) + writer.registry('KubeatlasSubresources', subresources);
  return [
    '// Written by kubeatlas from schemas of Kubernetes resources. Do not edit.\n',
    ...(source === '' ? [] : [`// From ${oneLine(source)}\n`]),
    ...Object.entries({ ...found.malformed, ...missing })
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([groupVersion, reason]) => `// Missing: ${oneLine(groupVersion)}: ${oneLine(reason)}\n`),
    ...writer.imports(),
    '\n',
    ...bodies,
    registry === '' ? 'export {};\n' : `declare global {\n${registry}}\n`,
  ].join('');
}

/** What stands in the documents: pure data, with nothing that JSON cannot hold. */
type Found = ReturnType<typeof readTypeDocuments>;

/** A resource that a document has a path for. */
interface FoundResource extends GroupVersionResource {
  readonly schema: string;
}

const objectPath =
  /^\/(?:api|apis\/([^/{}]+))\/([^/{}]+)\/(?:namespaces\/\{namespace\}\/)?([^/{}]+)(\/\{name\})?(\/.+)?$/;

/** Reads what types are written from; what is malformed counts as missing. */
export function readTypeDocuments(documents: OpenAPIDocuments) {
  const schemas = new Map<string, Schema>();
  /** The group of a schema that has a kind. */
  const groups = new Map<string, string>();
  const resources = new Map<string, FoundResource>();
  /** The schema of each operation of a subresource. */
  const below: { readonly parent: string; readonly subresource: string; readonly schema: string }[] = [];
  /** The schemas that some operation has, and those of kinds of which an object can be removed or replaced. */
  const [answered, stored] = [new Set<string>(), new Set<string>()];
  const malformed: Record<string, string> = Object.create(null) as Record<string, string>;
  const inOrder = Object.entries(documents).sort(([a], [b]) => compareGroupVersions(a, b));
  for (const [groupVersion, document] of inOrder) {
    const ofDocument = recordOf(recordOf(recordOf(document)?.['components'])?.['schemas']);
    if (ofDocument === undefined) {
      malformed[groupVersion] = 'the document has no schemas';
      continue;
    }
    /** By kind: the schemas of that kind in this document. */
    const ofKind = new Map<string, string>();
    for (const [name, schema] of Object.entries(ofDocument)) {
      if (recordOf(schema) === undefined) continue;
      if (!schemas.has(name)) schemas.set(name, schema as Schema);
      const kind = onlyKind(schema as Schema);
      if (kind === undefined) continue;
      ofKind.set(formatGroupVersionKind(kind), name);
      groups.set(name, kind.group);
    }
    for (const [path, item] of Object.entries(recordOf(document.paths) ?? {})) {
      const match = objectPath.exec(path);
      const operations = Object.entries(recordOf(item) ?? {});
      for (const [method, operation] of match === null ? [] : operations) {
        const kind = readKind(recordOf(operation)?.['x-kubernetes-group-version-kind']);
        const schema = kind && ofKind.get(formatGroupVersionKind(kind));
        if (match === null || schema === undefined) continue;
        const [, group = '', version = '', resource = '', name, subresource] = match;
        answered.add(schema);
        if (name !== undefined && /^(put|delete)$/.test(method)) stored.add(schema);
        const parent = `${group}/${version}/${resource}`;
        if (subresource !== undefined) {
          const isConnect = recordOf(operation)?.['x-kubernetes-action'] === 'connect';
          // `watch/pods` has no name of an object.
          if (!isConnect && name !== undefined) below.push({ parent, subresource, schema });
          continue;
        }
        resources.set(parent, { group, version, resource, schema });
      }
    }
  }
  const isApart = ({ parent, subresource, schema }: (typeof below)[number]): boolean =>
    /^\/[^/{}]+$/.test(subresource) && schema !== resources.get(parent)?.schema;
  const named = groupBy(below.filter(isApart), ({ subresource }) => subresource.slice(1));
  return {
    schemas,
    groups,
    resources: [...resources.values()],
    /** By name: the schema of a subresource whose kind is not that of its resource. A name under which kinds differ tells nothing. */
    subresources: new Map(
      [...named].flatMap(([name, [{ schema }, ...others]]) =>
        others.every((other) => other.schema === schema) ? [[name, schema]] : [],
      ),
    ),
    /** Schemas of kinds that are answered and never stored: reviews, bindings, metrics. */
    transient: new Set([...answered].filter((schema) => !stored.has(schema))),
    malformed,
  };
}

/** The kind of a schema; undefined for one that has none, or one for each group, such as DeleteOptions. */
function onlyKind(schema: Schema): GroupVersionKind | undefined {
  const kinds: unknown = schema['x-kubernetes-group-version-kind'];
  return Array.isArray(kinds) && kinds.length === 1 ? readKind(kinds[0]) : undefined;
}

/** The core group first, then by group, and in a group the best version first. */
function compareGroupVersions(a: string, b: string): number {
  const [groupA, groupB] = [a, b].map((text) => text.slice(0, Math.max(0, text.indexOf('/'))));
  if (groupA !== groupB) return (groupA ?? '') < (groupB ?? '') ? -1 : 1;
  return compareVersions(a.slice(a.indexOf('/') + 1), b.slice(b.indexOf('/') + 1));
}

// Names

/** The parts of the name of a schema: `io.k8s.api.apps.v1.Deployment`. */
type SchemaName = ReturnType<typeof readSchemaName>;

const goPackages =
  /^io\.k8s\.(?:api|apimachinery\.pkg|apiextensions-apiserver\.pkg\.apis|kube-aggregator\.pkg\.apis)\./;

function readSchemaName(schema: string, groupOfKind: string | undefined) {
  const parts = schema.split('.');
  const name = identifier(parts.at(-1) ?? '');
  const version = parts.at(-2) ?? '';
  const isOfGo = goPackages.test(schema);
  const group = groupOfKind ?? (isOfGo ? (parts.at(-3) ?? '') : parts.slice(0, -2).reverse().join('.'));
  const isBuiltIn = isOfGo && (groupOfKind === undefined || isBuiltInGroup(groupOfKind));
  return { schema, name, group: group === 'core' ? '' : group, version, isBuiltIn, hasKind: groupOfKind !== undefined };
}

/** Built-in before others, the core group and the types of all groups first, then the best version, kinds, the group. */
function compareNames(a: SchemaName, b: SchemaName): number {
  const isCore = ({ group, isBuiltIn }: SchemaName): boolean => isBuiltIn && (group === '' || group === 'meta');
  return (
    Number(b.isBuiltIn) - Number(a.isBuiltIn) ||
    Number(isCore(b)) - Number(isCore(a)) ||
    compareVersions(a.version, b.version) ||
    Number(b.hasKind) - Number(a.hasKind) ||
    (a.group === b.group ? (a.schema < b.schema ? -1 : 1) : a.group < b.group ? -1 : 1)
  );
}

/**
 * Chooses the exported name of each schema: its last part. Where several have the same, the first in order has it, and
 * the others add their version if the first is of their group (`HorizontalPodAutoscalerV1`), else their group
 * (`EventsEvent`). Names in `taken` stay.
 */
export function nameSchemas(
  schemas: readonly string[],
  groups: ReadonlyMap<string, string>,
  taken: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const names = new Map(taken);
  /** By exported name: the group of its owner. */
  const owners = new Map<string, string>(reserved.map((name) => [name, '\0']));
  for (const [schema, name] of taken) owners.set(name, readSchemaName(schema, undefined).group);
  const inOrder = schemas.filter((schema) => !taken.has(schema)).map((s) => readSchemaName(s, groups.get(s)));
  for (const each of inOrder.sort(compareNames)) {
    const { schema, name, group, version } = each;
    const short = identifier(group.split('.')[0] ?? '');
    const whole = group.split('.').map(identifier).join('');
    const ofVersion = identifier(version);
    const choices = [
      ...[name, ...(owners.get(name) === group ? [`${name}${ofVersion}`] : [])],
      ...[`${short}${name}`, `${short}${name}${ofVersion}`, `${whole}${name}`, `${whole}${name}${ofVersion}`],
    ];
    let free = choices.find((choice) => !owners.has(choice)) ?? name;
    for (let count = 2; owners.has(free); count++) free = `${whole}${name}${ofVersion}_${count}`;
    owners.set(free, group);
    names.set(schema, free);
  }
  return names;
}

/** What the text itself uses under these names. */
const reserved: readonly string[] = ['Atomic', 'Defaulted', 'MapList', 'KubeatlasResources', 'KubeatlasSubresources'];

/** What `kubeatlas/types` has: `Event=EventsEvent:17` is a type of 17 fields. */
function shippedTypes(): readonly { readonly schema: string; readonly name: string; readonly fields: number }[] {
  return Object.entries(shippedSchemas).flatMap(([prefix, words]) =>
    words.split(' ').map((word) => {
      const [names = '', fields] = word.split(':');
      const [schema = '', name = schema] = names.split('=');
      return { schema: `${prefix}.${schema}`, name, fields: Number(fields) };
    }),
  );
}

/** The number of fields of a schema. */
export function countFields(schema: Schema | undefined): number {
  return Object.keys(recordIn(schema ?? {}, 'properties')).length;
}

// The registry

/**
 * The keys of `client.resource()` with their schemas: `deployments.v1.apps` always, `deployments.apps` for the best version,
 * and `deployments` where a mapper does not need the server's order to choose: built-in before others, the core group before
 * other built-in ones, and else where only one group has it.
 */
export function registryKeys(resources: readonly FoundResource[], shipped: ReadonlySet<string>): [string, string][] {
  const keys = new Map<string, string>();
  const groupsOf = new Map<string, Set<string>>();
  for (const { resource, group } of resources) {
    groupsOf.set(resource, (groupsOf.get(resource) ?? new Set()).add(group));
  }
  for (const { resource, group, version, schema } of resources) {
    const groups = [...(groupsOf.get(resource) ?? [])];
    const builtIn = groups.filter(isBuiltInGroup);
    const [chosen] = groups.includes('') ? [''] : builtIn.length > 0 ? builtIn : groups;
    const isChosen = chosen === group && (group === '' || builtIn.length === 1 || groups.length === 1);
    const full = group === '' ? `${resource}.${version}` : `${resource}.${version}.${group}`;
    const names = [full, ...(group === '' ? [] : [`${resource}.${group}`]), ...(isChosen ? [resource] : [])];
    // Resources come best version first.
    for (const name of names) if (!shipped.has(name) && !keys.has(name)) keys.set(name, schema);
  }
  return [...keys].sort(([a], [b]) => (a < b ? -1 : 1));
}

// Text

/** Levels of objects and lists inside one schema; what is deeper is `unknown`. */
const maxDepth = 64;
/** Branches of one `oneOf`; one with more is not written. */
const maxBranches = 32;
/**
 * How often a field may be written: each alternative of required fields has all of them, and so on inside of it. Beyond,
 * its fields are optional: what follows is wider, never narrower.
 */
const maxCopies = 64;

/** Creates what writes the text of each part of a file. */
function createWriter(
  { schemas, transient }: Found,
  names: ReadonlyMap<string, string>,
  shipped: ReadonlyMap<string, string>,
  comments: boolean,
) {
  /** What the text uses and does not declare. */
  const imported = new Set<string>();
  const helpers = new Set<string>();
  /** How often what is written now will stand in the file, by the alternatives around it. */
  let copies = 1;

  /** The exported name of a schema; `unknown` for one that no document has. */
  function named(schema: string): string {
    const name = names.get(schema);
    if (name === undefined || !(shipped.has(schema) || schemas.has(schema))) return 'unknown';
    if (shipped.has(schema)) imported.add(name);
    return name;
  }

  /** The declaration of a registry: the type of each key. */
  function registry(name: string, keys: readonly (readonly [key: string, schema: string])[]): string {
    const lines = keys.map(([key, schema]) => `    ${propertyName(key)}: ${named(schema)};\n`);
    return lines.length === 0 ? '' : `  interface ${name} {\n${lines.join('')}  }\n`;
  }

  function imports(): string[] {
    const line = (names: ReadonlySet<string>, from: string): string[] =>
      names.size === 0 ? [] : [`import type { ${[...names].sort().join(', ')} } from '${from}';\n`];
    const ofTypes = shipped.size === 0 ? [] : line(imported, 'kubeatlas/types');
    return [...line(helpers, 'kubeatlas'), ...ofTypes];
  }

  function declaration(schema: string, name: string, body: Schema): string {
    const comment = commentOf(body.description, '');
    const alias = aliasOf(schema, named);
    if (alias !== undefined) return `${comment}export type ${name} = ${alias};\n`;
    const kind = onlyKind(body);
    const type = bodyOf(body, { indent: '', depth: 0, schema, kind });
    if (type === undefined) {
      const text = isCircular(schema) ? 'unknown' : typeOf(body, '', 0);
      return `${comment}export type ${name} = ${text};\n`;
    }
    const { text } = type;
    const filled = kind === undefined || goPackages.test(schema) ? undefined : filledIn(body, '', 0);
    const union = filled === undefined ? type.union : `${type.union} & ${helper('Defaulted')}<${filled}>`;
    const atomic = body['x-kubernetes-map-type'] === 'atomic' ? ` extends ${helper('Atomic')}` : '';
    // Only a type alias is assignable to types with an index signature, such as KubeObject, and only it joins one with Atomic.
    if (union === '' && kind === undefined && (atomic === '' || !text.startsWith('{ [')))
      return `${comment}export interface ${name}${atomic} ${text}\n`;
    return `${comment}export type ${name} = ${text}${union}${atomic === '' ? '' : ` & ${helper('Atomic')}`};\n`;
  }

  /** Whether a schema is, by references and alternatives alone, nothing but itself: TypeScript refuses such a type. */
  function isCircular(schema: string): boolean {
    const seen = new Set<string>();
    const next: unknown[] = [schemas.get(schema)];
    while (next.length > 0) {
      const { $ref, allOf, anyOf, oneOf } = recordOf(next.pop()) ?? {};
      for (const each of [allOf, anyOf, oneOf]) if (Array.isArray(each)) next.push(...(each as unknown[]));
      if (typeof $ref !== 'string') continue;
      const name = nameIn($ref);
      if (name === schema) return true;
      if (!seen.has(name)) next.push(schemas.get(name));
      seen.add(name);
    }
    return false;
  }

  /**
   * The fields that a server has filled in whenever it answers an object of a definition, as a type; undefined for none. Those
   * in items of lists and in values of maps are left out, and so are those that may be null.
   */
  function filledIn(schema: Schema | undefined, indent: string, depth: number): string | undefined {
    if (schema === undefined || depth > maxDepth) return undefined;
    const inner = `${indent}  `;
    const required = listIn(schema, 'required');
    const lines = Object.entries(recordIn(schema, 'properties')).flatMap(([name, given]) => {
      const property = recordOf(given) as Schema | undefined;
      const below = filledIn(property, inner, depth + 1);
      const value: unknown = property?.default;
      const isThere = value !== undefined && value !== null && property?.nullable !== true;
      if (!isThere && below === undefined) return [];
      const type = below ?? typeOf(property, inner, depth + 1);
      const isCertain = isThere || required.includes(name);
      return `${inner}${propertyName(name)}${isCertain ? `: ${type}` : `?: ${type} | undefined`};\n`;
    });
    return lines.length === 0 ? undefined : `{\n${lines.join('')}${indent}}`;
  }

  function helper(name: 'Atomic' | 'Defaulted' | 'MapList'): string {
    helpers.add(name);
    return name;
  }

  function typeOf(given: unknown, indent: string, depth: number): string {
    const schema = recordOf(given) as Schema | undefined;
    if (schema === undefined || depth > maxDepth) return 'unknown';
    const type = nonNull(schema, indent, depth);
    return schema.nullable === true && type !== 'unknown' ? `${type} | null` : type;
  }

  function nonNull(schema: Schema, indent: string, depth: number): string {
    const { $ref, allOf, anyOf, oneOf, type, properties } = schema;
    if (typeof $ref === 'string') return asAtomic(schema, named(nameIn($ref)));
    const format: unknown = schema.format;
    if (schema['x-kubernetes-int-or-string'] === true || format === 'int-or-string') return 'number | string';
    if (Array.isArray(schema.enum)) {
      const literals = schema.enum.filter((value) => value === null || /^(string|number|boolean)$/.test(typeof value));
      if (literals.length === schema.enum.length && literals.length > 0) {
        return [...new Set(literals.map(literal))].join(' | ');
      }
    }
    if (type === undefined && properties === undefined) {
      if (Array.isArray(allOf) && allOf.length > 0) {
        const parts = allOf.map((part: unknown) => parenthesized(typeOf(part, indent, depth + 1)));
        return asAtomic(schema, [...new Set(parts)].filter((part) => part !== 'unknown').join(' & ') || 'unknown');
      }
      const branches: unknown = oneOf ?? anyOf;
      if (Array.isArray(branches) && branches.length > 0 && branches.length <= maxBranches) {
        return [...new Set(branches.map((branch) => parenthesized(typeOf(branch, indent, depth + 1))))].join(' | ');
      }
    }
    if (type === 'string' || type === 'boolean') return type;
    if (type === 'integer' || type === 'number') return 'number';
    if (type === 'array') return listOf(schema, indent, depth);
    const condition = isCondition(schema) ? named(`${metaTypes}.Condition`) : 'unknown';
    if (condition !== 'unknown') return condition;
    const body = bodyOf(schema, { indent, depth });
    return body === undefined ? 'unknown' : asAtomic(schema, `${body.text}${body.union}`);
  }

  function asAtomic(schema: Schema, type: string): string {
    if (schema['x-kubernetes-map-type'] !== 'atomic' || type === 'unknown') return type;
    return `${parenthesized(type)} & ${helper('Atomic')}`;
  }

  function listOf(schema: Schema, indent: string, depth: number): string {
    const type = typeOf(schema.items, indent, depth + 1);
    if (schema['x-kubernetes-list-type'] !== 'map' || !Array.isArray(schema['x-kubernetes-list-map-keys'])) {
      return `${parenthesized(type)}[]`;
    }
    const item = resolved(schema.items) ?? {};
    const properties = recordIn(item, 'properties');
    const needed = listIn(schema, 'x-kubernetes-list-map-keys').filter((key) => {
      if (typeof key !== 'string' || !Object.hasOwn(properties, key) || hasDefault(properties[key])) return false;
      return listIn(item, 'required').includes(key) || recordOf(properties[key])?.['default'] === undefined;
    });
    return `${helper('MapList')}<${type}, ${needed.map(literal).join(' | ') || 'never'}>`;
  }

  /** The schema that a schema refers to, or itself. */
  function resolved(given: unknown): JsonRecord | undefined {
    const schema = recordOf(given);
    const $ref = schema?.['$ref'] ?? recordOf(listIn(schema ?? {}, 'allOf')[0])?.['$ref'];
    return typeof $ref === 'string' ? recordOf(schemas.get(nameIn($ref))) : schema;
  }

  /** The fields of an object in braces, and its exclusive unions, each with ` & ` before; undefined for no object. */
  function bodyOf(schema: Schema, place: Place): { readonly text: string; readonly union: string } | undefined {
    const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
    const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
    if (schema.type !== 'object' && schema.properties === undefined && !isEmbedded) return undefined;
    const { indent, depth } = place;
    const inner = `${indent}  `;
    const properties = new Map(Object.entries(recordIn(schema, 'properties')));
    const values: unknown = schema.additionalProperties;
    if (properties.size === 0 && !isEmbedded && place.kind === undefined) {
      const type = recordOf(values) === undefined ? 'unknown' : typeOf(values, indent, depth + 1);
      return { text: `{ [key: string]: ${type} }`, union: '' };
    }
    const required = new Set<unknown>(listIn(schema, 'required'));
    if (isEmbedded) {
      for (const name of ['apiVersion', 'kind']) if (!properties.has(name)) properties.set(name, { type: 'string' });
      if (recordOf(recordOf(properties.get('metadata'))?.['properties']) === undefined) {
        properties.set('metadata', { $ref: `#/components/schemas/${objectMeta}` });
      }
      required.add('apiVersion').add('kind');
    }
    const line = (name: string, isRequired: boolean, at: string): string => {
      const property = properties.get(name);
      const type = fieldType(name, property, { ...place, indent: at });
      // Of apiVersion and kind the type tells all.
      const isKnown = place.kind !== undefined && (name === 'apiVersion' || name === 'kind');
      const comment = isKnown ? '' : commentOf(recordOf(property)?.['description'], at);
      const field = isRequired ? `: ${type}` : `?: ${type}${type === 'unknown' ? '' : ' | undefined'}`;
      return `${comment}${at}${propertyName(name)}${field};\n`;
    };
    const absent = new Map(Object.entries(absentFields)).get(place.schema ?? '') ?? '';
    for (const name of absent.split(' ')) required.delete(name);
    const isRequired = (name: string): boolean => required.has(name) && !hasDefault(properties.get(name));
    const groups = exclusiveGroups(schema, properties, maxCopies / copies);
    const ofUnions = new Set(groups.flatMap(({ fields }) => fields));
    const lines = [...properties.keys()]
      .filter((name) => !ofUnions.has(name))
      .map((n) => line(n, isRequired(n), inner));
    const ofEmbedded = isEmbedded && recordOf(schema.properties) === undefined;
    if (isOpen || ofEmbedded || values === true || recordOf(values) !== undefined)
      lines.push(`${inner}[key: string]: unknown;\n`);
    const union = groups.map(({ fields, branches }) => {
      copies *= branches.length;
      const texts = branches.map((branch) => {
        const inBranch = fields.map((name) => {
          if (branch.forbidden.has(name)) return `${inner}${propertyName(name)}?: undefined;\n`;
          return line(name, branch.required.has(name) || isRequired(name), inner);
        });
        return `{\n${inBranch.join('')}${indent}}`;
      });
      copies /= branches.length;
      return ` & (${[...new Set(texts)].join(' | ')})`;
    });
    return { text: lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`, union: union.join('') };
  }

  function fieldType(name: string, property: unknown, { indent, depth, schema, kind }: Place): string {
    if (kind !== undefined && name === 'apiVersion') {
      return JSON.stringify(kind.group === '' ? kind.version : `${kind.group}/${kind.version}`);
    }
    if (kind !== undefined && name === 'kind') return JSON.stringify(kind.kind);
    const type = typeOf(property, indent, depth + 1);
    if (schema !== undefined && kind !== undefined && name === 'metadata' && transient.has(schema)) {
      return type === names.get(objectMeta) ? `${type} & { resourceVersion?: undefined }` : type;
    }
    const field = `${schema?.split('.').at(-1) ?? ''}.${name}`;
    const mayBeNull = schema !== undefined && goPackages.test(schema) && nullFields.has(field);
    return mayBeNull && !/ \| null$|^unknown$/.test(type) ? `${type} | null` : type;
  }

  function commentOf(description: unknown, indent: string): string {
    if (!comments || typeof description !== 'string') return '';
    const lines = description
      .replace(/\*\//g, '*\\/')
      .split(/\r\n|[\n\r\u2028\u2029]/)
      // A tag could be one for the compiler, such as @ts-expect-error.
      .map((each) =>
        each
          .replace(unprintable, ' ')
          .trimEnd()
          .replace(/^(\s*)@/, '$1\\@'),
      );
    while (lines.at(-1) === '') lines.pop();
    while (lines[0] === '') lines.shift();
    if (lines.length === 0) return '';
    if (lines.length === 1) return `${indent}/** ${lines[0]?.trim() ?? ''} */\n`;
    return `${indent}/**\n${lines.map((each) => `${indent} * ${each}`.trimEnd()).join('\n')}\n${indent} */\n`;
  }
  return { declaration, registry, imports };
}

const metaTypes = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const objectMeta = `${metaTypes}.ObjectMeta`;

/** Whether a schema of a definition is that of a condition, as generators write it where a Go type has `metav1.Condition`. */
function isCondition(schema: Schema): boolean {
  const needed = ['lastTransitionTime', 'message', 'reason', 'status', 'type'];
  const [names, required] = [Object.keys(recordIn(schema, 'properties')), listIn(schema, 'required')];
  const isWhole = needed.every((name) => names.includes(name) && required.includes(name));
  return isWhole && names.every((name) => needed.includes(name) || name === 'observedGeneration');
}

/** Where the fields of an object stand; with the schema and its kind for those of a whole schema. */
interface Place {
  readonly indent: string;
  readonly depth: number;
  readonly schema?: string | undefined;
  readonly kind?: GroupVersionKind | undefined;
}

/** Returns the type of a schema of a Go type that says less than is known of it; undefined for any other. */
function aliasOf(schema: string, named: (schema: string) => string): string | undefined {
  const name = goPackages.test(schema) ? schema.replace(/^.*\.pkg\./, '') : '';
  const [, other] = /^apis\.apiextensions\.v1\.JSONSchemaPropsOr(\w+)$/.exec(name) ?? [];
  const props = other === undefined ? '' : named(schema.replace(/Or\w+$/, ''));
  const ofOthers = { Array: `${props}[]`, Bool: 'boolean', StringArray: 'string[]' }[other ?? ''];
  if (ofOthers !== undefined) return `${props} | ${ofOthers}`;
  return { 'api.resource.Quantity': 'string', 'util.intstr.IntOrString': 'number | string' }[name];
}

/**
 * The alternatives of fields that a schema has: `oneOf` and `anyOf` of which each branch only requires fields, and one may
 * refuse them all. Where a branch says more, nothing is concluded from any.
 */
function exclusiveGroups(schema: Schema, properties: ReadonlyMap<string, unknown>, mostBranches: number) {
  const groups = [];
  const used = new Set<string>();
  for (const key of ['oneOf', 'anyOf'] as const) {
    const given: unknown = schema[key];
    if (!Array.isArray(given) || given.length < 2 || given.length > Math.min(maxBranches, mostBranches)) continue;
    const sets = given.map((branch) => requiredOnly(branch));
    const fields = [...new Set(sets.flatMap((set) => set ?? []))];
    const isPlain = sets.every((set) => set !== undefined) && fields.every((f) => properties.has(f) && !used.has(f));
    if (!isPlain || fields.length > maxBranches) continue;
    for (const field of fields) used.add(field);
    const branches = sets.map((set = []) => {
      // An object that has all fields of another branch would match both.
      const others =
        key === 'oneOf'
          ? sets.filter((other = []) => other.length === 1 && other.every((field) => !set.includes(field)))
          : [];
      return { required: new Set(set), forbidden: new Set(others.flatMap((other) => other)) };
    });
    groups.push({ fields, branches });
  }
  return groups;
}

/** The fields that a branch requires, if that is all it says; none for a branch that refuses fields; else undefined. */
function requiredOnly(branch: unknown): readonly string[] | undefined {
  const { required, not, ...rest } = recordOf(branch) ?? { other: true };
  if (Object.keys(rest).length > 0) return undefined;
  if (Array.isArray(required) && not === undefined) {
    return required.every((name) => typeof name === 'string') ? required : undefined;
  }
  const refused: unknown = recordOf(not)?.['anyOf'];
  const isNone =
    required === undefined && Array.isArray(refused) && refused.every((each) => requiredOnly(each)?.length === 1);
  return isNone ? [] : undefined;
}

/**
 * Whether the server fills a field in. Go's documents give every field without `omitempty` its zero value as a default,
 * which says nothing.
 */
function hasDefault(property: unknown): boolean {
  const value = recordOf(property)?.['default'];
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** The name of the schema that a reference leads to. */
function nameIn($ref: string): string {
  return $ref.replace(/^#\/components\/schemas\//, '');
}

function parenthesized(type: string): string {
  return /^[\w$]+(\[\])*$/.test(type) ? type : `(${type})`;
}

/** A name as an identifier that begins with a capital letter, as no keyword does. */
function identifier(text: string): string {
  const word = text.replace(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase());
  const name = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  return /^[A-Z]/.test(name) ? name : `Kind${name}`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** A literal, in which nothing turns the text around it. */
function literal(value: unknown): string {
  return JSON.stringify(value).replace(turning, jsonEscapeOf);
}

/** What shows the text around it in another order, and what ends a line only for some: see https://trojansource.codes. */
const turning = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
// eslint-disable-next-line no-control-regex -- that is what it removes
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function oneLine(text: string): string {
  return text
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(unprintable, ' ')
    .trim();
}

/** Returns the list in a field; an empty one if there is none. */
function listIn(record: object, field: string): readonly unknown[] {
  const value: unknown = Reflect.get(record, field);
  return Array.isArray(value) ? value : [];
}

/** The value as a record; undefined for anything else, lists included. */
function recordOf(value: unknown): JsonRecord | undefined {
  return isJsonRecord(value) ? value : undefined;
}
