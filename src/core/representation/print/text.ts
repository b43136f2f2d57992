import stringWidth from 'string-width';
import { goText } from '../../shared/go-text.js';
import { originOf } from '../origin.js';
import { requireTable, type Table } from '../table/table.js';
import { liveAges } from './age.js';
import type { DeepReadonly } from '../../model/deep-readonly.js';
import { requireBoolean, requireKnownOptions } from '../../shared/arguments.js';
import { jsonEscapeOf } from '../../shared/quote.js';

/** Options of {@link formatTable}. */
export type FormatTableOptions = {
  /** Also shows columns with a priority above 0, as `kubectl -o wide` does. @default false */
  readonly wide?: boolean | undefined;
  /**
   * Adds a first column NAMESPACE, read from each row's object: request the table with `includeObject` other than
   * `None`. A table across all namespaces that kubeatlas made already has the column and gets no second one.
   * @default false
   */
  readonly namespace?: boolean | undefined;
  /** Adds a first line with the names of the columns. @default true */
  readonly header?: boolean | undefined;
  /**
   * The time to compute ages for, in milliseconds, if rows have metadata: see `liveAges`.
   * @default as the server printed them
   */
  readonly now?: number | undefined;
};

const checks = { wide: requireBoolean, namespace: requireBoolean, header: requireBoolean, now: true } as const;

/** The settings of kubectl's tabwriter. */
const gap = 3;
const narrowest = 6;
/** Of an event. */
const longestMessage = 1024;
const printableAscii = /^[ -~]*$/;
const lineEnd = /[\n\r\f\v\u0085\u2028\u2029]/;
// Control characters, and characters that change the text direction, which can make a line display differently from its
// text.
const hidden = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Formats a table as plain text, laid out as kubectl does: headers in capitals, columns three spaces apart and, with
 * them, at least six wide, measured in terminal columns. Each row is one line: a cell is cut at its first line break
 * with `...`, control characters show as `\u001b`, and everything else is as {@link formatCell} prints it.
 *
 * Every line ends with a line break. A table without rows is the empty string, without a header, as kubectl prints it:
 * print a message yourself.
 *
 * @throws InvalidArgumentError for anything but a table, and if `now` is not a number
 * @example
 * const table = await handle.as('Table', { includeObject: 'Metadata' }).list();
 * process.stdout.write(formatTable(table, { now: Date.now() }));
 */
export function formatTable(table: DeepReadonly<Table>, options: FormatTableOptions = {}): string {
  const { wide = false, namespace = false, header = true, now } = requireKnownOptions(options, checks);
  if (requireTable(table).rows.length === 0) return '';
  const names = table.columnDefinitions.map(({ name }) => name);
  const isShown = table.columnDefinitions.map(({ priority }) => wide || priority === 0);
  const isFirst = namespace && originOf(table) === 'server';
  /** Returns the shown cells of a line, which may have fewer cells than there are columns. */
  const pick = <Cell>(first: Cell, cells: readonly Cell[]): Cell[] => {
    const shown = cells.filter((_cell, index) => isShown[index]);
    return isFirst ? [first, ...shown] : shown;
  };
  const { rows } = now === undefined ? table : liveAges(table, now);
  const texts = rows.map(({ cells, object }) => pick<unknown>(object?.metadata.namespace, cells).map(formatCell));
  const lines = texts.map((cells) => cells.map(inOneLine));
  if (header) lines.unshift(pick('Namespace', names).map((name) => escape(name.toUpperCase())));
  const measured = [...lines, ...texts.map((cells) => cells.map(roomOf))];
  const widths = Array.from({ length: names.length + 1 }, (_, index) => widest(measured, index));
  return lines.map((cells) => `${layOut(cells, widths)}\n`).join('');
}

/**
 * Formats a table cell as kubectl prints it: text as it is, numbers as in Go (`1.0000005e+06`; integers, which may be a
 * `bigint`, in digits), objects and lists as `map[app:front]` and `[a b]`, and null as the empty string. For a layout
 * of your own; `formatTable` uses it for whole tables.
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

/** As kubectl does since 1.37, a column leaves room for the whole of a text of which it shows the first line. */
function roomOf(text: string): string {
  return lineEnd.test(text) ? ' '.repeat(Math.min(text.length, longestMessage)) : '';
}

function escape(text: string): string {
  if (printableAscii.test(text)) return text;
  return text.replace(hidden, jsonEscapeOf);
}

/** Pads each cell except the last: as in kubectl's output nothing follows the last cell, even if it is empty. */
function layOut(cells: readonly string[], widths: readonly number[]): string {
  const last = cells.length - 1;
  return cells
    .map((cell, index) => (index < last ? cell.padEnd(cell.length + (widths[index] ?? 0) - widthOf(cell)) : cell))
    .join('');
}

/** Returns the width of a column including the gap after it. The last cell of a line does not count. */
function widest(lines: readonly (readonly string[])[], index: number): number {
  return lines.reduce(
    (width, cells) => (index < cells.length - 1 ? Math.max(width, widthOf(cells[index] ?? '') + gap) : width),
    narrowest,
  );
}

function widthOf(text: string): number {
  return printableAscii.test(text) ? text.length : stringWidth(text);
}
