import { originOf } from '../origin.js';
import type { DeepReadonly } from '../../model/deep-readonly.js';
import type { Table, TableRow } from '../table/table.js';

/** How cells are written. */
export interface CsvTextOptions {
  /**
   * Puts an apostrophe before what a spreadsheet would run: text that begins with `=`, `+`, `-`, `@`, a tab or a line break,
   * at its begin or behind a character by which some programs part cells as well. Numbers stay. Take it for files that people
   * open; a program that reads the text would find the apostrophe in it. @default false
   * @see https://owasp.org/www-community/attacks/CSV_Injection
   */
  readonly defuse?: boolean | undefined;
}

/** What {@link formatCsv} takes. */
export interface FormatCsvOptions extends CsvTextOptions {
  /** A first line with the names of the columns. @default true */
  readonly header?: boolean | undefined;
  /**
   * A first column Namespace, read from each row's object: ask for the table with `includeObject` other than `None`. A table
   * made here over all namespaces has one already and gets no second. @default false
   */
  readonly namespace?: boolean | undefined;
}

/** The lines of a table: all columns, whatever their priority. */
export interface CsvLines {
  readonly header: string;
  readonly records: string[];
}

const mustQuote = /[",\r\n]|^\s|\s$/;
const number = /^[-+]?\d+(?:\.\d+)?$/;
// The wide forms of the four are run by some programs as well.
const runs = /^[\t\r\n]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const runsBehind = /([;\t\r\n]\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * A table as CSV by RFC 4180, with all its columns: lines end with CRLF, and a cell with a comma, a quote or a line break
 * stands in quotes. A cell that is null or missing is empty, and one that is no text is JSON. `as(csv())` reads it from a server;
 * for people on a terminal take `formatTable`.
 *
 * @example
 * const table = await handle.as('Table').list();
 * process.stdout.write(formatCsv(table, { defuse: true }));
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function formatCsv(table: DeepReadonly<Table>, options: FormatCsvOptions = {}): string {
  const { header, records } = csvLines(table, options);
  return (options.header === false ? '' : header) + records.join('');
}

/** The header and the records of a table, each with its line end. */
export function csvLines(table: DeepReadonly<Table>, { namespace = false, ...options }: FormatCsvOptions): CsvLines {
  const names = table.columnDefinitions.map(({ name }) => name);
  const cellsOf = ({ cells }: DeepReadonly<TableRow>): unknown[] => names.map((_name, index) => cells[index]);
  const isAdded = namespace && originOf(table) === 'server';
  return {
    header: csvRecord(isAdded ? ['Namespace', ...names] : names, options),
    records: table.rows.map((row) =>
      csvRecord(isAdded ? [row.object?.metadata.namespace, ...cellsOf(row)] : cellsOf(row), options),
    ),
  };
}

/** One line of CSV. */
export function csvRecord(cells: readonly unknown[], { defuse = false }: CsvTextOptions): string {
  const texts = cells.map((cell) => {
    const text = textOf(cell);
    return quoted(defuse && typeof cell !== 'number' ? defused(text) : text);
  });
  // A line without anything is skipped by some readers.
  return `${texts.length === 1 && texts[0] === '' ? '""' : texts.join(',')}\r\n`;
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'bigint') return String(cell);
  try {
    return JSON.stringify(cell, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  } catch {
    // JSON that is nested too deeply can be parsed but not written.
    return '...';
  }
}

function quoted(text: string): string {
  return mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function defused(text: string): string {
  if (number.test(text)) return text;
  return (runs.test(text) ? "'" : '') + text.replace(runsBehind, "$1'");
}
