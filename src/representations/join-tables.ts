import type { DeepReadonly } from '../core/model/deep-readonly.js';
import { markConverted, originOf } from '../core/representation/origin.js';
import { metaApiVersion } from '../core/representation/meta-kinds.js';
import { requireTable, type Table, type TableColumn, type TableRow } from '../core/representation/table/table.js';
import { requireBoolean, requireKnownOptions, requireName } from '../core/shared/arguments.js';

/** Options of {@link joinTables}. */
export interface JoinTablesOptions {
  /** The name of a first column with the label of each table: `Cluster`. @default none */
  readonly column?: string | undefined;
  /**
   * Adds a column Namespace after that, read from each row's object, for the tables of a server that have none; leave out
   * the option of that name of `formatTable` and `formatCsv` then.
   * @default false
   */
  readonly namespace?: boolean | undefined;
}

const textColumn = { type: 'string', format: '', description: '', priority: 0 };

/**
 * Joins tables of one resource into one: those of several clusters, whose versions may have other columns. Columns are
 * joined by their names; one that not all tables have stands where its table has it, and is null in rows of the others.
 *
 * @param tables each with its label
 * @throws InvalidArgumentError for anything but tables, and for invalid options
 * @example
 * const shop = await handle.namespace('shop').as('Table').list();
 * const test = await handle.namespace('test').as('Table').list();
 * const joined = joinTables([['shop', shop], ['test', test]], { column: 'Namespace' });
 * console.log(formatTable(joined));
 */
export function joinTables<RowObject>(
  tables: Iterable<readonly [label: string, table: DeepReadonly<Table<RowObject>>]>,
  options: JoinTablesOptions = {},
): Table<RowObject> {
  const { column, namespace = false } = requireKnownOptions(options, {
    column: requireName,
    namespace: requireBoolean,
  });
  const parts = [...tables].map(([label, table]) => {
    requireTable(table);
    const isAdded = namespace && originOf(table) === 'server';
    const definitions = [...(isAdded ? [{ ...textColumn, name: 'Namespace' }] : []), ...table.columnDefinitions];
    return { label, table, isAdded, definitions, keys: columnKeys(definitions) };
  });
  const columns = new Map<string, TableColumn>();
  const order: string[] = [];
  for (const { definitions, keys } of parts) {
    let at = 0;
    for (const [index, key] of keys.entries()) {
      const known = order.indexOf(key);
      if (known < 0) {
        order.splice(at++, 0, key);
        columns.set(key, definitions[index] as TableColumn);
      } else at = Math.max(at, known + 1);
    }
  }
  const first = column === undefined ? [] : [{ ...textColumn, name: column }];
  const rows = parts.flatMap(({ label, table, isAdded, keys }) => {
    const places = order.map((key) => keys.indexOf(key));
    return table.rows.map((row): TableRow<RowObject> => {
      const { object } = row as { readonly object?: { readonly metadata?: { readonly namespace?: string } } };
      const cells: readonly unknown[] = [...(isAdded ? [object?.metadata?.namespace ?? null] : []), ...row.cells];
      const placed = places.map((place) => (place < 0 ? null : (cells[place] ?? null)));
      return { ...(row as TableRow<RowObject>), cells: column === undefined ? placed : [label, ...placed] };
    });
  });
  const columnDefinitions = [...first, ...order.map((key) => columns.get(key) as TableColumn)];
  const joined: Table<RowObject> = { apiVersion: metaApiVersion, kind: 'Table', metadata: {}, columnDefinitions, rows };
  const hasNamespaces = namespace || (parts.length > 0 && parts.every(({ table }) => originOf(table) === 'converted'));
  return hasNamespaces ? markConverted(joined) : joined;
}

/** Names columns, of which several may have one name: the letter case does not count, as in `column`. */
export function columnKeys(columns: DeepReadonly<readonly TableColumn[]>): readonly string[] {
  const counts = new Map<string, number>();
  return columns.map(({ name }) => {
    const key = name.toLowerCase();
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return `${count} ${key}`;
  });
}
