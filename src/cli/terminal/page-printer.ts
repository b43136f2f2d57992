import { formatCell, joinTables, markConverted } from '../../representations/index.js';
import { formatTable, originOf, type Table, type TableColumn, type TableRow } from '../../index.js';
import { withLabels, type LabelColumns } from './label-columns.js';

/** How to show tables. */
export interface PagePrinterOptions extends LabelColumns {
  readonly wide?: boolean | undefined;
  /** Whether to add a first column with the namespace, if the cells do not contain it. */
  readonly namespace?: boolean | undefined;
  readonly header: boolean;
  /** Put before each name: `pod/`. */
  readonly prefix?: string | undefined;
  /** What the rows are. @default anything */
  readonly of?: string | undefined;
  /** What has been printed, where several lists are printed as one. @default nothing */
  readonly pages?: PrintedPages | undefined;
}

/** The columns that were printed last, and their widths. */
export interface PrintedPages {
  of?: string | undefined;
  columns: string | undefined;
  definitions: readonly TableColumn[];
  ruler: TableRow;
  /** Whether several lists share it: then the text begins with a mark of whether it has a header. */
  readonly isShared: boolean;
}

/** Begin a text with, and without a header, where several lists are printed as one: no other text begins so. */
export const marks = { header: '\u0001', none: '\u0002' } as const;

export function noPages(isShared: boolean): PrintedPages {
  return { columns: undefined, definitions: [], ruler: rowOf([], ''), isShared };
}

/**
 * Returns a function that formats a list page by page. The column names are printed once, and columns keep the width of
 * earlier pages; a page with a longer cell widens them from there on.
 */
export function createPagePrinter(options: PagePrinterOptions): (page: Table) => string {
  const printed = options.pages ?? noPages(false);

  return (given) => {
    if (given.rows.length === 0) return '';
    const page = printed.isShared && printed.of === options.of ? withColumnsOf(printed.definitions, given) : given;
    const table = withLabels({ ...page, rows: withPrefix(page, options.prefix) }, options);
    // A table made here already has a column of namespaces, and a copy loses the mark of its origin.
    const namespace = options.namespace === true && originOf(page) === 'server';
    const present = JSON.stringify(page.columnDefinitions);
    const isNext = present === printed.columns;
    printed.columns = present;
    printed.of = options.of;
    printed.definitions = page.columnDefinitions;

    // A first line stands for the widths of the earlier pages, and a last one marks where columns begin; neither is
    // printed.
    const last = rowOf(Array<string>(table.columnDefinitions.length).fill(mark), mark);
    const rows = [...(isNext ? [printed.ruler] : []), ...table.rows, last];
    const text = formatTable({ ...table, rows }, { wide: options.wide, namespace, header: options.header });
    const end = text.lastIndexOf('\n', text.length - 2) + 1;
    printed.ruler = rulerOf(text.slice(end), table, { wide: options.wide, namespace });
    const lines = withoutLines(text.slice(0, end), isNext ? (options.header ? 2 : 1) : 0);
    return printed.isShared ? `${!isNext && options.header ? marks.header : marks.none}${lines}` : lines;
  };
}

/** Servers of other versions have other columns: what stands in the columns of before stays in them. */
function withColumnsOf(definitions: readonly TableColumn[], page: Table): Table {
  const before = { ...page, columnDefinitions: [...definitions], rows: [] };
  return joinTables([
    ['', originOf(page) === 'server' ? before : markConverted(before)],
    ['', page],
  ]);
}

function withPrefix({ columnDefinitions, rows }: Table, prefix = ''): TableRow[] {
  const column = columnDefinitions.findIndex(({ format }) => format === 'name');
  if (prefix === '' || column < 0) return rows;
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, index) => (index === column ? `${prefix}${formatCell(cell)}` : cell)),
  }));
}

const mark = '|';
const gap = 3;

function rowOf(cells: unknown[], namespace: string): TableRow {
  return { cells, object: { apiVersion: '', kind: '', metadata: { namespace } } };
}

/** Returns a row whose cells are as wide as the columns, measured by the line that marks where each begins. */
function rulerOf(
  line: string,
  { columnDefinitions }: Table,
  { wide = false, namespace }: { readonly wide: boolean | undefined; readonly namespace: boolean },
): TableRow {
  const starts = Array.from(line.matchAll(/\|/g), ({ index }) => index);
  // There is nothing after the last one.
  const fillers = starts.map((start, index) => 'x'.repeat(Math.max(0, (starts[index + 1] ?? start) - start - gap)));
  const first = namespace ? fillers.shift() : undefined;
  const cells = columnDefinitions.map(({ priority }) => (wide || priority === 0 ? fillers.shift() : ''));
  return rowOf(cells, first ?? '');
}

function withoutLines(text: string, count: number): string {
  let start = 0;
  for (let line = 0; line < count; line += 1) start = text.indexOf('\n', start) + 1;
  return text.slice(start);
}
