import type { Row } from './use-tables.js';

/** A column to sort by, by its number; -1 for the namespace. */
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
    if (column < 0) return metadataOf(row)?.namespace ?? '';
    return isAge ? (metadataOf(row)?.creationTimestamp ?? '') : row.cells[column];
  };
  const compareValues = (a: unknown, b: unknown): number => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    const [one, other] = [textOf(a), textOf(b)];
    if (isAge) return one < other ? 1 : one > other ? -1 : 0;
    return natural.compare(one, other);
  };
  const sign = isDescending ? -1 : 1;
  return (a, b) => sign * compareValues(valueOf(a), valueOf(b)) || compareNames(a, b);
}

function compareNames(a: Row, b: Row): number {
  const [one, other] = [keyOf(a), keyOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** What tells a row from all others of its table. */
export function keyOf(row: Row): string {
  const { namespace = '', name = '' } = metadataOf(row) ?? {};
  return `${namespace}/${name}`;
}

/** Returns the text of a cell, which may hold any value. */
export function textOf(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : JSON.stringify(cell);
}

/**
 * Sorts rows, given how they were sorted before: rows that did not change are the same objects and keep their places, so that
 * a change costs a look at each row and not a sort of all.
 */
export function sortRows(rows: readonly Row[], before: readonly Row[], compare: Compare): readonly Row[] {
  const present = new Set(rows);
  const kept = before.filter((row) => present.has(row));
  for (const row of kept) present.delete(row);
  const changed = [...present].sort(compare);
  if (changed.length === 0) return kept;
  if (changed.length * 16 > kept.length) return [...rows].sort(compare);
  const sorted: Row[] = [];
  let taken = 0;
  for (const row of changed) {
    const index = indexFor(row, kept, compare, taken);
    while (taken < index) sorted.push(kept[taken++] as Row);
    sorted.push(row);
  }
  while (taken < kept.length) sorted.push(kept[taken++] as Row);
  return sorted;
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

/** Whether all words stand in the cells, the namespace or the labels (`app=front`) of a row. */
export function matches(row: Row, words: readonly string[]): boolean {
  let text = searched.get(row);
  if (text === undefined) {
    const { namespace = '', labels = {} } = metadataOf(row) ?? {};
    const pairs = Object.entries(labels).map(([label, value]) => `${label}=${value}`);
    text = [namespace, ...row.cells.map(textOf), ...pairs].join('\n').toLowerCase();
    searched.set(row, text);
  }
  return words.every((word) => text.includes(word));
}
