import { formatCell, formatTable, originOf, type Table, type TableRow } from '../../index.js';
import { withLabels, type LabelColumns } from './label-columns.js';

/** How tables are shown. */
export interface PagePrinterOptions extends LabelColumns {
  readonly wide?: boolean | undefined;
  /** A first column with the namespace, where the cells do not tell it. */
  readonly namespace?: boolean | undefined;
  readonly header: boolean;
  /** Put before each name: `pod/`. */
  readonly prefix?: string | undefined;
}

/**
 * Gives the text of a list that comes in pages, page by page. Names of columns come once, and columns keep the width
 * that earlier pages gave them; a page with a longer cell widens them from there on.
 */
export function createPagePrinter(options: PagePrinterOptions): (page: Table) => string {
  let columns: string | undefined;
  let ruler: TableRow = { cells: [], object: undefined };

  return (page) => {
    if (page.rows.length === 0) return '';
    const table = withLabels({ ...page, rows: withPrefix(page, options.prefix) }, options);
    // A table made here has a column of namespaces already, and a copy loses the mark that says so.
    const namespace = options.namespace === true && originOf(page) === 'server';
    const layout = { wide: options.wide, namespace };
    const present = JSON.stringify(page.columnDefinitions);
    const isNext = present === columns;
    columns = present;

    const rulerBefore = ruler;
    ruler = rulerOf(isNext ? [ruler, ...table.rows] : table.rows);
    if (!isNext) return formatTable(table, { ...layout, header: options.header });
    // The earlier pages take part by the longest cell of each column, in a line that is not shown.
    const text = formatTable({ ...table, rows: [rulerBefore, ...table.rows] }, { ...layout, header: options.header });
    return withoutLines(text, options.header ? 2 : 1);
  };
}

function withPrefix({ columnDefinitions, rows }: Table, prefix = ''): TableRow[] {
  const column = columnDefinitions.findIndex(({ format }) => format === 'name');
  if (prefix === '' || column < 0) return rows;
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, index) => (index === column ? `${prefix}${formatCell(cell)}` : cell)),
  }));
}

/** A row of the longest cells and the longest namespace. */
function rulerOf(rows: readonly TableRow[]): TableRow {
  const cells: unknown[] = [];
  let namespace = '';
  for (const row of rows) {
    for (const [index, cell] of row.cells.entries()) {
      if (lengthOf(cell) > lengthOf(cells[index])) cells[index] = cell;
    }
    const own = row.object?.metadata.namespace ?? '';
    if (own.length > namespace.length) namespace = own;
  }
  return { cells, object: { apiVersion: '', kind: '', metadata: { namespace } } };
}

/** How long a cell is in the table, where it ends at its first line break. */
function lengthOf(cell: unknown): number {
  if (cell === undefined) return -1;
  const text = formatCell(cell);
  const end = text.search(/[\n\r\f\v]/);
  return end < 0 ? text.length : end + '...'.length;
}

function withoutLines(text: string, count: number): string {
  let start = 0;
  for (let line = 0; line < count; line += 1) start = text.indexOf('\n', start) + 1;
  return text.slice(start);
}
