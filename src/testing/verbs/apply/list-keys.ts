import { isJsonRecord, type JsonRecord } from '../../../core/shared/json-record.js';
import type { Schema } from '../../../openapi/index.js';
import { asIs, type Resolve } from '../../schemas/resolve.js';
import type { ServedResource } from '../../served/served.js';

/** How a list is merged: as a whole, as a set of strings, or item by item, identified by these fields. */
export type ListForm =
  | { readonly form: 'atomic' | 'set' }
  | {
      readonly form: 'map';
      readonly keys: readonly string[];
      readonly atomicItems?: boolean;
      /** Values of keys that an item leaves out. */
      readonly defaults?: JsonRecord;
    };

const atomic: ListForm = { form: 'atomic' };

/** Lists in the metadata of every object. */
const ofMetadata = new Map<string, ListForm>([
  ['ownerReferences', { form: 'map', keys: ['uid'], atomicItems: true }],
  ['finalizers', { form: 'set' }],
]);

/** The well-known lists of built-in types, by field name. */
const ofBuiltIns = new Map<string, readonly string[]>([
  ['addresses', ['type']],
  ['conditions', ['type']],
  ['containers', ['name']],
  ['env', ['name']],
  ['ephemeralContainers', ['name']],
  ['hostAliases', ['ip']],
  ['hostIPs', ['ip']],
  ['imagePullSecrets', ['name']],
  ['initContainers', ['name']],
  ['matchConditions', ['name']],
  ['podIPs', ['ip']],
  ['resourceClaims', ['name']],
  ['schedulingGates', ['name']],
  ['secrets', ['name']],
  ['topologySpreadConstraints', ['topologyKey', 'whenUnsatisfiable']],
  ['volumeDevices', ['devicePath']],
  ['volumeMounts', ['mountPath']],
  ['volumes', ['name']],
  ['webhooks', ['name']],
]);

/** Maps of built-in types that are merged as a whole. */
const atomicMaps = new Set([
  'configMapKeyRef',
  'fieldRef',
  'involvedObject',
  'labelSelector',
  'namespaceSelector',
  'nodeSelector',
  'objectSelector',
  'podSelector',
  'resourceFieldRef',
  'roleRef',
  'scaleTargetRef',
  'secretKeyRef',
  'secretRef',
  'selector',
  'targetRef',
]);

/** The path of a value: the names of the fields that lead to it, without list items in between. */
export type FieldNames = readonly string[];

/** Returns how a list is owned, which for some lists is otherwise than a strategic merge patch merges them. */
export function ownedListFormAt(names: FieldNames, resource: ServedResource): ListForm {
  const { builtInSchema: known } = resource;
  if (known === undefined || names[0] === 'metadata') return listFormAt(names, resource);
  const list = schemaAt(known.schema, names, known.resolve);
  const form = formOf(list);
  if (form.form !== 'map') return form;
  const items = list?.items === undefined ? undefined : known.resolve(list.items);
  return { form: 'map', keys: form.keys, atomicItems: items?.['x-kubernetes-map-type'] === 'atomic' };
}

/** Returns how a list is merged. Lists of custom resources are merged as their schema says, without one as a whole. */
export function listFormAt(names: FieldNames, { custom, resource, schema }: ServedResource): ListForm {
  const field = names.at(-1) ?? '';
  if (names[0] === 'metadata') return names.length === 2 ? (ofMetadata.get(field) ?? atomic) : atomic;
  if (custom) return schema === undefined ? atomic : formOf(schemaAt(schema, names));
  if (field === 'ports') {
    const owner = names.at(-2) ?? '';
    if (owner.toLowerCase().endsWith('containers')) return { form: 'map', keys: ['containerPort', 'protocol'] };
    return resource === 'services' && owner === 'spec' ? { form: 'map', keys: ['port', 'protocol'] } : atomic;
  }
  const keys = ofBuiltIns.get(field);
  return keys === undefined ? atomic : { form: 'map', keys };
}

/** Returns the part of a schema at a path. */
function schemaAt(schema: Schema | undefined, names: FieldNames, resolve: Resolve = asIs): Schema | undefined {
  const resolved = (given: Schema | undefined): Schema | undefined => given && resolve(given);
  return names.reduce<Schema | undefined>((at, name) => {
    const { properties, additionalProperties } = resolved(at?.items) ?? at ?? {};
    const own = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return resolved(own ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined));
  }, resolved(schema));
}

function formOf(schema: Schema | undefined): ListForm {
  const keys = schema?.['x-kubernetes-list-map-keys'] ?? [];
  switch (schema?.['x-kubernetes-list-type']) {
    case 'set':
      return { form: 'set' };
    case 'map': {
      const defaults = keys.map((key) => [key, schema.items?.properties?.[key]?.default] as const);
      return { form: 'map', keys, defaults: Object.fromEntries(defaults) };
    }
    default:
      return atomic;
  }
}

/** Reports whether a map is merged as a whole. */
export function isAtomicMap(
  names: FieldNames,
  { custom, schema, version, builtInSchema: known }: ServedResource,
): boolean {
  if (known !== undefined) {
    if (names[0] === 'metadata') return false;
    const at = schemaAt(known.schema, names, known.resolve);
    return (at?.items === undefined ? at : known.resolve(at.items))?.['x-kubernetes-map-type'] === 'atomic';
  }
  if (custom && schema !== undefined) return schemaAt(schema, names)?.['x-kubernetes-map-type'] === 'atomic';
  const field = names.at(-1) ?? '';
  // Only the first version of autoscaling has it as a whole.
  if (field === 'scaleTargetRef' && version !== 'v1') return false;
  return !custom && names[0] !== 'metadata' && atomicMaps.has(field);
}

/** Returns the keys of an item with their values, sorted by name; `protocol` defaults to TCP. */
export function keysOf(item: unknown, keys: readonly string[], defaults?: JsonRecord): Record<string, unknown> {
  const record = isJsonRecord(item) ? item : {};
  return Object.fromEntries(
    [...keys]
      .sort()
      .map(
        (key) =>
          [
            key,
            record[key] ?? (defaults === undefined && key === 'protocol' ? 'TCP' : (defaults?.[key] ?? null)),
          ] as const,
      ),
  );
}
