import { formatTable, type Table } from '../../index.js';
import { createPagePrinter, type PrintedPages } from './page-printer.js';

/** A column of a table made here; a wide one is shown only with `-o wide`. */
export type OwnColumn = string | { readonly wide: string };

export interface OwnTableOptions {
  readonly wide?: boolean | undefined;
  /** @default true */
  readonly header?: boolean | undefined;
  /** What has been printed, where several tables are printed as one. @default nothing */
  readonly pages?: PrintedPages | undefined;
}

/** Lays out rows made here like those of a server, without trailing spaces. Without rows, the text is empty. */
export function ownTable(
  columns: readonly OwnColumn[],
  rows: readonly (readonly unknown[])[],
  { wide, header = true, pages }: OwnTableOptions = {},
): string {
  const columnDefinitions = columns.map((column) => ({
    name: typeof column === 'string' ? column : column.wide,
    type: 'string',
    format: '',
    description: '',
    priority: typeof column === 'string' ? 0 : 1,
  }));
  const table: Table = {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: {},
    columnDefinitions,
    rows: rows.map((cells) => ({ cells: cells.map((cell) => cell ?? '<none>'), object: undefined })),
  };
  const isShared = pages?.isShared === true;
  const text = isShared ? createPagePrinter({ wide, header, pages })(table) : formatTable(table, { wide, header });
  return text.replace(/(?<! ) +$/gm, '');
}
