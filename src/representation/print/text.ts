import stringWidth from 'string-width';
import { goText } from '../../shared/go-text.js';
import { originOf } from '../origin.js';
import type { Table } from '../table/table.js';
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

/** Those of kubectl's tabwriter. */
const gap = 3;
const narrowest = 6;
const printableAscii = /^[ -~]*$/;
const lineEnd = /[\n\r\f\v\u0085\u2028\u2029]/;
// Beside control characters those that turn the direction of writing, which can make a line show what it does not say.
const hidden = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * A table as plain text, laid out as kubectl does: headers in capitals, columns three blanks apart and with them at least six
 * wide, measured by what a terminal shows. Each row is one line: a cell ends at its first line break with `...`, control
 * characters show as `\u001b`, and all else is as {@link formatCell} has it.
 *
 * Every line ends with a line break. A table without rows is the empty string, without a header, as kubectl prints it:
 * what to say instead is up to the caller.
 *
 * @throws InvalidArgumentError for a `now` that is no number
 * @example
 * const table = await handle.as('Table', { includeObject: 'Metadata' }).list();
 * process.stdout.write(formatTable(table, { now: Date.now() }));
 */
export function formatTable(given: DeepReadonly<Table>, options: FormatTableOptions = {}): string {
  const table = given as Table; // only read
  if (table.rows.length === 0) return '';
  const { wide = false, namespace = false, header = true, now } = options;
  const names = table.columnDefinitions.map(({ name }) => name);
  const isShown = table.columnDefinitions.map(({ priority }) => wide || priority === 0);
  const isFirst = namespace && originOf(table) === 'server';
  /** What is shown of the cells of a line, which may have fewer than there are columns. */
  const pick = <Cell>(first: Cell, cells: readonly Cell[]): Cell[] => {
    const shown = cells.filter((_cell, index) => isShown[index]);
    return isFirst ? [first, ...shown] : shown;
  };
  const { rows } = now === undefined ? table : liveAges(table, now);
  const lines = rows.map(({ cells, object }) =>
    pick<unknown>(object?.metadata.namespace, cells).map((cell) => inOneLine(formatCell(cell))),
  );
  if (header) lines.unshift(pick('Namespace', names).map((name) => escape(name.toUpperCase())));
  const widths = Array.from({ length: names.length + 1 }, (_, index) => widest(lines, index));
  return lines.map((cells) => `${layOut(cells, widths)}\n`).join('');
}

/**
 * A cell of a table as kubectl prints it: text as it is, numbers as Go does (`1.0000005e+06`; integers, which may be a `bigint`,
 * by their digits), objects and lists as `map[app:front]` and `[a b]`, and nothing for null. For a layout of your own;
 * `formatTable` makes lines of it.
 *
 * @example
 * formatCell({ app: 'front' }); // 'map[app:front]'
 */
export function formatCell(cell: unknown): string {
  return cell === null || cell === undefined ? '' : goText(cell);
}

function inOneLine(text: string): string {
  const end = text.search(lineEnd);
  return end < 0 ? escape(text) : `${escape(text.slice(0, end))}...`;
}

function escape(text: string): string {
  if (printableAscii.test(text)) return text;
  return text.replace(hidden, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Each cell but the last with the blanks behind it; as in kubectl's lines nothing stands behind that one, be it empty. */
function layOut(cells: readonly string[], widths: readonly number[]): string {
  const last = cells.length - 1;
  return cells
    .map((cell, index) => (index < last ? cell.padEnd(cell.length + (widths[index] ?? 0) - widthOf(cell)) : cell))
    .join('');
}

/** The width of a column with the gap behind it. Last cells of a line take no part. */
function widest(lines: readonly (readonly string[])[], index: number): number {
  return lines.reduce(
    (width, cells) => (index < cells.length - 1 ? Math.max(width, widthOf(cells[index] ?? '') + gap) : width),
    narrowest,
  );
}

function widthOf(text: string): number {
  return printableAscii.test(text) ? text.length : stringWidth(text);
}
