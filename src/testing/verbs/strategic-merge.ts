import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { ServedResource } from '../served/served.js';
import { invalid, plainError } from '../wire/refusals.js';
import { listFormAt, type FieldNames, type ListForm } from './apply/list-keys.js';
import { isEqual } from '../../core/shared/is-equal.js';

const deletesFrom = '$deleteFromPrimitiveList/';
const ordersOf = '$setElementOrder/';

/**
 * Merges a patch by the types of built-in resources: items of well-known lists are matched by key, all other lists are
 * replaced. Directives work as on real servers.
 * @see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
 */
export function mergeStrategically(object: JsonRecord, patch: JsonRecord, resource: ServedResource): JsonRecord {
  return mergeMap(object, patch, [], resource) ?? {};
}

/** Merges a map; undefined if the patch deletes it. */
function mergeMap(
  old: unknown,
  patch: JsonRecord,
  names: FieldNames,
  resource: ServedResource,
): JsonRecord | undefined {
  const { $patch: directive = 'merge', $retainKeys: retained, ...fields } = patch;
  if (directive === 'delete') return undefined;
  if (directive === 'replace') return withoutDirectives(fields);
  if (directive !== 'merge')
    throw plainError(`unknown patch type: ${String(directive)} in map: ${JSON.stringify(patch)}`);
  const before = isJsonRecord(old) ? old : {};
  const kept = Array.isArray(retained)
    ? Object.fromEntries(Object.entries(before).filter(([field]) => retained.includes(field)))
    : before;
  const merged = new Map<string, unknown>(Object.entries(kept));
  for (const [field, value] of Object.entries(fields)) {
    if (field.startsWith(ordersOf)) continue;
    if (field.startsWith(deletesFrom)) {
      const name = field.slice(deletesFrom.length);
      const present = merged.get(name);
      const gone: unknown[] = Array.isArray(value) ? value : [];
      if (Array.isArray(present))
        merged.set(
          name,
          present.filter((item) => !gone.some((each) => isEqual(each, item))),
        );
      continue;
    }
    const next = mergeField(merged.get(field), value, [...names, field], fields[`${ordersOf}${field}`], resource);
    if (next === undefined || next === null) merged.delete(field);
    else merged.set(field, next);
  }
  return Object.fromEntries(merged);
}

function mergeField(
  old: unknown,
  value: unknown,
  names: FieldNames,
  order: unknown,
  resource: ServedResource,
): unknown {
  if (isJsonRecord(value)) {
    if (listFormAt(names, resource).form !== 'atomic') throw noList(value);
    return mergeMap(old, value, names, resource);
  }
  if (!Array.isArray(value)) return value;
  const form = listFormAt(names, resource);
  const items: unknown[] = value;
  const olds: unknown[] = Array.isArray(old) ? old : [];
  if (form.form === 'atomic') return items;
  if (form.form !== 'map') {
    const all = [...olds, ...items.filter((item) => !olds.includes(item))];
    return inOrder(all, olds, items, (item) => item);
  }
  return mergeItems(olds, items, { form, order, names }, resource);
}

interface ItemContext {
  readonly form: Extract<ListForm, { form: 'map' }>;
  readonly order: unknown;
  readonly names: FieldNames;
}

function mergeItems(
  olds: readonly unknown[],
  patches: readonly unknown[],
  context: ItemContext,
  resource: ServedResource,
): unknown[] {
  const [key = ''] = context.form.keys;
  const keyOf = (item: unknown): unknown => (isJsonRecord(item) ? item[key] : undefined);
  const records = patches.filter(isJsonRecord);
  if (records.length < patches.length) throw plainError('list element types are not identical');
  const isReplacing = (item: JsonRecord): boolean => item['$patch'] === 'replace';
  // A separate item with this directive applies to the whole list.
  if (records.some((item) => isReplacing(item) && keyOf(item) === undefined)) {
    return records.filter((item) => !isReplacing(item)).map(withoutDirectives);
  }
  let items = [...olds];
  for (const patch of records) {
    const patchKey = keyOf(patch);
    if (patchKey === undefined)
      throw plainError(`map: ${JSON.stringify(patch)} does not contain declared merge key: ${key}`);
    const index = items.findIndex((item) => isEqual(keyOf(item), patchKey));
    const merged = mergeMap(items[index], patch, context.names, resource);
    if (merged === undefined) items = items.filter((item) => !isEqual(keyOf(item), patchKey));
    else if (index < 0) items.push(merged);
    else items[index] = merged;
  }
  const ordered = Array.isArray(context.order) ? context.order : records;
  return inOrder(items, olds.map(keyOf), ordered.map(keyOf), keyOf);
}

function noList(value: JsonRecord): Error {
  const message = `Invalid value: ${JSON.stringify(value)}: cannot restore slice from map`;
  return invalid({ group: '', kind: '' }, [{ reason: 'FieldValueInvalid', message, field: 'patch' }]);
}

/** Sorts items as servers do: new items precede present items that the patch does not name. */
function inOrder(
  items: readonly unknown[],
  serverOrder: readonly unknown[],
  patchOrder: readonly unknown[],
  keyOf: (item: unknown) => unknown,
): unknown[] {
  const indexIn = (order: readonly unknown[], item: unknown): number =>
    order.findIndex((key) => isEqual(key, keyOf(item)));
  const named = items
    .filter((item) => indexIn(patchOrder, item) >= 0)
    .sort((a, b) => indexIn(patchOrder, a) - indexIn(patchOrder, b));
  const others = items.filter((item) => indexIn(patchOrder, item) < 0);
  const result: unknown[] = [];
  let left = 0;
  for (const item of named) {
    const serverIndex = indexIn(serverOrder, item);
    while (left < others.length && serverIndex >= 0 && indexIn(serverOrder, others[left]) < serverIndex) {
      result.push(others[left]);
      left += 1;
    }
    result.push(item);
  }
  return [...result, ...others.slice(left)];
}

function withoutDirectives(value: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(value).filter(([field, inner]) => !field.startsWith('$') && inner !== null));
}
