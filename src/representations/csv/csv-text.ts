import type { DeepReadonly } from '../../core/model/deep-readonly.js';
import { requireBoolean, requireKnownOptions } from '../../core/shared/arguments.js';
import { originOf } from '../../core/representation/origin.js';
import { requireTable } from '../../core/representation/table/read-table.js';
import type { Table, TableRow } from '../../core/representation/table/table.js';

/** How cells are written. */
export interface CsvTextOptions {
  /**
   * Puts an apostrophe before text that a spreadsheet would run: `=`, `+`, `-`, `@`, a tab or a line break at the
   * beginning of the text, or one of the signs after a character that some programs treat as a cell separator. Numbers
   * stay as they are. Use it for files that people open; a program that parses the text finds the apostrophe in it.
   * @default false
   * @see https://owasp.org/www-community/attacks/CSV_Injection
   */
  readonly defuse?: boolean | undefined;
}

/** Options of {@link formatCsv}. */
export interface FormatCsvOptions extends CsvTextOptions {
  /** Adds a first line with the names of the columns. @default true */
  readonly header?: boolean | undefined;
  /**
   * Adds a first column Namespace, read from each row's object: request the table with `includeObject` other than
   * `None`. A table across all namespaces that kubeatlas made already has the column and gets no second one.
   * @default false
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
// Some programs also run the full-width forms of the four signs.
const runs = /^[\t\r\n]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** A run of blanks and cell separators, and the sign behind it. It always matches, so that no run is read twice. */
const signBehind = /([;\s]+)([=+\-@\uff1d\uff0b\uff0d\uff20])?/g;

/**
 * Formats a table as CSV (RFC 4180) with all its columns. Lines end with CRLF, and a cell with a comma, a quote, a line
 * break, or leading or trailing whitespace is quoted. A null or missing cell is empty, and a cell that is not text is
 * JSON. `as(csv())` reads CSV from a server; to print a table on a terminal use `formatTable`.
 *
 * @example
 * const table = await handle.as('Table').list();
 * process.stdout.write(formatCsv(table, { defuse: true }));
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function formatCsv(table: DeepReadonly<Table>, options: FormatCsvOptions = {}): string {
  requireKnownOptions(options, { header: requireBoolean, namespace: requireBoolean, defuse: requireBoolean });
  const { header, records } = csvLines(table, options);
  return (options.header === false ? '' : header) + records.join('');
}

/** Returns the header and the records of a table, each with its line end. */
export function csvLines(table: DeepReadonly<Table>, { namespace = false, ...options }: FormatCsvOptions): CsvLines {
  const names = requireTable(table).columnDefinitions.map(({ name }) => name);
  const cellsOf = ({ cells }: DeepReadonly<TableRow>): unknown[] => names.map((_name, index) => cells[index]);
  const isAdded = namespace && originOf(table) === 'server';
  return {
    header: csvRecord(isAdded ? ['Namespace', ...names] : names, options),
    records: table.rows.map((row) =>
      csvRecord(isAdded ? [row.object?.metadata.namespace, ...cellsOf(row)] : cellsOf(row), options),
    ),
  };
}

/** Formats one line of CSV. */
export function csvRecord(cells: readonly unknown[], { defuse = false }: CsvTextOptions): string {
  const texts = cells.map((cell) => {
    const text = textOf(cell);
    return quoted(defuse && typeof cell !== 'number' ? defused(text) : text);
  });
  // Some readers skip an empty line.
  return `${texts.length === 1 && texts[0] === '' ? '""' : texts.join(',')}\r\n`;
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'bigint') return String(cell);
  try {
    return JSON.stringify(cell, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  } catch {
    // Deeply nested JSON can be parsed but not written.
    return '...';
  }
}

function quoted(text: string): string {
  return mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function defused(text: string): string {
  if (number.test(text)) return text;
  const inside = text.replace(signBehind, (whole, run: string, sign: string | undefined) =>
    sign !== undefined && /[;\t\r\n]/.test(run) ? `${run}'${sign}` : whole,
  );
  return (runs.test(text) ? "'" : '') + inside;
}

const cell = /"([^"]*(?:""[^"]*)*)"|([^",\r\n]*)/y;
const end = /,|\r\n|\n|\r|$/y;

/** Where CSV is malformed. */
export interface CsvFlaw {
  /** In characters from the beginning. */
  readonly position: number;
}

/**
 * Parses CSV (RFC 4180) into records of cells. Lines may end with CR or LF alone, and the last line may have no line
 * end; empty lines are skipped. Returns the position of a quote that is misplaced or never closed.
 */
export function parseCsv(text: string): readonly string[][] | CsvFlaw {
  const records: string[][] = [];
  let record: string[] = [];
  let position = text.startsWith('\ufeff') ? 1 : 0;
  while (position < text.length || record.length > 0) {
    cell.lastIndex = position;
    const [whole = '', inQuotes, bare = ''] = cell.exec(text) ?? [];
    end.lastIndex = position + whole.length;
    const separator = end.exec(text)?.[0];
    if (separator === undefined) return { position: position + whole.length };
    record.push(inQuotes === undefined ? bare : inQuotes.replaceAll('""', '"'));
    position = end.lastIndex;
    if (separator === ',') continue;
    if (record.length > 1 || whole !== '') records.push(record);
    record = [];
  }
  return records;
}
