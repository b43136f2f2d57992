import { InvalidArgumentError } from 'commander';
import { column, JSONPathMismatchError, parseJSONPath, type JSONPath } from '../../representations/index.js';
import type { IncludeObject, Table } from '../../index.js';
import { UnsortableError } from '../errors.js';
import { needMetadataAlone } from '../terminal/custom-columns.js';
import { orderOf } from '../terminal/sort-order.js';
import { comparable } from './exact-numbers.js';

/** The key that `--sort-by` names. */
export interface SortKey {
  readonly text: string;
  /** Undefined if the text can only be the name of a column. */
  readonly path: JSONPath | undefined;
  /** Whether it may be the name of a column: one without dots, brackets and braces. */
  readonly mayBeColumn: boolean;
}

/** Parses the value of `--sort-by`: a path as in kubectl, or the name of a column. */
export function parseSortKey(text: string): SortKey {
  if (text === '') throw new InvalidArgumentError('It must be a path such as .metadata.name, or the name of a column.');
  const mayBeColumn = /^[^.[\]{}@$]+$/.test(text);
  try {
    return { text, path: parseJSONPath(text, { relaxed: true }), mayBeColumn };
  } catch (error) {
    if (mayBeColumn) return { text, path: undefined, mayBeColumn };
    throw new InvalidArgumentError(error instanceof Error ? error.message : 'It is invalid.');
  }
}

/** Returns what the rows of a table must include to be sorted by a key that is not a column. */
export function includedToSort({ path }: SortKey): IncludeObject {
  return path !== undefined && needMetadataAlone([{ path }]) ? 'Metadata' : 'Object';
}

/** Reports whether a table has a column with the name of the key. */
export function isColumnOf(table: Table<unknown>, { text, mayBeColumn }: SortKey): boolean {
  return mayBeColumn && column({ ...table, rows: [] }, text) !== undefined;
}

/** Sorts rows by a key. @throws {UnsortableError} */
export function sortRows<RowObject>(table: Table<RowObject>, key: SortKey): Table<RowObject>['rows'] {
  if (!isColumnOf(table, key)) return sortObjects(table.rows, key, ({ object }) => object);
  const cells = column(table, key.text) ?? [];
  return inOrder(table.rows, cells, key, true);
}

/** Sorts objects by a key. @throws {UnsortableError} */
export function sortObjects<T>(items: readonly T[], key: SortKey, objectOf: (item: T) => unknown): T[] {
  const { path, text } = key;
  if (path === undefined) throw new UnsortableError(text, 'is neither a column nor a path');
  const values = items.map((item) => firstValue(path, objectOf(item), text));
  if (items.length > 0 && values.every((value) => value === undefined)) {
    throw new UnsortableError(text, 'is not found in any of the objects');
  }
  return inOrder(items, values, key, false);
}

/** Returns undefined if the path leads nowhere. */
function firstValue(path: JSONPath, object: unknown, text: string): unknown {
  try {
    return comparable(path.find(object)[0]?.[0]);
  } catch (error) {
    if (error instanceof JSONPathMismatchError) throw new UnsortableError(text, `fails: ${error.problem}`);
    throw error;
  }
}

function inOrder<T>(items: readonly T[], values: readonly unknown[], { text }: SortKey, isCell: boolean): T[] {
  const order = orderOf(values, { isCell });
  if (typeof order === 'string') throw new UnsortableError(text, order);
  return items
    .map((item, index) => ({ item, value: values[index] }))
    .sort((a, b) => order(a.value, b.value))
    .map(({ item }) => item);
}
