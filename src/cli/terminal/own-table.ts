import { formatTable } from '../../index.js';

/** A column of a table made here; a wide one shows with `-o wide` only. */
export type OwnColumn = string | { readonly wide: string };

/** How to show an {@link ownTable}. */
export interface OwnTableOptions {
  readonly wide?: boolean | undefined;
  /** @default true */
  readonly header?: boolean | undefined;
}

/** Rows of our own, laid out as a server's, without blanks at the ends of lines. No rows are no text. */
export function ownTable(
  columns: readonly OwnColumn[],
  rows: readonly (readonly unknown[])[],
  { wide, header }: OwnTableOptions = {},
): string {
  const columnDefinitions = columns.map((column) => ({
    name: typeof column === 'string' ? column : column.wide,
    type: 'string',
    format: '',
    description: '',
    priority: typeof column === 'string' ? 0 : 1,
  }));
  const text = formatTable(
    {
      apiVersion: 'meta.k8s.io/v1',
      kind: 'Table',
      metadata: {},
      columnDefinitions,
      rows: rows.map((cells) => ({ cells: cells.map((cell) => cell ?? '<none>'), object: undefined })),
    },
    { wide, header },
  );
  return text.replace(/ +$/gm, '');
}
