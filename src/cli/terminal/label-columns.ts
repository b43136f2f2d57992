import type { Table, TableColumn } from '../../index.js';

/** The labels to show after the columns of a table. */
export interface LabelColumns {
  /** A column for each of these keys. */
  readonly labelColumns?: readonly string[] | undefined;
  /** A last column with all of them. */
  readonly showLabels?: boolean | undefined;
}

/** Reports whether a table needs the metadata of its rows. */
export function showsLabels({ labelColumns = [], showLabels = false }: LabelColumns): boolean {
  return showLabels || labelColumns.length > 0;
}

/** Adds label columns to a table. As in kubectl, the name of a column is the part of the key after the last slash. */
export function withLabels<RowTable extends Table>(table: RowTable, flags: LabelColumns): RowTable {
  if (!showsLabels(flags)) return table;
  const { labelColumns = [], showLabels = false } = flags;
  const names = labelColumns.map((key) => key.slice(key.lastIndexOf('/') + 1));
  const width = table.columnDefinitions.length;
  const added = [...names, ...(showLabels ? ['Labels'] : [])].map((name): TableColumn => ({
    name,
    type: 'string',
    format: '',
    description: '',
    priority: 0,
  }));
  const rows = table.rows.map((row) => {
    const labels = row.object?.metadata.labels;
    const own = row.cells.slice(0, width);
    const gap = Array.from({ length: width - own.length }, () => null);
    const cells = labelColumns.map((key) => (labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : ''));
    return { ...row, cells: [...own, ...gap, ...cells, ...(showLabels ? [inWords(labels)] : [])] };
  });
  return { ...table, columnDefinitions: [...table.columnDefinitions, ...added], rows };
}

/** Formats labels in kubectl's order, that of the pairs as text: `app-of=b,app=a`. */
function inWords(labels: Readonly<Record<string, string>> | null | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? '<none>' : pairs.sort().join(',');
}
