import { parseAge, parseQuantity } from 'kubeatlas/representations';
import { clusterOf } from './row-clusters.js';
import type { RoutedObject } from './route.js';
import type { Row } from './use-tables.js';

/** A column to sort by, by its number: see {@link cellOf}. */
export interface Order {
  readonly column: number;
  readonly isDescending: boolean;
}

type Compare = (a: Row, b: Row) => number;

const natural = new Intl.Collator('en', { numeric: true });

function metadataOf({ object }: Row) {
  return object?.metadata;
}

/** Returns how to compare rows. Ages are compared by the time of creation, numbers as numbers, and equals by their names. */
export function compareBy({ column, isDescending }: Order, isAge: boolean): Compare {
  const valueOf = (row: Row): unknown => {
    return isAge ? (metadataOf(row)?.creationTimestamp ?? '') : cellOf(row, column);
  };
  const compareValues = (a: unknown, b: unknown): number => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    const [one, other] = [textOf(a), textOf(b)];
    // Most cells of a column have one of few texts.
    if (one === other) return 0;
    if (isAge) return one < other ? 1 : -1;
    return compareAmounts(one, other) ?? natural.compare(one, other);
  };
  const sign = isDescending ? -1 : 1;
  return (a, b) => sign * compareValues(valueOf(a), valueOf(b)) || compareNames(a, b);
}

/** Compares ages (`5d4h`, `90s`) and quantities (`500m`, `2Gi`); undefined for what is neither. */
function compareAmounts(one: string, other: string): number | undefined {
  for (const read of [parseAge, parseQuantity]) {
    const [a, b] = [read(one), read(other)];
    if (a !== undefined && b !== undefined && a !== b) return a < b ? -1 : 1;
  }
  return undefined;
}

function compareNames(a: Row, b: Row): number {
  const [one, other] = [metadataOf(a), metadataOf(b)];
  return (
    compareTexts(one?.namespace, other?.namespace) ||
    compareTexts(one?.name, other?.name) ||
    compareTexts(clusterOf(a), clusterOf(b))
  );
}

function compareTexts(one = '', other = ''): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** What tells a row from all others of its table. */
export function keyOf(row: Row): string {
  return objectKey({ cluster: clusterOf(row), ...metadataOf(row) });
}

/** What tells an object from all others of its resource. */
export function objectKey({ cluster, namespace = '', name = '' }: Partial<RoutedObject>): string {
  return `${cluster === undefined ? '' : `${cluster} `}${namespace}/${name}`;
}

/** Returns what a row has in a column: -1 is the namespace, -2 the name, -3 the cluster. */
export function cellOf(row: Row, column: number): unknown {
  if (column >= 0) return row.cells[column];
  if (column === -3) return clusterOf(row);
  return column === -1 ? metadataOf(row)?.namespace : metadataOf(row)?.name;
}

/** Returns the text of a cell, which may hold any value. */
export function textOf(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : JSON.stringify(cell);
}

/** Rows as they are shown. */
export interface ShownRows {
  /** All rows, as they came. */
  readonly items: readonly Row[];
  /** Those that fit the words, in their order. */
  readonly rows: readonly Row[];
  readonly words: string;
  readonly compare: Compare | undefined;
}

/** Before there are any. */
export const noRows: ShownRows = { items: [], rows: [], words: '', compare: undefined };

/**
 * Filters and sorts rows, given how they were shown before: rows that did not change are the same objects, most of them at the
 * same place of `items`. So only those that changed are read and compared, and the others are copied.
 *
 * @param words in lower case, all of which stand in a row that is shown
 */
export function showRows(before: ShownRows, items: readonly Row[], words: string, compare: Compare): ShownRows {
  const isSame = before.words === words && before.compare === compare;
  const known: ShownRows = isSame ? before : { ...noRows, words, compare };
  const wanted = words.split(/\s+/).filter((word) => word !== '');
  const { come, gone } = differences(known.items, items);
  const added = [...come].filter((row) => matches(row, wanted)).sort(compare);
  const kept = gone.size === 0 ? known.rows : known.rows.filter((row) => !gone.has(row));
  return { items, rows: merge(kept, added, compare), words, compare };
}

function differences(before: readonly Row[], now: readonly Row[]) {
  const come = new Set<Row>();
  const gone = new Set<Row>();
  for (let index = 0; index < Math.max(before.length, now.length); index += 1) {
    const [was, is] = [before[index], now[index]];
    if (was === is) continue;
    if (was !== undefined && !come.delete(was)) gone.add(was);
    if (is !== undefined && !gone.delete(is)) come.add(is);
  }
  return { come, gone };
}

/** Joins sorted rows with few others that are sorted too. */
function merge(kept: readonly Row[], added: readonly Row[], compare: Compare): readonly Row[] {
  if (added.length === 0) return kept;
  if (kept.length === 0) return added;
  const rows: Row[] = [];
  let taken = 0;
  for (const row of added) {
    const index = indexFor(row, kept, compare, taken);
    while (taken < index) rows.push(kept[taken++] as Row);
    rows.push(row);
  }
  while (taken < kept.length) rows.push(kept[taken++] as Row);
  return rows;
}

function indexFor(row: Row, rows: readonly Row[], compare: Compare, from: number): number {
  let [low, high] = [from, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(rows[middle] as Row, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const searched = new WeakMap<Row, string>();

/** Whether all words stand in the cells, the cluster, the namespace or the labels (`app=front`) of a row. */
function matches(row: Row, words: readonly string[]): boolean {
  let text = searched.get(row);
  if (text === undefined) {
    const { namespace = '', name = '', labels = {} } = metadataOf(row) ?? {};
    const pairs = Object.entries(labels).map(([label, value]) => `${label}=${value}`);
    text = [clusterOf(row) ?? '', namespace, name, ...row.cells.map(textOf), ...pairs].join('\n').toLowerCase();
    searched.set(row, text);
  }
  return words.every((word) => text.includes(word));
}
