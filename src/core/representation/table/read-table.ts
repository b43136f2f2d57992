import type { DeepReadonly } from '../../model/deep-readonly.js';
import { requireList, requireObject, requireText } from '../../shared/arguments.js';
import type { Table } from './table.js';

/** Requires a Table, as far as its lists and rows tell. Throws `InvalidArgumentError`. */
export function requireTable<AnyTable extends DeepReadonly<Table<unknown>>>(table: AnyTable): AnyTable {
  requireObject('table', table);
  requireList('table.columnDefinitions', table.columnDefinitions);
  requireList('table.rows', table.rows);
  const missing = (table.rows as readonly unknown[]).findIndex((row) => typeof row !== 'object' || row === null);
  if (missing >= 0) requireObject(`table.rows[${missing}]`, table.rows[missing]);
  return table;
}

/**
 * Returns the cells of one column, by its name in any letter case: `column(pods, 'Ready')`. Undefined if the table has
 * no such column, because the server makes no tables or is of another version; null for a row without the cell. The
 * first column wins if several have the name. For all columns of each row use {@link records}.
 *
 * @throws InvalidArgumentError if the name is not a string
 * @example
 * const table = await handle.as('Table').list();
 * const notReady = column(table, 'Ready')?.filter((cell) => cell !== '1/1');
 */
export function column(table: DeepReadonly<Table<unknown>>, name: string): readonly unknown[] | undefined {
  const lower = requireText('name', name).toLowerCase();
  const index = table.columnDefinitions.findIndex((each) => each.name.toLowerCase() === lower);
  return index < 0 ? undefined : table.rows.map(({ cells }) => cells[index] ?? null);
}

/**
 * Returns the rows of a table as records, each cell under the name of its column as the server writes it:
 * `{ Name: 'front-0', Ready: '1/1' }`. A missing cell is null. If several columns have the same name, a number is added
 * to the later ones: `Age`, `Age 2`.
 *
 * @example
 * const [first] = records(await handle.as('Table').list());
 * console.log(first?.['Name'], first?.['Ready']);
 */
export function records(table: DeepReadonly<Table<unknown>>): Record<string, unknown>[] {
  const { columnDefinitions, rows } = requireTable(table);
  const names = new Set<string>();
  for (const { name } of columnDefinitions) {
    let own = name;
    for (let number = 2; names.has(own); number += 1) own = `${name} ${number}`;
    names.add(own);
  }
  // fromEntries makes own properties of all names, including `__proto__`.
  return rows.map(({ cells }) => Object.fromEntries([...names].map((name, index) => [name, cells[index] ?? null])));
}
