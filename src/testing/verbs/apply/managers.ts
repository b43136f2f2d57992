import type { KubeObject } from '../../../core/model/kube-object.js';
import { formatGroupVersion } from '../../../core/model/group-version.js';
import { isJsonRecord, type JsonRecord } from '../../../core/shared/json-record.js';
import { keptByStatus } from '../../served/built-in-traits.js';
import type { ServedResource } from '../../served/served.js';
import { isEqual } from '../../../core/shared/is-equal.js';
import { below, isWithin } from './field-path.js';
import {
  compareFields,
  fieldsWithout,
  formatFields,
  parseFields,
  unionOf,
  type FieldChanges,
  type FieldSet,
} from './field-set.js';

/** The identity of a manager: one entry of `metadata.managedFields`. */
export interface Manager {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource?: string | undefined;
}

export interface OwnedFields extends Manager {
  readonly time?: string | undefined;
  readonly fields: FieldSet;
}

/** Metadata that no manager owns, since the server sets it. */
const unowned: FieldSet = new Set([
  ...['apiVersion', 'kind'].map((name) => `f:${name}`),
  ...[
    'name',
    'namespace',
    'uid',
    'resourceVersion',
    'generation',
    'creationTimestamp',
    'selfLink',
    'managedFields',
  ].map((name) => below('f:metadata', `f:${name}`)),
  ...['deletionTimestamp', 'deletionGracePeriodSeconds'].map((name) => below('f:metadata', `f:${name}`)),
]);

/**
 * Removes fields that no manager owns, and those that the endpoint does not write: the status, or all but the status and
 * the metadata that are written with it.
 */
export function ownable(fields: FieldSet, resource: ServedResource, subresource: string | undefined): FieldSet {
  const hasStatus = resource.subresources.some((each) => each.subresource === 'status');
  const kept =
    subresource === 'status' ? keptByStatus(resource).map((name) => below('f:metadata', `f:${name}`)) : ['f:metadata'];
  return new Set(
    [...fields].filter((path) => {
      const isStatus = isWithin(path, 'f:status');
      const writesStatus = subresource === 'status' || subresource === 'approval';
      const isWritten = isStatus || (isWithin(path, 'f:metadata') && !kept.some((each) => isWithin(path, each)));
      if (writesStatus ? !isWritten : hasStatus && isStatus) return false;
      return path !== 'f:metadata' && !unowned.has(path);
    }),
  );
}

/** Reads `metadata.managedFields`; invalid entries are left out. */
export function readManagers({ metadata }: Pick<KubeObject, 'metadata'>): OwnedFields[] {
  return (metadata.managedFields ?? []).flatMap((entry): OwnedFields[] => {
    if (!isJsonRecord(entry)) return [];
    const { manager, operation, apiVersion, subresource, time, fieldsV1 } = entry;
    if (typeof manager !== 'string' || typeof apiVersion !== 'string') return [];
    if (operation !== 'Apply' && operation !== 'Update') return [];
    return [
      {
        manager,
        operation,
        apiVersion,
        ...(typeof subresource === 'string' ? { subresource } : {}),
        ...(typeof time === 'string' ? { time } : {}),
        fields: parseFields(fieldsV1),
      },
    ];
  });
}

/** Formats entries in the order of servers: applies first, then by time and name. Undefined if there are none. */
export function formatManagers(managers: readonly OwnedFields[]): JsonRecord[] | undefined {
  const entries = managers.filter(({ fields }) => fields.size > 0);
  if (entries.length === 0) return undefined;
  const keyOf = ({ operation, time = '', manager, apiVersion, subresource = '' }: OwnedFields): string =>
    JSON.stringify([operation, time, manager, apiVersion, subresource]);
  return entries
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map(({ fields, time, subresource, ...entry }) => ({
      ...entry,
      ...(time === undefined ? {} : { time }),
      fieldsType: 'FieldsV1',
      fieldsV1: formatFields(fields),
      ...(subresource === undefined ? {} : { subresource }),
    }));
}

/** Reports whether two entries are the same manager. For applies, the version does not matter. */
export function isSameManager(a: Manager, b: Manager): boolean {
  return (
    a.manager === b.manager &&
    a.operation === b.operation &&
    (a.operation === 'Apply' || a.apiVersion === b.apiVersion) &&
    (a.subresource ?? '') === (b.subresource ?? '')
  );
}

/** A manager and the fields that it loses. */
export interface Taken {
  readonly owner: OwnedFields;
  readonly fields: FieldSet;
}

/** Returns which managers lose fields by the changes of an object. */
export function fieldsTaken(
  { added, modified, removed }: FieldChanges,
  others: readonly OwnedFields[],
): { readonly taken: readonly Taken[]; readonly left: readonly OwnedFields[] } {
  const changed = unionOf(added, modified);
  const taken = others
    .map((owner) => ({ owner, fields: new Set([...owner.fields].filter((path) => changed.has(path))) }))
    .filter(({ fields }) => fields.size > 0);
  const gone = unionOf(changed, removed);
  return { taken, left: others.map((owner) => ({ ...owner, fields: fieldsWithout(owner.fields, gone) })) };
}

/** A write by other means than apply. */
export interface TrackedUpdate {
  readonly manager: string;
  readonly subresource?: string | undefined;
  readonly time?: string | undefined;
  /** Returns what a new object is compared with. */
  readonly start?: () => JsonRecord;
}

/**
 * Returns the managed fields of an object after a create, replace or patch: a manager owns the fields that it writes.
 * An object without managed fields, because a test stored it or a client removed them, gets none until it is applied.
 */
export function trackUpdate(
  before: KubeObject | undefined,
  after: KubeObject,
  { manager, subresource, time, start: startOf = () => ({ metadata: {} }) }: TrackedUpdate,
  resource: ServedResource,
): JsonRecord[] | undefined {
  // A write of a subresource rewrites none.
  const sent = before === undefined || subresource !== undefined ? undefined : after.metadata.managedFields;
  const stored = before === undefined ? [] : readManagers(before);
  if (before !== undefined && stored.length === 0) return undefined;
  // This is how clients remove managed fields.
  if (sent?.length === 1 && isEqual(sent[0], {})) return undefined;
  // A client may rewrite them: kubectl makes a manager of its client-side apply one of server-side apply.
  const isRewritten = sent !== undefined && !isEqual(sent, before?.metadata.managedFields);
  // Written anew by the server, whatever form the client has given them.
  const rewritten = !isRewritten
    ? []
    : readManagers(after).map(({ fields, ...entry }): OwnedFields => ({ ...entry, fields: new Set(fields) }));
  const known = rewritten.length === 0 ? stored : rewritten;
  const self: Manager = {
    manager,
    operation: 'Update',
    apiVersion: formatGroupVersion(resource.objectKind),
    subresource,
  };
  const start: JsonRecord = before ?? startOf();
  const changes = compareFields(start, after, resource);
  const { added, modified, removed } = changes;
  const { taken, left } = fieldsTaken(changes, known);
  const changed = ownable(unionOf(added, modified), resource, subresource);
  // A scale takes fields over from other managers but does not own new ones.
  const mine = subresource !== 'scale' ? changed : new Set(taken.flatMap(({ fields }) => [...fields]));
  const own = known.find((entry) => isSameManager(entry, self));
  const others = left.filter((entry) => !isSameManager(entry, self));
  const kept = own === undefined ? [] : [{ ...own, fields: fieldsWithout(own.fields, removed) }];
  if (mine.size === 0) return formatManagers([...others, ...kept]);
  const fields = unionOf(mine, kept[0]?.fields ?? new Set());
  return formatManagers([...others, { ...self, time, fields }]);
}
