import type { DeepReadonly } from '../core/model/deep-readonly.js';
import { requireBoolean, requireFunction, requireKnownOptions } from '../core/shared/arguments.js';
import { markConverted, originOf } from '../core/representation/origin.js';
import { requireTable, type Table, type TableRow } from '../core/representation/table/table.js';
import { formatAccept, parseAccept, json, type MediaType, parseMediaType } from '../core/media/media-type.js';
import type { AnswerBody } from '../core/media/answer-body.js';
import { MalformedAnswerError } from '../core/media/errors.js';
import type { KubeObject, ListMeta, ObjectLike } from '../core/model/kube-object.js';
import { UnexpectedShapeError } from '../core/representation/errors.js';
import { acceptMetaKind, metaApiVersion } from '../core/representation/meta-kinds.js';
import type { Representation, RepresentationContext } from '../core/representation/representation.js';
import type { Shapes } from '../core/representation/shapes.js';
import { continueOf } from '../core/representation/parsed-answer.js';
import type { BookmarkEvent } from '../core/representation/watch-event.js';
import { tableRepresentation } from '../core/representation/table/table-representation.js';

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
export type CsvLines = Pick<Csv, 'header' | 'records'>;

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
  const { header, records } = csvLines(requireTable(table), options);
  return (options.header === false ? '' : header) + records.join('');
}

/** Returns the header and the records of a table, each with its line end. */
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

/**
 * Parses CSV (RFC 4180) into records of cells. Lines may end with CR or LF alone, and the last line may have no line
 * end; empty lines are skipped. Returns the position of a quote that is misplaced or never closed.
 */
export function parseCsv(text: string): readonly string[][] | { readonly position: number } {
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

/** Objects as lines of text: one page of a list, or one object. */
export interface Csv {
  /** The header and the records. */
  readonly text: string;
  /** The line with the names of the columns. Each line includes its line end, CRLF. */
  readonly header: string;
  /** One line for each object. */
  readonly records: readonly string[];
  /** The metadata of the list. Undefined if the server wrote the CSV itself, because CSV cannot carry it. */
  readonly metadata: ListMeta | undefined;
}

/** One event of a watch in CSV. */
export type CsvEvent =
  | {
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly record: string;
      /** The header for this record; a server may change the columns during a watch. */
      readonly header: string;
      /** The resourceVersion of the object. Empty if the server sends none. */
      readonly resourceVersion: string;
    }
  | BookmarkEvent;

/** The shapes of a handle for CSV. */
export interface CsvShapes<Input extends ObjectLike = KubeObject> extends Shapes {
  readonly one: Csv;
  readonly many: Csv;
  readonly item: string;
  readonly event: CsvEvent;
  readonly input: Input;
}

/** Options of {@link csv}. */
export interface CsvOptions extends CsvTextOptions {
  /** The clock for ages in a table made by kubeatlas, in milliseconds. @default Date.now */
  readonly now?: (() => number) | undefined;
}

const textCsv: MediaType = { type: 'text/csv', parameters: new Map() };
/** The short form for a table in the design proposal of alternate representations. */
const alias = 'application/json+vnd.kubernetes.as+meta.k8s.io+v1+Table';

/**
 * Returns the representation of objects as CSV, with all columns that the server has for them, preceded by Namespace
 * across all namespaces. `items()` yields records. CSV written by a server is accepted; kube-apiserver does not write
 * CSV, so its Table is converted by kubeatlas, and `originOf` returns `converted`. Ages are the server's text, as in
 * the table.
 *
 * A list requests a Table first, because CSV cannot tell whether there are more pages. If a server answers with CSV all
 * the same, `metadata` is undefined, and `pages()` and `items()` throw `UnexpectedShapeError` at the end of the page
 * rather than be incomplete; use `list()` without a limit.
 *
 * @throws InvalidArgumentError for anything but a table, and for invalid options
 * @example
 * const { header, records } = await handle.as(csv({ defuse: true })).list();
 * process.stdout.write(header + records.join(''));
 */
export function csv(options: CsvOptions = {}): Representation<CsvShapes> {
  const { defuse, now } = requireKnownOptions(options, { defuse: requireBoolean, now: requireFunction });
  const inner = tableRepresentation({ now });
  /** The pages for which it is unknown whether more follow. */
  const openEnded = new WeakMap<Csv, RepresentationContext>();
  const write = (from: Table, context: RepresentationContext): CsvLines => {
    const namespace = context.mapping.scope === 'Namespaced' && context.namespace === undefined;
    return csvLines(from, { defuse, namespace });
  };
  const read = (body: AnswerBody, context: RepresentationContext, decode: () => Table): Csv => {
    const mediaType = parseMediaType(body.mediaType ?? '');
    if (mediaType?.type === textCsv.type) {
      const page = together(linesIn(body, mediaType, { defuse }), undefined);
      openEnded.set(page, context);
      return page;
    }
    const made = decode();
    return markConverted(together(write(made, context), made.metadata));
  };
  return {
    name: 'csv',
    offer(verb, context) {
      const { query } = inner.offer(verb, context);
      const table = formatAccept(parseAccept(acceptMetaKind('Table')).filter(({ parameters }) => parameters.size > 0));
      const forms = { get: [textCsv.type, alias, table], list: [table, alias, textCsv.type], watch: [table] }[verb];
      return { accept: [...forms, json.type].join(), query };
    },
    decodeOne: (body, context) => read(body, context, () => inner.decodeOne(body, context)),
    decodeMany: (body, context) => read(body, context, () => inner.decodeMany(body, context)),
    decodeEvents(context) {
      const decode = inner.decodeEvents(context);
      return (frame) => {
        const event = decode(frame);
        if (event.type === 'BOOKMARK') return event;
        const { type, object, columns, resourceVersion } = event;
        const row: Table = { ...noRows, columnDefinitions: [...columns], rows: [object] };
        const { header, records } = write(originOf(event) === 'server' ? row : markConverted(row), context);
        return markConverted({ type, record: records.join(''), header, resourceVersion });
      };
    },
    itemsOf: ({ records }) => records,
    continueOf(page) {
      if (page.metadata !== undefined) return continueOf({ metadata: page.metadata });
      throw new UnexpectedShapeError({
        resource: openEnded.get(page)?.mapping.resource ?? { group: '', version: '', resource: '' },
        apiVersion: undefined,
        kind: undefined,
        field: '',
        problem: 'is CSV, which does not show whether there is more: use list() without a limit',
      });
    },
  };
}

const noRows = { apiVersion: metaApiVersion, kind: 'Table', metadata: {} } as const;

function together(lines: CsvLines, metadata: ListMeta | undefined): Csv {
  return { text: lines.header + lines.records.join(''), ...lines, metadata };
}

/** Returns the lines of a server's own CSV, with the same line ends and quotes as CSV made by kubeatlas. */
function linesIn(body: AnswerBody, { parameters }: MediaType, options: CsvTextOptions): CsvLines {
  const parsed = parseCsv(body.text());
  if ('position' in parsed) {
    throw new MalformedAnswerError(body.path, `the CSV has an unexpected quote at position ${parsed.position}`);
  }
  const records = parsed.map((cells) => csvRecord(cells, options));
  const [header = '', ...rest] = parameters.get('header') === 'absent' ? ['', ...records] : records;
  return { header, records: rest };
}
