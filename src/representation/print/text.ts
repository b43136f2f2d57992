import stringWidth from 'string-width';
import { originOf } from '../origin.js';
import type { Table, TableRow } from '../table/table.js';
import { liveAges } from './live-ages.js';
import type { DeepReadonly } from '../../model/deep-readonly.js';

/** What {@link formatTable} shows. */
export interface FormatTableOptions {
  /** Also the columns with a priority above 0, as `kubectl -o wide` does. @default false */
  readonly wide?: boolean | undefined;
  /**
   * A first column NAMESPACE, read from each row's object: ask for the table with `includeObject` other than `None`. A
   * table made here over all namespaces has one already and gets no second. @default false
   */
  readonly namespace?: boolean | undefined;
  /** A first line with the names of the columns. @default true */
  readonly header?: boolean | undefined;
  /** The moment to tell ages for, in milliseconds, where rows have metadata: see `liveAges`. @default as the server printed them */
  readonly now?: number | undefined;
}

interface Column {
  readonly header: string;
  cell(row: TableRow): unknown;
}

const gap = 3;
const printableAscii = /^[ -~]*$/;
const lineEnd = /[\n\r\f\v\u0085\u2028\u2029]/;
// Beside control characters those that turn the direction of writing, which can make a line show what it does not say.
const hidden = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * A table as plain text, laid out as kubectl does: headers in capitals, columns three blanks apart, measured by what
 * a terminal shows. Each row is one line: a cell ends at its first line break with `...`, control characters show as
 * `\u001b`, and a cell that is null or missing shows nothing.
 *
 * Every line ends with a line break. A table without rows is the empty string, without a header, as kubectl prints it:
 * what to say instead is up to the caller.
 */
export function formatTable(given: DeepReadonly<Table>, options: FormatTableOptions = {}): string {
  const table = given as Table; // only read
  if (table.rows.length === 0) return '';
  const { header = true, now } = options;
  const columns = columnsOf(table, options);
  const { rows } = now === undefined ? table : liveAges(table, now);
  const lines = rows.map((row) => columns.map((column) => textOf(column.cell(row))));
  if (header) lines.unshift(columns.map((column) => escape(column.header.toUpperCase())));
  const widths = columns.map((_column, index) => widest(lines, index));
  return lines.map((cells) => `${layOut(cells, widths)}\n`).join('');
}

function columnsOf(table: Table, { wide = false, namespace = false }: FormatTableOptions): Column[] {
  const columns = table.columnDefinitions.flatMap(({ name, priority }, index): Column[] =>
    priority > 0 && !wide ? [] : [{ header: name, cell: (row) => row.cells[index] }],
  );
  if (namespace && originOf(table) === 'server') {
    columns.unshift({ header: 'Namespace', cell: (row) => row.object?.metadata.namespace });
  }
  return columns;
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'string' ? cell : jsonOf(cell);
  const end = text.search(lineEnd);
  return end < 0 ? escape(text) : `${escape(text.slice(0, end))}...`;
}

/** A cell may hold any JSON, and JSON that is nested too deeply can be parsed but not written. */
function jsonOf(cell: unknown): string {
  try {
    return JSON.stringify(cell);
  } catch {
    return '...';
  }
}

function escape(text: string): string {
  if (printableAscii.test(text)) return text;
  return text.replace(hidden, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function layOut(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell) + gap));
  return padded.join('').trimEnd();
}

function widest(lines: readonly (readonly string[])[], index: number): number {
  return lines.reduce((width, cells) => Math.max(width, widthOf(cells[index] ?? '')), 0);
}

function widthOf(text: string): number {
  return printableAscii.test(text) ? text.length : stringWidth(text);
}
