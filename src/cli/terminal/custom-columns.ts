import { formatCell, parseJSONPath, type JSONPath } from '../../representations/index.js';
import type { Table, TableRow } from '../../index.js';
import { UsageError } from '../errors.js';
import { escapeControls } from './one-line.js';

/** A column of `-o custom-columns`. */
export interface CustomColumn {
  readonly name: string;
  readonly path: JSONPath;
}

/** Parses `NAME:.metadata.name,IMAGE:.spec.containers[*].image`. As in kubectl, a comma always ends a column. */
export function readColumnsList(text: string): readonly CustomColumn[] {
  return text.split(',').map((part) => {
    const colon = part.indexOf(':');
    if (colon < 0 || colon === part.length - 1)
      throw new UsageError(`${JSON.stringify(part)} is not a custom column: it must be NAME:PATH.`);
    return { name: part.slice(0, colon), path: parseJSONPath(part.slice(colon + 1), { relaxed: true }) };
  });
}

/** Parses a line of names and a line of paths, separated by whitespace. */
export function readColumnsFile(text: string): readonly CustomColumn[] {
  const [names = [], paths = []] = text.split(/\r?\n/).map((line) => line.split(/\s+/).filter((word) => word !== ''));
  if (names.length === 0 || paths.length === 0) {
    throw new UsageError('A custom columns file must have a line of names and a line of paths, separated by spaces.');
  }
  if (names.length !== paths.length) {
    throw new UsageError(`The custom columns file has ${names.length} names and ${paths.length} paths.`);
  }
  return names.map((name, index) => ({ name, path: parseJSONPath(paths[index] ?? '', { relaxed: true }) }));
}

/**
 * Reports whether metadata is enough for these columns. `*` and `..` may lead to the managed fields, which it lacks.
 */
export function needMetadataAlone(columns: readonly { readonly path: JSONPath }[]): boolean {
  return columns.every(
    ({ path: { text } }) =>
      /^\{?\.?(?:metadata\.\w|(?:kind|apiVersion)\}?$)/.test(text) && !/managedFields|\*|\.\.|\[/.test(text),
  );
}

/**
 * Builds the table of custom columns. A path that leads nowhere is `<none>`; several values are separated by commas. A
 * value of several lines makes several rows, and a tab begins the next cell, as in kubectl.
 */
export function customTable(columns: readonly CustomColumn[], objects: readonly unknown[]): Table {
  const rows = objects.flatMap((object) => {
    const texts = columns.map(({ path }) => {
      const values = path.find(object).flat();
      return values.length === 0
        ? '<none>'
        : values.map((value) => (value === null ? '<nil>' : formatCell(value))).join(',');
    });
    const lines = texts
      .join('\t')
      .replaceAll('\r', '\\r')
      .replaceAll(/[\f\v\u0085\u2028\u2029]/g, escapeControls)
      .split('\n');
    return lines.map((line) => ({ cells: line.split('\t'), object: undefined }));
  });
  // Tabs in values make rows that are longer than the columns.
  const count = rows.reduce((most, { cells }) => Math.max(most, cells.length), columns.length);
  const names = Array.from({ length: count }, (_, index) => columns[index]?.name ?? '');
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: {},
    columnDefinitions: names.map((name) => ({ name, type: 'string', format: '', description: '', priority: 0 })),
    rows,
  };
}

/** The pages of such a table: as in kubectl, a line of one cell ends the columns, whose width it does not change. */
export function columnBlocks(table: Table): readonly Table[] {
  const pages: TableRow[][] = [[]];
  for (const row of table.rows) {
    pages.at(-1)?.push(row);
    if (row.cells.length === 1 && table.columnDefinitions.length > 1) pages.push([]);
  }
  return pages.map((rows) => ({ ...table, rows }));
}
