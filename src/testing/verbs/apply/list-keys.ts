import { isJsonRecord } from '../../../core/shared/json-record.js';
import type { ServedResource } from '../../served/served.js';

/** How a list is merged: as a whole, as a set of strings, or item by item, identified by these fields. */
export type ListForm =
  | { readonly form: 'atomic' | 'set' }
  | { readonly form: 'map'; readonly keys: readonly string[]; readonly atomicItems?: boolean };

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

/** Returns how a list is merged. Lists of custom resources, which have no schema here, are merged as a whole. */
export function listFormAt(names: FieldNames, { custom, resource }: ServedResource): ListForm {
  const field = names.at(-1) ?? '';
  if (names[0] === 'metadata') return names.length === 2 ? (ofMetadata.get(field) ?? atomic) : atomic;
  if (custom) return atomic;
  if (field === 'ports') {
    const owner = names.at(-2) ?? '';
    if (owner.toLowerCase().endsWith('containers')) return { form: 'map', keys: ['containerPort', 'protocol'] };
    return resource === 'services' && owner === 'spec' ? { form: 'map', keys: ['port', 'protocol'] } : atomic;
  }
  const keys = ofBuiltIns.get(field);
  return keys === undefined ? atomic : { form: 'map', keys };
}

/** Reports whether a map is merged as a whole. */
export function isAtomicMap(names: FieldNames, { custom }: ServedResource): boolean {
  return !custom && names[0] !== 'metadata' && atomicMaps.has(names.at(-1) ?? '');
}

/** Returns the keys of an item with their values, sorted by name; `protocol` defaults to TCP. */
export function keysOf(item: unknown, keys: readonly string[]): Record<string, unknown> {
  const record = isJsonRecord(item) ? item : {};
  return Object.fromEntries(
    [...keys].sort().map((key) => [key, record[key] ?? (key === 'protocol' ? 'TCP' : null)] as const),
  );
}
